import type { Dec, OrderSide, Result } from '../../domain/index.ts';
import { toChartNumber } from '../../domain/index.ts';
import type { FuturesMarksView, MarksFrame, MarksView } from '../protocol.ts';
import type { LiveView } from './live.ts';

/** Fills that a chart shows: older ones lie far to its left. */
const MOST_FILLS = 200;

interface Fill {
  /** ms UTC. */
  readonly at: number;
  readonly side: OrderSide;
  readonly price: Dec;
}

/** Whose orders and fills are drawn. */
export interface MarksSource {
  /** Another number: there may be other fills. Undefined while nobody is known to be logged in. */
  version(): number | undefined;
  lines(market: string): Pick<MarksFrame, 'orders' | 'levels'>;
  /** The newest, newest first. */
  fills(market: string, limit: number): Promise<Result<{ readonly rows: readonly Fill[] }>>;
  close?(): void;
}

/** Own orders as lines and own fills as marks, on the chart of one market. */
export class MarksViewer<V extends MarksView | FuturesMarksView> implements LiveView<V> {
  readonly #source: MarksSource;
  #view: V;
  #fills: readonly Fill[] = [];
  #seen = '';
  #asked: number | undefined;
  /** Rises with each question: the answer to an older one is void. */
  #turn = 0;

  constructor(view: V, source: MarksSource) {
    this.#view = view;
    this.#source = source;
  }

  update(view: V): void {
    if (view.market !== this.#view.market) {
      this.#fills = [];
      this.#asked = undefined;
    }
    this.#view = view;
    this.refresh();
  }

  refresh(): void {
    this.#seen = '';
  }

  close(): void {
    this.#turn += 1;
    this.#source.close?.();
  }

  frame(): MarksFrame | undefined {
    const version = this.#source.version();
    if (version !== undefined && version !== this.#asked) void this.#load(version);
    const frame: MarksFrame = {
      kind: 'marks',
      ...this.#source.lines(this.#view.market),
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
    const result = await this.#source.fills(this.#view.market, MOST_FILLS);
    if (turn === this.#turn && result.ok) this.#fills = result.data.rows.toReversed();
  }
}
