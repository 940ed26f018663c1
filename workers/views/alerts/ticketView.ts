import {
  alertDirectionTo,
  alertPrice,
  isZeroDec,
  NO_FIGURE,
  nearLevels,
  tradePriceText,
  typedAmount,
} from '../../../domain/index.ts';
import type { AlertTicketFrame, AlertTicketView } from '../../protocol.ts';
import type { ViewDeps } from '../view.ts';
import { projected } from '../view.ts';

/** Reads a typed price against the market's last one: from which side it will be reached, or what is wrong. */
export const alertTicketView = projected<AlertTicketView, unknown, AlertTicketFrame>({
  state: (_, { streams }) => streams.tickers$,
  frame: (view, _state, deps) => {
    const row = deps.rows.row(view.market);
    if (!row) return undefined;
    const last = row.ticker?.last;
    return {
      kind: 'alertTicket',
      view,
      name: row.market.name,
      last: last === undefined ? NO_FIGURE : tradePriceText(last, row.market, deps.words().style),
      near: last === undefined ? [] : nearLevels(last, row.market.tick),
      ...read(view, last, deps),
    };
  },
});

function read(
  { price: typed }: AlertTicketView,
  last: string | undefined,
  { isCached }: ViewDeps,
): Pick<AlertTicketFrame, 'alert' | 'error'> {
  if (typed.trim() === '') return {};
  const price = typedAmount(typed);
  if (price === undefined) return { error: 'amountInvalid' };
  if (isZeroDec(price)) return { error: 'priceInvalid' };
  // What is known may be from the last visit: which side the price comes from cannot be said then.
  if (last === undefined || isCached()) return { error: 'marketStale' };
  const direction = alertDirectionTo(price, alertPrice(last));
  return direction === undefined ? { error: 'alertReached' } : { alert: { direction, price } };
}
