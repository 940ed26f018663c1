import { base64 } from '@scure/base';
import type { CallName, calls, ParsedRequestOf } from '../../../../domain/contract/index.ts';
import { DEPOSIT_ASSET, RuleError, testRefusal } from '../../../../domain/index.ts';
import { isKnownKey, run, runOnce } from '../../../base/commands/command.ts';
import type { Handlers } from '../../../books/users/callHandlers.ts';
import type { AccountDeps, Caller } from '../../../books/users/context.ts';
import { userOfCall } from '../../../books/users/handlers.ts';
import { ownUpload } from '../../../books/users/storeUpload.ts';
import { sendSimulated } from '../chains/simulated.ts';
import { addressOf } from './addresses.ts';
import type { Deposits } from './deposits.ts';
import { codeOf, depositOf, depositsOf, noticesOf } from './deposits.ts';
import { addNotice } from './notices.ts';

type DepositNames = Extract<CallName, `deposit.${string}`>;
type TestRequest = ParsedRequestOf<(typeof calls)['deposit.test']>;

/** Deposits of users: where to, what came, and what is missing. */
export function depositHandlers(
  deps: Pick<AccountDeps, 'db' | 'clock' | 'published' | 'limits' | 'isPlay'>,
  deposits: Deposits,
): Pick<Handlers, DepositNames> {
  const { db } = deps;
  const userIdOf = (caller: Caller): number => userOfCall(caller).user.userId;
  return {
    'deposit.infos': (_, caller) => deposits.infos(userIdOf(caller)),
    'deposit.address': async ({ chain }, caller) => {
      const { watcher } = deposits.follower(chain);
      const address = await run(deps, (work) => addressOf(work, watcher, userIdOf(caller)));
      return { chain, asset: DEPOSIT_ASSET, address, code: codeOf(watcher, address) };
    },
    'deposit.list': (request, caller) => depositsOf(db, userIdOf(caller), request),
    'deposit.detail': async ({ id }, caller) => ({ deposit: await depositOf(db, userIdOf(caller), id) }),
    'deposit.notify': (request, caller) => {
      const userId = userIdOf(caller);
      const { watcher } = deposits.follower(request.chain);
      return run(deps, async (work) => {
        const address = await addressOf(work, watcher, userId);
        return { notice: await addNotice(work, userId, request, { watch: watcher.watch, address }) };
      });
    },
    'deposit.notices': (request, caller) => noticesOf(db, userIdOf(caller), request),
    'deposit.voucher': async ({ id }, caller) => {
      const userId = userIdOf(caller);
      const [notice] = await db.query<{ voucher: string }>(
        'select voucher from deposit_notice where id = $1 and user_id = $2',
        [id, userId],
      );
      if (!notice) throw new RuleError('notFound');
      const { content, width, height } = await ownUpload(deps, userId, notice.voucher);
      return { type: 'image/jpeg', width, height, content: base64.encode(content) };
    },
    'deposit.test': async (request, caller) => {
      const answer = await sendTest(deps, deposits, request, userIdOf(caller), caller.key ?? '');
      // The page is notified as soon as it is found; whether it is found now or a second later changes
      // nothing.
      void deposits.follower(request.chain).scan();
      return answer;
    },
  };
}

/**
 * Sends test money over a simulated network to the user's own address.
 * @throws {RuleError} `testOff` where money is real, `testAmount` and those of amounts.
 */
async function sendTest(
  deps: Pick<AccountDeps, 'db' | 'clock' | 'published' | 'limits' | 'isPlay'>,
  deposits: Deposits,
  request: TestRequest,
  userId: number,
  key: string,
) {
  const { chain, amount } = request;
  const { watcher } = deposits.follower(chain);
  if (!deps.isPlay || !watcher.isSimulated) throw new RuleError('testOff');
  const refusal = testRefusal(amount);
  if (refusal) throw new RuleError(refusal);
  const command = { userId, key, call: 'deposit.test', request };
  // Whose answer was lost gets it again: a refusal would say that nothing was sent.
  if (!(await isKnownKey(deps.db, command))) await deps.limits.take('testDeposits', `user ${userId}`);
  return runOnce(deps, command, async (work) => {
    const address = await addressOf(work, watcher, userId);
    const reference = `test:${userId}:${key}`;
    const tx = await sendSimulated(work.tx, {
      chain,
      asset: DEPOSIT_ASSET,
      address,
      amount,
      reference,
      at: work.at,
    });
    return { chain, address, tx };
  });
}
