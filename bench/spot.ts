import { OrderBook, Side } from 'nodejs-order-book';
import type { Market } from '../domain/index.ts';
import { D, emptyBook, toText } from '../domain/index.ts';
import { Desk } from '../server/spot/desk.ts';
import type { Order } from '../server/spot/order.ts';
import { leftOf } from '../server/spot/order.ts';

const PEOPLE = 500;
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

const orderOf = (id: number, { side, ticks, lots }: Step): Order => ({
  id,
  rank: id,
  userId: id % PEOPLE,
  clientId: '',
  market: 'AAA-BBB',
  side,
  type: 'limit',
  tif: 'GTC',
  postOnly: false,
  price: toText(new D('0.01').times(ticks)),
  stopPrice: null,
  stopAbove: null,
  quantity: toText(new D('0.001').times(lots)),
  total: null,
  filled: '0',
  filledTotal: '0',
  paid: '0',
  fee: '0',
  feeAsset: 'AAA',
  status: 'open',
  reason: null,
  version: 0,
  createdAt: 0,
  updatedAt: 0,
});

function ours(steps: readonly Step[]): number {
  const market = { tick: '0.01', lot: '0.001', base: 'AAA', quote: 'BBB' } as Market;
  const desk = new Desk(market, () => emptyBook);
  const orders = steps.map((step, i) => orderOf(i + 1, step));
  const begun = performance.now();
  for (const order of orders) {
    const { matches } = desk.take(order, leftOf(order), order.price ?? '0', () => '0');
    for (const { maker, quantity } of matches) {
      order.filled = toText(new D(order.filled).plus(quantity));
      if (maker) maker.filled = toText(new D(maker.filled).plus(quantity));
    }
    if (leftOf(order) !== '0') desk.add(order);
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

/** Orders a second of the matching core alone, and of the library that it stands on. */
export function measureCore(count: number, isOursFirst: boolean): { ours: number; limit: number } {
  const steps = stepsOf(count);
  const first = isOursFirst ? ours(steps) : limit(steps);
  const second = isOursFirst ? limit(steps) : ours(steps);
  const [mine, its] = isOursFirst ? [first, second] : [second, first];
  return { ours: (count / mine) * 1_000, limit: (count / its) * 1_000 };
}
