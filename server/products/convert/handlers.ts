import type { CallName } from '../../../domain/contract/index.ts';
import type { Handlers } from '../../books/people/callHandlers.ts';
import { userOfCall } from '../../books/people/handlers.ts';
import type { ConvertDesk } from './desk.ts';
import { conversionsOf } from './history.ts';

type ConvertNames = Extract<CallName, `convert.${string}`>;

/** Exchanging one asset for another, and what was exchanged. */
export function convertHandlers(desk: ConvertDesk): Pick<Handlers, ConvertNames> {
  return {
    'convert.quote': async (request, caller) => desk.quote(userOfCall(caller).user.userId, request),
    'convert.accept': (request, caller) => {
      const { userId } = userOfCall(caller).user;
      return desk.accept({ userId, key: caller.key ?? '', call: 'convert.accept', request }, request);
    },
    'convert.small': (_, caller) => desk.small(userOfCall(caller).user.userId),
    'convert.acceptSmall': (request, caller) => {
      const { userId } = userOfCall(caller).user;
      return desk.acceptSmall(
        { userId, key: caller.key ?? '', call: 'convert.acceptSmall', request },
        request,
      );
    },
    'convert.list': (request, caller) => conversionsOf(desk.deps.db, userOfCall(caller).user.userId, request),
  };
}
