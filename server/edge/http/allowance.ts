import type { RateLimiterRes } from 'rate-limiter-flexible';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { networkOf } from '../../base/network.ts';
import { TooManyError } from '../../books/users/limits.ts';
import type { SessionUser } from '../../books/users/sessions.ts';

/**
 * Weight per LIMIT_SECONDS: for a user with a session, and for each of the users assumed behind an address.
 */
const USER_POINTS = 240;
const ADDRESS_POINTS = 24;
const REPORT_POINTS = 2;
const LIMIT_SECONDS = 10;
/** Tokens whose user is cached. */
const MOST_TOKENS = 20_000;

export interface AllowanceDeps {
  /** Users assumed behind one address. */
  readonly usersPerAddress: number;
  /** Multiplies the limits; set by tests. */
  readonly limitFactor?: number;
}

/** Rate limits: of a user, and of all callers without a session by their address. */
export class Allowance {
  readonly #sessions: RateLimiterMemory;
  readonly #addresses: RateLimiterMemory;
  readonly #reports: RateLimiterMemory;
  /** Users by token, the most recently used last. */
  readonly #users = new Map<string, number>();

  constructor({ usersPerAddress, limitFactor = 1 }: AllowanceDeps) {
    const of = (points: number) =>
      new RateLimiterMemory({ points: points * limitFactor, duration: LIMIT_SECONDS });
    this.#sessions = of(USER_POINTS);
    this.#addresses = of(ADDRESS_POINTS * usersPerAddress);
    this.#reports = of(REPORT_POINTS * usersPerAddress);
  }

  /** Caches a token's user, so that the next call with it is charged to that user. */
  learn(token: string, user: SessionUser | undefined): void {
    this.#users.delete(token);
    if (!user) return;
    this.#users.set(token, user.userId);
    const [oldest] = this.#users.keys();
    if (this.#users.size > MOST_TOKENS && oldest !== undefined) this.#users.delete(oldest);
  }

  /** The charged caller. A token without a known user counts as none. */
  whoOf(token: string, address: string): string {
    const userId = this.#users.get(token);
    return userId === undefined ? networkOf(address) : `user ${userId}`;
  }

  /** @throws {TooManyError} */
  take(who: string, points: number): Promise<void> {
    return taken(who.startsWith('user ') ? this.#sessions : this.#addresses, who, points);
  }

  /** A report of an internal error. @throws {TooManyError} */
  takeReport(address: string): Promise<void> {
    return taken(this.#reports, networkOf(address), 1);
  }
}

async function taken(limiter: RateLimiterMemory, who: string, points: number): Promise<void> {
  if (points === 0) return;
  // One that costs more than there is would be refused at each retry: half of all is left for the caller's other calls.
  const most = Math.max(1, Math.floor(limiter.points / 2));
  await limiter.consume(who, Math.min(points, most)).catch(({ msBeforeNext }: RateLimiterRes) => {
    throw new TooManyError(Math.max(1, Math.ceil(msBeforeNext / 1_000)));
  });
}
