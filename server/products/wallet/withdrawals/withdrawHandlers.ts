import type { CallName } from '../../../../domain/contract/index.ts';
import { RuleError } from '../../../../domain/index.ts';
import type { Transaction } from '../../../base/commands/command.ts';
import { runOnce } from '../../../base/commands/command.ts';
import type { Handlers } from '../../../books/users/callHandlers.ts';
import type { Caller } from '../../../books/users/context.ts';
import { userOfCall } from '../../../books/users/handlers.ts';
import { prove } from '../../../books/users/proofs.ts';
import { addAddress, addressesOf, removeAddress, setWhitelist } from './addressBook.ts';
import { addCard, cardsOf, removeCard } from './bankCards.ts';
import { send } from './withdraw.ts';
import { withdrawalOf, withdrawalsOf } from './withdrawals.ts';
import { quoteBank, sendToBank } from './withdrawBank.ts';
import type { WithdrawDeps } from './withdrawDeps.ts';
import { infosOf } from './withdrawInfos.ts';
import { cancel } from './withdrawSteps.ts';

type WithdrawNames = Extract<CallName, `withdraw.${string}`>;

/** Withdrawals, the address book and bank cards of users. */
export function withdrawHandlers(deps: WithdrawDeps): Pick<Handlers, WithdrawNames> {
  const { db, clock } = deps;
  const idOf = (caller: Caller): number => userOfCall(caller).user.userId;
  const once = <T>(
    call: WithdrawNames,
    request: unknown,
    caller: Caller,
    act: (work: Transaction, userId: number) => Promise<T>,
  ): Promise<T> => {
    const userId = idOf(caller);
    return runOnce(deps, { userId, key: caller.key ?? '', call, request }, (work) => act(work, userId));
  };
  return {
    'withdraw.infos': (request, caller) => infosOf(deps, idOf(caller), request),
    'withdraw.prove': (request, caller) => prove(deps, request, userOfCall(caller)),
    'withdraw.send': (request, caller) =>
      once('withdraw.send', request, caller, (work, userId) => send(deps, work, userId, request, caller)),
    'withdraw.toBank': (request, caller) =>
      once('withdraw.toBank', request, caller, (work, userId) =>
        sendToBank(deps, work, userId, request, caller),
      ),
    'withdraw.cancel': (request, caller) =>
      once('withdraw.cancel', request, caller, async (work, userId) => ({
        withdrawal: await cancel(work, userId, request.id),
      })),
    'withdraw.list': (request, caller) => withdrawalsOf(db, idOf(caller), request, clock.now()),
    'withdraw.detail': async ({ id }, caller) => {
      const withdrawal = await withdrawalOf(db, id, clock.now(), idOf(caller));
      if (!withdrawal) throw new RuleError('notFound');
      return { withdrawal };
    },
    'withdraw.addresses': (_, caller) => addressesOf(db, idOf(caller), clock.now()),
    'withdraw.addAddress': (request, caller) => addAddress(deps, request, userOfCall(caller)),
    'withdraw.removeAddress': async ({ id }, caller) => {
      await removeAddress(deps, idOf(caller), id);
      return {};
    },
    'withdraw.setWhitelist': (request, caller) => setWhitelist(deps, request, userOfCall(caller)),
    'withdraw.cards': async (_, caller) => ({ cards: await cardsOf(db, idOf(caller)) }),
    'withdraw.addCard': async (request, caller) => ({ card: await addCard(deps, idOf(caller), request) }),
    'withdraw.removeCard': async ({ id }, caller) => {
      await removeCard(deps, idOf(caller), id);
      return {};
    },
    'withdraw.bankQuote': (request, caller) => quoteBank(deps, idOf(caller), request),
  };
}
