import type { Dec } from '../../../domain/index.ts';
import {
  CONVERT_ASSET,
  convertStock,
  D,
  isWithinExposure,
  RuleError,
  toText,
} from '../../../domain/index.ts';
import type { Queries } from '../../base/db/database.ts';
import { addHouseAccounts, giveStock, stockedAssets } from '../../books/ledger/house.ts';
import type { AccountRef } from '../../books/ledger/ledger.ts';
import { accountIds, keyOf, lockAccounts, plain } from '../../books/ledger/ledger.ts';
import type { Leg } from './terms.ts';

const KIND = 'house_convert';
const STOCK = 'convert';

/** The four accounts of a leg, in the order of its lines. */
export function accountsOf(userId: number, { from, to }: Pick<Leg, 'from' | 'to'>): readonly AccountRef[] {
  return [
    { owner: userId, kind: 'spot', asset: from },
    { kind: KIND, asset: from },
    { kind: KIND, asset: to },
    { owner: userId, kind: 'spot', asset: to },
  ];
}

/** Locks all accounts that these legs move money on, the house's purses made and stocked. @returns their numbers. */
export async function openPurses(
  tx: Queries,
  userId: number,
  legs: readonly Leg[],
  at: number,
): Promise<ReadonlyMap<string, number>> {
  const lasts = new Map<string, Dec>([[CONVERT_ASSET, '1']]);
  for (const { from, to, fromLast, toLast } of legs) lasts.set(from, fromLast).set(to, toLast);
  const assets = [...new Set(legs.flatMap(({ from, to }) => [from, to]))];
  await addHouseAccounts(tx, KIND, assets);
  const accounts = legs.flatMap((leg) => accountsOf(userId, leg));
  await lockAccounts(tx, accounts);
  const stocked = await stockedAssets(tx, STOCK, assets);
  for (const asset of assets) {
    if (stocked.has(asset)) continue;
    await giveStock(tx, { kind: KIND, asset }, STOCK, convertStock(lasts.get(asset) ?? '1'), at);
  }
  const ids = await accountIds(tx, accounts);
  return new Map(accounts.map((account, i) => [keyOf(account), ids[i] ?? 0]));
}

/** Refuses what would leave the house with less than nothing or too much of an asset. @throws {RuleError} `convertLimit`. */
export async function mustBeWithinExposure(tx: Queries, legs: readonly Leg[]): Promise<void> {
  const rows = await tx.query<{ asset: string; posted: Dec }>(
    `select asset, posted::text from account where owner_id is null and kind = $1 and asset = any ($2::text[])`,
    [KIND, [...new Set(legs.flatMap(({ from, to }) => [from, to]))]],
  );
  const has = new Map(rows.map(({ asset, posted }) => [asset, plain(posted)]));
  for (const { from, to, fromAmount, toAmount, fromLast } of legs) {
    const [taken, given] = [has.get(from) ?? '0', has.get(to) ?? '0'];
    if (
      !isWithinExposure(
        { gives: toAmount, free: given },
        { asset: from, takes: fromAmount, holds: taken, last: fromLast },
      )
    )
      throw new RuleError('convertLimit');
    has.set(from, toText(new D(taken).plus(fromAmount)));
    has.set(to, toText(new D(given).minus(toAmount)));
  }
}
