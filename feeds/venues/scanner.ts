import type { Dec, Level } from '../../domain/index.ts';
import type { Place } from './bytes.ts';
import { bytesOf, createPlace } from './bytes.ts';

const BLANK = 32;
const QUOTE = 34;
const COMMA = 44;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const NINE = 57;
const OPEN = 91;
const BACKSLASH = 92;
const CLOSE = 93;
/** First byte of what is no ASCII, and of what takes two units of text. */
const WIDE = 0x80;
const FIRST = 0xc0;
const PAIR = 0xf0;
/** Characters of a part of a text that V8 copies; of a longer one it keeps the whole text. */
const COPIED = 12;
/** Bytes that are looked at together. */
const WORD = 4;
/** Whole numbers that float64 surely holds. */
const MOST_WHOLE_DIGITS = 15;

/** Most digits of a decimal before and after its point. */
export interface Digits {
  readonly whole: number;
  readonly fraction: number;
}
/** What a feed may send. @see plainDecimal */
const FEED_DIGITS: Digits = { whole: 30, fraction: 30 };

/**
 * Reads JSON text of one known form, member by member, without building what nobody keeps. It accepts less than JSON
 * does: other orders of members, blanks, escapes and exponents break it, and a broken one yields nothing of worth; what
 * it does not accept is left to `JSON.parse`. It looks at bytes, which cost half of what characters of a text do; there
 * is one place for them, so that a scanner is of no use once another has been made.
 */
export class Scanner {
  readonly #text: string;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #end: number;
  #at = 0;
  /** Bytes before `#at` that are no units of the text. */
  #surplus = 0;
  #isBroken = false;
  #hasTrimmed = false;

  constructor(text: string) {
    const { place, length } = bytesOf(text);
    this.#text = text;
    this.#bytes = place.bytes;
    this.#view = place.view;
    this.#end = length;
  }

  /** Whether everything was as expected, to the last character. */
  get isWhole(): boolean {
    return !this.#isBroken && this.#at === this.#end;
  }

  /** Whether a decimal has lost surplus zeros: what is read is not the venue's own text. */
  get hasTrimmed(): boolean {
    return this.#hasTrimmed;
  }

  /** Whether this text comes next; if so, goes behind it. @param expected ASCII. */
  has(expected: string): boolean {
    if (this.#isBroken) return false;
    const bytes = this.#bytes;
    const at = this.#at;
    const { length } = expected;
    for (let i = 0; i < length; i++) if (bytes[at + i] !== expected.charCodeAt(i)) return false;
    this.#at = at + length;
    return true;
  }

  /** Goes behind a text that must come next. */
  skip(expected: string): this {
    if (!this.has(expected)) this.#isBroken = true;
    return this;
  }

  /** As `skip`, for what stands in each of many rows. */
  pass(expected: Uint8Array): this {
    const bytes = this.#bytes;
    const at = this.#at;
    const { length } = expected;
    for (let i = 0; i < length; i++)
      if (bytes[at + i] !== expected[i]) {
        this.#break();
        return this;
      }
    this.#at = at + length;
    return this;
  }

  /** Where it is, in bytes. */
  get at(): number {
    return this.#at;
  }

  /** Its bytes, in this place or in a larger one: those of the next scanner come where its own are. */
  copy(into: Place): Place {
    const place = into.bytes.length < this.#end ? createPlace(2 * this.#end) : into;
    place.bytes.set(this.#bytes.subarray(0, this.#end));
    return place;
  }

  /** Whether these bytes come next, four or more; if so, goes behind them. */
  repeats({ view: earlier }: Place, from: number, to: number): boolean {
    const view = this.#view;
    const at = this.#at;
    const last = to - from - WORD;
    if (last < 0 || at + to - from > this.#end) return false;
    for (let i = 0; i < last; i += WORD)
      if (view.getInt32(at + i) !== earlier.getInt32(from + i)) return false;
    if (view.getInt32(at + last) !== earlier.getInt32(from + last)) return false;
    this.#at = at + to - from;
    return true;
  }

  /** A quoted text without escapes. */
  name(): string {
    const from = this.#at + 1 - this.#surplus;
    this.leave();
    return this.#isBroken ? '' : this.#text.slice(from, this.#at - 1 - this.#surplus);
  }

  /** Goes behind a quoted text without escapes. */
  leave(): this {
    const bytes = this.#bytes;
    let at = this.#at;
    if (bytes[at] !== QUOTE) this.#break();
    for (let code = bytes[++at] ?? 0; code !== QUOTE; code = bytes[++at] ?? 0) {
      if (code >= WIDE) this.#surplus += surplusOf(code);
      // Also true of the 0 behind the text's end.
      else if (code < BLANK || code === BACKSLASH) {
        this.#break();
        return this;
      }
    }
    this.#at = at + 1;
    return this;
  }

  /** A whole number without a sign, as JSON writes it. */
  whole(): number {
    const bytes = this.#bytes;
    const from = this.#at;
    let at = from;
    let value = 0;
    for (let code = bytes[at] ?? 0; code >= ZERO && code <= NINE; code = bytes[++at] ?? 0)
      value = value * 10 + (code - ZERO);
    const digits = at - from;
    if (digits === 0 || digits > MOST_WHOLE_DIGITS || (digits > 1 && bytes[from] === ZERO)) this.#break();
    this.#at = at;
    return value;
  }

  /** As `whole`, with a minus sign in front allowed. */
  signed(): number {
    if (this.#bytes[this.#at] !== MINUS) return this.whole();
    this.#at += 1;
    return -this.whole();
  }

  /** A quoted decimal, without surplus zeros. @see plainDecimal */
  decimal(most = FEED_DIGITS): Dec {
    const bytes = this.#bytes;
    const from = this.#at + 1;
    if (bytes[from - 1] !== QUOTE) return this.#break();
    let at = from;
    let code = bytes[at] ?? 0;
    while (code >= ZERO && code <= NINE) code = bytes[++at] ?? 0;
    const whole = at - from;
    let end = at;
    if (code === POINT) {
      for (code = bytes[++at] ?? 0; code >= ZERO && code <= NINE; code = bytes[++at] ?? 0)
        if (code !== ZERO) end = at + 1;
      const fraction = at - from - whole - 1;
      if (fraction < 1 || fraction > most.fraction) return this.#break();
    }
    if (code !== QUOTE || whole < 1 || whole > most.whole) return this.#break();
    const last = from + whole - 1;
    let start = from;
    while (start < last && bytes[start] === ZERO) start += 1;
    if (start !== from || end !== at) this.#hasTrimmed = true;
    this.#at = at + 1;
    return this.#own(start - this.#surplus, end - this.#surplus);
  }

  /** Levels of price and quantity; a price of zero breaks it. @param further texts of a level that are left alone. */
  levels(further = 0, most = FEED_DIGITS): Level[] {
    const levels: Level[] = [];
    if (this.has('[]')) return levels;
    let code = this.#next();
    if (code !== OPEN) this.#break();
    while (!this.#isBroken && code !== CLOSE) {
      if (this.#next() !== OPEN) this.#break();
      const price = this.decimal(most);
      if (this.#next() !== COMMA || price === '0') this.#break();
      levels.push([price, this.decimal(most)]);
      for (let i = 0; i < further; i++) {
        if (this.#next() !== COMMA) this.#break();
        this.leave();
      }
      if (this.#next() !== CLOSE) this.#break();
      code = this.#next();
      if (code !== CLOSE && code !== COMMA) this.#break();
    }
    return levels;
  }

  /**
   * A part of the text that does not keep the rest of it in memory: engines copy short parts and refer to long ones,
   * and the volume of a pair that nobody trades would hold a list of thousands.
   */
  #own(from: number, to: number): string {
    const text = this.#text;
    let own = text.slice(from, Math.min(to, from + COPIED));
    for (let at = from + COPIED; at < to; at += COPIED) own += text.slice(at, Math.min(to, at + COPIED));
    return own;
  }

  #next(): number {
    return this.#bytes[this.#at++] ?? 0;
  }

  #break(): '' {
    this.#isBroken = true;
    return '';
  }
}

/** One unit of text has one byte that begins it, two units have four bytes. */
function surplusOf(byte: number): number {
  if (byte < FIRST) return 1;
  return byte >= PAIR ? -1 : 0;
}
