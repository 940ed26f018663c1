import type { Dec, Level } from '../../domain/index.ts';

const BLANK = 32;
const QUOTE = 34;
const COMMA = 44;
const POINT = 46;
const ZERO = 48;
const NINE = 57;
const OPEN = 91;
const BACKSLASH = 92;
const CLOSE = 93;
/** The bounds of feed decimals, and of whole numbers that float64 surely holds. */
const MOST_DIGITS = 30;
const MOST_WHOLE_DIGITS = 15;

/**
 * Reads JSON text of one known form, member by member, without building what nobody keeps. It accepts less than JSON
 * does: other orders of members, blanks, escapes and exponents break it, and a broken one yields nothing of worth; what
 * it does not accept is left to `JSON.parse`.
 */
export class Scanner {
  readonly #text: string;
  #at = 0;
  #isBroken = false;
  #hasTrimmed = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether everything was as expected, to the last character. */
  get isWhole(): boolean {
    return !this.#isBroken && this.#at === this.#text.length;
  }

  /** Whether a decimal has lost surplus zeros: what is read is not the venue's own text. */
  get hasTrimmed(): boolean {
    return this.#hasTrimmed;
  }

  /** Whether this text comes next; if so, goes behind it. */
  has(expected: string): boolean {
    if (this.#isBroken || !this.#text.startsWith(expected, this.#at)) return false;
    this.#at += expected.length;
    return true;
  }

  /** Goes behind a text that must come next. */
  skip(expected: string): this {
    if (!this.has(expected)) this.#isBroken = true;
    return this;
  }

  /** A quoted text without escapes. */
  name(): string {
    const text = this.#text;
    if (text.charCodeAt(this.#at) !== QUOTE) return this.#break();
    const from = this.#at + 1;
    let at = from;
    for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(++at)) {
      // Also false for the NaN behind the text's end.
      if (!(code >= BLANK) || code === BACKSLASH) return this.#break();
    }
    this.#at = at + 1;
    return text.slice(from, at);
  }

  /** A whole number without a sign, as JSON writes it. */
  whole(): number {
    const from = this.#at;
    let value = 0;
    let code = this.#text.charCodeAt(this.#at);
    for (; code >= ZERO && code <= NINE; code = this.#text.charCodeAt(++this.#at))
      value = value * 10 + (code - ZERO);
    const digits = this.#at - from;
    const hasSurplus = digits > 1 && this.#text.charCodeAt(from) === ZERO;
    if (digits === 0 || digits > MOST_WHOLE_DIGITS || hasSurplus) this.#break();
    return value;
  }

  /** As `whole`, with a minus sign in front allowed. */
  signed(): number {
    return this.has('-') ? -this.whole() : this.whole();
  }

  /** A quoted decimal, without surplus zeros. @see plainDecimal */
  decimal(): Dec {
    const text = this.#text;
    if (text.charCodeAt(this.#at) !== QUOTE) return this.#break();
    const from = this.#at + 1;
    let at = from;
    let point = -1;
    for (; ; at++) {
      const code = text.charCodeAt(at);
      if (code >= ZERO && code <= NINE) continue;
      if (code !== POINT || point >= 0) break;
      point = at;
    }
    const whole = (point < 0 ? at : point) - from;
    const fraction = point < 0 ? 1 : at - point - 1;
    if (
      text.charCodeAt(at) !== QUOTE ||
      whole < 1 ||
      whole > MOST_DIGITS ||
      fraction < 1 ||
      fraction > MOST_DIGITS
    )
      return this.#break();
    this.#at = at + 1;
    return this.#plain(from, from + whole, at, point >= 0);
  }

  /** Levels of price and quantity; a price of zero breaks it. @param further decimals of a level that are left alone. */
  levels(further = 0): Level[] {
    const levels: Level[] = [];
    if (this.has('[]')) return levels;
    let code = this.#next();
    if (code !== OPEN) this.#break();
    while (!this.#isBroken && code !== CLOSE) {
      if (this.#next() !== OPEN) this.#break();
      const price = this.decimal();
      if (this.#next() !== COMMA || price === '0') this.#break();
      levels.push([price, this.decimal()]);
      for (let i = 0; i < further; i++) this.skip(',').decimal();
      if (this.#next() !== CLOSE) this.#break();
      code = this.#next();
      if (code !== CLOSE && code !== COMMA) this.#break();
    }
    return levels;
  }

  #next(): number {
    return this.#text.charCodeAt(this.#at++);
  }

  #plain(from: number, point: number, to: number, hasPoint: boolean): Dec {
    const text = this.#text;
    let start = from;
    let end = to;
    if (hasPoint) {
      while (text.charCodeAt(end - 1) === ZERO) end -= 1;
      if (end - 1 === point) end = point;
    }
    while (start < point - 1 && text.charCodeAt(start) === ZERO) start += 1;
    if (start > from || end < to) this.#hasTrimmed = true;
    return text.slice(start, end);
  }

  #break(): '' {
    this.#isBroken = true;
    return '';
  }
}
