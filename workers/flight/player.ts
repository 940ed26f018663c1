import { combineLatest, defer, map, startWith, tap } from 'rxjs';
import type { Book, Dec, NumberStyle } from '../../domain/index.ts';
import { amountText, anyDollar, priceText } from '../../domain/index.ts';
import type { Clock } from '../../feeds/index.ts';
import type { FlightFrame, FlightView } from '../protocol.ts';
import type { Open } from '../views/view.ts';
import { projected } from '../views/view.ts';
import type { FlightEntry, Tap } from './ring.ts';
import type { TapeLine } from './tape.ts';

const PRICES = 12;
const LEVELS = 5;
const MOST_SPEED = 10;

/** A recording as it is played: the state at the moment that has been reached, and no price of now. */
export const flightView = (tape: () => readonly TapeLine[]): Open<FlightView, FlightFrame> =>
  projected<FlightView, FlightMoment, FlightFrame>({
    state: (view$, { clock, time$ }) =>
      defer(() => {
        const playback = new Playback(tape(), clock);
        const speed$ = view$.pipe(tap(({ speed }) => playback.setSpeed(speed)));
        const played$ = time$.pipe(
          startWith(undefined),
          tap(() => playback.advance()),
        );
        return combineLatest([speed$, played$]).pipe(map(() => playback));
      }),
    frame: (_, moment, { words }) => flightFrame(moment, words().style),
  });

/** What stands at a moment of a recording. */
export interface FlightMoment {
  /** ms from the recording's start. */
  readonly played: number;
  readonly length: number;
  /** The newest last. */
  readonly prices: ReadonlyMap<string, Dec>;
  readonly book: { readonly id: string; readonly book: Book } | undefined;
  readonly tap: Tap | undefined;
}

export function flightFrame(
  { played, length, prices, book, tap: at }: FlightMoment,
  style: NumberStyle,
): FlightFrame {
  return {
    kind: 'flight',
    clock: `${clockOf(played)} / ${clockOf(length)}`,
    progress: length === 0 ? 1_000 : Math.round((played / length) * 1_000),
    prices: [...prices]
      .slice(-PRICES)
      .reverse()
      .map(([id, price]) => ({ id, price: priceText(price, style, anyDollar) })),
    book: book && { id: book.id, ...levelsOf(book.book, style) },
    tap: at && { path: at.path, x: at.x, y: at.y },
  };
}

function levelsOf({ bids, asks }: Book, style: NumberStyle) {
  const worded = (levels: Book['bids']) =>
    levels.slice(0, LEVELS).map(([price, quantity]) => ({
      price: priceText(price, style, anyDollar),
      quantity: amountText(quantity, style),
    }));
  return { bids: worded(bids), asks: worded(asks) };
}

/** Plays the lines of a recording by a clock. */
class Playback implements FlightMoment {
  readonly #lines: readonly TapeLine[];
  readonly #clock: Clock;
  #speed = 0;
  #advancedAt: number;
  #next = 0;
  readonly length: number;
  played = 0;
  readonly prices = new Map<string, Dec>();
  book: FlightMoment['book'];
  tap: Tap | undefined;

  constructor(lines: readonly TapeLine[], clock: Clock) {
    this.#lines = lines;
    this.#clock = clock;
    this.#advancedAt = clock.monotonic();
    this.length = lines.at(-1)?.at ?? 0;
  }

  /** A recording that has ended starts again. */
  setSpeed(speed: number): void {
    this.advance();
    this.#speed = Math.max(0, Math.min(MOST_SPEED, speed));
    if (this.#speed > 0 && this.played >= this.length) this.#rewind();
  }

  advance(): void {
    const now = this.#clock.monotonic();
    this.played = Math.min(this.length, this.played + (now - this.#advancedAt) * this.#speed);
    this.#advancedAt = now;
    for (let line = this.#lines[this.#next]; line && line.at <= this.played; line = this.#lines[this.#next]) {
      this.#next += 1;
      this.#show(line.shown);
    }
  }

  #show(shown: FlightEntry): void {
    if (shown.kind === 'tickers') for (const { id, last } of shown.rows) this.#price(id, last);
    else if (shown.kind === 'book') this.book = shown;
    else if (shown.kind === 'tap') this.tap = shown;
    else {
      const last = shown.trades.at(-1);
      if (last) this.#price(shown.id, last.price);
    }
  }

  #price(id: string, price: Dec): void {
    this.prices.delete(id);
    this.prices.set(id, price);
  }

  #rewind(): void {
    this.played = 0;
    this.#next = 0;
    this.prices.clear();
    this.book = undefined;
    this.tap = undefined;
  }
}

/** Minutes and seconds: `2:05`. */
export function clockOf(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
