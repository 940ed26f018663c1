import type { Trade } from '../../domain/index.ts';
import { depthText, tradePriceText } from '../../domain/index.ts';
import type { Freshness, TradesFrame, TradesView } from '../protocol.ts';
import { FOCUS_STALE_MS } from '../streams/freshness.ts';
import type { LiveView, ViewDeps } from './view.ts';
import { isSameFreshness, openChannel } from './view.ts';

const KEPT = 100;

/** One market's newest trades. */
export class TradesViewer implements LiveView<TradesView> {
  readonly #deps: ViewDeps;
  readonly #stop: () => void;
  #view: TradesView;
  #leave: () => void;
  #trades: readonly Trade[] = [];
  #hasHeard = false;
  #isDirty = false;
  #freshness: Freshness | undefined;

  constructor(view: TradesView, deps: ViewDeps) {
    this.#view = view;
    this.#deps = deps;
    this.#leave = openChannel(deps, `trade:${view.id}`);
    const subscription = deps.feed.events$.subscribe((event) => {
      if (event.kind !== 'trades' || event.id !== this.#view.id) return;
      this.#trades = event.snapshot ? event.trades : [...this.#trades, ...event.trades].slice(-KEPT);
      this.#hasHeard = true;
      this.#isDirty = true;
    });
    this.#stop = () => subscription.unsubscribe();
  }

  update(view: TradesView): void {
    if (view.id !== this.#view.id) {
      this.#leave();
      this.#trades = [];
      this.#hasHeard = false;
      this.#leave = openChannel(this.#deps, `trade:${view.id}`);
    }
    this.#view = view;
    this.refresh();
  }

  refresh(): void {
    this.#isDirty = true;
    this.#freshness = undefined;
  }

  close(): void {
    this.#leave();
    this.#stop();
  }

  frame(): TradesFrame | undefined {
    const { rows, beats, words } = this.#deps;
    const market = rows.row(this.#view.id)?.market;
    if (!market || !this.#hasHeard) return undefined;
    const freshness = beats.of(`trade:${this.#view.id}`, FOCUS_STALE_MS, words().age);
    if (!this.#isDirty && isSameFreshness(this.#freshness, freshness)) return undefined;
    this.#isDirty = false;
    this.#freshness = freshness;
    const { style, clockTime } = words();
    const newest = this.#trades.slice(-this.#view.count).reverse();
    return {
      kind: 'trades',
      rows: newest.map(({ id, price, quantity, side, at }) => ({
        id,
        time: clockTime(at),
        price: tradePriceText(price, market, style),
        quantity: depthText(quantity, market.lot, style),
        side,
      })),
      freshness,
    };
  }
}
