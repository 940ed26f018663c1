import type { CallName, StorageRow } from '../../../domain/contract/index.ts';
import type { CommandDeps, Transaction } from '../../base/commands/command.ts';
import { run, runOnce } from '../../base/commands/command.ts';
import type { Handlers } from '../../books/users/callHandlers.ts';
import type { Caller } from '../../books/users/context.ts';
import { userOfCall } from '../../books/users/handlers.ts';
import { redeemOrder, revokeOrder, setRenewal } from './leave.ts';
import { orderOf, ordersOf, payoutsOf, summaryOf } from './lists.ts';
import { openOrder } from './open.ts';
import { planRow, plansOf } from './plans.ts';

type StorageNames = Extract<CallName, `storage.${string}`>;

/** Storage plans, and users' orders in them. */
export function storageHandlers(deps: CommandDeps): Pick<Handlers, StorageNames> {
  const { db, clock } = deps;
  /** @param act yields the number of the order that it was about. */
  const once = (
    call: StorageNames,
    request: unknown,
    caller: Caller,
    act: (work: Transaction, userId: number) => Promise<number>,
  ): Promise<{ order: StorageRow }> => {
    const { userId } = userOfCall(caller).user;
    return runOnce(deps, { userId, key: caller.key ?? '', call, request }, (work) =>
      publishChange(work, userId, act),
    );
  };
  return {
    'storage.plans': async () => ({ now: clock.now(), plans: (await plansOf(db)).map(planRow) }),
    'storage.open': (request, caller) =>
      once('storage.open', request, caller, (work, userId) => openOrder(work, userId, request)),
    'storage.revoke': (request, caller) =>
      once('storage.revoke', request, caller, async (work, userId) => {
        await revokeOrder(work, userId, request.id);
        return request.id;
      }),
    'storage.redeem': (request, caller) =>
      once('storage.redeem', request, caller, async (work, userId) => {
        await redeemOrder(work, userId, request.id, request.cost);
        return request.id;
      }),
    'storage.renew': ({ id, autoRenew }, caller) => {
      const { userId } = userOfCall(caller).user;
      return run(deps, (work) =>
        publishChange(work, userId, async () => {
          await setRenewal(work, userId, id, autoRenew);
          return id;
        }),
      );
    },
    'storage.list': (request, caller) => ordersOf(db, userOfCall(caller).user.userId, request),
    'storage.detail': async ({ id }, caller) => ({
      order: await orderOf(db, userOfCall(caller).user.userId, id),
    }),
    'storage.payouts': (request, caller) => payoutsOf(db, userOfCall(caller).user.userId, request),
    'storage.summary': (_, caller) => summaryOf(db, userOfCall(caller).user.userId),
  };
}

async function publishChange(
  work: Transaction,
  userId: number,
  act: (work: Transaction, userId: number) => Promise<number>,
): Promise<{ order: StorageRow }> {
  const id = await act(work, userId);
  work.touched(userId);
  return { order: await orderOf(work.tx, userId, id) };
}
