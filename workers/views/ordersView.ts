import { PRIVATE_CHANNEL } from '../../domain/contract/index.ts';
import type { OrdersFrame, OrdersView } from '../protocol.ts';
import { orderLine } from './orderLine.ts';
import type { LiveView, ViewDeps } from './view.ts';
import { openChannel } from './view.ts';

/** Open orders beside live prices. */
export class OrdersViewer implements LiveView<OrdersView> {
  readonly #deps: ViewDeps;
  readonly #stops: readonly (() => void)[];
  #view: OrdersView;
  #seen = '';

  constructor(view: OrdersView, deps: ViewDeps) {
    this.#view = view;
    this.#deps = deps;
    this.#stops = [openChannel(deps, 'tick'), deps.beats.follow(PRIVATE_CHANNEL)];
  }

  update(view: OrdersView): void {
    this.#view = view;
    this.refresh();
  }

  refresh(): void {
    this.#seen = '';
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }

  frame(): OrdersFrame | undefined {
    const { orders, funds, rows, words } = this.#deps;
    const { market } = this.#view;
    const shown = orders.live.filter((order) => market === undefined || order.market === market);
    const lines = shown.map((order) => orderLine(order, rows.row(order.market), words()));
    const isKnown = funds.uid !== undefined;
    const seen = JSON.stringify([isKnown, lines]);
    if (seen === this.#seen) return undefined;
    this.#seen = seen;
    return { kind: 'orders', isKnown, lines };
  }
}
