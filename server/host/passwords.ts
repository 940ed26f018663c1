import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { RuleError } from '../../domain/index.ts';
import type { PasswordHasher } from '../accounts/secrets.ts';

/** OWASP's figures for scrypt: 128 MiB and a quarter of a second. */
const COST = { N: 2 ** 17, r: 8, p: 1 };
const KEY_BYTES = 32;
const AT_ONCE = 2;
/** More waiting than this would wait longer than a person does. */
const MOST_WAITING = 60;

export interface HashCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** scrypt behind a queue: two at once, and a refusal when too many wait. @param cost for new hashes. */
export function createHasher(cost: HashCost = COST): PasswordHasher {
  const queue = createQueue();
  const derive = (password: string, salt: Buffer, { N, r, p }: HashCost): Promise<Buffer> =>
    queue(
      () =>
        new Promise((resolve, reject) => {
          const options = { N, r, p, maxmem: 32 * 2 ** 20 + 256 * N * r };
          scrypt(password, salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)));
        }),
    );
  return {
    async hash(password) {
      const salt = randomBytes(16);
      const key = await derive(password, salt, cost);
      return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), key.toString('base64')].join('$');
    },
    async verify(password, stored) {
      const [kind, N = '', r = '', p = '', salt = '', key = ''] = stored?.split('$') ?? [];
      if (kind !== 'scrypt') {
        await derive(password, randomBytes(16), cost);
        return false;
      }
      const [n, block, parallel] = [N, r, p].map((text) => Number.parseInt(text, 10));
      const expected = Buffer.from(key, 'base64');
      const own = { N: n ?? cost.N, r: block ?? cost.r, p: parallel ?? cost.p };
      return timingSafeEqual(await derive(password, Buffer.from(salt, 'base64'), own), expected);
    },
  };
}

function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= AT_ONCE) {
      if (waiting.length >= MOST_WAITING) throw new RuleError('unavailable');
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
