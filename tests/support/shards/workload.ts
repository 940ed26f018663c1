import type { Market, OrderSide } from '../../../domain/index.ts';
import { fakeMarket } from '../fakeSource.ts';
import type { Command } from './shapes.ts';
import type { Reply } from './slot.ts';

/** Fine steps, so that prices times quantities have more places than are booked; BBB-AAA spends on one book shard what another has brought. */
export const trialMarkets: readonly Market[] = ['AAA-USDT', 'BBB-USDT', 'CCC-USDT', 'BBB-AAA'].map((id) => ({
  ...fakeMarket(id),
  ...{ tick: '0.0001', lot: '0.00001', minQuantity: '0.00001', minTotal: '0' },
}));
export const trialAssets = ['USDT', 'AAA', 'BBB', 'CCC'] as const;
/** The last price of each market all the time. */
export const LAST = '10';

/** Whole numbers below a bound, the same for the same seed (mulberry32). */
export function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

/** What each user begins with; every fifth is short of everything, and every eighth has one asset alone. */
export function depositsOf(userCount: number): Command[] {
  return Array.from({ length: userCount }, (_, i) => i + 1).flatMap((user) =>
    trialAssets
      .filter((asset) => user % 8 !== 0 || asset === 'USDT')
      .map((asset): Command => {
        const amount = user % 5 === 0 ? '40.5' : asset === 'USDT' ? '100000' : '10000';
        return { kind: 'deposit', key: `deposit-${user}-${asset}`, user, asset, amount };
      }),
  );
}

/** The next command of a user, of its own series of random numbers. */
export class UserWorkload {
  readonly user: number;
  readonly #random: (below: number) => number;
  /** Numbers of its orders that may be live. */
  readonly #placed: number[] = [];
  #count = 0;

  constructor(user: number, seed: number) {
    this.user = user;
    this.#random = randomOf(seed * 1_000 + user);
  }

  next(): Command {
    const random = this.#random;
    this.#count += 1;
    const key = `command-${this.user}-${this.#count}`;
    const dice = random(20);
    if (dice < 4 && this.#placed.length > 0) {
      // An order of long ago has often ended by itself.
      const [id = 0] = this.#placed.splice(random(this.#placed.length), 1);
      return { kind: 'cancel', key, user: this.user, id };
    }
    const side: OrderSide = random(2) === 0 ? 'buy' : 'sell';
    const market = trialMarkets[random(trialMarkets.length)]?.id ?? '';
    // Most are near the middle, many at the same price; a taker's price is the worst that it takes.
    const isTaker = dice >= 15;
    const away = 100 * (isTaker ? 15 + random(30) : random(6) - 2);
    const price = 100_003 + (side === 'buy' ? away : -away);
    const request = {
      ...{ market, side, type: 'limit' as const },
      tif: isTaker ? ('IOC' as const) : dice === 14 ? ('FOK' as const) : ('GTC' as const),
      postOnly: dice === 13,
      price: decimal(price, 4),
      quantity: decimal(1 + random(random(6) === 0 ? 2_000_000 : 300_000), 5),
    };
    return { kind: 'place', key, user: this.user, request, last: LAST };
  }

  /** What came of the last command. */
  replied(command: Command, reply: Reply): void {
    if (command.kind === 'place' && 'answer' in reply) this.#placed.push(reply.answer.id);
  }
}

/** A whole number of units of a last place, as it is written. */
function decimal(units: number, places: number): string {
  const digits = String(units).padStart(places + 1, '0');
  const fraction = digits.slice(-places).replace(/0+$/, '');
  return `${digits.slice(0, -places)}${fraction === '' ? '' : `.${fraction}`}`;
}
