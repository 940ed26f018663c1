import type { CallName } from '../../domain/contract/index.ts';
import { RuleError } from '../../domain/index.ts';
import { userOfCall } from '../accounts/handlers.ts';
import type { Queries } from '../db/database.ts';
import type { Handlers } from '../http/handlers.ts';
import { stateOf } from './history.ts';

type PerpetualNames = Extract<CallName, `perpetual.${string}`>;

/** Perpetuals are not traded here: whoever asks is told so. */
export function perpetualHandlers(db: Queries): Pick<Handlers, PerpetualNames> {
  const closed = async (): Promise<never> => {
    throw new RuleError('marketUnknown');
  };
  return {
    'perpetual.place': closed,
    'perpetual.cancel': closed,
    'perpetual.cancelAll': closed,
    'perpetual.close': closed,
    'perpetual.closeAll': closed,
    'perpetual.reverse': closed,
    'perpetual.setTerms': closed,
    'perpetual.changeMargin': closed,
    'perpetual.protect': closed,
    'perpetual.amendGuard': closed,
    'perpetual.setAbsence': closed,
    'perpetual.positions': closed,
    'perpetual.orders': closed,
    'perpetual.fills': closed,
    'perpetual.funding': closed,
    'perpetual.liquidations': closed,
    'perpetual.rates': closed,
    'perpetual.state': (_, caller) => stateOf(db, userOfCall(caller).user.userId),
  };
}
