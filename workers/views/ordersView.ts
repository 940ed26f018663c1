import type { OrderRow } from '../../domain/contract/index.ts';
import { PRIVATE_CHANNEL } from '../../domain/contract/index.ts';
import type { OrderLine, OrdersFrame, OrdersView } from '../protocol.ts';
import type { LiveView } from './live.ts';
import { openChannel } from './live.ts';
import { orderLine } from './orderLine.ts';
import type { ViewDeps } from './view.ts';

/** An order's line, and all that it was worded from. */
interface Worded {
  readonly from: readonly unknown[];
  readonly line: OrderLine;
}

/** Open orders beside live prices. */
export class OrdersViewer implements LiveView<OrdersView> {
  readonly #deps: ViewDeps;
  readonly #stops: readonly (() => void)[];
  #view: OrdersView;
  #words = new Map<number, Worded>();
  #seen: { readonly isKnown: boolean; readonly lines: readonly OrderLine[] } | undefined;

  constructor(view: OrdersView, deps: ViewDeps) {
    this.#view = view;
    this.#deps = deps;
    this.#stops = [openChannel(deps, 'tick'), deps.ages.follow(PRIVATE_CHANNEL)];
  }

  update(view: OrdersView): void {
    this.#view = view;
    this.refresh();
  }

  refresh(): void {
    this.#seen = undefined;
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }

  frame(): OrdersFrame | undefined {
    const { orders, funds } = this.#deps;
    const { market } = this.#view;
    const shown = orders.live.filter((order) => market === undefined || order.market === market);
    const worded = shown.map((order) => this.#word(order));
    this.#words = new Map(worded.map((each) => [each.line.id, each]));
    const lines = worded.map(({ line }) => line);
    const isKnown = funds.uid !== undefined;
    const seen = this.#seen;
    const isSame = seen?.isKnown === isKnown && seen.lines.length === lines.length;
    if (isSame && lines.every((line, place) => line === seen.lines[place])) return undefined;
    this.#seen = { isKnown, lines };
    return { kind: 'orders', isKnown, lines };
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
