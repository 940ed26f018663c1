import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { RuleError } from '../../../domain/index.ts';
import { networkOf } from '../../base/network.ts';

interface Rule {
  readonly points: number;
  /** Seconds. */
  readonly duration: number;
  /** The points are multiplied by the users assumed behind an address. */
  readonly isOfAddress?: boolean;
}

/**
 * Rate limits of attempts. Limits that strangers can use up, knowing a contact, lead to a code by mail and do
 * not lock the owner out. Success restores nothing. Limits per address are multiplied by the users assumed
 * behind it: a phone network has dozens of customers behind one.
 */
const RULES = {
  /** Of one address for one account. */
  loginFromPlace: { points: 10, duration: 900 },
  /** Of all places together from which its owner never logged in. */
  loginByStrangers: { points: 10, duration: 900 },
  loginFromAddress: { points: 10, duration: 900, isOfAddress: true },
  /** Per requester, contact and purpose. */
  codeAgain: { points: 1, duration: 60 },
  codesOfRequester: { points: 6, duration: 3_600 },
  /** For all requesters together at which the contact's owner has never logged in: no mailbox is flooded. */
  codesByStrangers: { points: 12, duration: 3_600 },
  codesFromAddress: { points: 2, duration: 3_600, isOfAddress: true },
  codesOfUser: { points: 30, duration: 3_600 },
  /** Calls of one user that make a hash. */
  hashesOfUser: { points: 20, duration: 900 },
  temporaryTokens: { points: 12, duration: 600, isOfAddress: true },
  registerFromAddress: { points: 2, duration: 3_600, isOfAddress: true },
  secretOfUser: { points: 10, duration: 900 },
  fundPasswordOfUser: { points: 5, duration: 3_600 },
  /** Idempotency keys whose outcome is requested: each that has not acted becomes a row. */
  keysOfUser: { points: 600, duration: 3_600 },
  favouritesOfUser: { points: 240, duration: 600 },
  uploads: { points: 40, duration: 3_600 },
  uploadsFromAddress: { points: 4, duration: 3_600, isOfAddress: true },
  identityPhotos: { points: 30, duration: 3_600 },
  identityApplications: { points: 10, duration: 24 * 3_600 },
  ticketsOfUser: { points: 10, duration: 3_600 },
  repliesOfUser: { points: 30, duration: 3_600 },
  pushMovesFromAddress: { points: 10, duration: 3_600, isOfAddress: true },
  testDeposits: { points: 30, duration: 3_600 },
} as const;
export type LimitName = keyof typeof RULES;

/** Waits that grow with each wrong password from one address for one account: the third costs a second. */
const FREE_FAILURES = 3;
const MOST_WAIT_S = 60;
const FAILURES_KEPT_S = 900;

/** A refusal with the time of the next attempt. */
export class TooManyError extends RuleError {
  readonly retryAfterS: number;
  constructor(retryAfterS: number) {
    super('tooManyRequests');
    this.retryAfterS = retryAfterS;
  }
}

export interface LimitsOptions {
  /** Multiplies every limit: for benches and tests, which log in more often than users do. */
  readonly factor?: number;
  /** Users assumed behind one address. */
  readonly usersPerAddress?: number;
}

export class Limits {
  readonly #limiters = new Map<LimitName, RateLimiterMemory>();
  readonly #failures = new RateLimiterMemory({ points: 1_000_000, duration: FAILURES_KEPT_S });
  readonly #waits = new RateLimiterMemory({ points: 1, duration: 1 });
  readonly #factor: number;
  readonly #users: number;

  constructor({ factor = 1, usersPerAddress = 1 }: LimitsOptions = {}) {
    this.#factor = factor;
    this.#users = usersPerAddress;
  }

  /** Counts tries. @throws {TooManyError} when there were too many. */
  async take(name: LimitName, key: string, tries = 1): Promise<void> {
    await refuseWhenOver(this.#limiter(name).consume(boundTo(key), tries));
  }

  /** Counts one try. @returns whether there were too many. */
  async isOver(name: LimitName, key: string): Promise<boolean> {
    try {
      await this.take(name, key);
      return false;
    } catch (error) {
      if (error instanceof TooManyError) return true;
      throw error;
    }
  }

  /**
   * Counts one try in each of several limits, or in none. @returns takes that back, for what did not happen after all.
   * @throws {TooManyError} when there were too many in one.
   */
  async takeAll(wanted: readonly (readonly [name: LimitName, key: string])[]): Promise<() => Promise<void>> {
    const taken: (readonly [name: LimitName, key: string])[] = [];
    const undo = async (): Promise<void> => {
      for (const [name, key] of taken) await this.#limiter(name).reward(boundTo(key), 1);
    };
    try {
      for (const each of wanted) {
        await this.take(...each);
        taken.push(each);
      }
    } catch (error) {
      await undo();
      throw error;
    }
    return undo;
  }

  /** @throws {TooManyError} while a wait after wrong passwords runs. */
  async mayTry(key: string): Promise<void> {
    const wait = await this.#waits.get(boundTo(key));
    if (wait && wait.consumedPoints > 0 && wait.msBeforeNext > 0) throw tooMany(wait);
  }

  /** A wrong password: the next try waits, longer each time. */
  async failed(key: string): Promise<void> {
    const { consumedPoints } = await this.#failures.consume(boundTo(key));
    if (consumedPoints < FREE_FAILURES || this.#factor > 1) return;
    await this.#waits.block(boundTo(key), Math.min(MOST_WAIT_S, 2 ** (consumedPoints - FREE_FAILURES)));
  }

  #limiter(name: LimitName): RateLimiterMemory {
    const known = this.#limiters.get(name);
    if (known) return known;
    const { points, duration, isOfAddress = false }: Rule = RULES[name];
    const users = isOfAddress ? this.#users : 1;
    const made = new RateLimiterMemory({ points: points * users * this.#factor, duration });
    this.#limiters.set(name, made);
    return made;
  }
}

/** What a limit counts by: of an address at the beginning of a key, its network. */
function boundTo(key: string): string {
  const [first = '', ...rest] = key.split(' ');
  return [networkOf(first), ...rest].join(' ');
}

async function refuseWhenOver(tried: Promise<RateLimiterRes>): Promise<void> {
  try {
    await tried;
  } catch (result) {
    throw result instanceof RateLimiterRes ? tooMany(result) : result;
  }
}

const tooMany = ({ msBeforeNext }: RateLimiterRes): TooManyError =>
  new TooManyError(Math.max(1, Math.ceil(msBeforeNext / 1_000)));
