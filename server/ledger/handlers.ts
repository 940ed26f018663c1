import type { BalancesAnswer, CallName } from '../../domain/contract/index.ts';
import { RuleError } from '../../domain/index.ts';
import type { AccountDeps, Caller } from '../accounts/deps.ts';
import { userOfCall } from '../accounts/handlers.ts';
import type { Work } from '../commands/command.ts';
import { runOnce, settleCommands } from '../commands/command.ts';
import type { Queries } from '../db/database.ts';
import { only } from '../db/database.ts';
import type { Handlers } from '../http/handlers.ts';
import { summaryOf } from '../notifications/store.ts';
import { marginOf, stateOf } from '../perpetual/history.ts';
import { ordersOf } from '../spot/order.ts';
import { balancesOf, plain } from './ledger.ts';
import { resetPlay } from './play.ts';
import { holdsOf, recordsOf } from './records.ts';
import { transfer } from './transfer.ts';

type FundsNames = Extract<
  CallName,
  | 'account.balances'
  | 'account.holds'
  | 'account.records'
  | 'account.transfer'
  | 'account.resetPlay'
  | 'account.commands'
>;

/** Open orders that a snapshot tells. */
const MOST_ORDERS = 500;

/** A person's balances, open orders and the two sums over positions. */
export async function fundsOf(db: Queries, userId: number): Promise<BalancesAnswer> {
  const balances = await balancesOf(db, userId);
  const sums = only(
    await db.query<{ uid: string; realized: string }>(
      `select (select uid from app_user where id = $1) as uid,
         (select coalesce(sum(p.amount), 0)::text from posting p join journal j on j.id = p.journal_id
          join account a on a.id = p.account_id
          where a.owner_id = $1 and a.kind = 'futures'
            and j.code in ('realizedPl', 'fee', 'funding', 'liquidation')) as realized`,
      [userId],
    ),
  );
  const { rows: orders } = await ordersOf(db, userId, { live: true, limit: MOST_ORDERS });
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

/** Money: what there is, why it moved, and moving it. */
export function fundsHandlers(deps: AccountDeps): Pick<Handlers, FundsNames> {
  const { db, isPlay } = deps;
  const once = <T>(call: FundsNames, request: unknown, caller: Caller, work: MoneyWork<T>): Promise<T> => {
    const { userId } = userOfCall(caller).user;
    const key = caller.key ?? '';
    return runOnce(deps, { userId, key, call, request }, (own) => work(own, userId, `${userId}:${key}`));
  };
  return {
    'account.balances': (_, caller) => fundsOf(db, userOfCall(caller).user.userId),
    'account.holds': ({ asset }, caller) => holdsOf(db, userOfCall(caller).user.userId, asset),
    'account.records': (request, caller) => recordsOf(db, userOfCall(caller).user.userId, request),
    'account.transfer': (request, caller) =>
      once('account.transfer', request, caller, async (work, userId, refId) => ({
        journal: await transfer(work, userId, request, refId, deps.futuresFree),
      })),
    'account.resetPlay': (request, caller) => {
      if (!isPlay) throw new RuleError('notFound');
      return once('account.resetPlay', request, caller, async (work, userId, refId) => ({
        journal: await resetPlay(work, userId, refId),
      }));
    },
    'account.commands': async ({ keys }, caller) => {
      const { userId } = userOfCall(caller).user;
      await deps.limits.take('keysOfUser', `user ${userId}`, keys.length);
      return { commands: await settleCommands(deps, userId, keys) };
    },
  };
}

type MoneyWork<T> = (work: Work, userId: number, refId: string) => Promise<T>;
