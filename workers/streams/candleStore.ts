import type { Calls, CandleRow, ResponseOf } from '../../domain/contract/index.ts';
import type { Candle, Interval, Refusal, Result } from '../../domain/index.ts';
import { barAfter } from '../../domain/index.ts';
import type { FeedEvent } from '../../feeds/index.ts';

type Page = Result<ResponseOf<Calls['market.candles']>>;

/** Bars before the ones known came, `count` of them; those from `from` on are others; or all are. */
export type CandleChange =
  | { readonly kind: 'reset' }
  | { readonly kind: 'older'; readonly count: number }
  | { readonly kind: 'tail'; readonly from: number };

const candleOf = ([at, open, high, low, close, volume]: CandleRow): Candle => ({
  at,
  open,
  high,
  low,
  close,
  volume,
});

/** From a failure to the next request that the stream sets off, ms: it speaks several times a second. */
const PAUSE_MS = 5_000;

/** Bars of one market and interval, ascending. */
export class CandleStore {
  readonly #interval: Interval;
  #candles: Candle[] = [];
  /** Newest bar that the stream published since bars were last requested: an answer may be older than it. */
  #streamed: Candle | undefined;
  /** Whether the stream has left out bars, so that they have to be fetched. */
  mustRepair = false;
  #isBroken = false;
  /** The time of the newest bar's message, ms UTC, and that when bars could last not be had. */
  #spokenAt = Number.NEGATIVE_INFINITY;
  #failedAt = Number.NEGATIVE_INFINITY;
  /** Whether older bars may exist. */
  more = true;
  /** Whether a page is on its way. */
  loading = false;
  failed: Refusal | undefined;

  constructor(interval: Interval) {
    this.#interval = interval;
  }

  get candles(): readonly Candle[] {
    return this.#candles;
  }

  needs(want: number): boolean {
    return this.more && this.#candles.length < want;
  }

  /** A page is requested. */
  begin(): CandleChange {
    this.loading = true;
    // An older page says nothing of the newest bar, while a repair that is on its way may be older than it.
    if (this.#candles.length === 0) this.#streamed = undefined;
    return this.#tail(this.#candles.length);
  }

  /** @param before start of the oldest bar when the page was requested; undefined for the newest page. */
  addPage(page: Page, before: number | undefined): CandleChange | undefined {
    this.loading = false;
    const head = this.#candles[0];
    const isOverdue = head?.at !== before;
    this.failed = page.ok || isOverdue ? undefined : page.error;
    // Bars were repaired meanwhile and begin elsewhere: this page need not reach them, the next one will.
    if (isOverdue) return undefined;
    if (!page.ok) {
      this.#failedAt = this.#spokenAt;
      return this.#tail(this.#candles.length);
    }
    const older = page.data.candles.map(candleOf).filter(({ at }) => !head || at < head.at);
    this.more = page.data.more && older.length > 0;
    this.#candles = [...older, ...this.#candles];
    this.#putStreamed();
    return before === undefined ? { kind: 'reset' } : { kind: 'older', count: older.length };
  }

  take(event: FeedEvent): CandleChange | undefined {
    if (event.kind === 'lost') this.#isBroken = true;
    if (event.kind !== 'candle') return undefined;
    this.#streamed = event.candle;
    const last = this.#candles.at(-1);
    const isAhead = last !== undefined && event.candle.at > barAfter(last.at, this.#interval);
    // A chart that has no bars since they could not be had is repaired by a stream that speaks.
    this.#isBroken ||= isAhead || (last === undefined && this.failed !== undefined);
    this.#spokenAt = event.at;
    // Until the repair begins: another one may be on its way.
    this.mustRepair ||= this.#isBroken && Math.abs(event.at - this.#failedAt) >= PAUSE_MS;
    // The first bar ever of a young market has none before it.
    return last || !this.more ? this.#put(event.candle) : undefined;
  }

  /** The bars that were left out are requested. */
  beginRepair(): void {
    this.mustRepair = false;
    this.#isBroken = false;
    this.#streamed = undefined;
  }

  /** Puts the newest bars in place of what is known of their time. */
  repair(page: Page): CandleChange | undefined {
    if (!page.ok) {
      this.#isBroken = true;
      this.#failedAt = this.#spokenAt;
      return undefined;
    }
    // It says as much as the first page of a chart that could not have it, also where the market has no bar yet.
    if (this.#candles.length === 0) return this.addPage(page, undefined);
    const fresh = page.data.candles.map(candleOf);
    const first = fresh[0];
    if (!first) return undefined;
    const kept = this.#candles.filter(({ at }) => at < first.at);
    const newest = fresh.at(-1)?.at ?? 0;
    const later = this.#candles.filter(({ at }) => at > newest);
    const lastKept = kept.at(-1);
    // A hole between what is kept and what came: the old bars are fetched again when they are looked at.
    const hasHole =
      lastKept !== undefined && first.at > barAfter(lastKept.at, this.#interval) && page.data.more;
    this.#candles = [...(hasHole ? [] : kept), ...fresh, ...later];
    if (hasHole) this.more = true;
    this.#putStreamed();
    return { kind: 'reset' };
  }

  /** What the stream published while bars were on their way goes on top of them. */
  #putStreamed(): void {
    const last = this.#candles.at(-1);
    if (this.#streamed && (!last || this.#streamed.at >= last.at)) this.#put(this.#streamed);
  }

  /** Puts a bar in its place at the end; bars further back are left to the next repair. */
  #put(candle: Candle): CandleChange {
    const last = this.#candles.at(-1);
    const from = this.#candles.length - (last && candle.at <= last.at ? 1 : 0);
    if (!last || candle.at > last.at) this.#candles.push(candle);
    else if (candle.at === last.at) this.#candles[this.#candles.length - 1] = candle;
    else {
      // The bar that just closed, published after the next one opened.
      const index = this.#candles.length - 2;
      if (this.#candles[index]?.at === candle.at) this.#candles[index] = candle;
    }
    return this.#tail(from);
  }

  #tail(from: number): CandleChange {
    return { kind: 'tail', from };
  }
}
