import type { Dec, Level } from '../../domain/index.ts';

/** A JSON object whose fields nobody has looked at yet. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Ids, counts and moments: whole numbers that float64 holds exactly. */
export const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

/** The JSON of a socket's text; undefined for what is none. */
export function parseJson(data: unknown): unknown {
  if (typeof data !== 'string') return undefined;
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

const ZERO = 48;
const NINE = 57;
/** The bounds of feed decimals: 30 digits, a point, 30 digits. */
const MOST_WHOLE = 30;
const MOST_FRACTION = 30;

/**
 * A venue's plain decimal without surplus zeros, so that equal prices have equal texts: `61837.63000000` becomes
 * `61837.63`. Undefined for signs, exponents, texts of more than 30 digits a part, and all that is no decimal. Loops,
 * not an expression: books bring tens of thousands of texts a second.
 */
export function plainDecimal(text: unknown): Dec | undefined {
  if (typeof text !== 'string') return undefined;
  const { length } = text;
  const point = text.indexOf('.');
  const whole = point < 0 ? length : point;
  if (whole === 0 || whole > MOST_WHOLE || point === length - 1 || length - whole - 1 > MOST_FRACTION)
    return undefined;
  let end = length;
  if (point > 0) {
    while (text.charCodeAt(end - 1) === ZERO) end -= 1;
    if (end - 1 === point) end = point;
  }
  if (!areDigits(text, 0, whole) || !areDigits(text, whole + 1, end)) return undefined;
  let start = 0;
  while (start < whole - 1 && text.charCodeAt(start) === ZERO) start += 1;
  return start === 0 && end === length ? text : text.slice(start, end);
}

function areDigits(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code < ZERO || code > NINE) return false;
  }
  return true;
}

/** As `plainDecimal`, with a minus sign in front allowed: funding rates. */
export function signedDecimal(text: unknown): Dec | undefined {
  if (typeof text !== 'string' || !text.startsWith('-')) return plainDecimal(text);
  const size = plainDecimal(text.slice(1));
  return size === undefined || size === '0' ? size : `-${size}`;
}

/**
 * Levels from entries that begin with price and quantity; undefined when one of them is malformed. A quantity of "0"
 * takes a level out; a price of "0" is malformed.
 */
export function readLevels(value: unknown, most = Number.POSITIVE_INFINITY): Level[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const count = Math.min(value.length, most);
  const read: Level[] = new Array(count);
  for (let i = 0; i < count; i++) {
    const entry: unknown = value[i];
    if (!Array.isArray(entry)) return undefined;
    const price = plainDecimal(entry[0]);
    const quantity = plainDecimal(entry[1]);
    if (price === undefined || quantity === undefined || price === '0') return undefined;
    read[i] = [price, quantity];
  }
  return read;
}
