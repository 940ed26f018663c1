import { OrderBook, Side } from 'nodejs-order-book';
import { PriceTimeBook } from '../server/matching/priceTimeBook.ts';

const USERS = 500;
const PRICES = 200;

interface Step {
  readonly side: 'buy' | 'sell';
  readonly ticks: number;
  readonly lots: number;
}

/** The same orders for both: around one price, so that about half of them trade. */
function stepsOf(count: number): Step[] {
  let state = 42;
  const random = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  return Array.from({ length: count }, () => {
    const isBuy = random(2) === 0;
    const off = random(PRICES) - PRICES / 4;
    return { side: isBuy ? 'buy' : 'sell', ticks: 10_000 + (isBuy ? -off : off), lots: 1 + random(50) };
  });
}

function ours(steps: readonly Step[]): number {
  const book = new PriceTimeBook();
  const begun = performance.now();
  for (const [i, { side, ticks, lots }] of steps.entries()) {
    const { left } = book.take(side, i % USERS, lots, ticks);
    if (left > 0) book.add(i, i % USERS, side, ticks, left);
  }
  return performance.now() - begun;
}

function limit(steps: readonly Step[]): number {
  const book = new OrderBook();
  const begun = performance.now();
  for (const [i, { side, ticks, lots }] of steps.entries())
    book.limit({ id: String(i), side: side === 'buy' ? Side.BUY : Side.SELL, size: lots, price: ticks });
  return performance.now() - begun;
}

/** Orders a second of the matching core alone, and of a library of such books. */
export function measureCore(count: number, isOursFirst: boolean): { ours: number; limit: number } {
  const steps = stepsOf(count);
  const first = isOursFirst ? ours(steps) : limit(steps);
  const second = isOursFirst ? limit(steps) : ours(steps);
  const [mine, its] = isOursFirst ? [first, second] : [second, first];
  return { ours: (count / mine) * 1_000, limit: (count / its) * 1_000 };
}
