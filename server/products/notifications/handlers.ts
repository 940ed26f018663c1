import type { CallName } from '../../../domain/contract/index.ts';
import { RuleError } from '../../../domain/index.ts';
import type { Handlers } from '../../books/users/callHandlers.ts';
import type { AccountDeps } from '../../books/users/context.ts';
import { userOfCall } from '../../books/users/handlers.ts';
import type { PushService } from './push/service.ts';
import { move, subscribe, unsubscribe } from './push/subscriptions.ts';
import { mailsOf, mark, notificationsOf } from './store.ts';

/** What devices subscribe to, and where their messages go. */
interface Push {
  readonly service: PushService;
  readonly key: string;
}

/** @throws {RuleError} `unavailable` where nothing is sent to push services. */
function served(push: Push | undefined): PushService {
  if (!push) throw new RuleError('unavailable');
  return push.service;
}

/** A user's notifications, how far they were read, and the devices that receive them. */
export function notificationHandlers(
  deps: AccountDeps,
  push: Push | undefined,
): Pick<Handlers, Extract<CallName, `notification.${string}`>> {
  return {
    'notification.list': (request, caller) =>
      notificationsOf(deps.db, userOfCall(caller).user.userId, request),
    'notification.mark': (request, caller) => mark(deps, userOfCall(caller).user.userId, request),
    'notification.settings': async ({ mails }, caller) => ({
      mails: await mailsOf(deps.db, userOfCall(caller).user.userId, mails),
    }),
    'notification.push': async () => ({ key: push?.key ?? null }),
    'notification.pushOn': async (request, caller) => {
      await subscribe(deps, served(push), userOfCall(caller).user, request);
      return {};
    },
    'notification.pushOff': async (_, caller) => {
      await unsubscribe(deps.db, userOfCall(caller).user);
      return {};
    },
    'notification.pushMoved': async (request, { address }) => {
      await deps.limits.take('pushMovesFromAddress', address);
      await move(deps, served(push), request);
      return {};
    },
  };
}
