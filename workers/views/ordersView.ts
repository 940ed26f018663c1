import { combineLatest, map } from 'rxjs';
import type { OrderRow } from '../../domain/contract/index.ts';
import type { OrderLine, OrdersFrame, OrdersView } from '../protocol.ts';
import { orderLine } from './orderLine.ts';
import type { Open, ViewDeps } from './view.ts';
import { projected } from './view.ts';

/** An order's line, and all that it was worded from. */
interface Worded {
  readonly from: readonly unknown[];
  readonly line: OrderLine;
}

/** Open orders beside live prices. */
export const ordersView: Open<OrdersView, OrdersFrame> = (view$, deps) => {
  const worded = new WordedOrders(deps);
  const { orders$, balances$, prices$ } = deps.streams;
  const markets$ = orders$.pipe(map(() => new Set(deps.orders.live.map(({ market }) => market))));
  return projected<OrdersView, unknown, OrdersFrame>({
    state: () => combineLatest([orders$, balances$, prices$(markets$)]),
    frame: ({ market }) => ({
      kind: 'orders',
      isKnown: deps.funds.uid !== undefined,
      lines: worded.linesOf(
        deps.orders.live.filter((order) => market === undefined || order.market === market),
      ),
    }),
    reads: ({ isKnown, lines }) => worded.textOf(isKnown, lines),
  })(view$, deps);
};

/** Lines of orders, each worded again only when something of it has changed. */
class WordedOrders {
  readonly #deps: ViewDeps;
  #words = new Map<number, Worded>();
  #lines: readonly OrderLine[] = [];
  #turn = 0;

  constructor(deps: ViewDeps) {
    this.#deps = deps;
  }

  linesOf(orders: readonly OrderRow[]): readonly OrderLine[] {
    const worded = orders.map((order) => this.#word(order));
    this.#words = new Map(worded.map((each) => [each.line.id, each]));
    return worded.map(({ line }) => line);
  }

  /** Another text when any of the lines is another one. */
  textOf(isKnown: boolean, lines: readonly OrderLine[]): string {
    const isSame = lines.length === this.#lines.length && lines.every((line, i) => line === this.#lines[i]);
    if (!isSame) this.#turn += 1;
    this.#lines = lines;
    return `${isKnown} ${this.#turn}`;
  }

  /** The line of before for as long as nothing of it reads differently. */
  #word(order: OrderRow): Worded {
    const row = this.#deps.rows.row(order.market);
    const words = this.#deps.words();
    const from = [order, row?.market, row?.ticker, words];
    const before = this.#words.get(order.id);
    if (before && from.every((each, place) => each === before.from[place])) return before;
    const line = orderLine(order, row, words);
    const isSame = before && JSON.stringify(line) === JSON.stringify(before.line);
    return { from, line: isSame ? before.line : line };
  }
}
