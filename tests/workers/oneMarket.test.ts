import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Level } from '../../domain/index.ts';
import { compareDec, D } from '../../domain/index.ts';
import { groupSide } from '../../workers/views/bookView.ts';
import { open, pass, publish, ticker, world, worldForEach } from './world.ts';

worldForEach();

describe('one market', () => {
  it('shows its price, its day, and which way it went', async () => {
    publish([ticker('AAA-USDT', '11')], true);
    const { frames } = await open({ kind: 'ticker', id: 'AAA-USDT' });
    await pass(60);
    expect(frames[0]).toMatchObject({
      price: '11.000',
      percent: '+10.00%',
      isUp: true,
      dollar: '$11.000',
      high: '12.000',
      low: '8.0000',
      rangePermille: 750,
      direction: 0,
    });
    publish([ticker('AAA-USDT', '9')]);
    await pass(60);
    expect(frames.at(-1)).toMatchObject({ price: '9.0000', percent: '−10.00%', isUp: false, direction: -1 });
  });
  it('prices a pair in dollars by the coin it is quoted in', async () => {
    publish([ticker('AAB-BTC', '0.5'), ticker('BTC-USDT', '60000')], true);
    const { frames } = await open({ kind: 'ticker', id: 'AAB-BTC' });
    await pass(60);
    expect(frames[0]?.dollar).toBe('$30,000.00');
  });
  it('has no direction yet when another market comes into sight', async () => {
    publish([ticker('AAA-USDT', '11'), ticker('BBB-USDT', '5')], true);
    const { frames, handle } = await open({ kind: 'ticker', id: 'AAA-USDT' });
    await pass(60);
    publish([ticker('AAA-USDT', '12')]);
    await pass(60);
    await handle.update({ kind: 'ticker', id: 'BBB-USDT' });
    await pass(60);
    expect(frames.map(({ price, direction }) => [price, direction])).toEqual([
      ['11.000', 0],
      ['12.000', 1],
      ['5.0000', 0],
    ]);
  });
  it('is unknown when it is not on the list', async () => {
    const { frames } = await open({ kind: 'ticker', id: 'NOPE' });
    await pass(60);
    expect(frames[0]?.market).toBeUndefined();
    expect(frames[0]?.price).toBe('--');
  });
});

describe('a book', () => {
  it('groups bids down and asks up, and sums from the best', async () => {
    const { frames, handle } = await open({ kind: 'book', id: 'AAA-USDT', depth: 5 });
    world.feed.subject.next({
      kind: 'book',
      id: 'AAA-USDT',
      at: world.clock.now(),
      book: {
        bids: [
          ['99.97', '1'],
          ['99.93', '2'],
          ['99.81', '1'],
        ],
        asks: [
          ['100.01', '3'],
          ['100.08', '1'],
          ['100.15', '4'],
        ],
      },
    });
    await pass(60);
    expect(frames[0]?.bids[0]).toEqual(['99.970', '1.000', '1.000', 125]);
    expect(frames[0]?.spread).toBe('0.04');
    await handle.update({ kind: 'book', id: 'AAA-USDT', depth: 5, group: '0.1' });
    await pass(60);
    expect(frames.at(-1)?.bids.map(([price, quantity]) => `${price} ${quantity}`)).toEqual([
      '99.9 3.000',
      '99.8 1.000',
    ]);
    expect(frames.at(-1)?.asks.map(([price, quantity]) => `${price} ${quantity}`)).toEqual([
      '100.1 4.000',
      '100.2 4.000',
    ]);
    expect(frames.at(-1)?.groups.map(({ step }) => step)).toEqual(['0.01', '0.1']);
  });
  it('names the step that it is put together by also once the price has fallen below what that is for', async () => {
    const { frames } = await open({ kind: 'book', id: 'AAA-USDT', depth: 5, group: '0.1' });
    const book = { bids: [['9.97', '1']], asks: [['9.99', '1']] } as const;
    world.feed.subject.next({ kind: 'book', id: 'AAA-USDT', book, at: world.clock.now() });
    await pass(60);
    expect(frames[0]?.bids.map(([price]) => price)).toEqual(['9.9']);
    expect(frames[0]?.groups.map(({ step }) => step)).toEqual(['0.01', '0.1']);
  });
  it('tells quantities from a million on in short form, rounded down: there is no room for all their digits', async () => {
    const { frames } = await open({ kind: 'book', id: 'AAA-USDT', depth: 5 });
    const book = { bids: [['9.99', '390499999999']], asks: [['10.01', '999999']] } as const;
    world.feed.subject.next({ kind: 'book', id: 'AAA-USDT', book, at: world.clock.now() });
    await pass(60);
    expect(frames[0]?.bids.map(([, quantity]) => quantity)).toEqual(['390.49B']);
    expect(frames[0]?.asks.map(([, quantity]) => quantity)).toEqual(['999,999.000']);
  });
  it('stands on its tick when it is asked to group by nonsense', async () => {
    const { frames } = await open({ kind: 'book', id: 'AAA-USDT', depth: 5, group: '-1e9' });
    const book = { bids: [['9.99', '1']], asks: [['10.01', '1']] } as const;
    world.feed.subject.next({ kind: 'book', id: 'AAA-USDT', book, at: world.clock.now() });
    await pass(60);
    expect(frames[0]?.bids.map(([price]) => price)).toEqual(['9.9900']);
  });
});

const side = (rises: boolean) =>
  fc
    .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 1_000_000 })), {
      selector: ([price]) => price,
      maxLength: 30,
    })
    .map((levels) =>
      levels
        .sort(([a], [b]) => (rises ? a - b : b - a))
        .map(([price, quantity]): Level => {
          const shift = rises ? 20_000 : 0;
          return [new D(price + shift).div(100).toFixed(), new D(quantity).div(1_000).toFixed()];
        }),
    );

it('groups without losing a unit, without crossing, and never to a better price', () => {
  fc.assert(
    fc.property(
      side(false),
      side(true),
      fc.constantFrom('0.01', '0.05', '0.1', '1', '10'),
      (bids, asks, step) => {
        const [low, high] = [groupSide(bids, step, 'down'), groupSide(asks, step, 'up')];
        for (const [before, after] of [
          [bids, low],
          [asks, high],
        ] as const) {
          const sum = (levels: readonly Level[]) =>
            D.sum(0, ...levels.map(([, quantity]) => quantity)).toFixed();
          expect(sum(after)).toBe(sum(before));
        }
        for (const [i, [price]] of low.entries())
          expect(i === 0 || compareDec(price, low[i - 1]?.[0] ?? '0') < 0).toBe(true);
        for (const [i, [price]] of high.entries())
          expect(i === 0 || compareDec(price, high[i - 1]?.[0] ?? '0') > 0).toBe(true);
        if (bids[0] && low[0]) expect(compareDec(low[0][0], bids[0][0])).toBeLessThanOrEqual(0);
        if (asks[0] && high[0]) expect(compareDec(high[0][0], asks[0][0])).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});

it('shows the newest trades first, and only those asked for', async () => {
  const { frames } = await open({ kind: 'trades', id: 'AAA-USDT', count: 2 });
  const trade = (id: number) => ({
    id,
    price: `${id}`,
    quantity: '1',
    side: 'buy' as const,
    at: world.clock.now(),
  });
  world.feed.subject.next({
    kind: 'trades',
    id: 'AAA-USDT',
    snapshot: true,
    trades: [1, 2, 3].map(trade),
    at: world.clock.now(),
  });
  await pass(60);
  world.feed.subject.next({
    kind: 'trades',
    id: 'AAA-USDT',
    snapshot: false,
    trades: [trade(4)],
    at: world.clock.now(),
  });
  await pass(60);
  expect(frames.map(({ rows }) => rows.map(({ id }) => id))).toEqual([
    [3, 2],
    [4, 3],
  ]);
  expect(frames[0]?.rows[0]?.price).toBe('3.0000');
});
