import { proxy } from 'comlink';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OrderRow } from '../../domain/contract/index.ts';
import type { MarksFrame, OrdersFrame, TicketFrame, TicketView, View } from '../../workers/api.ts';
import '../../workers/views/userViews.ts';
import { ask, pass, publish, ticker, userState, world, worldForEach } from './world.ts';

worldForEach();

const AT = Date.UTC(2026, 10, 18, 12);
const ID = 'AAA-USDT';
const order = (change: Partial<OrderRow> = {}): OrderRow => ({
  id: 1,
  market: ID,
  side: 'buy',
  type: 'limit',
  tif: 'GTC',
  expiresAt: null,
  scaled: null,
  postOnly: false,
  price: '9.00',
  stopPrice: null,
  quantity: '4',
  total: null,
  filled: '1',
  filledTotal: '8.9',
  fee: '0.001',
  feeAsset: 'AAA',
  filledAt: AT,
  partner: null,
  triggeredAt: null,
  ...{ takeProfit: null, stopLoss: null, exit: null, entry: null },
  status: 'partial',
  reason: null,
  version: 2,
  createdAt: AT,
  updatedAt: AT,
  ...change,
});
const publishState = (orders: OrderRow[], usdt = '1000', held = '0') =>
  world.feed.subject.next({
    kind: 'private',
    at: AT,
    snapshot: userState({
      balances: [
        { account: 'spot', asset: 'USDT', posted: usdt, held, version: 1 },
        { account: 'spot', asset: 'AAA', posted: '7', held: '0', version: 1 },
      ],
      orders,
    }),
  });
const publishOrder = (body: OrderRow) =>
  world.feed.subject.next({ kind: 'private', at: AT, row: { type: 'order', body } });
const publishBook = (bids: [string, string][], asks: [string, string][]) =>
  world.feed.subject.next({ kind: 'book', id: ID, at: AT, book: { bids, asks } });

async function shown<F>(view: View): Promise<{ frames: F[]; update: (view: View) => Promise<void> }> {
  const frames: F[] = [];
  const handle = await world.session.open(
    view,
    proxy((frame) => void frames.push(frame as F)),
  );
  await pass(100);
  return { frames, update: async (next) => void (await handle.update(next)) };
}

beforeEach(async () => {
  await world.session.setSettings({ token: 'mine' });
  publish([ticker(ID, '10')], true);
  await pass(20);
});

describe('open orders', () => {
  it('stand beside the live price, with what has not traded', async () => {
    publishState([order(), order({ id: 2, market: 'BBB-USDT', status: 'open', filled: '0' })]);
    const { frames } = await shown<OrdersFrame>({ kind: 'orders', market: ID });
    expect(frames.at(-1)?.lines).toMatchObject([
      {
        id: 1,
        name: 'AAA/USDT',
        untraded: '3.00',
        filled: '1.00',
        percent: 25,
        average: '8.9000',
        distance: '+11.11%',
        raw: { price: '9.00', stopPrice: '', quantity: '4', total: '' },
      },
    ]);
    publish([ticker(ID, '9.9')]);
    await pass(100);
    expect(frames.at(-1)?.lines[0]?.distance).toBe('+10.00%');
  });
  it('never go backwards: an older state changes nothing, and one that ended stays away', async () => {
    publishState([order()]);
    const { frames } = await shown<OrdersFrame>({ kind: 'orders' });
    publishOrder(order({ filled: '2', version: 4 }));
    publishOrder(order({ filled: '1', version: 3 }));
    await pass(100);
    expect(frames.at(-1)?.lines[0]?.percent).toBe(50);
    publishOrder(order({ filled: '4', status: 'filled', version: 5 }));
    publishOrder(order({ filled: '2', version: 4 }));
    await pass(100);
    expect(frames.at(-1)?.lines).toEqual([]);
  });
  it('are worth what their ticket said, to the last digit that is booked', async () => {
    const small = { price: '0.00000123', quantity: '0.01', filled: '0', filledTotal: '0' };
    publishState([order(small), order({ ...small, id: 2, side: 'sell' })]);
    const { frames } = await shown<OrdersFrame>({ kind: 'orders' });
    expect(frames.at(-1)?.lines.map(({ total }) => total)).toEqual(['0.00000001', '0.00000002']);
  });
  it('do not say a hundred per cent before they are done', async () => {
    publishState([order({ quantity: '1000000', filled: '999999.999' })]);
    const { frames } = await shown<OrdersFrame>({ kind: 'orders' });
    expect(frames.at(-1)?.lines[0]?.percent).toBe(99);
  });
});

describe('a ticket', () => {
  const view = (change: Partial<TicketView> = {}): TicketView => ({
    kind: 'ticket',
    market: ID,
    side: 'buy',
    type: 'limit',
    price: '10.02',
    stopPrice: '',
    amount: '5',
    unit: 'base',
    ...change,
  });
  async function ticket(change: Partial<TicketView> = {}) {
    const opened = await shown<TicketFrame>(view(change));
    publishBook(
      [
        ['9.99', '3'],
        ['9.98', '9'],
      ],
      [
        ['10.01', '2'],
        ['10.02', '1'],
        ['10.10', '50'],
      ],
    );
    await pass(150);
    return opened;
  }

  it('tells what would trade at once, what would rest, and what is left', async () => {
    publishState([]);
    const { frames } = await ticket();
    const frame = frames.at(-1);
    expect(frame).toMatchObject({
      available: '1,000.00',
      availableAsset: 'USDT',
      feeAsset: 'AAA',
      rest: '2.00',
      // What it takes is paid at its own prices, and only the rest is put aside.
      left: '949.92',
      total: '50.08',
      // 3 taken at 0.1 %, 2 expected to rest at 0.08 %.
      fee: '0.0046',
      isFeeExpected: true,
      errors: {},
      quick: { bid: '9.99', ask: '10.01', last: '10' },
      order: { price: '10.02', quantity: '5' },
    });
    expect(frame?.view).toEqual(view());
    expect(frame?.blocked).toBeUndefined();
  });
  it.each([
    [{ amount: '0' }, { amount: 'amountZero' }],
    [{ amount: 'x' }, { amount: 'amountInvalid' }],
    [{ amount: '500' }, { amount: 'insufficientBalance' }],
    [{ price: '10.001' }, { price: 'orderTick' }],
    [{ price: '' }, { price: 'priceInvalid' }],
    [{ type: 'stopLimit' as const }, { stopPrice: 'priceInvalid' }],
    [{ postOnly: true }, { price: 'orderWouldTake' }],
    [{ postOnly: true, side: 'sell' as const, price: '9.99' }, { price: 'orderWouldTake' }],
    [
      { postOnly: true, amount: '500' },
      { price: 'orderWouldTake', amount: 'insufficientBalance' },
    ],
  ])('with %j says what is wrong at its field: %j', async (change, errors) => {
    publishState([]);
    const { frames } = await ticket(change);
    expect(frames.at(-1)?.errors).toEqual(errors);
    expect(frames.at(-1)?.order).toBeUndefined();
  });
  it.each([
    [{ price: '10', postOnly: true }, '0.004', '950.00', '50.00'],
    [{ side: 'sell' as const, price: '10' }, '0.04', '2.00', '50.00'],
    [{ tif: 'IOC' as const }, '0.003', '969.96', '30.04'],
    // A stop is taken at its trigger unless its limit lies before it.
    [{ type: 'stopLimit' as const, stopPrice: '10.02' }, '0.005', '949.90', '50.10'],
    [{ type: 'stopLimit' as const, stopPrice: '10.03' }, '0.004', '949.90', '50.10'],
  ])(
    'with %j expects the fee %s, and what is left and the total are what there is',
    async (change, ...expected) => {
      publishState([]);
      const { frames } = await ticket(change);
      const { fee, left, total, errors } = frames.at(-1) ?? {};
      expect([fee, left, total, errors]).toEqual([...expected, {}]);
    },
  );
  const pair = { type: 'oco', price: '9', stopPrice: '11', stopLimitPrice: '11.2' } as const;
  it('of a pair puts aside once what the dearer of the two needs', async () => {
    publishState([]);
    const { frames, update } = await ticket(pair);
    expect(frames.at(-1)).toMatchObject({
      held: '56.00',
      left: '944.00',
      // What the limit comes to, which waits in the book.
      total: '45.00',
      fee: '0.004',
      isFeeExpected: true,
      errors: {},
      order: { price: '9', stopPrice: '11', stopLimitPrice: '11.2', quantity: '5' },
    });
    await update(view({ ...pair, amount: '', percent: 100 }));
    await pass(150);
    expect(frames.at(-1)).toMatchObject({ amount: '89.285', held: '999.992' });
    await update(view({ ...pair, side: 'sell', price: '11', stopPrice: '9', stopLimitPrice: '8.9' }));
    await pass(150);
    expect(frames.at(-1)).toMatchObject({ held: '5.00', left: '2.00', availableAsset: 'AAA', errors: {} });
  });
  it.each([
    [{ price: '10.5' }, { price: 'ocoLimit' }],
    [{ stopPrice: '9.5' }, { stopPrice: 'ocoStop' }],
    [{ price: '' }, { price: 'priceInvalid' }],
    [{ stopPrice: '' }, { stopPrice: 'priceInvalid' }],
    [{ stopLimitPrice: '' }, { stopLimitPrice: 'priceInvalid' }],
    [{ stopLimitPrice: '11.001' }, { stopLimitPrice: 'orderTick' }],
    [{ amount: '0' }, { amount: 'amountZero' }],
    // The limit alone would be covered; the stop is not.
    [{ amount: '100' }, { amount: 'insufficientBalance' }],
  ])('of a pair with %j says what is wrong at its field: %j', async (change, errors) => {
    publishState([]);
    const { frames } = await ticket({ ...pair, ...change });
    expect(frames.at(-1)?.errors).toEqual(errors);
    expect(frames.at(-1)?.order).toBeUndefined();
  });
  it('spends a total at the market, and takes a share of what is there', async () => {
    publishState([]);
    const spent = await ticket({ type: 'market', unit: 'quote', amount: '30' });
    expect(spent.frames.at(-1)).toMatchObject({ order: { total: '30' }, left: '970.00', total: '30.00' });
    await spent.update(view({ side: 'sell', type: 'market', amount: '', percent: 50 }));
    await pass(150);
    expect(spent.frames.at(-1)).toMatchObject({
      amount: '3.5',
      order: { quantity: '3.5' },
      availableAsset: 'AAA',
    });
  });
  it.each(['0.0000000033', '0.01', '10.015'])(
    'has no most at %s, which the exchange refuses',
    async (price) => {
      publishState([]);
      const { frames } = await ticket({ price });
      expect([frames.at(-1)?.most, frames.at(-1)?.order]).toEqual(['--', undefined]);
      const empty = await ticket({ price, amount: '' });
      expect(empty.frames.at(-1)?.most).toBe('--');
    },
  );
  it('says nothing of money while nobody is logged in', async () => {
    await world.session.setSettings({ token: null });
    const { frames } = await ticket();
    expect(frames.at(-1)).toMatchObject({ available: '--', most: '--', left: '--', errors: {} });
  });
  it('is blocked while the book is old, and when the market is closed', async () => {
    publishState([]);
    const { frames } = await ticket();
    world.feed.subject.next({ kind: 'lost', channel: `book:${ID}` });
    await pass(150);
    expect(frames.at(-1)?.blocked).toBe('marketStale');
  });
});

describe('marks on a chart', () => {
  it('are own orders of the market and own fills, oldest first', async () => {
    const fill = {
      order: 1,
      market: ID,
      side: 'sell',
      total: '1',
      fee: '0',
      feeAsset: 'USDT',
      role: 'taker',
    };
    world.answers['fill/list'] = () => ({
      rows: [
        { ...fill, id: 2, price: '10', quantity: '1', at: AT + 5_500 },
        { ...fill, id: 1, price: '9.5', quantity: '1', at: AT },
      ],
      next: null,
    });
    publishState([order(), order({ id: 3, market: 'BBB-USDT' })]);
    const { frames } = await shown<MarksFrame>({ kind: 'marks', market: ID });
    await pass(100);
    expect(frames.at(-1)).toMatchObject({
      orders: [{ id: 1, side: 'buy', price: 9, text: '4.00' }],
      fills: [
        { time: AT / 1_000, side: 'sell', price: 9.5 },
        { time: AT / 1_000 + 5, side: 'sell', price: 10 },
      ],
    });
  });
  it('of a pair are not dragged while both wait', async () => {
    world.answers['fill/list'] = () => ({ rows: [], next: null });
    const limit = { status: 'open', filled: '0' } as const;
    publishState([order({ ...limit, partner: 2 }), order({ ...limit, id: 3 })]);
    const { frames } = await shown<MarksFrame>({ kind: 'marks', market: ID });
    await pass(100);
    expect(frames.at(-1)?.orders.map(({ id, isFixed }) => [id, isFixed])).toEqual([
      [3, undefined],
      [1, true],
    ]);
  });
  it('that are dragged land on the tick', async () => {
    const onTick = (place: number, id = ID) => ask('onTick', { market: id, price: place });
    expect(await onTick(9.98765)).toEqual({ ok: true, data: '9.99' });
    for (const place of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e300])
      expect(await onTick(place)).toEqual({ ok: true, data: undefined });
    expect(await onTick(1, 'NO-SUCH')).toEqual({ ok: true, data: undefined });
  });
});
