import type { Dec } from '../../domain/index.ts';
import type { FeedEvent, RecordedEvent, RecordedPrices } from '../../feeds/index.ts';
import { eventFrame } from '../../feeds/index.ts';
import { PriceTape } from './priceTape.ts';

/** Where a finger went down: the screen's address without its question, and the place in thousandths of the page. */
export interface Tap {
  readonly kind: 'tap';
  readonly path: string;
  readonly x: number;
  readonly y: number;
}
/** A line of a recording. */
export type FlightEntry = RecordedEvent | Tap | RecordedPrices;
type RecordedBook = Extract<RecordedEvent, { readonly kind: 'book' }>;

/** A kept line: the JSON of what it shows, or the short form of prices. */
interface Line {
  readonly at: number;
  readonly text: string;
  readonly kind: FlightEntry['kind'];
}

/** How long and how much is kept. */
export const KEPT_MS = 3 * 60_000;
export const MOST_CHARACTERS = 8_000_000;
/** Prices of all markets are kept once in so many ms, books and trades as they come. */
const PRICES_MS = 1_000;
const LEVELS = 20;
/** Dropped lines are let go so many at a time. */
const LET_GO = 64;

/**
 * The last minutes of a feed and of the taps, as a recording's lines; bounded in time and in size. Nothing about users
 * gets in: prices, books, trades and taps are all that it takes.
 */
export class FlightRing {
  #lines: Line[] = [];
  #first = 0;
  #characters = 0;
  #moved = new Map<string, Dec>();
  #pricesAt = Number.NEGATIVE_INFINITY;
  #prices = new PriceTape();
  /** What stood where the kept lines begin: the newest of what has been dropped. */
  readonly #books = new Map<string, string>();

  get characters(): number {
    return this.#characters;
  }

  /** @param at wall clock, ms UTC. */
  add(at: number, event: FeedEvent | Tap): void {
    if (event.kind === 'tickers') {
      for (const { id, last } of event.rows) this.#moved.set(id, last);
      if (at - this.#pricesAt >= PRICES_MS) this.#storePrices(at);
    } else if (event.kind === 'tap') this.#keep(lineOf(at, event));
    else {
      const frame = eventFrame(event);
      if (frame) this.#keep(lineOf(at, shortened(frame)));
    }
  }

  /** Lines "ns, blank, JSON", beginning with what stood before them. */
  text(): string {
    const kept = this.#lines.slice(this.#first);
    const [oldest] = kept;
    if (!oldest) return '';
    const short = kept.filter(({ kind }) => kind === 'tickers').map(({ text }) => text);
    const prices = this.#prices.read(short);
    const nextPrices = () => JSON.stringify(prices.next().value);
    const before = [nextPrices(), ...this.#books.values()].map((text) => ({ at: oldest.at, text }));
    const lines = kept.map(({ at, kind, text }) => ({ at, text: kind === 'tickers' ? nextPrices() : text }));
    return [...before, ...lines].map(({ at, text }) => `${at}000000 ${text}\n`).join('');
  }

  clear(): void {
    this.#lines = [];
    this.#first = 0;
    this.#characters = 0;
    this.#moved.clear();
    this.#prices = new PriceTape();
    this.#books.clear();
  }

  #storePrices(at: number): void {
    this.#pricesAt = at;
    this.#keep({ at, kind: 'tickers', text: this.#prices.add(this.#moved) });
    this.#moved = new Map();
  }

  #keep(line: Line): void {
    const { at } = line;
    this.#lines.push(line);
    this.#characters += line.text.length;
    for (let old = this.#lines[this.#first]; old; old = this.#lines[this.#first]) {
      if (at - old.at <= KEPT_MS && this.#characters <= MOST_CHARACTERS) break;
      this.#drop(old);
    }
    if (this.#first < LET_GO) return;
    this.#lines = this.#lines.slice(this.#first);
    this.#first = 0;
  }

  #drop({ kind, text }: Line): void {
    this.#first += 1;
    this.#characters -= text.length;
    if (kind === 'tickers') this.#prices.drop(text);
    else if (kind === 'book') this.#books.set((JSON.parse(text) as RecordedBook).id, text);
  }
}

const lineOf = (at: number, shown: RecordedEvent | Tap): Line => ({
  at,
  kind: shown.kind,
  text: JSON.stringify(shown),
});

function shortened(frame: RecordedEvent): RecordedEvent {
  if (frame.kind === 'trades') return frame;
  const { bids, asks } = frame.book;
  return { kind: 'book', id: frame.id, book: { bids: bids.slice(0, LEVELS), asks: asks.slice(0, LEVELS) } };
}
