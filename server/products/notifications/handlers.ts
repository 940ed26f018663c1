import type { CallName } from '../../../domain/contract/index.ts';
import type { Handlers } from '../../books/people/callHandlers.ts';
import type { AccountDeps } from '../../books/people/context.ts';
import { userOfCall } from '../../books/people/handlers.ts';
import { mailsOf, mark, notificationsOf } from './store.ts';

/** A person's notifications, and how far they were read. */
export function notificationHandlers(
  deps: AccountDeps,
): Pick<Handlers, Extract<CallName, `notification.${string}`>> {
  return {
    'notification.list': (request, caller) =>
      notificationsOf(deps.db, userOfCall(caller).user.userId, request),
    'notification.mark': (request, caller) => mark(deps, userOfCall(caller).user.userId, request),
    'notification.settings': async ({ mails }, caller) => ({
      mails: await mailsOf(deps.db, userOfCall(caller).user.userId, mails),
    }),
  };
}
