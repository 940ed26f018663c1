import { describe, expect, it } from 'vitest';
import { D, toText } from '../../../../domain/index.ts';
import { OrderBook } from '../../../../server/matching/orderBook.ts';
import type { HeldPosition } from '../../../../server/products/perpetual/batch/position.ts';
import { Store } from '../../../../server/products/perpetual/batch/store.ts';
import { Scan } from '../../../../server/products/perpetual/liquidation/scan.ts';
import { perpetualPair } from '../../../support/perpetualPair.ts';

const pairs = [perpetualPair('BTC'), perpetualPair('ETH')].map(([, market]) => market);
const orderBooks = new Map(
  pairs.map((market) => [market.id, new OrderBook<never>(market, () => ({ bids: [], asks: [] }))]),
);
const [btc = '', eth = ''] = pairs.map(({ id }) => id);

let numbers = 0;
function positionOf(userId: number, market: string, more: Partial<HeldPosition> = {}): HeldPosition {
  numbers += 1;
  return {
    id: numbers,
    userId,
    market,
    side: 'long',
    mode: 'cross',
    leverage: 10,
    quantity: '10',
    cost: '1000',
    margin: '0',
    realised: { price: '0', fees: '0', funding: '0' },
    closedQuantity: '0',
    closedCost: '0',
    closedValue: '0',
    takeProfit: '0',
    stopLoss: '0',
    openedAt: 1,
    updatedAt: 1,
    closedAt: null,
    end: null,
    version: 1,
    marginRef: 1,
    ...more,
  };
}

function setUp(positions: readonly HeldPosition[], posted: Readonly<Record<number, string>> = {}) {
  const store = new Store();
  const apply = (changed: readonly HeldPosition[], wallets: typeof posted = {}): void =>
    store.apply({
      positions: changed,
      wallets: Object.entries(wallets).map(([user, text]) => [
        Number.parseInt(user, 10),
        { posted: new D(text), held: new D(0) },
      ]),
      terms: [],
      absences: [],
      warnings: [],
    });
  apply(positions, posted);
  const scan = new Scan(store, (market) => orderBooks.get(market));
  const check = (marks: Readonly<Record<string, number>>, closed: readonly string[] = []) =>
    scan.check((market) => {
      const mark = marks[market];
      return mark === undefined ? undefined : { mark, isLive: !closed.includes(market) };
    }).suspects;
  return { store, scan, apply, check };
}

describe('the scan', () => {
  it('reads positions of a market that is listed later, once it is', () => {
    const [, later] = perpetualPair('SOL');
    const { check } = setUp([positionOf(1, btc), positionOf(1, later.id)], { 1: '100' });
    const fallen = { [btc]: 10, [later.id]: 10 };
    expect(check(fallen)).toEqual([]);
    orderBooks.set(later.id, new OrderBook<never>(later, () => ({ bids: [], asks: [] })));
    expect(check(fallen)).toEqual([{ userId: 1, market: btc }]);
  });
  it('names isolated positions whose margin may not do, and no others', () => {
    const { check } = setUp([
      positionOf(1, btc, { mode: 'isolated', margin: '100' }),
      positionOf(2, btc, { mode: 'isolated', margin: '50' }),
      positionOf(3, btc, { mode: 'isolated', margin: '50', side: 'short' }),
    ]);
    expect(check({ [btc]: 100 })).toEqual([]);
    expect(check({ [btc]: 95 })).toEqual([{ userId: 2, market: btc }]);
    expect(check({ [btc]: 90 }).map(({ userId }) => userId)).toEqual([1, 2]);
    expect(check({ [btc]: 110 })).toEqual([{ userId: 3, market: btc }]);
  });
  it('looks at a cross account as a whole', () => {
    const { check } = setUp([positionOf(1, btc), positionOf(1, eth, { side: 'short' })], { 1: '60' });
    expect(check({ [btc]: 94, [eth]: 94 })).toEqual([]);
    expect(check({ [btc]: 97, [eth]: 103 })).toHaveLength(1);
  });
  it('knows what has changed only when it is told', () => {
    const { apply, scan, check } = setUp([positionOf(1, btc)], { 1: '60' });
    expect(check({ [btc]: 94 })).toHaveLength(1);
    apply([], { 1: '600' });
    expect(check({ [btc]: 94 })).toHaveLength(1);
    scan.changed(1);
    expect(check({ [btc]: 94 })).toEqual([]);
  });
  it('forgets who has closed', () => {
    const position = positionOf(1, btc, { mode: 'isolated', margin: '1' });
    const { apply, scan, check, store } = setUp([position]);
    expect(check({ [btc]: 90 })).toHaveLength(1);
    apply([{ ...position, quantity: '0', cost: '0', margin: '0', closedAt: 2, end: 'closed', version: 2 }]);
    scan.changed(1);
    expect(check({ [btc]: 90 })).toEqual([]);
    expect([...store.users]).toEqual([]);
    expect(toText(store.netOf(btc))).toBe('0');
  });
  it('leaves alone what has no live mark, and markets that are no more', () => {
    const { check } = setUp([
      positionOf(1, btc, { mode: 'isolated', margin: '1' }),
      positionOf(2, 'GONE-USDT-PERP', { mode: 'isolated', margin: '1' }),
    ]);
    expect(check({ 'GONE-USDT-PERP': 1 })).toEqual([]);
    expect(check({ [btc]: 1 })).toHaveLength(1);
  });
  it('leaves a cross account alone until each of its markets has a mark, and takes one of a closed market', () => {
    const all = () => [positionOf(1, btc, { side: 'short' }), positionOf(1, eth)];
    const posted = { 1: '60' };
    const suspect = [{ userId: 1, market: btc }];
    // At zero the long would seem to have lost everything, and the short to have gained it.
    expect(setUp(all(), posted).check({ [btc]: 100 })).toEqual([]);
    expect(setUp(all(), posted).check({ [eth]: 90 })).toEqual([]);
    expect(setUp(all(), posted).check({ [btc]: 100, [eth]: 90 }, [btc])).toEqual(suspect);
    expect(setUp(all(), posted).check({ [btc]: 100, [eth]: 90 }, [eth])).toEqual(suspect);
    expect(setUp(all(), posted).check({ [btc]: 100, [eth]: 90 }, [btc, eth])).toEqual([]);
    expect(setUp(all(), posted).check({ [btc]: 100, [eth]: 100 }, [eth])).toEqual([]);
  });
  it('takes in more markets than it had room for', () => {
    const many = Array.from({ length: 150 }, (_, i) => perpetualPair(`S${i}`)[1]);
    for (const market of many)
      orderBooks.set(market.id, new OrderBook<never>(market, () => ({ bids: [], asks: [] })));
    const positions = many.map(({ id }, i) => positionOf(i + 1, id, { mode: 'isolated', margin: '50' }));
    const { check } = setUp(positions);
    const marks = Object.fromEntries(many.map(({ id }, i) => [id, i === 140 ? 90 : 100]));
    expect(check(marks).map(({ userId }) => userId)).toEqual([141]);
  });
});
