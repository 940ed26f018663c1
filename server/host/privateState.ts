import type { BalancesAnswer } from '../../domain/contract/index.ts';
import { allLive } from '../base/allLive.ts';
import type { Queries } from '../base/db/database.ts';
import { singleRow } from '../base/db/database.ts';
import { balancesOf, plain } from '../books/ledger/ledger.ts';
import { summaryOf } from '../products/notifications/store.ts';
import { marginOf, stateOf } from '../products/perpetual/history.ts';
import { ordersOf } from '../products/spot/order.ts';

/** A user's balances, open orders and the two sums over positions. */
export async function privateState(db: Queries, userId: number): Promise<BalancesAnswer> {
  const balances = await balancesOf(db, userId);
  const sums = singleRow(
    await db.query<{ uid: string; realized: string }>(
      `select (select uid from app_user where id = $1) as uid,
         (select coalesce(sum(realized), 0)::text from account where owner_id = $1 and kind = 'futures') as realized`,
      [userId],
    ),
  );
  const orders = await allLive((live) => ordersOf(db, userId, live));
  const futures = await stateOf(db, userId);
  return {
    uid: sums.uid,
    balances,
    orders,
    futures,
    positionMargin: marginOf(futures),
    realizedPl: plain(sums.realized),
    notifications: await summaryOf(db, userId),
  };
}
