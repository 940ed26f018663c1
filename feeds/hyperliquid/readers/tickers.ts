import type { Candle, Dec, Ticker } from '../../../domain/index.ts';
import { compareDec, isZeroDec, MINUTE_MS } from '../../../domain/index.ts';
import type { Clock } from '../../types.ts';
import { isFields } from '../../venues/fields.ts';
import type { ChannelReader, ReaderOutlet } from '../../venues/reader.ts';
import { positiveDecimal } from '../../venues/texts.ts';
import { VenueError } from '../../venues/types.ts';
import { DayRange } from '../dayRange.ts';
import { streamName } from '../streams.ts';
import type { Listed, World, Worlds } from '../world.ts';

export interface TickersPlan {
  readonly clock: Clock;
  readonly worlds: Worlds;
  /** The last day of a coin, hour by hour. */
  readonly day: (coin: string) => Promise<readonly Candle[]>;
  /** One coin's day is requested at this interval. */
  readonly dayEveryMs: number;
  readonly quietMs: number;
}

/** One market of the list. */
interface Row {
  listed: Listed;
  last: Dec;
  readonly range: DayRange;
}

/** After so long without prices the hours of the day are requested again: what was paid meanwhile is not known. */
const HOLE_MS = MINUTE_MS;

/**
 * The whole list: middles of the books from the stream, volumes and prices of a day ago by request, and the day's
 * highest and lowest from bars, market by market, the most traded first. Until a market's bars are known its range is
 * that of the prices that have come.
 */
export class TickersReader implements ChannelReader {
  readonly streams: ChannelReader['streams'];
  readonly #plan: TickersPlan;
  readonly #outlet: ReaderOutlet;
  readonly #rows = new Map<string, Row>();
  readonly #stopListening: () => void;
  #stopDays: () => void;
  /** Whether middles have come since the stream began: what is known of before is of no known age. */
  #isStreamed = false;
  #isPublished = false;
  /** When the stream began, or sent prices last, ms UTC: a device that slept notices the loss no sooner than it wakes. */
  #takenAt: number | undefined;

  constructor(plan: TickersPlan, outlet: ReaderOutlet) {
    this.#plan = plan;
    this.#outlet = outlet;
    this.streams = [{ pool: 'public', stream: streamName('allMids'), quietMs: plan.quietMs, isSteady: true }];
    this.#stopListening = plan.worlds.listen((world, isOld) => this.#renew(world, isOld));
    this.#stopDays = plan.clock.after(plan.dayEveryMs, () => void this.#askDay());
  }

  begin(): void {
    this.#isStreamed = false;
    const now = this.#plan.clock.now();
    // Either way, as a clock may be set back.
    if (Math.abs(now - (this.#takenAt ?? now)) >= HOLE_MS)
      for (const { range } of this.#rows.values()) range.isSeeded = false;
    this.#takenAt = now;
  }

  take(_stream: string, message: unknown): void {
    const mids = isFields(message) ? message['mids'] : undefined;
    if (!isFields(mids)) {
      this.#outlet.dropped();
      return;
    }
    this.#takenAt = this.#plan.clock.now();
    const changed: Row[] = [];
    for (const [coin, row] of this.#rows) if (this.#isNews(row, mids[coin])) changed.push(row);
    this.#isStreamed = true;
    if (!this.#isPublished) this.#publish([...this.#rows.values()], true);
    else if (changed.length > 0) this.#publish(changed, false);
  }

  lost(): void {
    this.#isStreamed = false;
  }

  isValid(): boolean {
    return this.#isStreamed && this.#isPublished;
  }

  close(): void {
    this.#stopListening();
    this.#stopDays();
  }

  /** @returns whether a coin's middle has moved. */
  #isNews(row: Row, mid: unknown): boolean {
    if (mid === undefined || mid === row.last) return false;
    const last = positiveDecimal(mid);
    if (last === undefined) this.#outlet.dropped();
    if (last === undefined || last === row.last) return false;
    row.last = last;
    row.range.see(last, this.#plan.clock.now());
    return true;
  }

  /** Markets come and go; middles that the stream has sent are newer than those of an answer. */
  #renew({ byCoin }: World, isOld: boolean): void {
    for (const coin of [...this.#rows.keys()]) if (!byCoin.has(coin)) this.#rows.delete(coin);
    for (const [coin, listed] of byCoin) {
      const row = this.#rows.get(coin);
      if (row) row.listed = listed;
      else this.#rows.set(coin, { listed, last: listed.price, range: new DayRange() });
    }
    if (isOld) return;
    if (!this.#isStreamed) for (const row of this.#rows.values()) row.last = row.listed.price;
    this.#publish([...this.#rows.values()], true);
  }

  #publish(rows: readonly Row[], snapshot: boolean): void {
    if (rows.length === 0) return;
    this.#isPublished = true;
    const at = this.#plan.clock.now();
    this.#outlet.publish({ kind: 'tickers', snapshot, rows: rows.map((row) => tickerOf(row, at)), at });
  }

  async #askDay(): Promise<void> {
    const { clock, day, dayEveryMs } = this.#plan;
    this.#stopDays = clock.after(dayEveryMs, () => void this.#askDay());
    const next = [...this.#rows.values()]
      .filter(({ range }) => !range.isSeeded)
      .reduce(moreTraded, undefined);
    if (!next) return;
    const bars = await day(next.listed.coin.coin).catch(whatIsRefused);
    if (!bars) return;
    next.range.seed(bars);
    // Without a stream the price is of the last answer, which may be long ago.
    if (this.#isStreamed && this.#rows.has(next.listed.coin.coin)) this.#publish([next], false);
  }
}

/** A day that the venue refuses is not requested again; one that got no answer is. */
const whatIsRefused = (error: unknown): readonly Candle[] | undefined =>
  error instanceof VenueError && error.code === 'refused' ? [] : undefined;

const moreTraded = (best: Row | undefined, row: Row): Row =>
  !best || compareDec(row.listed.context.volume, best.listed.context.volume) > 0 ? row : best;

function tickerOf({ listed, last, range }: Row, at: number): Ticker {
  const { open24, volume } = listed.context;
  const { high, low } = range.around(isZeroDec(open24) ? [last] : [last, open24], at);
  return { id: listed.coin.id, last, open24, volume, high24: high, low24: low };
}
