import { CYCLE_ASSET, CYCLE_HOUSE_STOCK } from '../../../domain/index.ts';
import type { Transaction } from '../../base/commands/command.ts';
import { addHouseAccounts, giveStock, stockedAssets } from '../../books/ledger/house.ts';
import { accountId, addAssets, lockAccounts } from '../../books/ledger/ledger.ts';

/** Accounts of the house that contracts are settled with. */
export interface CycleHouse {
  /** Pays wins and takes stakes; its balance covers all holds, so that no more can be at risk than it has. */
  readonly inventory: number;
  readonly fees: number;
}

const INVENTORY = { kind: 'house_cycle', asset: CYCLE_ASSET } as const;
const STOCK = 'cycle';

/** The house's accounts; the inventory is funded once, for ever. */
export async function openHouse({ tx, at }: Transaction): Promise<CycleHouse> {
  await addAssets(tx, [CYCLE_ASSET]);
  await addHouseAccounts(tx, INVENTORY.kind, [CYCLE_ASSET]);
  await lockAccounts(tx, [INVENTORY]);
  const inventory = await accountId(tx, INVENTORY);
  const fees = await accountId(tx, { kind: 'house_fee', asset: CYCLE_ASSET });
  const stocked = await stockedAssets(tx, STOCK, [CYCLE_ASSET]);
  if (!stocked.has(CYCLE_ASSET)) await giveStock(tx, INVENTORY, STOCK, CYCLE_HOUSE_STOCK, at);
  return { inventory, fees };
}
