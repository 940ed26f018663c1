import { ApiError } from './apiError.ts';

/** What is counted in one span of time, by who it is counted for; spans follow the clock. */
class Window {
  readonly #lengthMs: number;
  readonly #counts = new Map<string, number>();
  #start = 0;

  constructor(lengthMs: number) {
    this.#lengthMs = lengthMs;
  }

  /** @returns how much was counted in this span, these points included. */
  add(who: string, points: number, now: number): number {
    const start = now - (now % this.#lengthMs);
    if (start !== this.#start) this.#counts.clear();
    this.#start = start;
    const used = (this.#counts.get(who) ?? 0) + points;
    this.#counts.set(who, used);
    return used;
  }

  /** How much was counted so far in this span. */
  used(who: string, now: number): number {
    return now - (now % this.#lengthMs) === this.#start ? (this.#counts.get(who) ?? 0) : 0;
  }

  /** Seconds until the next span, >= 1. */
  waitS(now: number): number {
    return Math.max(1, Math.ceil((this.#lengthMs - (now % this.#lengthMs)) / 1_000));
  }
}

/** What one key, or one address without a key, may ask in a minute; and orders of one user. */
export const compatLimits = { weight1m: 6_000, orders10s: 300, orders1m: 1_500 } as const;

/** Used up so far, as clients read it from the headers of an answer. */
export type UsedHeaders = Readonly<Record<string, string>>;

export interface RatesDeps {
  readonly now: () => number;
  /** How many users an address is taken for. */
  readonly usersPerAddress: number;
  /** Multiplies all; given by tests. */
  readonly factor: number;
}

/** Limits of the compatible API: weights by key or address, orders by user. */
export class CompatRates {
  readonly #deps: RatesDeps;
  readonly #weights = new Window(60_000);
  readonly #orders10s = new Window(10_000);
  readonly #orders1m = new Window(60_000);

  constructor(deps: RatesDeps) {
    this.#deps = deps;
  }

  /** @throws {ApiError} -1003, 429 */
  takeWeight(who: string, weight: number, isAddress: boolean): UsedHeaders {
    const { now, usersPerAddress, factor } = this.#deps;
    const most = compatLimits.weight1m * factor * (isAddress ? usersPerAddress : 1);
    const used = this.#weights.add(who, weight, now());
    if (used > most) throw this.#tooHeavy(most);
    return { 'x-mbx-used-weight': `${used}`, 'x-mbx-used-weight-1m': `${used}` };
  }

  /** Refuses a caller without weight left before any lookup. @throws {ApiError} -1003, 429 */
  refuseHeavy(who: string, isAddress: boolean): void {
    const { now, usersPerAddress, factor } = this.#deps;
    const most = compatLimits.weight1m * factor * (isAddress ? usersPerAddress : 1);
    if (this.#weights.used(who, now()) > most) throw this.#tooHeavy(most);
  }

  #tooHeavy(most: number): ApiError {
    return new ApiError(
      -1003,
      `Too much request weight used; current limit is ${most} request weight per 1 MINUTE. Please use WebSocket Streams for live updates to avoid polling the API.`,
      { status: 429, retryAfterS: this.#weights.waitS(this.#deps.now()) },
    );
  }

  /** Refuses orders of a user over the order limit before any lookup. @throws {ApiError} -1015, 429 */
  refuseSpent(who: string): void {
    const { now, factor } = this.#deps;
    const spent = (window: Window, most: number): boolean => window.used(who, now()) > most * factor;
    if (spent(this.#orders10s, compatLimits.orders10s) || spent(this.#orders1m, compatLimits.orders1m))
      this.takeOrders(who, 0);
  }

  /** @param who a user and the part of the API. @throws {ApiError} -1015, 429 */
  takeOrders(who: string, count: number): UsedHeaders {
    const { now, factor } = this.#deps;
    const short = this.#orders10s.add(who, count, now());
    const long = this.#orders1m.add(who, count, now());
    if (short > compatLimits.orders10s * factor)
      throw tooMany(compatLimits.orders10s, '10 SECOND', this.#orders10s.waitS(now()));
    if (long > compatLimits.orders1m * factor)
      throw tooMany(compatLimits.orders1m, '1 MINUTE', this.#orders1m.waitS(now()));
    return { 'x-mbx-order-count-10s': `${short}`, 'x-mbx-order-count-1m': `${long}` };
  }
}

const tooMany = (most: number, span: string, retryAfterS: number): ApiError =>
  new ApiError(-1015, `Too many new orders; current limit is ${most} orders per ${span}.`, {
    status: 429,
    retryAfterS,
  });

/** The limits in the form of `exchangeInfo`. */
export const rateLimitRows = [
  { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: compatLimits.weight1m },
  { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: compatLimits.orders10s },
  { rateLimitType: 'ORDERS', interval: 'MINUTE', intervalNum: 1, limit: compatLimits.orders1m },
] as const;
