import { beforeEach, describe, expect, it } from 'vitest';
import type { FuturesOrderRow, MarkRow, PositionRow } from '../../domain/contract/index.ts';
import {
  bookedNet,
  crossLiquidations,
  D,
  explainLiquidation,
  liquidationText,
  NO_FIGURE,
  tiersOfMarket,
  toText,
} from '../../domain/index.ts';
import type {
  FuturesCloseFrame,
  FuturesFrame,
  FuturesGuardFrame,
  FuturesGuardView,
  FuturesHeadFrame,
  FuturesHistoryFrame,
  FuturesTicketFrame,
  FuturesTicketView,
  MarksFrame,
  View,
} from '../../workers/api.ts';
import '../../workers/views/userViews.ts';
import { ID, order, position } from './futuresRows.ts';
import {
  ask,
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

const cross = (change: Partial<PositionRow> = {}) =>
  position({
    id: 2,
    market: OTHER,
    side: 'short',
    mode: 'cross',
    leverage: 10,
    quantity: '1',
    cost: '2675.89',
    margin: '0',
    ...change,
  });
const mark = (id: string, price: string): MarkRow => [
  id,
  price,
  price,
  '0.0001',
  world.clock.now() + 60_000,
  'live',
];

/** Publishes the user's snapshot. */
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
const publishMarks = (...rows: MarkRow[]) =>
  world.feed.subject.next({ kind: 'marks', snapshot: false, rows, at: world.clock.now() });

async function shown<F>(view: View): Promise<F[]> {
  const { frames } = await open(view);
  await pass(300);
  return frames as F[];
}

beforeEach(async () => {
  endVisit();
  world.markets = [btc, eth];
  await start();
  await pass(20);
  world.feed.subject.next({ kind: 'link', state: 'live' });
  await world.session.setSettings({ token: 'mine' });
  publish([ticker(ID, '61842.2'), ticker(OTHER, '2684.31')], true);
  await pass(50);
});

describe('the head of a market', () => {
  it('says mark, index and funding to a visitor too', async () => {
    await world.session.setSettings({ token: null });
    const frames = await shown<FuturesHeadFrame>({ kind: 'futuresHead', market: ID });
    expect(frames.at(-1)).toMatchObject({
      mark: NO_FIGURE,
      index: NO_FIGURE,
      funding: NO_FIGURE,
      fundingIn: '',
    });
    publishMarks(mark(ID, '61842.2'));
    await pass(300);
    expect(frames.at(-1)).toMatchObject({ mark: '61,842.20', index: '61,842.20', funding: '+0.0100%' });
    expect(frames.at(-1)?.fundingIn).toMatch(/^(0:59|1:00)$/);
  });
});

describe('positions', () => {
  it('say what the rules say, on the mark', async () => {
    const frames = await shown<FuturesFrame>({ kind: 'futures' });
    publishUser([position(), cross()]);
    publishMarks(mark(ID, '61842.2'), mark(OTHER, '2684.31'));
    await pass(300);
    const last = frames.at(-1);
    const [short, long] = [...(last?.positions ?? [])].sort((a, b) => b.id - a.id);
    expect(long?.toLiquidation).toMatch(/^\d+\.\d\d%$/);
    expect(long).toMatchObject({ profit: '+33.69', roe: '+27.61%', margin: '122.00', entry: '61,000.00' });
    expect(short?.profit).toMatch(/^[-−]8\.42$/);
    const account = {
      balance: '9878',
      held: '0',
      positions: [{ position: cross(), mark: '2684.31', table: tiersOfMarket(eth) }],
    };
    const [liquidation] = crossLiquidations(account);
    expect(liquidation && short?.liquidation.replaceAll(',', '')).toBe(
      liquidation && liquidationText(liquidation, 'short', { tick: '0.01', quote: 'USDT' }),
    );
  });

  it('are one snapshot for all views, and an older state never replaces a newer one', async () => {
    const first = await shown<FuturesFrame>({ kind: 'futures' });
    const second = await shown<FuturesFrame>({ kind: 'futures', market: ID });
    publishUser([position({ version: 5 })]);
    publishMarks(mark(ID, '61842.2'));
    await pass(300);
    expect(second.at(-1)?.snapshot).toBe(first.at(-1)?.snapshot);
    const row = position({ quantity: '9', version: 4 });
    world.feed.subject.next({ kind: 'private', at: world.clock.now(), row: { type: 'position', body: row } });
    await pass(100);
    expect(first.at(-1)?.positions[0]?.quantity).toBe('0.04');
    const gone = position({ quantity: '0', closedAt: 2_000, end: 'closed', version: 6 });
    world.feed.subject.next({
      kind: 'private',
      at: world.clock.now(),
      row: { type: 'position', body: gone },
    });
    await pass(100);
    expect(first.at(-1)?.positions).toEqual([]);
  });

  it('explain a number with the exact inputs that it was made from', async () => {
    const frames = await shown<FuturesFrame>({
      kind: 'futures',
      explain: { market: ID, figure: 'liquidation' },
    });
    publishUser([position()]);
    publishMarks(mark(ID, '61842.2'));
    await pass(300);
    const { result } = explainLiquidation(position(), '122', '61842.2', tiersOfMarket(btc));
    expect(frames.at(-1)?.explained?.value).toBe(result.kind === 'figure' ? result.value : undefined);
    expect(frames.at(-1)?.explained?.copy).toContain('wallet = 122');
  });

  it('say nothing that needs a mark before there is one', async () => {
    const frames = await shown<FuturesFrame>({ kind: 'futures' });
    publishUser([cross()]);
    await pass(300);
    expect(frames.at(-1)?.positions[0]).toMatchObject({ profit: '--', liquidation: '--' });
    expect(frames.at(-1)?.account.available).toBe('--');
  });
});

describe('a trade that gains by its price and loses by its costs', () => {
  // 0.04 at 61,000.0, 1.22 paid for opening, 0.03 of interest: +0.21 at mark, and 1.220105 for closing.
  const row = position({ realised: { price: '0', fees: '-1.22', funding: '-0.03' } });
  const sumOf = (parts: readonly (string | undefined)[]) =>
    parts.reduce((sum, part = '') => sum.plus(part.replace('−', '-').replace('+', '')), new D(0)).toFixed(2);
  let frames: FuturesFrame[];
  beforeEach(async () => {
    frames = await shown<FuturesFrame>({ kind: 'futures' });
    publish([ticker(ID, '61005.2')], false);
    publishUser(
      [row],
      [
        order({
          status: 'waiting',
          group: 3,
          side: 'sell',
          quantity: null,
          price: null,
          trigger: { kind: 'profit', price: '61005.3', source: 'last' },
        }),
      ],
    );
    publishMarks(mark(ID, '61005.25'));
    await pass(300);
  });

  const closing = async (percent: number): Promise<FuturesCloseFrame[]> => {
    const view = { kind: 'futuresClose', market: ID, type: 'market', price: '', percent } as const;
    const sheet = await shown<FuturesCloseFrame>(view);
    const book = { bids: [['61005.2', '9']], asks: [['61005.3', '9']] } as const;
    world.feed.subject.next({ kind: 'book', id: ID, at: world.clock.now(), book });
    await pass(300);
    return sheet;
  };

  it('is no gain on its card, in the sum of the account and at its take-profit', () => {
    const { positions = [], account } = frames.at(-1) ?? {};
    expect(positions[0]).toMatchObject({ profit: '+0.21', roe: '+0.17%', direction: 0 });
    expect(positions[0]).toMatchObject({ net: '−2.27', netDirection: -1 });
    expect(positions[0]?.guards).toMatchObject([{ profit: '+0.21', direction: 0 }]);
    expect(account).toMatchObject({ profit: '+0.21', direction: 0, net: '−2.27', netDirection: -1 });
  });
  it('is a loss in the sheet that closes it, with parts that add up', async () => {
    const whole = (await closing(100)).at(-1);
    const { net, direction, profit, fee, interest, part } = whole ?? {};
    expect([net, direction, part]).toEqual(['−2.27', -1, '']);
    expect([profit, fee, interest]).toEqual(['+0.20', '−2.44', '−0.03']);
    expect(sumOf([profit, fee, interest])).toBe('-2.27');
    const half = (await closing(50)).at(-1);
    expect(half).toMatchObject({ profit: '+0.10', part: '+0.10', direction: -1, net: '−1.76' });
  });
  it('is the same loss in its record and in what its closing says', async () => {
    const realised = { price: '0.208', fees: '-2.440104', funding: '-0.03' };
    const ended = { closedQuantity: '0.04', closedCost: '2440', closedValue: '2440.208', closedAt: 2_000 };
    const past = position({
      ...ended,
      realised,
      quantity: '0',
      cost: '0',
      end: 'closed',
      takeProfit: '61005.3',
    });
    world.answers['position/list'] = () => ({ rows: [past], next: null });
    const records = await shown<FuturesHistoryFrame>({
      kind: 'futuresHistory',
      tab: 'positions',
      want: 10,
    });
    const [line] = records.at(-1)?.lines ?? [];
    expect(line).toMatchObject({
      net: '−2.27',
      direction: -1,
      roe: '−1.85%',
      takeProfit: '61,005.30',
      stopLoss: '--',
    });
    expect(line).toMatchObject({ profit: '+0.20', fee: '−2.44', interest: '−0.03', close: '61,005.20' });
    expect(await ask('netGain', [bookedNet(realised)])).toEqual({
      ok: true,
      data: { text: '−2.27', direction: -1 },
    });
  });
});

describe('open orders', () => {
  const trigger = { kind: 'stop', price: '63000', source: 'mark' } as const;
  const waits = { status: 'waiting', trigger } as const;
  const resting = order();
  const stop = order({ ...waits, id: 8, type: 'market', tif: 'IOC', price: null });
  const guard = order({
    ...waits,
    id: 9,
    side: 'sell',
    group: 3,
    quantity: null,
    type: 'market',
    price: null,
  });
  const fired = order({ id: 10, side: 'sell', group: 4, trigger, price: '63010' });

  it('say what an amending form begins with', async () => {
    const frames = await shown<FuturesFrame>({ kind: 'futures' });
    publishUser([position()], [resting, stop, guard, fired]);
    await pass(300);
    const lines = frames.at(-1)?.orders ?? [];
    expect(frames.at(-1)?.orderCount).toBe(3);
    expect(frames.at(-1)?.positions[0]?.guards.map(({ id }) => id)).toEqual([9]);
    expect(lines.map(({ id, raw }) => [id, raw])).toEqual([
      // A guard that was reached and rests is amended like any order.
      [10, { price: '63010', trigger: '63000', quantity: '0.02' }],
      [8, { price: '', trigger: '63000', quantity: '0.02' }],
      [7, { price: '60000.5', trigger: '', quantity: '0.02' }],
    ]);
  });
  it('have their lines where a drag changes them', async () => {
    const frames = await shown<MarksFrame>({ kind: 'futuresMarks', market: ID });
    publishUser([position()], [resting, stop, guard, fired]);
    await pass(300);
    expect(frames.at(-1)?.orders.map(({ id, price, guard: kind }) => [id, price, kind])).toEqual([
      [10, 63010, undefined],
      [9, 63000, 'stop'],
      [8, 63000, undefined],
      [7, 60000.5, undefined],
    ]);
  });
});

describe('the ticket', () => {
  const view = (more: Partial<FuturesTicketView> = {}): FuturesTicketView => ({
    kind: 'futuresTicket',
    market: ID,
    side: 'long',
    type: 'limit',
    isStop: false,
    stopKind: 'stop',
    price: '60000',
    stopPrice: '',
    source: 'last',
    amount: '0.1',
    unit: 'base',
    reduceOnly: false,
    postOnly: false,
    tif: 'GTC',
    takeProfit: '',
    stopLoss: '',
    guardBy: 'price',
    ...more,
  });
  const looked = async (more: Partial<FuturesTicketView> = {}, positions: PositionRow[] = []) => {
    const frames = await shown<FuturesTicketFrame>(view(more));
    publishUser(positions);
    publishMarks(mark(ID, '61842.2'));
    await pass(300);
    return frames.at(-1);
  };

  it('that asks for more than there is says all that it asks for', async () => {
    for (const amount of ['10', '4'])
      expect(await looked({ amount, price: '60000' })).toMatchObject({
        cost: `${amount === '10' ? '30' : '12'},000.00`,
        left: '0.00',
        isFreed: false,
        errors: { amount: 'insufficientBalance' },
      });
  });

  describe('in a market with a position', () => {
    const open = position({ mode: 'cross', leverage: 20, quantity: '2', cost: '122000', margin: '0' });
    const against = { side: 'short', price: '61842.2' } as const;

    it('takes a reducing order for what it is', async () => {
      const frame = await looked({ ...against, amount: '2', stopLoss: '62000' }, [open]);
      expect(frame).toMatchObject({ errors: {}, closes: '2.00', margin: '0.00', isBeyond: false });
      expect(frame?.liquidation).toBeUndefined();
      expect(frame?.profit).toBe('+1,684.40');
    });
    it('offers all of it where only closing is asked for', async () => {
      const frame = await looked({ ...against, amount: '', percent: 100, reduceOnly: true }, [open]);
      expect(frame).toMatchObject({ most: '2.00', amount: '2', errors: {} });
    });
    it('shows the liquidation price of both together for an order that adds', async () => {
      const added = { ...open, quantity: '3', cost: '183842.2' };
      const account = {
        balance: toText(new D('10000').minus(new D('61842.2').times('0.0002'))),
        held: '122',
        positions: [{ position: added, mark: '61842.2', table: tiersOfMarket(btc) }],
      };
      const [liquidation] = crossLiquidations(account);
      const frame = await looked({ amount: '1', price: '61842.2' }, [open]);
      expect(frame?.liquidation?.text.replaceAll(',', '')).toBe(
        liquidation && liquidationText(liquidation, 'long', { tick: '0.1', quote: 'USDT' }),
      );
    });
  });

  describe('of a trailing stop', () => {
    const open = position({ mode: 'cross', leverage: 20, quantity: '2', cost: '122000', margin: '0' });
    const trail = { by: 'rate', value: '1', activation: '', source: 'mark' } as const;
    const trailing = {
      side: 'short',
      type: 'market',
      isStop: true,
      stopKind: 'stop',
      source: 'mark',
      amount: '2',
      reduceOnly: true,
    } as const;
    it('says where it would stand now, what closing there brings, and what is sent', async () => {
      const frame = await looked({ ...trailing, trail }, [open]);
      // 1 % below the mark is 61,223.778: down to the tick.
      expect(frame).toMatchObject({
        errors: {},
        trail: { distance: '1.00%', trigger: '61,223.70' },
        closes: '2.00',
        profit: '+447.40',
        order: { quantity: '2', trail: { by: 'rate', value: '0.01', source: 'mark' } },
      });
      expect(frame?.order?.stopPrice).toBeUndefined();
    });
    it.each([
      [{ value: '' }, { trailValue: 'trailInvalid' }],
      [{ value: '0.09' }, { trailValue: 'trailInvalid' }],
      [{ by: 'distance', value: '0.05' }, { trailValue: 'trailInvalid' }],
      [{ activation: '61000' }, { activation: 'triggerPassed' }],
      [{ activation: '62000.05' }, { activation: 'orderTick' }],
      [{ by: 'distance', value: '500', activation: '62000' }, {}],
    ] as const)('with %o: %o', async (change, errors) => {
      const frame = await looked({ ...trailing, trail: { ...trail, ...change } }, [open]);
      expect(frame?.errors).toMatchObject(errors);
      expect(frame?.order === undefined).toBe(Object.keys(errors).length > 0);
    });
    it('has something to close', async () => {
      expect((await looked({ ...trailing, trail }))?.errors).toEqual({ amount: 'positionNone' });
    });
  });

  it('says that liquidation would be near, of what opens or adds alone', async () => {
    const terms = { mode: 'isolated', leverage: 50 } as const;
    const near = position({ ...terms, side: 'long', quantity: '0.1', cost: '6184.22', margin: '123.69' });
    const more = { price: '61842.2', amount: '0.1' };
    expect(await looked(more, [near])).toMatchObject({ isNear: true, errors: {} });
    expect(await looked({ ...more, side: 'short', amount: '0.05' }, [near])).toMatchObject({ isNear: false });
    expect(await looked(more)).toMatchObject({ isNear: false });
    // One that rests far below the mark fills when the mark has come there: it is near to it then.
    const far = { ...more, price: '50000', amount: '0.2' };
    expect(await looked(far, [{ ...near, quantity: '0.001', cost: '50', margin: '1' }])).toMatchObject({
      isNear: true,
    });
  });

  it('previews margin, fee and what is left', async () => {
    expect(await looked()).toMatchObject({ margin: '300.00', fee: '1.20', value: '6,000.00', errors: {} });
  });

  it('says what an order would be to nobody: as if an account held exactly what it costs', async () => {
    const frames = await shown<FuturesTicketFrame>(view({ isAlone: true }));
    publishMarks(mark(ID, '61842.2'));
    await pass(300);
    const alone = frames.at(-1);
    expect(alone).toMatchObject({
      margin: '300.00',
      fee: '1.20',
      left: NO_FIGURE,
      most: NO_FIGURE,
      errors: {},
    });
    expect(alone?.liquidation).toMatchObject({ kind: 'at' });
    const known = await shown<FuturesTicketFrame>(view());
    await pass(300);
    expect(known.at(-1)).toMatchObject({ margin: NO_FIGURE, liquidation: undefined });
  });

  it('says how often funding is settled where that differs from market to market', async () => {
    const frames = await shown<FuturesTicketFrame>(view());
    const rows = [mark(ID, '61842.2')];
    publishMarks(...rows);
    await pass(300);
    expect(frames.at(-1)?.fundingEvery).toBe('');
    const fundingHours = [[ID, 4]] as const;
    world.feed.subject.next({ kind: 'marks', snapshot: false, rows, fundingHours, at: world.clock.now() });
    await pass(300);
    expect(frames.at(-1)?.fundingEvery).toBe('4h');
  });

  it('names a most that covers its fee, and refuses more at its field', async () => {
    const frame = await looked({ amount: '', percent: 100 });
    expect(frame?.errors).toEqual({});
    expect(frame?.order?.quantity).toBe(frame?.amount);
    expect((await looked({ amount: '400' }))?.errors.amount).toBeDefined();
  });

  it.each([
    ['long', { stopLoss: '60000.1' }, { stopLoss: 'stopLossAboveOpen' }],
    ['long', { takeProfit: '59999.9' }, { takeProfit: 'takeProfitBelowOpen' }],
    ['short', { stopLoss: '59999.9' }, { stopLoss: 'stopLossBelowOpen' }],
    ['short', { takeProfit: '60000.1' }, { takeProfit: 'takeProfitAboveOpen' }],
    ['long', { stopLoss: '60000', takeProfit: '60000' }, {}],
  ] as const)('a %s with %o', async (side, guards, errors) => {
    expect((await looked({ side, ...guards }))?.errors).toEqual(errors);
  });
});

describe('guards', () => {
  const none = { by: 'price', value: '', source: 'mark', limit: '' } as const;
  const looked = async (change: Partial<FuturesGuardView>) => {
    const view = {
      kind: 'futuresGuard',
      market: ID,
      percent: 100,
      takeProfit: none,
      stopLoss: none,
      trailing: { by: 'rate', value: '', activation: '', source: 'mark' },
    } as const;
    const frames = await shown<FuturesGuardFrame>({ ...view, ...change });
    publishUser([position()]);
    publishMarks(mark(ID, '61842.2'));
    await pass(300);
    return frames.at(-1);
  };

  it('follow the price, with where they would stand now', async () => {
    const trailing = { by: 'distance', value: '842.2', activation: '', source: 'mark' } as const;
    const frame = await looked({ trailing });
    expect(frame?.trailing).toEqual({
      trigger: '61,000.00',
      profit: '0.00',
      direction: 0,
      request: { by: 'distance', value: '842.2', source: 'mark' },
    });
    expect(frame?.canSend).toBe(true);
    // What a refused price would name.
    expect(frame?.tick).toBe('0.1');
    expect((await looked({ trailing: { ...trailing, value: '99999' } }))?.canSend).toBe(false);
  });

  it('turn a yield into a price, and a loss needs no sign', async () => {
    const frame = await looked({
      takeProfit: { ...none, by: 'roe', value: '50' },
      stopLoss: { ...none, by: 'profit', value: '20' },
    });
    expect(frame?.takeProfit).toMatchObject({ price: '62,525.00', profit: '+61.00' });
    expect(frame?.stopLoss).toMatchObject({ price: '60,500.00', request: { by: 'profit', value: '-20' } });
    expect(frame?.canSend).toBe(true);
  });

  it('warn beyond the liquidation price and refuse a trigger that was passed', async () => {
    expect((await looked({ stopLoss: { ...none, value: '30000' } }))?.stopLoss).toMatchObject({
      isBeyond: true,
    });
    const passed = await looked({ takeProfit: { ...none, value: '61500' } });
    expect(passed?.takeProfit.error).toBe('triggerPassed');
    expect(passed?.canSend).toBe(false);
  });
});
