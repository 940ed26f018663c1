import { alertDirectionTo, alertPrice, isZeroDec, NO_FIGURE, tradePriceText } from '../../../domain/index.ts';
import type { AlertTicketFrame, AlertTicketView } from '../../protocol.ts';
import type { LiveView } from '../live.ts';
import { openChannel } from '../live.ts';
import { typedDec } from '../typed.ts';
import type { ViewDeps } from '../view.ts';

/** Reads a typed price against the market's last one: from which side it will be reached, or what is wrong. */
export class AlertTicketViewer implements LiveView<AlertTicketView> {
  readonly #deps: ViewDeps;
  readonly #leave: () => void;
  #view: AlertTicketView;
  #seen = '';

  constructor(view: AlertTicketView, deps: ViewDeps) {
    this.#view = view;
    this.#deps = deps;
    this.#leave = openChannel(deps, 'tick');
  }

  update(view: AlertTicketView): void {
    this.#view = view;
  }

  refresh(): void {
    this.#seen = '';
  }

  close(): void {
    this.#leave();
  }

  frame(): AlertTicketFrame | undefined {
    const { rows, words } = this.#deps;
    const row = rows.row(this.#view.market);
    if (!row) return undefined;
    const last = row.ticker?.last;
    const frame: AlertTicketFrame = {
      kind: 'alertTicket',
      view: this.#view,
      name: row.market.name,
      last: last === undefined ? NO_FIGURE : tradePriceText(last, row.market, words().style),
      ...this.#read(last),
    };
    const seen = JSON.stringify(frame);
    if (seen === this.#seen) return undefined;
    this.#seen = seen;
    return frame;
  }

  #read(last: string | undefined): Pick<AlertTicketFrame, 'alert' | 'error'> {
    const { price: typed } = this.#view;
    if (typed.trim() === '') return {};
    const price = typedDec(typed, this.#deps.words().style);
    if (price === undefined) return { error: 'amountInvalid' };
    if (isZeroDec(price)) return { error: 'priceInvalid' };
    // What is known may be from the last visit: which side the price comes from cannot be said then.
    if (last === undefined || this.#deps.isCached()) return { error: 'marketStale' };
    const direction = alertDirectionTo(price, alertPrice(last));
    return direction === undefined ? { error: 'alertReached' } : { alert: { direction, price } };
  }
}
