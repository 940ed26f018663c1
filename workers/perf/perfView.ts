import { defer, EMPTY, ignoreElements, map, merge, tap } from 'rxjs';
import { SECOND_MS, tradePriceText } from '../../domain/index.ts';
import type { FeedEvent } from '../../feeds/index.ts';
import type { PerfFrame, PerfSample, PerfSecond, PerfView } from '../protocol.ts';
import type { Open, ViewDeps } from '../views/view.ts';
import { StreamCounter } from './streamCounter.ts';
import { p95, timerLag } from './timerLag.ts';
/** The worker's own figures once a second, and one market's price as it moves. Nothing is counted while it is closed. */
export const perfView: Open<PerfView, PerfFrame> = (view$, deps) =>
  defer(() => {
    const { feed, streams, scheduler, refresh$, time$ } = deps;
    const meter = new Meter(deps);
    const frame = () => meter.frame();
    const measured$ = merge(
      streams.tickers$,
      feed.events$.pipe(tap((event) => meter.take(event))),
      (feed.frames$ ?? EMPTY).pipe(tap((text) => meter.counter.add(text))),
      timerLag(scheduler).pipe(
        tap((late) => {
          meter.late = late;
        }),
      ),
    ).pipe(ignoreElements());
    const again$ = merge(view$, refresh$).pipe(tap(() => meter.refresh()));
    return merge(measured$, again$, time$).pipe(map(() => frame));
  });

/** What has been measured since the last frame. */
class Meter {
  readonly counter = new StreamCounter();
  readonly #deps: ViewDeps;
  /** When the exchange made the newest message of the sample's market. */
  #at: number | undefined;
  #isMoved = false;
  #sentAt: number;
  late: readonly number[] = [];

  constructor(deps: ViewDeps) {
    this.#deps = deps;
    this.#sentAt = deps.clock.monotonic();
  }

  take(event: FeedEvent): void {
    if (event.kind !== 'tickers') return;
    const own = this.#deps.rows.list[0]?.market.id;
    if (!event.rows.some(({ id }) => id === own)) return;
    this.#at = event.at;
    this.#isMoved = true;
  }

  refresh(): void {
    this.#isMoved = this.#at !== undefined;
  }

  frame(): PerfFrame | undefined {
    const sample = this.#sample();
    const second = this.#second();
    if (!sample && !second) return undefined;
    return { kind: 'perf', ...(sample ? { sample } : {}), ...(second ? { second } : {}) };
  }

  #sample(): PerfSample | undefined {
    const row = this.#deps.rows.list[0];
    if (!this.#isMoved || this.#at === undefined || !row?.ticker) return undefined;
    this.#isMoved = false;
    const { market, ticker } = row;
    const price = tradePriceText(ticker.last, market, this.#deps.words().style);
    return { market: market.name, price, at: this.#at };
  }

  #second(): PerfSecond | undefined {
    const { clock, ages, submitter } = this.#deps;
    const ms = clock.monotonic() - this.#sentAt;
    if (ms < SECOND_MS) return undefined;
    this.#sentAt = clock.monotonic();
    return {
      ms,
      counts: this.counter.take(),
      lagMs: p95(this.late),
      offsetMs: ages.offsetMs,
      acknowledged: [...submitter.acknowledged],
    };
  }
}
