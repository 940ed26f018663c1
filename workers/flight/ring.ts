import type { Dec } from '../../domain/index.ts';
import type { FeedEvent, RecordedEvent } from '../../feeds/index.ts';
import { eventFrame } from '../../feeds/index.ts';

/** Where a finger went down: the screen's address without its question, and the place in thousandths of the page. */
export interface Tap {
  readonly kind: 'tap';
  readonly path: string;
  readonly x: number;
  readonly y: number;
}
/** The newest prices of markets that have moved. */
export interface Prices {
  readonly kind: 'tickers';
  readonly rows: readonly { readonly id: string; readonly last: Dec }[];
}
/** A line of a recording. */
export type Shown = RecordedEvent | Tap | Prices;

interface Line {
  readonly at: number;
  readonly text: string;
}

/** How long and how much is kept. */
export const KEPT_MS = 3 * 60_000;
export const MOST_CHARACTERS = 8_000_000;
/** Prices of all markets are kept once in so many ms, books and trades as they come. */
const PRICES_MS = 1_000;
const LEVELS = 20;

/**
 * The last minutes of a feed and of the taps, as a recording's lines; bounded in time and in size. Nothing about people
 * gets in: prices, books, trades and taps are all that it takes.
 */
export class FlightRing {
  #lines: Line[] = [];
  #first = 0;
  #characters = 0;
  #moved = new Map<string, Dec>();
  #pricesAt = Number.NEGATIVE_INFINITY;
  /** What stood where the kept lines begin: the newest of what has been dropped. */
  readonly #prices = new Map<string, Dec>();
  readonly #books = new Map<string, string>();

  get characters(): number {
    return this.#characters;
  }

  /** @param at wall clock, ms UTC. */
  add(at: number, event: FeedEvent | Tap): void {
    if (event.kind === 'tickers') {
      for (const { id, last } of event.rows) this.#moved.set(id, last);
      if (at - this.#pricesAt >= PRICES_MS) this.#keepPrices(at);
    } else if (event.kind === 'tap') this.#keep(at, event);
    else {
      const frame = eventFrame(event);
      if (frame) this.#keep(at, shortened(frame));
    }
  }

  /** Lines "ns, blank, JSON", beginning with what stood before them. */
  text(): string {
    const kept = this.#lines.slice(this.#first);
    const at = kept[0]?.at ?? 0;
    const before = [JSON.stringify(pricesOf(this.#prices)), ...this.#books.values()];
    const lines = kept.length === 0 ? [] : [...before.map((text) => ({ at, text })), ...kept];
    return lines.map((line) => `${line.at}000000 ${line.text}\n`).join('');
  }

  clear(): void {
    this.#lines = [];
    this.#first = 0;
    this.#characters = 0;
    this.#moved.clear();
    this.#prices.clear();
    this.#books.clear();
  }

  #keepPrices(at: number): void {
    this.#pricesAt = at;
    this.#keep(at, pricesOf(this.#moved));
    this.#moved = new Map();
  }

  #keep(at: number, shown: Shown): void {
    const text = JSON.stringify(shown);
    this.#lines.push({ at, text });
    this.#characters += text.length;
    for (let line = this.#lines[this.#first]; line; line = this.#lines[this.#first]) {
      if (at - line.at <= KEPT_MS && this.#characters <= MOST_CHARACTERS) break;
      this.#drop(line);
    }
    if (this.#first < this.#lines.length / 2) return;
    this.#lines = this.#lines.slice(this.#first);
    this.#first = 0;
  }

  #drop({ text }: Line): void {
    this.#first += 1;
    this.#characters -= text.length;
    const dropped = JSON.parse(text) as Shown;
    if (dropped.kind === 'tickers') for (const { id, last } of dropped.rows) this.#prices.set(id, last);
    else if (dropped.kind === 'book') this.#books.set(dropped.id, text);
  }
}

const pricesOf = (prices: ReadonlyMap<string, Dec>): Prices => ({
  kind: 'tickers',
  rows: [...prices].map(([id, last]) => ({ id, last })),
});

function shortened(frame: RecordedEvent): RecordedEvent {
  if (frame.kind === 'trades') return frame;
  const { bids, asks } = frame.book;
  return { kind: 'book', id: frame.id, book: { bids: bids.slice(0, LEVELS), asks: asks.slice(0, LEVELS) } };
}
