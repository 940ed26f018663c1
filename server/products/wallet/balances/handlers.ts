import type { BalancesAnswer, CallName } from '../../../../domain/contract/index.ts';
import { RuleError } from '../../../../domain/index.ts';
import type { Transaction } from '../../../base/commands/command.ts';
import { runOnce, settleCommands } from '../../../base/commands/command.ts';
import type { Queries } from '../../../base/db/database.ts';
import { resetPlay } from '../../../books/ledger/play.ts';
import { holdsOf, recordsOf } from '../../../books/ledger/records.ts';
import type { Handlers } from '../../../books/users/callHandlers.ts';
import type { AccountDeps, Caller } from '../../../books/users/context.ts';
import { userOfCall } from '../../../books/users/handlers.ts';
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

/** Money: what there is, why it moved, and moving it. */
export function fundsHandlers(
  deps: AccountDeps,
  /** A user's balances with what their products hold. */
  stateOf: (db: Queries, userId: number) => Promise<BalancesAnswer>,
): Pick<Handlers, FundsNames> {
  const { db, isPlay } = deps;
  const once = <T>(call: FundsNames, request: unknown, caller: Caller, work: MoneyWork<T>): Promise<T> => {
    const { userId } = userOfCall(caller).user;
    const key = caller.key ?? '';
    return runOnce(deps, { userId, key, call, request }, (own) => work(own, userId, `${userId}:${key}`));
  };
  return {
    'account.balances': (_, caller) => stateOf(db, userOfCall(caller).user.userId),
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

type MoneyWork<T> = (work: Transaction, userId: number, refId: string) => Promise<T>;
