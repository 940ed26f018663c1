import type { CallName } from '../../../domain/contract/index.ts';
import { RuleError } from '../../../domain/index.ts';
import { runBeside } from '../../base/commands/command.ts';
import type { Handlers } from '../../books/users/callHandlers.ts';
import type { AccountDeps, Caller } from '../../books/users/context.ts';
import { userOfCall } from '../../books/users/handlers.ts';
import { pictureOf, summaryOf, threadOf, ticketOf, ticketsOf, unreadOf } from './tickets.ts';
import { closeTicket, openTicket, readUpTo, replyTo } from './write.ts';

/** Tickets of users. */
export function supportHandlers(deps: AccountDeps): Pick<Handlers, Extract<CallName, `support.${string}`>> {
  const { db, limits } = deps;
  const userIdOf = (caller: Caller): number => userOfCall(caller).user.userId;
  return {
    'support.add': async (request, caller) => {
      const userId = userIdOf(caller);
      await limits.take('ticketsOfUser', `user ${userId}`);
      return threadOf(db, userId, await runBeside(deps, (work) => openTicket(work, userId, request)));
    },
    'support.list': (request, caller) => ticketsOf(db, userIdOf(caller), request),
    'support.detail': ({ id }, caller) => threadOf(db, userIdOf(caller), id),
    'support.reply': async (request, caller) => {
      const userId = userIdOf(caller);
      await limits.take('repliesOfUser', `user ${userId}`);
      await runBeside(deps, (work) => replyTo(work, userId, request));
      return threadOf(db, userId, request.id);
    },
    'support.read': async ({ id, message }, caller) => {
      const userId = userIdOf(caller);
      const ticket = await runBeside(deps, (work) => readUpTo(work, userId, id, message));
      return { ticket, unread: await unreadOf(db, userId) };
    },
    'support.close': async ({ id }, caller) => {
      const userId = userIdOf(caller);
      return runBeside(deps, async (work) => {
        await ticketOf(work.tx, userId, id);
        const ticket = await closeTicket(work, id);
        if (!ticket) throw new RuleError('notFound');
        return { ticket };
      });
    },
    'support.picture': (request, caller) => pictureOf(deps, userIdOf(caller), request),
    'support.summary': (_, caller) => summaryOf(db, userIdOf(caller)),
  };
}
