import type { CallName } from '../../../domain/contract/index.ts';
import { bracketRefusal, optionsRefusal, RuleError } from '../../../domain/index.ts';
import type { Command } from '../../base/commands/command.ts';
import type { Handlers } from '../../books/users/callHandlers.ts';
import type { Caller } from '../../books/users/context.ts';
import { userOfCall } from '../../books/users/handlers.ts';
import type { SpotEngine } from './engine.ts';
import { fillsOf } from './fills.ts';
import { orderOfUser, ordersOf } from './order.ts';

type SpotNames = Extract<CallName, `spot.${string}`>;

/** Most fills in an order's detail. */
const MOST_FILLS = 500;

/** Calls for users' orders and fills. */
export function spotHandlers(engine: SpotEngine): Pick<Handlers, SpotNames> {
  const { db } = engine.deps;
  const commandOf = (call: SpotNames, request: unknown, caller: Caller): Command => ({
    userId: userOfCall(caller).user.userId,
    key: caller.key ?? '',
    call,
    request,
  });
  return {
    'spot.place': async (request, caller) => {
      const refusal = optionsRefusal(request) ?? bracketRefusal(request, request);
      if (refusal) throw new RuleError(refusal);
      return engine.place(commandOf('spot.place', request, caller), request);
    },
    'spot.placeOco': (request, caller) =>
      engine.placeOco(commandOf('spot.placeOco', request, caller), request),
    'spot.placeScaled': (request, caller) =>
      engine.placeScaled(commandOf('spot.placeScaled', request, caller), request),
    'spot.amend': (request, caller) => engine.amend(commandOf('spot.amend', request, caller), request),
    'spot.cancel': (request, caller) => engine.cancel(commandOf('spot.cancel', request, caller), request.id),
    'spot.cancelAll': (request, caller) =>
      engine.cancelAll(commandOf('spot.cancelAll', request, caller), request),
    'spot.orders': (request, caller) => ordersOf(db, userOfCall(caller).user.userId, request),
    'spot.order': async ({ id }, caller) => {
      const { userId } = userOfCall(caller).user;
      const order = await orderOfUser(db, userId, id);
      if (!order) throw new RuleError('notFound');
      const { rows } = await fillsOf(db, userId, { order: id, limit: MOST_FILLS });
      return { order, fills: rows };
    },
    'spot.fills': (request, caller) => fillsOf(db, userOfCall(caller).user.userId, request),
  };
}
