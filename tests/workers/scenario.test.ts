import { beforeEach, describe, expect, it } from 'vitest';
import type { FuturesOrderRow, MarkRow, PositionRow } from '../../domain/contract/index.ts';
import { D, liquidationPrice, tiersOfMarket } from '../../domain/index.ts';
import type { ScenarioFrame, ScenarioView } from '../../workers/api.ts';
import '../../workers/views/userViews.ts';
import '../../workers/views/perpetual/scenario/scenarioView.ts';
import { ID, order, position } from './futuresRows.ts';
import {
  endVisit,
  market,
  noNews,
  open,
  pass,
  publish,
  start,
  ticker,
  world,
  worldForEach,
} from './world.ts';

worldForEach();

const OTHER = 'ETH-USDT-PERP';
const btc = market('BTC', 'USDT', { id: ID, kind: 'perpetual', tick: '0.1', lot: '0.001', minTotal: '5' });
const eth = market('ETH', 'USDT', { id: OTHER, kind: 'perpetual', tick: '0.01', lot: '0.01', minTotal: '5' });
const short = position({
  id: 2,
  market: OTHER,
  side: 'short',
  mode: 'cross',
  leverage: 10,
  quantity: '10',
  cost: '27000',
  margin: '0',
});
const mark = (id: string, price: string): MarkRow => [
  id,
  price,
  price,
  '0.0001',
  world.clock.now() + 60_000,
  'live',
];

function publishUser(positions: PositionRow[], orders: FuturesOrderRow[] = []): void {
  world.feed.subject.next({
    kind: 'private',
    at: world.clock.now(),
    snapshot: {
      uid: '100000001',
      balances: [{ account: 'futures', asset: 'USDT', posted: '10000', held: '122', version: 1 }],
      orders: [],
      futures: {
        positions,
        orders,
        terms: [],
        absence: { seconds: 0, action: 'cancelAll', state: 'off', since: 0, version: 0 },
      },
      positionMargin: '122',
      realizedPl: '0',
      notifications: noNews,
    },
  });
}

beforeEach(async () => {
  endVisit();
  world.markets = [btc, eth];
  await start();
  await pass(20);
  world.feed.subject.next({ kind: 'link', state: 'live' });
  await world.session.setSettings({ token: 'mine' });
  publish([ticker(ID, '61000'), ticker(OTHER, '2700')], true);
  await pass(50);
});

/** What is shown of a move, with these rows. */
async function looked(
  view: Partial<ScenarioView>,
  positions: PositionRow[] = [position(), short],
  orders: FuturesOrderRow[] = [],
): Promise<ScenarioFrame | undefined> {
  const { frames } = await open({ kind: 'scenario', percent: 0, ...view });
  publishUser(positions, orders);
  publishMarks();
  await pass(300);
  return (frames as ScenarioFrame[]).at(-1);
}

function publishMarks(): void {
  world.feed.subject.next({
    kind: 'marks',
    snapshot: false,
    rows: [mark(ID, '61000'), mark(OTHER, '2700')],
    at: world.clock.now(),
  });
}

describe('if the market moves', () => {
  it('nothing has happened before it moves, and who would go is named with the price of the position', async () => {
    const frame = await looked({});
    expect(frame).toMatchObject({
      isKnown: true,
      equityNow: '10,000.00',
      equityThen: '10,000.00',
      liquidated: 0,
    });
    const found = liquidationPrice(position(), '122', '61000', tiersOfMarket(btc));
    const price = found.kind === 'at' ? new D(found.price).toDecimalPlaces(1, D.ROUND_UP).toFixed(2) : '';
    expect(frame?.lines[0]).toMatchObject({ base: 'BTC', outcome: 'next', profit: '0.00' });
    expect(frame?.lines[0]?.price.replaceAll(',', '')).toBe(price);
    expect(frame?.lines[0]?.at).toBe('−4.5%');
    expect(frame?.fallsAt).toBe(454);
  });
  it('an isolated position loses its margin and nothing more; what gains is said to gain', async () => {
    const frame = await looked({ percent: -12 });
    expect(frame).toMatchObject({
      move: '−12%',
      liquidated: 1,
      equityThen: '13,118.00',
      change: '+3,118.00',
    });
    expect(frame?.lines).toMatchObject([
      { base: 'BTC', outcome: 'liquidated', at: '−4.5%', profit: '−122.00' },
      { base: 'ETH', outcome: 'gains', profit: '+3,240.00' },
    ]);
    expect(frame?.ratio).toMatchObject({ mode: 'cross' });
  });
  it('one coin alone leaves the others where they are', async () => {
    const frame = await looked({ percent: -12, base: 'BTC' });
    expect(frame?.lines).toMatchObject([{ outcome: 'liquidated' }, { outcome: 'still', profit: '0.00' }]);
    expect(frame).toMatchObject({ bases: ['BTC', 'ETH'], equityThen: '9,878.00', changePercent: '−1.22%' });
  });
  it('a stop-loss that stands closes first; one that is tried says what it would have saved', async () => {
    const guard = order({
      status: 'waiting',
      type: 'market',
      group: 3,
      side: 'sell',
      quantity: null,
      price: null,
      trigger: { kind: 'stop', price: '60000', source: 'last' },
    });
    const stopped = await looked({ percent: -12, base: 'BTC' }, [position()], [guard]);
    // 0.04 at 60,000: a loss of 40, and a fee of 1.2.
    expect(stopped?.lines[0]).toMatchObject({
      outcome: 'stopped',
      by: 'stop',
      price: '60,000.00',
      profit: '−41.20',
    });
    const tried = await looked({ percent: -12, base: 'BTC', market: ID, stop: '60000' }, [position()]);
    expect(tried?.stop).toMatchObject({ outcome: 'stops', equity: '9,958.80', saved: '+80.80' });
    expect((await looked({ percent: -12, market: ID, stop: '58000' }, [position()]))?.stop?.outcome).toBe(
      'late',
    );
    expect((await looked({ percent: -1, market: ID, stop: '60000' }, [position()]))?.stop?.outcome).toBe(
      'idle',
    );
    const wrong = await looked({ percent: -12, market: ID, stop: '61500' }, [position()]);
    expect(wrong?.stopError).toBe('triggerPassed');
  });
  it('orders that would open something are named as left out', async () => {
    expect((await looked({}, [position()], [order()]))?.hasOrders).toBe(true);
    expect((await looked({}, [position()]))?.hasOrders).toBe(false);
  });
  it('says how old the marks are once they are old', async () => {
    const { frames } = await open({ kind: 'scenario', percent: -4 });
    publishUser([position()]);
    publishMarks();
    await pass(300);
    const last = () => (frames as ScenarioFrame[]).at(-1);
    expect(last()?.freshness).toBeUndefined();
    await pass(5_000);
    expect(last()).toMatchObject({ isKnown: true, freshness: { state: 'stale' } });
    // Whole seconds, counted with the beat of the view.
    expect(['4 sec. ago', '5 sec. ago']).toContain(last()?.freshness?.ageText);
    publishMarks();
    await pass(300);
    expect(last()?.freshness).toBeUndefined();
  });

  it('as on a recorded day every market goes its own way, of the days that would cost most', async () => {
    const day = Math.floor(world.clock.now() / 86_400_000) * 86_400_000 - 86_400_000;
    const bars: Record<string, unknown[]> = {
      [ID]: [
        [day - 86_400_000, '100', '100', '100', '100', '1'],
        [day, '100', '102', '97', '99', '1'],
        // The day under way counts for nothing.
        [day + 86_400_000, '99', '99', '1', '2', '1'],
      ],
      [OTHER]: [[day, '50', '60', '50', '55', '1']],
    };
    const requested: string[] = [];
    world.answers['market/candles'] = ({ id }: { id: string }) => {
      requested.push(id);
      return { candles: bars[id], more: false };
    };
    await looked({});
    expect(requested).toEqual([]);
    const frame = await looked({ percent: 100, day: null });
    expect(requested.toSorted()).toEqual([ID, OTHER]);
    // Ten ether at 2,700 lose a fifth of it, and bitcoin three in a hundred.
    expect(frame?.days).toEqual([{ at: day, date: expect.any(String), move: 'ETH +20.0%' }]);
    expect(frame?.day).toBe(day);
    const ether = frame?.lines.find(({ base }) => base === 'ETH');
    expect(ether?.profit).toBe('−5,400.00');
    const half = await looked({ percent: 50, day });
    expect(half?.lines.find(({ base }) => base === 'ETH')?.profit).toBe('−2,700.00');
  });
  it('says so when a day is looked up for some of the positions alone', async () => {
    const ids = Array.from({ length: 25 }, (_, i) => `M${i}-USDT-PERP`);
    world.markets = ids.map((id, i) =>
      market(`M${i}`, 'USDT', { id, kind: 'perpetual', tick: '0.1', lot: '0.001' }),
    );
    endVisit();
    await start();
    await pass(20);
    world.feed.subject.next({ kind: 'link', state: 'live' });
    await world.session.setSettings({ token: 'mine' });
    publish(
      ids.map((id) => ticker(id, '100')),
      true,
    );
    const requested: string[] = [];
    world.answers['market/candles'] = ({ id }: { id: string }) => {
      requested.push(id);
      return { candles: [], more: false };
    };
    const { frames } = await open({ kind: 'scenario', percent: 100, day: null });
    const held = ids.map((id, i) =>
      position({ id: i + 1, market: id, mode: 'cross', quantity: '1', cost: `${100 + i}`, margin: '0' }),
    );
    publishUser(held);
    world.feed.subject.next({
      ...{ kind: 'marks', snapshot: false, at: world.clock.now() },
      rows: ids.map((id) => mark(id, '100')),
    });
    await pass(600);
    expect(new Set(requested).size).toBe(24);
    expect(requested).not.toContain(ids[0]);
    expect((frames as ScenarioFrame[]).at(-1)).toMatchObject({ isKnown: true, dayMost: 24 });
  });
  it('states what slippage costs', async () => {
    const [exact, slipped] = [await looked({ percent: -12 }), await looked({ percent: -12, slippage: '1' })];
    expect(exact?.fallsAt).toBe(slipped?.fallsAt);
    expect(slipped?.liquidated).toBe(exact?.liquidated);
  });
});
