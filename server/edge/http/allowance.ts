import type { RateLimiterRes } from 'rate-limiter-flexible';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { networkOf } from '../../base/network.ts';
import { TooManyError } from '../../books/people/limits.ts';
import type { SessionUser } from '../../books/people/sessions.ts';

/** What may be called in LIMIT_SECONDS, by weight: by somebody who is logged in, and by each of those behind an address. */
const PERSON_POINTS = 240;
const ADDRESS_POINTS = 24;
const REPORT_POINTS = 2;
const LIMIT_SECONDS = 10;
/** Tokens of which is known whose they are. */
const MOST_TOKENS = 20_000;

export interface AllowanceDeps {
  /** How many people an address is taken for. */
  readonly peoplePerAddress: number;
  /** Multiplies what may be called; given by tests. */
  readonly limitFactor?: number;
}

/** What callers may ask for: a person by himself, all others by their address. */
export class Allowance {
  readonly #persons: RateLimiterMemory;
  readonly #addresses: RateLimiterMemory;
  readonly #reports: RateLimiterMemory;
  /** Whose a token was when it was last looked up, the newest last. */
  readonly #users = new Map<string, number>();

  constructor({ peoplePerAddress, limitFactor = 1 }: AllowanceDeps) {
    const of = (points: number) =>
      new RateLimiterMemory({ points: points * limitFactor, duration: LIMIT_SECONDS });
    this.#persons = of(PERSON_POINTS);
    this.#addresses = of(ADDRESS_POINTS * peoplePerAddress);
    this.#reports = of(REPORT_POINTS * peoplePerAddress);
  }

  /** Remembers whose a token is, so that the next call with it is charged to its owner. */
  learn(token: string, user: SessionUser | undefined): void {
    this.#users.delete(token);
    if (!user) return;
    this.#users.set(token, user.userId);
    const [oldest] = this.#users.keys();
    if (this.#users.size > MOST_TOKENS && oldest !== undefined) this.#users.delete(oldest);
  }

  /** Who is charged for a call. A token that is not known to be anybody's counts as none. */
  whoOf(token: string, address: string): string {
    const userId = this.#users.get(token);
    return userId === undefined ? networkOf(address) : `user ${userId}`;
  }

  /** @throws {TooManyError} */
  take(who: string, points: number): Promise<void> {
    return taken(who.startsWith('user ') ? this.#persons : this.#addresses, who, points);
  }

  /** A report of an internal error. @throws {TooManyError} */
  takeReport(address: string): Promise<void> {
    return taken(this.#reports, networkOf(address), 1);
  }
}

async function taken(limiter: RateLimiterMemory, who: string, points: number): Promise<void> {
  if (points === 0) return;
  await limiter.consume(who, points).catch(({ msBeforeNext }: RateLimiterRes) => {
    throw new TooManyError(Math.max(1, Math.ceil(msBeforeNext / 1_000)));
  });
}
