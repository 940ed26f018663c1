import type { CandleRow } from '../../domain/contract/index.ts';
import type { Candle, Interval, Refusal } from '../../domain/index.ts';
import { intervalMs } from '../../domain/index.ts';
import type { FeedEvent, MarketFeed } from '../../feeds/index.ts';
import type { Caller } from '../session/calls.ts';

/** Bars of one page; long bars are dearer to make and fewer are looked at. */
const PAGE: Record<Interval, number> = {
  '1m': 300,
  '5m': 300,
  '15m': 300,
  '30m': 300,
  '1h': 300,
  '2h': 300,
  '1d': 200,
  '1w': 80,
};
/** Bars fetched anew after a break in the stream. */
const REPAIRED = 100;

/** Where bars come from: pages by call, the newest by the stream. */
export interface SeriesSource {
  readonly call: Caller;
  readonly events$: MarketFeed['events$'];
  /** Wants a channel until undone. */
  readonly open: MarketFeed['open'];
}

export interface SeriesEvents {
  /** Bars before the ones known came, `count` of them; or all are new. */
  changed(
    change:
      | { readonly kind: 'reset' }
      | { readonly kind: 'older'; readonly count: number }
      | { readonly kind: 'tail'; readonly from: number },
  ): void;
}

const candleOf = ([at, open, high, low, close, volume]: CandleRow): Candle => ({
  at,
  open,
  high,
  low,
  close,
  volume,
});

/** The bars of one market and interval: history by pages, the newest by the stream, mended after each break. */
export class CandleSeries {
  readonly #id: string;
  readonly #interval: Interval;
  readonly #call: Caller;
  readonly #events: SeriesEvents;
  readonly #stops: (() => void)[];
  #candles: Candle[] = [];
  /** Newest bar that the stream told since bars were last asked for: an answer may be older than it. */
  #streamed: Candle | undefined;
  #isBroken = false;
  #isClosed = false;
  more = true;
  loading = false;
  failed: Refusal | undefined;

  constructor(id: string, interval: Interval, source: SeriesSource, events: SeriesEvents) {
    this.#id = id;
    this.#interval = interval;
    this.#call = source.call;
    this.#events = events;
    const channel = `cndl:${id}:${interval}`;
    const leave = source.open(channel);
    const subscription = source.events$.subscribe((event) => this.#take(event, channel));
    this.#stops = [leave, () => subscription.unsubscribe()];
  }

  get candles(): readonly Candle[] {
    return this.#candles;
  }

  /** Makes at least `want` bars known, as far as they exist. One page after the other. */
  async want(want: number): Promise<void> {
    if (this.loading || this.#isClosed) return;
    while (!this.#isClosed && this.more && this.#candles.length < want) {
      if (!(await this.#loadPage())) return;
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const stop of this.#stops) stop();
  }

  async #loadPage(): Promise<boolean> {
    this.loading = true;
    this.#streamed = undefined;
    const oldest = this.#candles[0];
    const before = oldest ? { before: oldest.at } : {};
    const result = await this.#call('market.candles', {
      id: this.#id,
      interval: this.#interval,
      limit: PAGE[this.#interval],
      ...before,
    });
    this.loading = false;
    if (this.#isClosed) return false;
    this.failed = result.ok ? undefined : result.error;
    if (!result.ok) {
      this.#events.changed({ kind: 'tail', from: this.#candles.length });
      return false;
    }
    const head = this.#candles[0];
    // Bars were mended meanwhile and begin elsewhere: this page need not reach them, the next one will.
    if (oldest && head?.at !== oldest.at) return true;
    const page = result.data.candles.map(candleOf).filter(({ at }) => !head || at < head.at);
    this.more = result.data.more && page.length > 0;
    this.#candles = [...page, ...this.#candles];
    this.#events.changed(oldest ? { kind: 'older', count: page.length } : { kind: 'reset' });
    this.#putStreamed();
    return true;
  }

  #take(event: FeedEvent, channel: string): void {
    if (event.kind === 'lost' && event.channel === channel) this.#isBroken = true;
    if (event.kind !== 'candle' || event.id !== this.#id || event.interval !== this.#interval) return;
    this.#streamed = event.candle;
    const last = this.#candles.at(-1);
    const isAhead = last !== undefined && event.candle.at > last.at + intervalMs(this.#interval);
    if (this.#isBroken || isAhead) {
      this.#isBroken = false;
      void this.#repair();
    }
    // The first bar ever of a young market has none before it.
    if (last || !this.more) this.#put(event.candle);
  }

  /** What the stream told while bars were on their way goes on top of them. */
  #putStreamed(): void {
    const last = this.#candles.at(-1);
    if (this.#streamed && (!last || this.#streamed.at >= last.at)) this.#put(this.#streamed);
  }

  /** Puts a bar in its place at the end; bars further back are left to the next repair. */
  #put(candle: Candle): void {
    const last = this.#candles.at(-1);
    const from = this.#candles.length - (last && candle.at <= last.at ? 1 : 0);
    if (!last || candle.at > last.at) this.#candles.push(candle);
    else if (candle.at === last.at) this.#candles[this.#candles.length - 1] = candle;
    else this.#putEarlier(candle);
    this.#events.changed({ kind: 'tail', from });
  }

  /** The bar that just closed, told after the next one opened. */
  #putEarlier(candle: Candle): void {
    const index = this.#candles.length - 2;
    if (this.#candles[index]?.at === candle.at) this.#candles[index] = candle;
  }

  async #repair(): Promise<void> {
    this.#streamed = undefined;
    const result = await this.#call('market.candles', {
      id: this.#id,
      interval: this.#interval,
      limit: REPAIRED,
    });
    if (!result.ok || this.#isClosed) {
      this.#isBroken = true;
      return;
    }
    const fresh = result.data.candles.map(candleOf);
    const first = fresh[0];
    if (!first) return;
    const kept = this.#candles.filter(({ at }) => at < first.at);
    const newest = fresh.at(-1)?.at ?? 0;
    const later = this.#candles.filter(({ at }) => at > newest);
    const lastKept = kept.at(-1);
    // A hole between what is kept and what came: the old bars are fetched again when they are looked at.
    const hasHole =
      lastKept !== undefined && first.at > lastKept.at + intervalMs(this.#interval) && result.data.more;
    this.#candles = [...(hasHole ? [] : kept), ...fresh, ...later];
    if (hasHole) this.more = true;
    this.#events.changed({ kind: 'reset' });
    this.#putStreamed();
  }
}
