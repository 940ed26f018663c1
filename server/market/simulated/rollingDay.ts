import { DAY_MS, MINUTE_MS } from '../../../domain/index.ts';
import type { MinuteBar } from './minuteBar.ts';
import { ExactSum } from './worth.ts';

const QUARTER_MINUTES = 15;
const QUARTERS = DAY_MS / MINUTE_MS / QUARTER_MINUTES;

type SeeMinute = (minute: number, bar: MinuteBar) => void;

/** A market's minutes, since 1970. */
export interface Minutes {
  /** Visits the bars of [from, to), ascending, none before the listing. */
  visit(from: number, to: number, see: SeeMinute): void;
  /** Adds what a minute is worth, in lots × ticks, to a sum. */
  addWorth(sum: ExactSum, minute: number, bar: MinuteBar): void;
}

/** Prices in ticks; the worth in lots × ticks. */
interface DaySum {
  readonly running: number;
  /** The price with which the window begins; undefined when nothing is known of that minute. */
  readonly open: number | undefined;
  /** −∞ when no minute is known. */
  readonly high: number;
  /** ∞ when no minute is known. */
  readonly low: number;
  readonly worth: bigint;
}
type Extent = Pick<DaySum, 'high' | 'low' | 'worth'>;

const NOTHING: Extent = { high: Number.NEGATIVE_INFINITY, low: Number.POSITIVE_INFINITY, worth: 0n };
const both = (a: Extent, b: Extent): Extent => ({
  high: Math.max(a.high, b.high),
  low: Math.min(a.low, b.low),
  worth: a.worth + b.worth,
});

/** The quarter-hour in which the window of a running minute begins. */
interface Edge {
  readonly quarter: number;
  /** By minute of the quarter-hour: from that minute to the quarter-hour's end. */
  readonly from: (Extent & { readonly open: number })[];
}
/** The whole quarter-hours before the running one, behind the edge. */
interface Inner {
  readonly newest: number;
  readonly extent: Extent;
}

/**
 * What the last 24 hours were, to the minute: from the start of the minute that lies 24 h before the running one.
 * Quarter-hours are kept as one sum each. The minutes of the one in which the window begins are made again, four
 * times an hour, since keeping all minutes of all markets would take far more room.
 */
export class RollingDay {
  readonly #minutes: Minutes;
  readonly #high = new Float64Array(QUARTERS);
  readonly #low = new Float64Array(QUARTERS);
  readonly #worth: ExactSum[] = [];
  /** Which quarter-hour each place holds, since 1970. */
  readonly #quarter = new Int32Array(QUARTERS);
  #edge: Edge | undefined;
  #upcoming: Edge | undefined;
  #inner: Inner | undefined;
  #sum: DaySum | undefined;

  constructor(minutes: Minutes) {
    this.#minutes = minutes;
  }

  /** Takes in all minutes before a running one, as far back as its window and the edge reach. @param see is shown each. */
  begin(running: number, see: SeeMinute): void {
    const edge = Math.floor(running / QUARTER_MINUTES) - QUARTERS;
    const first = edge * QUARTER_MINUTES;
    const known: [number, MinuteBar][] = [];
    this.#minutes.visit(first, running, (minute, bar) => {
      if (minute < first + QUARTER_MINUTES) known.push([minute, bar]);
      else this.enter(minute, bar);
      see(minute, bar);
    });
    this.#edge = this.#edgeOf(edge, known);
  }

  /** Takes a minute that has passed; ascending. */
  enter(minute: number, bar: MinuteBar): void {
    const quarter = Math.floor(minute / QUARTER_MINUTES);
    const place = quarter % QUARTERS;
    if (this.#quarter[place] !== quarter) {
      this.#quarter[place] = quarter;
      this.#high[place] = bar.high;
      this.#low[place] = bar.low;
      this.#worth[place] = new ExactSum();
    }
    this.#high[place] = Math.max(this.#high[place] ?? 0, bar.high);
    this.#low[place] = Math.min(this.#low[place] ?? 0, bar.low);
    const worth = this.#worth[place];
    if (worth) this.#minutes.addWorth(worth, minute, bar);
  }

  /** Makes the edge of the quarter-hour after a running minute ready. */
  prepare(running: number): void {
    const quarter = Math.floor(running / QUARTER_MINUTES) - QUARTERS + 1;
    if (this.#upcoming?.quarter !== quarter) this.#upcoming = this.#madeEdge(quarter);
  }

  /** Sum of the window up to a running minute, without it. */
  upTo(running: number): DaySum {
    if (this.#sum?.running !== running) this.#sum = this.#sumUp(running);
    return this.#sum;
  }

  #sumUp(running: number): DaySum {
    const newest = Math.floor(running / QUARTER_MINUTES);
    const begin = this.#edgeBefore(newest).from[running - newest * QUARTER_MINUTES];
    const past = both(begin ?? NOTHING, this.#innerBefore(newest));
    return { running, open: begin?.open, ...both(past, this.#extentOf(newest)) };
  }

  #edgeBefore(newest: number): Edge {
    const quarter = newest - QUARTERS;
    if (this.#edge?.quarter !== quarter) {
      this.#edge = this.#upcoming?.quarter === quarter ? this.#upcoming : this.#madeEdge(quarter);
    }
    return this.#edge;
  }

  #madeEdge(quarter: number): Edge {
    const from = quarter * QUARTER_MINUTES;
    const known: [number, MinuteBar][] = [];
    this.#minutes.visit(from, from + QUARTER_MINUTES, (minute, bar) => known.push([minute, bar]));
    return this.#edgeOf(quarter, known);
  }

  #edgeOf(quarter: number, known: readonly [number, MinuteBar][]): Edge {
    const edge: Edge = { quarter, from: [] };
    let extent = NOTHING;
    for (const [minute, bar] of [...known].reverse()) {
      const worth = new ExactSum();
      this.#minutes.addWorth(worth, minute, bar);
      extent = both(extent, { high: bar.high, low: bar.low, worth: worth.total });
      edge.from[minute - quarter * QUARTER_MINUTES] = { ...extent, open: bar.open };
    }
    return edge;
  }

  #innerBefore(newest: number): Extent {
    if (this.#inner?.newest !== newest) this.#inner = { newest, extent: this.#innerSum(newest) };
    return this.#inner.extent;
  }

  #innerSum(newest: number): Extent {
    let { high, low } = NOTHING;
    const worth = new ExactSum();
    for (let quarter = newest - QUARTERS + 1; quarter < newest; quarter++) {
      const place = quarter % QUARTERS;
      if (this.#quarter[place] !== quarter) continue;
      high = Math.max(high, this.#high[place] ?? 0);
      low = Math.min(low, this.#low[place] ?? 0);
      const own = this.#worth[place];
      if (own) worth.join(own);
    }
    return { high, low, worth: worth.total };
  }

  #extentOf(quarter: number): Extent {
    const place = quarter % QUARTERS;
    if (this.#quarter[place] !== quarter) return NOTHING;
    return {
      high: this.#high[place] ?? 0,
      low: this.#low[place] ?? 0,
      worth: this.#worth[place]?.total ?? 0n,
    };
  }
}
