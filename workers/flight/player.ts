import type { Book, Dec, NumberStyle } from '../../domain/index.ts';
import { amountText, anyDollar, priceText } from '../../domain/index.ts';
import type { Clock } from '../../feeds/index.ts';
import type { FlightFrame, FlightView } from '../protocol.ts';
import type { LiveView } from '../views/live.ts';
import type { Shown, Tap } from './ring.ts';
import type { TapeLine } from './tape.ts';

const PRICES = 12;
const LEVELS = 5;
const MOST_SPEED = 10;

/** Plays a recording: what stood at the moment that has been reached, and nothing of the market of now. */
export class FlightPlayer implements LiveView<FlightView> {
  readonly #lines: readonly TapeLine[];
  readonly #clock: Clock;
  readonly #style: () => NumberStyle;
  readonly #length: number;
  #speed: number;
  #played = 0;
  #lookedAt: number;
  #next = 0;
  /** The newest last. */
  readonly #prices = new Map<string, Dec>();
  #book: { readonly id: string; readonly book: Book } | undefined;
  #tap: Tap | undefined;
  #sent = '';

  constructor(view: FlightView, lines: readonly TapeLine[], clock: Clock, style: () => NumberStyle) {
    this.#lines = lines;
    this.#clock = clock;
    this.#style = style;
    this.#length = lines.at(-1)?.at ?? 0;
    this.#speed = paceOf(view);
    this.#lookedAt = clock.monotonic();
  }

  /** Another pace; one that has come to its end begins anew. */
  update(view: FlightView): void {
    this.#advance();
    this.#speed = paceOf(view);
    if (this.#speed > 0 && this.#played >= this.#length) this.#rewind();
    this.refresh();
  }

  refresh(): void {
    this.#sent = '';
  }

  close(): void {}

  frame(): FlightFrame | undefined {
    this.#advance();
    const frame: FlightFrame = {
      kind: 'flight',
      clock: `${clockOf(this.#played)} / ${clockOf(this.#length)}`,
      progress: this.#length === 0 ? 1_000 : Math.round((this.#played / this.#length) * 1_000),
      prices: [...this.#prices]
        .slice(-PRICES)
        .reverse()
        .map(([id, price]) => ({ id, price: priceText(price, this.#style(), anyDollar) })),
      book: this.#book && { id: this.#book.id, ...this.#levels(this.#book.book) },
      tap: this.#tap && { path: this.#tap.path, x: this.#tap.x, y: this.#tap.y },
    };
    const text = JSON.stringify(frame);
    if (text === this.#sent) return undefined;
    this.#sent = text;
    return frame;
  }

  #levels({ bids, asks }: Book) {
    const worded = (levels: Book['bids']) =>
      levels.slice(0, LEVELS).map(([price, quantity]) => ({
        price: priceText(price, this.#style(), anyDollar),
        quantity: amountText(quantity, this.#style()),
      }));
    return { bids: worded(bids), asks: worded(asks) };
  }

  #advance(): void {
    const now = this.#clock.monotonic();
    this.#played = Math.min(this.#length, this.#played + (now - this.#lookedAt) * this.#speed);
    this.#lookedAt = now;
    for (
      let line = this.#lines[this.#next];
      line && line.at <= this.#played;
      line = this.#lines[this.#next]
    ) {
      this.#next += 1;
      this.#show(line.shown);
    }
  }

  #show(shown: Shown): void {
    if (shown.kind === 'tickers') for (const { id, last } of shown.rows) this.#price(id, last);
    else if (shown.kind === 'book') this.#book = shown;
    else if (shown.kind === 'tap') this.#tap = shown;
    else {
      const last = shown.trades.at(-1);
      if (last) this.#price(shown.id, last.price);
    }
  }

  #price(id: string, price: Dec): void {
    this.#prices.delete(id);
    this.#prices.set(id, price);
  }

  #rewind(): void {
    this.#played = 0;
    this.#next = 0;
    this.#prices.clear();
    this.#book = undefined;
    this.#tap = undefined;
  }
}

const paceOf = ({ speed }: FlightView): number => Math.max(0, Math.min(MOST_SPEED, speed));

/** Minutes and seconds: `2:05`. */
export function clockOf(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
