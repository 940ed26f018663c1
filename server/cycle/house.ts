import { CYCLE_ASSET, CYCLE_HOUSE_STOCK } from '../../domain/index.ts';
import type { Work } from '../commands/command.ts';
import { only } from '../db/database.ts';
import { accountId, addAssets } from '../ledger/ledger.ts';

/** Accounts of the house that contracts are settled with. */
export interface CycleHouse {
  /** Pays wins and takes stakes; it covers what it has put aside, so that no more can be at risk than it has. */
  readonly purse: number;
  readonly fees: number;
}

/** The house's accounts; the purse gets its stock once, for ever. */
export async function openHouse({ tx, at }: Work): Promise<CycleHouse> {
  await addAssets(tx, [CYCLE_ASSET]);
  await tx.query(
    `insert into account (owner_id, kind, asset, may_go_negative) values (null, 'house_cycle', $1, false)
     on conflict (owner_id, kind, asset) do nothing`,
    [CYCLE_ASSET],
  );
  const { id: purse } = only(
    await tx.query<{ id: number }>(
      `select id from account where owner_id is null and kind = 'house_cycle' and asset = $1 for no key update`,
      [CYCLE_ASSET],
    ),
  );
  const fees = await accountId(tx, { kind: 'house_fee', asset: CYCLE_ASSET });
  const known = await tx.query(
    `select 1 from journal where code = 'houseFunding' and ref_type = 'cycle' and ref_id = $1`,
    [CYCLE_ASSET],
  );
  if (known.length > 0) return { purse, fees };
  const genesis = await accountId(tx, { kind: 'ext_genesis', asset: CYCLE_ASSET });
  await tx.query(`select ledger_post('houseFunding', 'cycle', $1, $2, $3::jsonb)`, [
    CYCLE_ASSET,
    at,
    JSON.stringify([
      [genesis, `-${CYCLE_HOUSE_STOCK}`],
      [purse, CYCLE_HOUSE_STOCK],
    ]),
  ]);
  return { purse, fees };
}
