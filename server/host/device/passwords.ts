import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { HashTurn, PasswordHasher } from '../../base/secrets.ts';
import { createHashQueue } from './hashQueue.ts';

/** OWASP's figures for scrypt: 128 MiB and a quarter of a second. */
const COST = { N: 2 ** 17, r: 8, p: 1 };
const KEY_BYTES = 32;

export interface HashCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** scrypt behind a queue: few at once, and a refusal when too many wait. @param cost for new hashes. */
export function createHasher(cost: HashCost = COST): PasswordHasher {
  const queue = createHashQueue();
  const derive = (password: string, salt: Buffer, { N, r, p }: HashCost, turn: HashTurn): Promise<Buffer> =>
    queue(
      turn,
      () =>
        new Promise((resolve, reject) => {
          const options = { N, r, p, maxmem: 32 * 2 ** 20 + 256 * N * r };
          scrypt(password, salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)));
        }),
    );
  return {
    async hash(password, turn) {
      const salt = randomBytes(16);
      const key = await derive(password, salt, cost, turn);
      return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), key.toString('base64')].join('$');
    },
    async verify(password, stored, turn) {
      const [kind, N = '', r = '', p = '', salt = '', key = ''] = stored?.split('$') ?? [];
      if (kind !== 'scrypt') {
        await derive(password, randomBytes(16), cost, turn);
        return false;
      }
      const [n, block, parallel] = [N, r, p].map((text) => Number.parseInt(text, 10));
      const expected = Buffer.from(key, 'base64');
      const own = { N: n ?? cost.N, r: block ?? cost.r, p: parallel ?? cost.p };
      return timingSafeEqual(await derive(password, Buffer.from(salt, 'base64'), own, turn), expected);
    },
  };
}
