import type { Candle, NumberStyle, PriceScale, ProfileBar } from '../../../domain/index.ts';
import {
  fixedPriceText,
  profileVolume,
  toChartNumber,
  tradeDecimals,
  volumeProfile,
} from '../../../domain/index.ts';
import type { ProfileFrame, TimeRange } from '../../protocol.ts';

/** Rows from the lowest price in sight to the highest. */
const ROWS = 48;
const FULL = 1_000n;
/** A bar under way changes many times a second; all bars are spread again no more often, ms. */
const LEAST_MS = 1_000;
/** Bars that are read in one task: ten thousand at once would hold up everything else. */
const PORTION = 2_500;

/** Volume by price of a chart's bars in sight. A bar that is known is read once, and nothing is reckoned twice. */
export class Profile {
  readonly #read = new WeakMap<Candle, ProfileBar>();
  #key = '';
  #last: Candle | undefined;
  #at = 0;
  #frame: ProfileFrame | undefined;
  #left = 0;

  /** Bars in sight that are still to be read: a frame that is requested again reads on. */
  get left(): number {
    return this.#left;
  }

  /** @param now ms UTC. @returns the frame before, itself, where nothing of it has changed; undefined where no bar is in sight or too many are unread. */
  frame(
    candles: readonly Candle[],
    { from, to }: TimeRange,
    market: PriceScale,
    style: NumberStyle,
    now: number,
  ): ProfileFrame | undefined {
    const first = firstFrom(candles, from * 1_000);
    const end = to === null ? candles.length : firstFrom(candles, to * 1_000 + 1);
    const last = candles[end - 1];
    const key = `${first}:${end}:${candles[first]?.at}:${candles.length}`;
    const isSame = key === this.#key;
    if (isSame && this.#left === 0 && (last === this.#last || now - this.#at < LEAST_MS)) return this.#frame;
    this.#key = key;
    this.#at = now;
    this.#last = last;
    const seen = candles.slice(first, end);
    this.#left = this.#readOn(seen);
    if (this.#left > 0) return this.#frame;
    this.#frame = last && this.#made(seen, tradeDecimals(last.close, market), style);
    return this.#frame;
  }

  /** Reads a portion of what is not read yet. @returns how many are left. */
  #readOn(candles: readonly Candle[]): number {
    const unread = candles.filter((candle) => !this.#read.has(candle));
    for (const candle of unread.slice(-PORTION)) this.#bar(candle);
    return Math.max(0, unread.length - PORTION);
  }

  #made(candles: readonly Candle[], decimals: number, style: NumberStyle): ProfileFrame | undefined {
    const profile = volumeProfile(
      candles.map((candle) => this.#bar(candle)),
      ROWS,
    );
    if (!profile) return undefined;
    const { rows, control, value } = profile;
    const text = (price: number) => fixedPriceText(`${price}`, decimals, style);
    const [row, low, high] = [rows[control], rows[value[0]], rows[value[1]]];
    if (!row || !low || !high) return undefined;
    const most = row.up + row.down;
    const permille = (volume: bigint) => (most === 0n ? 0 : toChartNumber(`${(volume * FULL) / most}`));
    const middle = (row.low + row.high) / 2;
    return {
      prices: Float64Array.from([...rows.map((each) => each.low), rows.at(-1)?.high ?? row.high]),
      up: Float64Array.from(rows, ({ up }) => permille(up)),
      down: Float64Array.from(rows, ({ down }) => permille(down)),
      control: middle,
      value,
      controlText: text(middle),
      valueTexts: [text(low.low), text(high.high)],
    };
  }

  #bar(candle: Candle): ProfileBar {
    const known = this.#read.get(candle);
    if (known) return known;
    const [open, close] = [toChartNumber(candle.open), toChartNumber(candle.close)];
    const bar = {
      high: toChartNumber(candle.high),
      low: toChartNumber(candle.low),
      isUp: close >= open,
      volume: profileVolume(candle.volume),
    };
    this.#read.set(candle, bar);
    return bar;
  }
}

/** Place of the first bar that begins at or after a moment, ms UTC. */
function firstFrom(candles: readonly Candle[], at: number): number {
  let [low, high] = [0, candles.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((candles[middle]?.at ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
