import { DAY_MS, HOUR_MS, WEEK_MS } from '../../../domain/index.ts';

/** A market that scripted venues publish: base, quote, and the price that it begins at. */
export interface Walked {
  readonly base: string;
  readonly quote: string;
  readonly from: number;
}

/** The first Monday of the epoch. */
const MONDAY_MS = 4 * DAY_MS;
const LENGTHS: Readonly<Record<string, number>> = {
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '30m': 1_800_000,
  '1h': HOUR_MS,
  '2h': 2 * HOUR_MS,
  '1d': DAY_MS,
  '1dutc': DAY_MS,
  '1w': WEEK_MS,
  '1wutc': WEEK_MS,
};
/** So few that one can see by a price whose it is. */
const STEPS = 40;
const LEVELS = 5;
const MOST_BARS = 100;

/** Length of a bar by the name that a venue gives it, ms. */
export const lengthOf = (name: string | null): number => LENGTHS[(name ?? '1m').toLowerCase()] ?? HOUR_MS;

/** Start of the bar that holds a moment; weeks begin on Mondays. */
export function startOf(at: number, length: number): number {
  const first = length === WEEK_MS ? MONDAY_MS : 0;
  return Math.floor((at - first) / length) * length + first;
}

/** Prices that rise by a hundredth of a per cent with each step, and restart: what every scripted venue publishes. */
export class Walk {
  /** Steps so far; venues that number their messages number them by it. */
  step = 0;
  readonly #text: (price: number) => string;

  /** @param text a price as the venue writes it. */
  constructor(text: (price: number) => string) {
    this.#text = text;
  }

  price({ from }: Walked): string {
    return this.#text(from * (1 + (this.step % STEPS) / 10_000));
  }

  /** The day before a price: it has risen by a fiftieth. */
  day(market: Walked): { readonly open: string; readonly high: string; readonly low: string } {
    const times = (by: number) => this.#text(Number(this.price(market)) * by);
    return { open: times(0.98), high: times(1.01), low: times(0.97) };
  }

  /** Prices of five levels a side, best first, which stay. */
  levels({ from }: Walked): { readonly bids: readonly string[]; readonly asks: readonly string[] } {
    const side = (sign: 1 | -1) =>
      Array.from({ length: LEVELS }, (_, i) => this.#text(from * (1 + (sign * (i + 1)) / 1_000)));
    return { bids: side(-1), asks: side(1) };
  }

  /** Starts of bars that begin before a moment, ascending. */
  starts(length: number, before: number, limit: number): readonly number[] {
    const end = startOf(Math.min(Date.now(), before - 1), length);
    const count = Math.min(MOST_BARS, limit);
    return Array.from({ length: count }, (_, i) => end - (count - 1 - i) * length);
  }
}

/** How a venue speaks: its own addresses, and what it answers and publishes. */
export interface VenueScript {
  readonly walk: Walk;
  /** The answer to a question; undefined for an address that the venue does not have. */
  answer(url: URL, body: string): unknown;
  /** Streams that a socket's address asks for. */
  greet(url: URL): readonly string[];
  /** A socket's command: it changes what is wanted. @returns what is said to it at once. */
  receive(text: string, wanted: Set<string>): readonly string[];
  /** The next message of a stream; undefined for one that is silent. */
  deliver(stream: string): unknown;
}
