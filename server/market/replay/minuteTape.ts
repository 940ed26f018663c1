import type { Candle, Dec, Trade } from '../../../domain/index.ts';
import { D, DAY_MS, MINUTE_MS, roundToStep, toText } from '../../../domain/index.ts';
import type { Audience } from '../audience.ts';
import type { MinuteRecording, RecordedMinute } from './recordings.ts';
import type { ReplayedMarket } from './replayedMarket.ts';

/** Part of a recording that is history when the replay begins; the rest is played. */
const HISTORY_SHARE = 0.8;
const PRINTS = 4;

/**
 * Plays recorded minutes. Inside a minute the recording has no prints, so four are reconstructed: open, the two
 * extremes, close, with the volume split among them; together they are exactly the recorded bar.
 */
export class MinuteTape {
  readonly #market: ReplayedMarket;
  readonly #audience: Audience;
  readonly #minutes: readonly RecordedMinute[];
  readonly #lot: Dec;
  #index: number;
  #print = 0;
  /** Added to a recorded moment. */
  #shift: number;
  #nextId = 1;

  constructor(
    { minutes, market: { lot } }: MinuteRecording,
    market: ReplayedMarket,
    audience: Audience,
    now: number,
  ) {
    this.#market = market;
    this.#audience = audience;
    this.#minutes = minutes;
    this.#lot = lot;
    this.#index = Math.floor(minutes.length * HISTORY_SHARE);
    const here = minutes[this.#index]?.[0] ?? 0;
    this.#shift = Math.floor((now - here) / MINUTE_MS) * MINUTE_MS;
    const from = this.#index - DAY_MS / MINUTE_MS;
    const past = minutes.slice(0, this.#index);
    // Only the last day is ever summed up.
    market.setHistory(
      past.map((each, i) => ({
        candle: this.#candle(each),
        worth: i < from ? new D(0) : this.#worthOf(each),
      })),
    );
  }

  /** Plays all prints up to a moment. */
  advance(now: number): boolean {
    const trades: Trade[] = [];
    for (;;) {
      const minute = this.#minutes[this.#index];
      if (!minute) this.#wrap();
      else if (this.#printAt(minute) > now) break;
      else trades.push(this.#playPrint(minute));
    }
    for (const trade of trades) this.#market.take(trade);
    if (trades.length > 0) this.#audience.publish({ kind: 'trades', id: this.#market.market.id, trades });
    return trades.length > 0;
  }

  #candle([at, open, high, low, close, volume]: RecordedMinute): Candle {
    return { at: at + this.#shift, open, high, low, close, volume };
  }

  #printAt([at]: RecordedMinute): number {
    return at + this.#shift + (this.#print * MINUTE_MS) / PRINTS;
  }

  /** The four reconstructed prints of a minute. */
  #printsOf([, open, high, low, close, volume]: RecordedMinute): readonly Pick<
    Trade,
    'price' | 'quantity'
  >[] {
    const prices = new D(close).gte(open) ? [open, low, high, close] : [open, high, low, close];
    const part = roundToStep(toText(new D(volume).div(PRINTS)), this.#lot, 'down');
    const rest = toText(new D(volume).minus(new D(part).times(PRINTS - 1)));
    return prices.map((price, i) => ({ price, quantity: i === PRINTS - 1 ? rest : part }));
  }

  #worthOf(minute: RecordedMinute): D {
    const prints = this.#printsOf(minute);
    return prints.reduce((sum, { price, quantity }) => sum.plus(new D(price).times(quantity)), new D(0));
  }

  #playPrint(minute: RecordedMinute): Trade {
    const [, open, , , close] = minute;
    const print = this.#printsOf(minute)[this.#print];
    const trade: Trade = {
      id: this.#nextId++,
      price: print?.price ?? close,
      quantity: print?.quantity ?? '0',
      side: new D(close).gte(open) ? 'buy' : 'sell',
      at: this.#printAt(minute),
    };
    this.#print = (this.#print + 1) % PRINTS;
    if (this.#print === 0) this.#index += 1;
    return trade;
  }

  /** From the end to the beginning, a minute later, on whole days so that the time of day stays. */
  #wrap(): void {
    const first = this.#minutes[0]?.[0] ?? 0;
    const last = this.#minutes.at(-1)?.[0] ?? 0;
    this.#shift += Math.ceil((last - first + MINUTE_MS) / DAY_MS) * DAY_MS;
    this.#index = 0;
    this.#print = 0;
  }
}
