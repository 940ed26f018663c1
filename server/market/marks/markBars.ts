import type { MarkRow } from '../../../domain/contract/index.ts';
import type { Candle, Dec, Interval } from '../../../domain/index.ts';
import {
  aggregateCandles,
  barAfter,
  barStart,
  compareDec,
  DAY_MS,
  HOUR_MS,
  intervalMs,
  MINUTE_MS,
} from '../../../domain/index.ts';
import type { ServerClock } from '../../base/clock.ts';
import type { Queries } from '../../base/db/database.ts';
import { IntervalJob } from '../../base/intervalJob.ts';
import type { MarkBoard } from './board.ts';
import type { RecordedHour } from './recordedBars.ts';
import { forget, minutesAt, readHours, readMinutes, writeHours } from './recordedBars.ts';

/** Bars of marks that are wanted. */
export interface MarkSpan {
  /** The moment from which on bars may begin; without one the newest bars are wanted. ms UTC. */
  readonly from: number | undefined;
  /** The last moment at which one may begin; without one, now. ms UTC. */
  readonly to: number | undefined;
  readonly limit: number;
}

/** Read access to bars of marks. */
export interface MarkBarReader {
  /**
   * Bars of a perpetual's mark, ascending, of volume 0: the first ones from a moment on, else the newest
   * ones. A bar without a mark is absent, and so is one whose beginning was deleted; the last may be running.
   */
  bars(market: string, interval: Interval, span: MarkSpan): Promise<readonly Candle[]>;
}

export interface MarkBarsDeps {
  readonly marks: MarkBoard;
  readonly db: Queries;
  readonly clock: ServerClock;
  readonly log: (event: string, detail: Readonly<Record<string, unknown>>) => void;
}

/** Retention of bars: minutes, and the hours made of them. */
const MINUTES_KEPT_MS = 2 * DAY_MS;
const HOURS_KEPT_MS = 92 * DAY_MS;
/** A new minute opens at the present marks. */
const CHECK_MS = 1_000;
/** What a sudden end loses at most. */
const WRITE_MS = 5 * MINUTE_MS;
/** Markets per statement: waiting transactions run in between. */
const TOGETHER = 50;
/** Hours that wait for a database that is away; older ones are given up. */
const MOST_WAITING = 24;

type Minutes = Map<string, Candle[]>;

/** Records how marks go, minute by minute, as long as they are live. */
export class MarkBars implements MarkBarReader {
  readonly #deps: MarkBarsDeps;
  readonly #writes: IntervalJob;
  /** Minutes by hour and market: of the running hour, and of those before it that are not written yet. */
  readonly #hours = new Map<number, Minutes>();
  /** Of those, the ones that hold what is stored of them. */
  readonly #joined = new Set<number>();
  #minute = 0;
  #forgotAt = 0;
  #stops: (() => void)[] = [];

  constructor(deps: MarkBarsDeps) {
    this.#deps = deps;
    this.#writes = new IntervalJob(deps.clock, WRITE_MS, () =>
      this.#write().catch((error: unknown) => deps.log('mark bars', { error: String(error) })),
    );
  }

  /** Goes on with the running hour as far as it was written. */
  async start(): Promise<void> {
    const { db, clock, marks } = this.#deps;
    const hour = barStart(clock.now(), '1h');
    this.#hours.set(hour, new Map(await minutesAt(db, hour)));
    this.#joined.add(hour);
    this.#stops = [marks.onMarks((rows) => this.#take(rows)), clock.every(CHECK_MS, () => this.#check())];
    this.#check();
    this.#writes.start();
  }

  /** Ends when all that was seen is written. */
  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    await this.#writes.close();
    await this.#writes.check();
  }

  /** Once a minute: an unchanged mark has a bar too. */
  #check(): void {
    const minute = barStart(this.#deps.clock.now(), '1m');
    if (minute === this.#minute) return;
    this.#minute = minute;
    this.#take(this.#deps.marks.rows());
  }

  #take(rows: readonly MarkRow[]): void {
    const at = barStart(this.#deps.clock.now(), '1m');
    const minutes = this.#minutesOf(barStart(at, '1h'));
    for (const [market, mark, , , , state] of rows) {
      if (state !== 'live') continue;
      const bars = minutes.get(market) ?? [];
      if (bars.length === 0) minutes.set(market, bars);
      // The last one as a rule; an earlier one while the clock that was set back catches up.
      const place = bars.findLastIndex((bar) => bar.at <= at);
      const bar = bars[place];
      if (bar?.at !== at)
        bars.splice(place + 1, 0, { at, open: mark, high: mark, low: mark, close: mark, volume: '0' });
      else if (bar.close !== mark) bars[place] = gone(bar, mark);
    }
  }

  #minutesOf(hour: number): Minutes {
    const known = this.#hours.get(hour);
    if (known) return known;
    const made: Minutes = new Map();
    this.#hours.set(hour, made);
    const [oldest] = this.#hours.keys();
    if (this.#hours.size > MOST_WAITING && oldest !== undefined) this.#forgetHour(oldest);
    return made;
  }

  #forgetHour(hour: number): void {
    this.#hours.delete(hour);
    this.#joined.delete(hour);
  }

  /** What is stored of an hour goes with it: it is written as a whole, and after a clock was set back it comes again. */
  async #join(hour: number, minutes: Minutes): Promise<void> {
    if (this.#joined.has(hour)) return;
    for (const [market, stored] of await minutesAt(this.#deps.db, hour)) {
      const both = [...stored, ...(minutes.get(market) ?? [])].sort((a, b) => a.at - b.at);
      minutes.set(market, [...aggregateCandles(both, '1m')]);
    }
    this.#joined.add(hour);
  }

  async #write(): Promise<void> {
    const { db, clock } = this.#deps;
    const running = barStart(clock.now(), '1h');
    for (const [hour, minutes] of [...this.#hours]) {
      await this.#join(hour, minutes);
      const markets = [...minutes].map(([market, own]) => ({ market, minutes: own, hour: wholeOf(own) }));
      for (let i = 0; i < markets.length; i += TOGETHER) {
        await writeHours(db, hour, markets.slice(i, i + TOGETHER));
        await clock.pause();
      }
      // An hour that is over while it is written is written once more.
      if (hour < running) this.#forgetHour(hour);
    }
    if (this.#forgotAt === running) return;
    await forget(db, 'mark_minutes', running - MINUTES_KEPT_MS, clock.pause);
    await forget(db, 'mark_hour', running - HOURS_KEPT_MS, clock.pause);
    this.#forgotAt = running;
  }

  async bars(market: string, interval: Interval, { from, to, limit }: MarkSpan): Promise<readonly Candle[]> {
    const now = this.#deps.clock.now();
    // Far ahead there is no calendar either.
    if (from !== undefined && from > now) return [];
    const isFine = intervalMs(interval) < HOUR_MS;
    const kept = barStart(now, '1h') - (isFine ? MINUTES_KEPT_MS : HOURS_KEPT_MS);
    const first = firstBar(Math.max(from ?? 0, kept), interval);
    const last = barStart(Math.min(to ?? now, now), interval);
    if (last < first) return [];
    const parts = new Parts(barAfter(last, interval), interval, limit);
    const own = this.#own(market, isFine, first, parts.end);
    const wanted = { market, most: Math.ceil((limit * intervalMs(interval)) / HOUR_MS) + 1 };
    const isNewest = from === undefined;
    if (isNewest) parts.before(own);
    let [low, high] = [barStart(first, '1h'), own[0]?.at ?? parts.end];
    while (!parts.isEnough) {
      const span = { ...wanted, from: low, before: high, isNewest };
      const hours = await (isFine ? readMinutes : readHours)(this.#deps.db, span);
      if (isNewest) parts.before(hours);
      else parts.after(hours);
      if (hours.length < wanted.most) break;
      if (isNewest) high = hours[0]?.at ?? low;
      else low = (hours.at(-1)?.at ?? high) + HOUR_MS;
    }
    if (!isNewest && !parts.isEnough) parts.after(own);
    const bars = parts.bars.filter(({ at }) => at >= first && at <= last);
    return isNewest ? bars.slice(-limit) : bars.slice(0, limit);
  }

  /** Hours that are in memory, ascending. */
  #own(market: string, isFine: boolean, from: number, before: number): readonly RecordedHour[] {
    const ascending = [...this.#hours].sort(([a], [b]) => a - b);
    return ascending.flatMap(([at, minutes]) => {
      const own = minutes.get(market) ?? [];
      if (own.length === 0 || at + HOUR_MS <= from || at >= before) return [];
      return [{ at, bars: isFine ? own : [wholeOf(own)] }];
    });
  }
}

/** Hours of a market, put together until they make as many bars as are wanted. */
class Parts {
  /** Where the last bar ends, ms UTC. */
  readonly end: number;
  readonly #interval: Interval;
  readonly #limit: number;
  #hours: readonly RecordedHour[] = [];
  bars: readonly Candle[] = [];

  constructor(end: number, interval: Interval, limit: number) {
    this.end = end;
    this.#interval = interval;
    this.#limit = limit;
  }

  before(hours: readonly RecordedHour[]): void {
    this.#put([...hours, ...this.#hours]);
  }

  after(hours: readonly RecordedHour[]): void {
    this.#put([...this.#hours, ...hours]);
  }

  #put(hours: readonly RecordedHour[]): void {
    this.#hours = hours;
    const fine = hours.flatMap(({ bars }) => bars);
    this.bars = aggregateCandles(fine, this.#interval);
  }

  /** One more than wanted: the outermost one may lack a part. */
  get isEnough(): boolean {
    return this.bars.length > this.#limit;
  }
}

/** A bar after one more mark. */
const gone = (bar: Candle, mark: Dec): Candle => ({
  ...bar,
  high: compareDec(mark, bar.high) > 0 ? mark : bar.high,
  low: compareDec(mark, bar.low) < 0 ? mark : bar.low,
  close: mark,
});

/** The first bar that begins at a moment or after it. */
function firstBar(at: number, interval: Interval): number {
  const holding = barStart(at, interval);
  return holding === at ? at : barAfter(holding, interval);
}

/** The hour that minutes make; there is one at least. */
function wholeOf(minutes: readonly Candle[]): Candle {
  const [hour] = aggregateCandles(minutes, '1h');
  if (!hour) throw new Error('an hour without minutes');
  return hour;
}
