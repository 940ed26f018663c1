import { expect } from 'vitest';
import type { Dec, Market } from '../../domain/index.ts';
import type { Database } from '../../server/base/db/database.ts';
import { verifyLedger } from '../../server/books/ledger/verify.ts';
import type { Spot } from './spot.ts';
import { newMarket, openSpot } from './spot.ts';

/** How a proved market differs from the usual; `isAlone`: both its assets are its own, so the house has none of them. */
export type ProvedMarket = Partial<Market> & { readonly isAlone?: boolean };

/**
 * A market at 10 with three users, whose house has plenty. When the work is done, the book in memory is compared with
 * the stored one, the ledger is verified and nothing may have been logged; then all orders are cancelled.
 * @param funds what each user has of both assets.
 */
export async function withProvedSpot(
  db: Database,
  work: (spot: Spot) => Promise<void>,
  { isAlone, ...change }: ProvedMarket = {},
  funds: Dec = '1000',
): Promise<void> {
  const spot = await openSpot(db, newMarket(change, isAlone ? undefined : 'USDT'), { userCount: 3, funds });
  await spot.tick('10');
  try {
    await work(spot);
    await spot.settled();
    const { orderBook, stored } = await spot.live();
    expect(orderBook).toEqual(stored);
    expect(await verifyLedger(db)).toEqual([]);
    expect(spot.logged).toEqual([]);
  } finally {
    for (const user of spot.users.keys()) await spot.cancelAll(user);
    spot.close();
  }
}

/** The same on the database of a describe, which is there once its tests run. */
export const provedSpotOf =
  (db: () => Database) =>
  (work: (spot: Spot) => Promise<void>, change?: ProvedMarket, funds?: Dec): Promise<void> =>
    withProvedSpot(db(), work, change, funds);
