import { RuleError } from '../../../domain/index.ts';
import type { HashTurn } from '../../base/secrets.ts';

/** Hashes that are made at once: each takes a core and 128 MiB. */
const AT_ONCE = 2;
/** More waiting than this would wait longer than a user does. */
const MOST_WAITING = 60;
/** How much of a queue one caller may fill: a user has one thing to prove at a time, an address many users. */
const MOST_OF_ONE: Readonly<Record<HashTurn['queue'], number>> = { login: 20, account: 2 };

type Start = () => void;

/** A fair queue: callers take turns, so that many requests of one wait behind a single one of another. */
class Lane {
  readonly #waiting = new Map<string, Start[]>();
  readonly #mostOfOne: number;
  #count = 0;

  constructor(mostOfOne: number) {
    this.#mostOfOne = mostOfOne;
  }

  /** @throws {RuleError} `tooManyRequests` when this caller fills a share, `unavailable` when all together do. */
  join(who: string, start: Start): void {
    const own = this.#waiting.get(who) ?? [];
    if (own.length >= this.#mostOfOne) throw new RuleError('tooManyRequests');
    if (this.#count >= MOST_WAITING) throw new RuleError('unavailable');
    this.#waiting.set(who, [...own, start]);
    this.#count += 1;
  }

  next(): Start | undefined {
    const [first] = this.#waiting;
    if (!first) return undefined;
    const [who, [start, ...rest]] = first;
    this.#waiting.delete(who);
    if (rest.length > 0) this.#waiting.set(who, rest);
    this.#count -= 1;
    return start;
  }
}

/** Runs hashes, few at once: one of each queue by turns, so that nobody who is logged in keeps anybody from logging in. */
export function createHashQueue(): <T>(turn: HashTurn, work: () => Promise<T>) => Promise<T> {
  const lanes = { login: new Lane(MOST_OF_ONE.login), account: new Lane(MOST_OF_ONE.account) };
  let running = 0;
  let last: HashTurn['queue'] = 'account';
  const startNext = (): void => {
    const other = last === 'login' ? 'account' : 'login';
    const start = lanes[other].next();
    last = start ? other : last;
    const next = start ?? lanes[last].next();
    if (next) next();
    else running -= 1;
  };
  return async ({ queue, who }, work) => {
    if (running < AT_ONCE) running += 1;
    else
      await new Promise<void>((resolve, reject) => {
        try {
          lanes[queue].join(who, resolve);
        } catch (error) {
          reject(error);
        }
      });
    try {
      return await work();
    } finally {
      startNext();
    }
  };
}
