import type { OrderRow } from '../../domain/contract/index.ts';
import type { OrderHistoryFrame, OrderHistoryView } from '../protocol.ts';
import { orderLine } from './orderLine.ts';
import { Pages } from './pages.ts';
import type { LiveView, ViewDeps } from './view.ts';

const PAGE = 50;

/** The request's part of a filter. */
export function ordersRequest({ market, side, status, from, to }: Omit<OrderHistoryView, 'kind' | 'want'>) {
  return {
    ...(market === undefined ? {} : { market }),
    ...(side === undefined ? {} : { side }),
    ...(status === undefined ? {} : { status }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

/** Orders of the past and the present; what changes is read again by itself. */
export class OrderHistoryViewer implements LiveView<OrderHistoryView> {
  readonly #deps: ViewDeps;
  readonly #pages: Pages<OrderRow, number>;
  #view: OrderHistoryView;
  #seen = -1;

  constructor(view: OrderHistoryView, deps: ViewDeps) {
    this.#view = view;
    this.#deps = deps;
    this.#pages = new Pages(
      (before) =>
        deps.call('spot.orders', {
          ...ordersRequest(this.#view),
          limit: PAGE,
          ...(before === undefined ? {} : { before }),
        }),
      view.want,
    );
    this.#loadNewest();
  }

  update(view: OrderHistoryView): void {
    const isSame = JSON.stringify(ordersRequest(view)) === JSON.stringify(ordersRequest(this.#view));
    this.#view = view;
    if (isSame) this.#pages.more(view.want);
    else this.#pages.restart(view.want);
  }

  refresh(): void {
    this.#pages.isChanged = true;
  }

  close(): void {
    this.#pages.close();
  }

  frame(): OrderHistoryFrame | undefined {
    const pages = this.#pages;
    const { orders, rows, words } = this.#deps;
    if (pages.isSettled && orders.version !== this.#seen) this.#loadNewest();
    if (!pages.isChanged) return undefined;
    pages.isChanged = false;
    return {
      kind: 'orderHistory',
      lines: pages.rows.map((order) => orderLine(order, rows.row(order.market), words())),
      more: pages.hasMore,
      loading: pages.isLoading,
      ...(pages.failed ? { failed: pages.failed } : {}),
    };
  }

  #loadNewest(): void {
    this.#seen = this.#deps.orders.version;
    void this.#pages.loadNewest();
  }
}
