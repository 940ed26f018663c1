import { tradePriceText } from '../../domain/index.ts';
import type { PerfFrame, PerfSample, PerfSecond, PerfView } from '../protocol.ts';
import type { LiveView } from '../views/live.ts';
import { openChannel } from '../views/live.ts';
import type { ViewDeps } from '../views/view.ts';
import { StreamCounter } from './streamCounter.ts';
import { TimerLag } from './timerLag.ts';

const SECOND_MS = 1_000;

/** The worker's own figures once a second, and one market's price as it moves. Nothing is counted while it is closed. */
export class PerfViewer implements LiveView<PerfView> {
  readonly #deps: ViewDeps;
  readonly #counter = new StreamCounter();
  readonly #lag: TimerLag;
  readonly #stops: (() => void)[];
  /** When the exchange made the newest message of the sample's market. */
  #at: number | undefined;
  #isMoved = false;
  #toldAt: number;

  constructor(deps: ViewDeps) {
    const { feed, clock } = deps;
    this.#deps = deps;
    this.#toldAt = clock.monotonic();
    this.#lag = new TimerLag(clock);
    const told = feed.events$.subscribe((event) => {
      const own = this.#deps.rows.list[0]?.market.id;
      if (event.kind !== 'tickers' || !event.rows.some(({ id }) => id === own)) return;
      this.#at = event.at;
      this.#isMoved = true;
    });
    const counted = feed.frames$?.subscribe((text) => this.#counter.add(text));
    this.#stops = [
      openChannel(deps, 'tick'),
      () => told.unsubscribe(),
      () => counted?.unsubscribe(),
      () => this.#lag.close(),
    ];
  }

  update(): void {
    this.refresh();
  }

  refresh(): void {
    this.#isMoved = this.#at !== undefined;
  }

  close(): void {
    for (const stop of this.#stops.splice(0)) stop();
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
    const ms = clock.monotonic() - this.#toldAt;
    if (ms < SECOND_MS) return undefined;
    this.#toldAt = clock.monotonic();
    return {
      ms,
      counts: this.#counter.take(),
      lagMs: this.#lag.p95(),
      offsetMs: ages.offsetMs,
      acknowledged: [...submitter.acknowledged],
    };
  }
}
