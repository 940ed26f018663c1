import type { PlanTerms } from '../../../domain/index.ts';
import { DEFAULT_PLANS, STORAGE_HOUSE_STOCK } from '../../../domain/index.ts';
import type { Transaction } from '../../base/commands/command.ts';
import type { Queries } from '../../base/db/database.ts';
import { singleRow } from '../../base/db/database.ts';
import { addHouseAccounts, giveStock, stockedAssets } from '../../books/ledger/house.ts';
import { addAssets } from '../../books/ledger/ledger.ts';

/** Pays interest. Its balance covers all holds, so that no more can be promised than it has. */
export const STORAGE_HOUSE = 'house_storage';
const STOCK = 'storage';

/**
 * Creates the house account of an asset; where it has an initial funding, it receives that once, for ever.
 */
export async function openHouseAccount(
  { tx, at }: Pick<Transaction, 'tx' | 'at'>,
  asset: string,
): Promise<void> {
  await addAssets(tx, [asset]);
  await addHouseAccounts(tx, STORAGE_HOUSE, [asset]);
  await tx.query(
    `select 1 from account where owner_id is null and kind = $1 and asset = $2 for no key update`,
    [STORAGE_HOUSE, asset],
  );
  const amount = STORAGE_HOUSE_STOCK[asset];
  if (amount === undefined || (await stockedAssets(tx, STOCK, [asset])).has(asset)) return;
  await giveStock(tx, { kind: STORAGE_HOUSE, asset }, STOCK, amount, at);
}

/** Adds a plan. @returns its number. */
export async function addPlan(
  work: Pick<Transaction, 'tx' | 'at'>,
  { asset, rate, days, share, least, most, quota }: PlanTerms,
): Promise<number> {
  await openHouseAccount(work, asset);
  const rows = await work.tx.query<{ id: number }>(
    `insert into storage_plan (asset, rate, days, share, least, most, quota, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [asset, rate, days, share, least, most, quota, work.at],
  );
  return singleRow(rows).id;
}

/** The plans that an exchange begins with. One that ever had a plan keeps what its operator has made of them. */
export async function addDefaultPlans(work: Pick<Transaction, 'tx' | 'at'>): Promise<void> {
  if (await hasPlans(work.tx)) return;
  for (const plan of DEFAULT_PLANS) await addPlan(work, plan);
}

async function hasPlans(db: Queries): Promise<boolean> {
  return (await db.query('select 1 from storage_plan limit 1')).length > 0;
}
