import type { CallName } from '../../../domain/contract/index.ts';
import { alertPrice, isAlertReached, isZeroDec, MOST_ALERTS, RuleError } from '../../../domain/index.ts';
import type { Handlers } from '../../books/users/callHandlers.ts';
import { userOfCall } from '../../books/users/handlers.ts';
import type { AlertEngine } from './engine.ts';
import { addAlert, removeAlert } from './own.ts';
import { alertsOf } from './rows.ts';

type AlertNames = Extract<CallName, `alert.${string}`>;

/** Price alerts that the exchange keeps for users. */
export function alertHandlers(engine: AlertEngine): Pick<Handlers, AlertNames> {
  const { deps } = engine;
  const { db, source } = deps;
  return {
    'alert.list': async ({ market }, caller) => ({
      rows: [...(await alertsOf(db, userOfCall(caller).user.userId, market))],
      most: MOST_ALERTS,
    }),
    'alert.add': async (request, caller) => {
      const { market, direction, price } = request;
      const { userId } = userOfCall(caller).user;
      if (isZeroDec(price)) throw new RuleError('priceInvalid');
      if (!source.markets().some(({ id }) => id === market)) throw new RuleError('marketUnknown');
      // A price that is too old says nothing of now: only ticks count, and the next one finds what it reaches.
      const isStale = source.live?.isStale(market) ?? false;
      const last = isStale ? undefined : source.tickers().find(({ id }) => id === market)?.last;
      if (last !== undefined && isAlertReached(direction, price, alertPrice(last)))
        throw new RuleError('alertReached');
      const alert = await addAlert(deps, userId, request).catch((error: unknown) => {
        if (!(error instanceof RuleError)) engine.followAgain(userId);
        throw error;
      });
      engine.follow(alert);
      return { alert };
    },
    'alert.remove': async ({ id }, caller) => {
      await removeAlert(deps, userOfCall(caller).user.userId, id);
      engine.forgetAny(id);
      return {};
    },
  };
}
