import type { FuturesFillRow, FuturesOrderRow } from '../../../domain/contract/index.ts';
import { amountText, averageEntryOf, toChartNumber } from '../../../domain/index.ts';
import type { FuturesMarksView, MarksFrame } from '../../protocol.ts';
import type { LiveView, ViewDeps } from '../view.ts';
import type { Desk } from './desk.ts';
import { openDesk } from './desk.ts';

/** Fills that a chart shows: older ones lie far to its left. */
const MOST_FILLS = 200;

/** Own orders, guards, entry and liquidation as lines, and own fills as marks. */
export class FuturesMarksViewer implements LiveView<FuturesMarksView> {
  readonly #deps: ViewDeps;
  readonly #desk: Desk;
  readonly #leave: () => void;
  #view: FuturesMarksView;
  #fills: readonly FuturesFillRow[] = [];
  #seen = '';
  #asked = -1;
  /** Rises with each question: the answer to an older one is void. */
  #turn = 0;

  constructor(view: FuturesMarksView, deps: ViewDeps) {
    const { desk, leave } = openDesk(deps);
    this.#view = view;
    this.#deps = deps;
    this.#desk = desk;
    this.#leave = leave;
  }

  update(view: FuturesMarksView): void {
    if (view.market !== this.#view.market) {
      this.#fills = [];
      this.#asked = -1;
    }
    this.#view = view;
    this.refresh();
  }

  refresh(): void {
    this.#seen = '';
  }

  close(): void {
    this.#turn += 1;
    this.#leave();
  }

  frame(): MarksFrame | undefined {
    const desk = this.#desk;
    const joined = desk.snapshot().joined.get(this.#view.market);
    if (desk.isKnown && desk.pastVersion !== this.#asked) void this.#load(desk.pastVersion);
    const entry = joined && ({ level: 'entry', price: toChartNumber(averageEntryOf(joined.row)) } as const);
    const liquidation =
      joined?.shown.kind === 'at'
        ? ({ level: 'liquidation', price: toChartNumber(joined.shown.price) } as const)
        : undefined;
    const frame: MarksFrame = {
      kind: 'marks',
      orders: desk.orders
        .filter(({ market }) => market === this.#view.market)
        .flatMap((order) => this.#line(order)),
      levels: [entry, liquidation].filter((level) => level !== undefined),
      fills: this.#fills.map(({ at, side, price }) => ({
        time: Math.floor(at / 1_000),
        side,
        price: toChartNumber(price),
      })),
    };
    const seen = JSON.stringify(frame);
    if (seen === this.#seen) return undefined;
    this.#seen = seen;
    return frame;
  }

  /** A line stands at what a drag changes: the trigger of what waits, the price of what rests. */
  #line({ id, side, price, quantity, trigger, group, status }: FuturesOrderRow): MarksFrame['orders'] {
    const isWaiting = status === 'waiting';
    const at = isWaiting ? trigger?.price : price;
    if (!at) return [];
    const text = quantity === null ? '' : amountText(quantity, this.#deps.words().style);
    const isGuard = group !== null && trigger && isWaiting;
    return [{ id, side, price: toChartNumber(at), text, ...(isGuard ? { guard: trigger.kind } : {}) }];
  }

  async #load(version: number): Promise<void> {
    this.#asked = version;
    const turn = ++this.#turn;
    const { market } = this.#view;
    const result = await this.#deps.call('perpetual.fills', { market, limit: MOST_FILLS });
    if (turn === this.#turn && result.ok) this.#fills = result.data.rows.toReversed();
  }
}
