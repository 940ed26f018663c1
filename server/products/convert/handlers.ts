import type { CallName } from '../../../domain/contract/index.ts';
import type { Handlers } from '../../books/users/callHandlers.ts';
import { userOfCall } from '../../books/users/handlers.ts';
import { conversionsOf } from './history.ts';
import type { ConvertService } from './service.ts';

type ConvertNames = Extract<CallName, `convert.${string}`>;

/** Exchanging one asset for another, and what was exchanged. */
export function convertHandlers(service: ConvertService): Pick<Handlers, ConvertNames> {
  return {
    'convert.quote': async (request, caller) => service.quote(userOfCall(caller).user.userId, request),
    'convert.accept': (request, caller) => {
      const { userId } = userOfCall(caller).user;
      return service.accept({ userId, key: caller.key ?? '', call: 'convert.accept', request }, request);
    },
    'convert.small': (_, caller) => service.small(userOfCall(caller).user.userId),
    'convert.acceptSmall': (request, caller) => {
      const { userId } = userOfCall(caller).user;
      return service.acceptSmall(
        { userId, key: caller.key ?? '', call: 'convert.acceptSmall', request },
        request,
      );
    },
    'convert.list': (request, caller) =>
      conversionsOf(service.deps.db, userOfCall(caller).user.userId, request),
  };
}
