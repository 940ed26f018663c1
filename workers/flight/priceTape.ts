import type { Dec } from '../../domain/index.ts';
import type { RecordedPrices } from '../../feeds/index.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = LETTERS.length;
/** Prices of more markets than this are not kept. */
const MOST_MARKETS = BASE ** 3;
const ENTRY = /([A-Za-z]{3})([A-Za-z])([^A-Za-z]*)/g;

const letter = (value: number): string => LETTERS.charAt(value % BASE);
const nameOf = (place: number): string =>
  letter(Math.floor(place / BASE ** 2)) + letter(Math.floor(place / BASE)) + letter(place);
const placeOf = (name: string): number =>
  [...name].reduce((sum, each) => sum * BASE + LETTERS.indexOf(each), 0);

/** How many characters two prices begin with alike. */
function alike(before: Dec, now: Dec): number {
  const most = Math.min(before.length, now.length, BASE - 1);
  let count = 0;
  while (count < most && before[count] === now[count]) count += 1;
  return count;
}

/**
 * Prices of many markets, moment by moment, in a fifth of the room that their JSON takes: a market is three letters,
 * and of a price stands only what differs from the one before, after a letter that says how much is the same. Texts
 * can be read from the first that is kept on, and be dropped from there.
 */
export class PriceTape {
  readonly #ids: string[] = [];
  readonly #places = new Map<string, number>();
  /** By place: what the next text differs from, and what stood where the kept texts begin. */
  readonly #newest: Dec[] = [];
  readonly #before: Dec[] = [];

  /** A moment's prices, plain decimals, as the text to keep. */
  add(prices: ReadonlyMap<string, Dec>): string {
    // Joined at the end: a string that has grown by adding holds all of its parts.
    const parts: string[] = [];
    for (const [id, last] of prices) {
      const place = this.#placeOf(id);
      if (place >= MOST_MARKETS) continue;
      const same = alike(this.#newest[place] ?? '', last);
      parts.push(nameOf(place), letter(same), last.slice(same));
      this.#newest[place] = last;
    }
    return parts.join('');
  }

  /** Lets go of the oldest text that is kept. */
  drop(text: string): void {
    this.#read(text, this.#before);
  }

  /** What stood where the kept texts begin, and each of them. @param texts all that are kept, oldest first. */
  *read(texts: readonly string[]): Generator<RecordedPrices> {
    const known = [...this.#before];
    yield {
      kind: 'tickers',
      rows: this.#ids.flatMap((id, place) => (known[place] ? [{ id, last: known[place] }] : [])),
    };
    for (const text of texts) yield this.#read(text, known);
  }

  #read(text: string, known: Dec[]): RecordedPrices {
    const rows = [...text.matchAll(ENTRY)].map(([, name = '', same = '', rest = '']) => {
      const place = placeOf(name);
      const last = (known[place] ?? '').slice(0, LETTERS.indexOf(same)) + rest;
      known[place] = last;
      return { id: this.#ids[place] ?? '', last };
    });
    return { kind: 'tickers', rows };
  }

  #placeOf(id: string): number {
    const known = this.#places.get(id);
    if (known !== undefined) return known;
    this.#places.set(id, this.#ids.length);
    return this.#ids.push(id) - 1;
  }
}
