import type { CallName } from '../../domain/contract/index.ts';
import type { BatchLog } from '../base/db/database.ts';
import type { Handlers } from '../books/users/callHandlers.ts';
import type { Caller } from '../books/users/context.ts';
import { orderQueueOf } from '../matching/orderQueues.ts';

type Handler = (request: never, caller: Caller) => Promise<unknown>;

/**
 * Answers of calls that read tables wait until these have what was acknowledged to their user. Calls that wait for a batch
 * read none.
 */
export function readOwnWrites(log: BatchLog | undefined, handlers: Handlers): Handlers {
  if (!log) return handlers;
  const entries = Object.entries(handlers) as [CallName, Handler][];
  return Object.fromEntries(
    entries.map(([name, handle]): [CallName, Handler] => [
      name,
      orderQueueOf(name) !== undefined
        ? handle
        : async (request, caller) => {
            if (caller.user) await log.applied([caller.user.userId]);
            return handle(request, caller);
          },
    ]),
  ) as unknown as Handlers;
}
