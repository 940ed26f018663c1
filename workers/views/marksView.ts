import type { FillRow } from '../../domain/contract/index.ts';
import { amountText, toChartNumber } from '../../domain/index.ts';
import type { MarksFrame, MarksView } from '../protocol.ts';
import type { LiveView, ViewDeps } from './view.ts';

/** Fills that a chart shows: older ones lie far to its left. */
const MOST_FILLS = 200;

/** Own orders as lines and own fills as marks. */
export class MarksViewer implements LiveView<MarksView> {
  readonly #deps: ViewDeps;
  #view: MarksView;
  #fills: readonly FillRow[] = [];
  #seen = '';
  #asked = -1;
  /** Rises with each question: the answer to an older one is void. */
  #turn = 0;

  constructor(view: MarksView, deps: ViewDeps) {
    this.#view = view;
    this.#deps = deps;
  }

  update(view: MarksView): void {
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
  }

  frame(): MarksFrame | undefined {
    const { orders, funds, words } = this.#deps;
    if (funds.uid !== undefined && orders.version !== this.#asked) void this.#load(orders.version);
    const { style } = words();
    const own = orders.live.filter(({ market, price }) => market === this.#view.market && price !== null);
    const frame: MarksFrame = {
      kind: 'marks',
      orders: own.map(({ id, side, price, quantity }) => ({
        id,
        side,
        price: toChartNumber(price ?? '0'),
        text: amountText(quantity ?? '0', style),
      })),
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

  async #load(version: number): Promise<void> {
    this.#asked = version;
    const turn = ++this.#turn;
    const { market } = this.#view;
    const result = await this.#deps.call('spot.fills', { market, limit: MOST_FILLS });
    if (turn === this.#turn && result.ok) this.#fills = result.data.rows.toReversed();
  }
}
