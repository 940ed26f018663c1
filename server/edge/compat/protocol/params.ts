import type { Dec } from '../../../../domain/index.ts';
import { D, isAmountText, toText } from '../../../../domain/index.ts';
import { ApiError, illegal, missing } from './apiError.ts';

const DECIMAL = /^[0-9]{1,20}(\.[0-9]{1,20})?$/;
const SIGNED_DECIMAL = /^-?[0-9]{1,20}(\.[0-9]{1,20})?$/;
const WHOLE = /^[0-9]{1,16}$/;
/** Letters of the name that a program gives an order. */
export const MOST_CLIENT_ID = 36;
const CLIENT_ID = /^[.A-Z:/a-z0-9_-]{1,36}$/;

/** Parameters of a request, each read once by what it is. An empty one counts as absent. */
export class Params {
  readonly #values: ReadonlyMap<string, string>;

  constructor(values: Iterable<readonly [string, string]>) {
    this.#values = new Map([...values].filter(([, value]) => value !== ''));
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  text(name: string): string | undefined {
    return this.#values.get(name);
  }

  /** @throws {ApiError} -1102 */
  needText(name: string): string {
    const text = this.text(name);
    if (text === undefined) throw missing(name);
    return text;
  }

  /** One of the words of an enumeration. @throws {ApiError} with the code of that enumeration. */
  word<T extends string>(name: string, words: readonly T[], code: number, message: string): T | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const word = words.find((each) => each === text);
    if (word === undefined) throw new ApiError(code, message);
    return word;
  }

  /** Plain decimal text, >= 0. @throws {ApiError} -1100, -1111 */
  decimal(name: string): Dec | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (!DECIMAL.test(text)) throw illegal(name, DECIMAL.source);
    return this.#amount(text);
  }

  signedDecimal(name: string): Dec | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (!SIGNED_DECIMAL.test(text)) throw illegal(name, SIGNED_DECIMAL.source);
    return text.startsWith('-') ? `-${this.#amount(text.slice(1))}` : this.#amount(text);
  }

  #amount(text: string): Dec {
    const plain = toText(new D(text));
    if (!isAmountText(plain))
      throw new ApiError(-1111, 'Precision is over the maximum defined for this asset.');
    return plain;
  }

  /** @throws {ApiError} -1102 */
  needDecimal(name: string): Dec {
    const value = this.decimal(name);
    if (value === undefined) throw missing(name);
    return value;
  }

  /** A whole number >= 0: ids, moments, counts. @throws {ApiError} -1100 */
  whole(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (!WHOLE.test(text)) throw illegal(name, WHOLE.source);
    const value = Number.parseInt(text, 10);
    if (!Number.isSafeInteger(value)) throw illegal(name, WHOLE.source);
    return value;
  }

  /** How many rows: from 1 up to what an answer holds. @throws {ApiError} -1130 */
  limit(usual: number, most: number, name = 'limit'): number {
    const value = this.whole(name) ?? usual;
    if (value < 1) throw new ApiError(-1130, `Data sent for parameter '${name}' is not valid.`);
    return Math.min(value, most);
  }

  flag(name: string): boolean | undefined {
    const text = this.text(name)?.toLowerCase();
    if (text === undefined) return undefined;
    if (text !== 'true' && text !== 'false')
      throw new ApiError(-1130, `Data sent for parameter '${name}' is not valid.`);
    return text === 'true';
  }

  /** The name that a program gives an order. @throws {ApiError} -1100 */
  clientId(name: string): string | undefined {
    const text = this.text(name);
    if (text !== undefined && !CLIENT_ID.test(text)) throw illegal(name, CLIENT_ID.source);
    return text;
  }

  /** A JSON array of texts. @throws {ApiError} -1100 */
  texts(name: string): readonly string[] | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const list = jsonOf(text);
    if (!Array.isArray(list) || !list.every((each) => typeof each === 'string'))
      throw illegal(name, '["[A-Z0-9-_.]{1,20}"(,"[A-Z0-9-_.]{1,20}"){0,}]');
    return list;
  }
}

/**
 * A value of JSON as the text of a parameter: what is no plain value is its JSON, as it may have no text of its own.
 * @throws {ApiError} -1130 for what is too deep to be written, though it could be read.
 */
export function textOf(value: unknown): string {
  if (typeof value !== 'object') return String(value);
  try {
    return JSON.stringify(value);
  } catch {
    throw new ApiError(-1130, 'Data sent for a parameter is not valid.');
  }
}

/** What a JSON text says; undefined when it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Letters of a request's number that is a text. */
const MOST_NUMBER = 36;

/**
 * The number of a request over a socket, which its answer repeats: a number, a short text or null. Undefined for anything
 * else: what is read as deep as it comes cannot be written as deep, and its writer's failure would end the process.
 */
export function requestNumberOf(id: unknown): number | string | null | undefined {
  if (id === undefined || id === null) return null;
  if (typeof id === 'number') return id;
  return typeof id === 'string' && id.length <= MOST_NUMBER ? id : undefined;
}
