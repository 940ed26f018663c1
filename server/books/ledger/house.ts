import type { Dec } from '../../../domain/index.ts';
import type { Queries } from '../../base/db/database.ts';
import type { HouseKind } from './ledger.ts';
import { post } from './ledger.ts';

/** A funded account of the house. */
export interface HouseAccount {
  readonly kind: HouseKind;
  readonly asset: string;
}

/** Creates missing house accounts. They may not go negative: no more can be lost than they hold. */
export async function addHouseAccounts(
  tx: Queries,
  kind: HouseKind,
  assets: readonly string[],
): Promise<void> {
  await tx.query(
    `insert into account (owner_id, kind, asset, may_go_negative)
     select null, $1, asset, false from (select distinct unnest($2::text[]) as asset order by asset) wanted
     on conflict (owner_id, kind, asset) do nothing`,
    [kind, assets],
  );
}

/** The assets whose house account of a kind has been funded. @param refType what the account is for. */
export async function stockedAssets(
  tx: Queries,
  refType: string,
  assets: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ asset: string }>(
    `select ref_id as asset from journal
     where code = 'houseFunding' and ref_type = $1 and ref_id = any ($2::text[])`,
    [refType, assets],
  );
  return new Set(rows.map(({ asset }) => asset));
}

/** Funds a house account from outside the ledger: once for each purpose and asset, for ever. */
export async function giveStock(
  tx: Queries,
  account: HouseAccount,
  refType: string,
  amount: Dec,
  at: number,
): Promise<void> {
  const { asset } = account;
  await post(tx, { code: 'houseFunding', refType, refId: asset }, at, [
    { account: { kind: 'ext_genesis', asset }, amount: `-${amount}` },
    { account, amount },
  ]);
}
