import { beforeEach, describe, expect, it } from 'vitest';
import type { ConversionRow, MarkRow, PositionRow } from '../../domain/contract/index.ts';
import { crossLiquidations, liquidationText, numberStyleOf, tiersOfMarket } from '../../domain/index.ts';
import type {
  ConversionsFrame,
  ConvertAssetsFrame,
  ConvertFrame,
  ConvertSmallFrame,
  ConvertView,
  TransferFrame,
  View,
  WorthFrame,
  WorthLine,
} from '../../workers/api.ts';
import '../../workers/views/userViews.ts';
import {
  ask,
  endVisit,
  market,
  noFutures,
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

const PERP = 'BTC-USDT-PERP';
const perp = market('BTC', 'USDT', { id: PERP, kind: 'perpetual', tick: '0.1', lot: '0.001', minTotal: '5' });
const now = () => world.clock.now();

type Balances = readonly (readonly [
  account: 'spot' | 'futures',
  asset: string,
  posted: string,
  held?: string,
])[];
let version = 0;
function publishUser(balances: Balances, positions: PositionRow[] = []): void {
  version += 1;
  world.answers['perpetual/state'] = () => ({ ...noFutures, positions });
  world.feed.subject.next({
    kind: 'private',
    at: now(),
    snapshot: {
      uid: '100000001',
      balances: balances.map(([account, asset, posted, held = '0']) => ({
        account,
        asset,
        posted,
        held,
        version,
      })),
      orders: [],
      futures: { ...noFutures, positions },
      positionMargin: '0',
      realizedPl: '0',
      notifications: noNews,
    },
  });
}
const cross: PositionRow = {
  id: 1,
  market: PERP,
  side: 'long',
  mode: 'cross',
  leverage: 10,
  quantity: '1',
  cost: '50000',
  margin: '0',
  realised: { price: '0', fees: '0', funding: '0' },
  closedQuantity: '0',
  closedCost: '0',
  closedValue: '0',
  takeProfit: '0',
  stopLoss: '0',
  openedAt: 1_000,
  updatedAt: 1_000,
  closedAt: null,
  end: null,
  version: 1,
};
const publishMark = (price: string): void => {
  const row: MarkRow = [PERP, price, price, '0.0001', now() + 60_000, 'live'];
  world.feed.subject.next({ kind: 'marks', snapshot: false, rows: [row], at: now() });
};
const publishPrices = (): void => publish([ticker('BTC-USDT', '50000'), ticker('ETH-USDT', '2500')], true);
const requested = (end: string) => world.requested.filter(([path]) => path.endsWith(end));
async function shown<F>(view: View) {
  const { frames, handle } = await open(view);
  await pass(100);
  return { last: () => frames.at(-1) as F | undefined, update: (next: View) => handle.update(next) };
}
/** Prices go on, so that they stay fresh. */
async function passLive(ms: number): Promise<void> {
  for (let at = 0; at < ms; at += 500) {
    publishPrices();
    await pass(500);
  }
}

beforeEach(async () => {
  endVisit();
  world.markets = [market('BTC', 'USDT', { iconId: 1 }), market('ETH'), market('AAB', 'BTC'), perp];
  await start();
  await pass(20);
  world.feed.subject.next({ kind: 'link', state: 'live' });
  await world.session.setSettings({ token: 'mine' });
  publishPrices();
  await pass(20);
});

describe('a conversion', () => {
  const view: ConvertView = {
    kind: 'convert',
    from: 'USDT',
    to: 'BTC',
    side: 'from',
    amount: '100',
    turn: 0,
  };
  let quotes: number;
  beforeEach(() => {
    quotes = 0;
    world.answers['convert/quote'] = ({ from, to }: { from: string; to: string }) => ({
      id: `quote-${(quotes += 1)}`,
      from,
      to,
      fromAmount: '100',
      toAmount: '0.00199800',
      price: '0.00001998',
      reference: '0.00002',
      now: now(),
      expiresAt: now() + 8_000,
    });
    publishUser([['spot', 'USDT', '1000', '100']]);
  });

  it('says both sides, the price and what the spread takes, and what to send', async () => {
    const { last } = await shown<ConvertFrame>(view);
    expect(last()?.order).toBeUndefined();
    await passLive(500);
    expect(last()).toMatchObject({
      from: { amount: '100.00', digits: '100', available: '900.00' },
      to: { amount: '0.001998', iconId: 1, available: '0.00' },
      mostDigits: '900',
      price: '1 USDT = 0.00001998 BTC',
      isAbout: false,
      spread: '0.10%',
      cost: '0.000002 BTC',
      least: '0.001',
      most: '1,000,000.00 USDT',
      seconds: '8',
      errors: {},
      order: { quote: 'quote-1' },
    });
    expect(requested('convert/quote').map(([, body]) => body)).toEqual([
      { from: 'USDT', to: 'BTC', side: 'from', amount: '100' },
    ]);
  });
  it('is not quoted for what is still being typed', async () => {
    const { update } = await shown<ConvertFrame>({ ...view, amount: '1' });
    for (const amount of ['10', '100', '100.5']) {
      await update({ ...view, amount });
      await pass(100);
    }
    await pass(500);
    expect(requested('convert/quote').map(([, body]) => (body as { amount: string }).amount)).toEqual([
      '100.5',
    ]);
  });
  it('counts its quote down and renews it at the end, as long as somebody looks', async () => {
    const { last } = await shown<ConvertFrame>(view);
    const seen = new Set<string>();
    for (let i = 0; i < 18; i++) {
      await passLive(500);
      seen.add(last()?.seconds ?? '');
    }
    expect([...seen].filter((text) => text !== '')).toEqual(['8', '7', '6', '5', '4', '3', '2', '1']);
    expect(last()?.order).toEqual({ quote: 'quote-2' });
    await world.session.setSettings({ visible: false });
    await pass(30_000);
    expect(requested('convert/quote')).toHaveLength(2);
  });
  it('can be made at its quote to the end, also where a busy exchange has not renewed it', async () => {
    const { last } = await shown<ConvertFrame>(view);
    await passLive(500);
    world.answers['convert/quote'] = () => ({
      code: 'tooManyRequests',
      message: 'Slow down',
      data: null,
      requestId: 'r',
    });
    let refusedAt: string | undefined;
    for (let each = 0; each < 100 && last()?.seconds !== ''; each++) {
      expect(last()).toMatchObject({ order: { quote: 'quote-1' } });
      expect(last()?.blocked).toBeUndefined();
      await passLive(100);
      if (requested('convert/quote').length > 1) refusedAt ??= last()?.seconds;
    }
    expect(refusedAt).toBe('1');
    await passLive(2_000);
    expect(last()).toMatchObject({ blocked: 'tooManyRequests', refused: { message: 'Slow down' } });
    expect(last()?.order).toBeUndefined();
  });
  it('takes another quote once one has been used', async () => {
    const { last, update } = await shown<ConvertFrame>(view);
    await passLive(500);
    await update({ ...view, turn: 1 });
    await passLive(500);
    expect(last()?.order).toEqual({ quote: 'quote-2' });
  });
  it('tells a price before anything is typed, as one that is about right', async () => {
    const { last } = await shown<ConvertFrame>({ ...view, amount: '' });
    expect(last()).toMatchObject({
      price: '1 USDT = 0.00001998 BTC',
      isAbout: true,
    });
    expect(requested('convert/quote')).toHaveLength(0);
  });
  it.each([
    ['', 'amountInvalid'],
    ['0', 'amountZero'],
    ['0.0001', 'convertTooSmall'],
    ['1000000.1', 'convertTooLarge'],
    ['0.000000001', 'amountTooFine'],
  ])('of %j is refused at the field before it is asked for', async (amount, code) => {
    const { last } = await shown<ConvertFrame>({ ...view, amount });
    await pass(500);
    expect(last()?.errors).toEqual({ from: code });
    expect(requested('convert/quote')).toHaveLength(0);
  });
  it('of more than there is says so, with the price of it', async () => {
    publishUser([['spot', 'USDT', '50']]);
    const { last } = await shown<ConvertFrame>(view);
    await passLive(500);
    expect(last()).toMatchObject({ errors: { from: 'insufficientBalance' }, isAbout: false });
    expect(last()?.order).toBeUndefined();
  });
  it.each([
    ['convertTooSmall', { from: 'convertTooSmall' }, undefined],
    ['convertZero', { to: 'convertZero' }, undefined],
    ['marketClosed', {}, 'marketClosed'],
  ] as const)('that the exchange refuses with %s says it where it belongs', async (code, errors, blocked) => {
    const message = `nein, ${code}`;
    world.answers['convert/quote'] = () => ({ code, message, data: null, requestId: 'r' });
    const { last } = await shown<ConvertFrame>({ ...view, side: 'to', amount: '1' });
    await passLive(500);
    expect([last()?.errors, last()?.blocked]).toEqual([errors, blocked]);
    expect(last()?.refused).toEqual(blocked && { code, message });
    expect(last()?.order).toBeUndefined();
  });
  it('is blocked while prices are old, and when both sides are one', async () => {
    const { last, update } = await shown<ConvertFrame>(view);
    await passLive(500);
    await pass(4_000);
    expect(last()?.blocked).toBe('marketStale');
    expect(last()?.refused).toBeUndefined();
    expect(last()?.order).toBeUndefined();
    await update({ ...view, to: 'USDT' });
    await passLive(500);
    expect(last()?.blocked).toBe('convertSame');
  });
  it('is not quoted to nobody', async () => {
    endVisit();
    await start();
    const { last } = await shown<ConvertFrame>(view);
    await pass(1_000);
    expect(requested('convert/quote')).toHaveLength(0);
    expect(last()?.from.available).toBe('--');
  });
});

describe('assets that can be converted', () => {
  it('are those with a market in USDT, what the user has first', async () => {
    publishUser([['spot', 'ETH', '2']]);
    const { last, update } = await shown<ConvertAssetsFrame>({ kind: 'convertAssets', search: '' });
    await pass(1_000);
    expect(last()?.lines.map(({ asset }) => asset)).toEqual(['ETH', 'USDT', 'BTC']);
    expect(last()?.lines[0]?.available).toBe('2.00');
    await update({ kind: 'convertAssets', search: ' bt' });
    await pass(1_000);
    expect(last()?.lines.map(({ asset, price }) => [asset, price])).toEqual([['BTC', '50,000.00']]);
  });
});

describe('small balances', () => {
  const row = (asset: string, toAmount: string) => ({
    asset,
    amount: '1',
    toAmount,
    price: toAmount,
    reference: `${toAmount}5`,
  });
  const answer = (rows: unknown[]) => () => ({
    id: rows.length > 0 ? 'small-1' : '',
    to: 'USDT',
    below: '5',
    rows,
    now: now(),
    expiresAt: now() + (rows.length > 0 ? 8_000 : 0),
  });
  it('are summed without those that the user leaves out', async () => {
    world.answers['convert/small/quote'] = answer([row('BTC', '1.2'), row('ETH', '2.3')]);
    publishUser([['spot', 'BTC', '1']]);
    const { last, update } = await shown<ConvertSmallFrame>({ kind: 'convertSmall', without: [], turn: 0 });
    expect(last()).toMatchObject({
      isKnown: true,
      below: '5.00 USDT',
      total: '3.50 USDT',
      cost: '0.10 USDT',
      seconds: '8',
      order: { quote: 'small-1', assets: ['BTC', 'ETH'] },
    });
    await update({ kind: 'convertSmall', without: ['ETH'], turn: 0 });
    await pass(50);
    expect(last()).toMatchObject({ total: '1.20 USDT', order: { assets: ['BTC'] } });
    await update({ kind: 'convertSmall', without: ['ETH', 'BTC'], turn: 0 });
    await pass(50);
    expect(last()?.order).toBeUndefined();
  });
  it('that there are none of are not asked for all the time', async () => {
    world.answers['convert/small/quote'] = answer([]);
    publishUser([]);
    const { last } = await shown<ConvertSmallFrame>({ kind: 'convertSmall', without: [], turn: 0 });
    await pass(3_000);
    expect(last()).toMatchObject({ isKnown: true, lines: [], seconds: '' });
    expect(requested('convert/small/quote')).toHaveLength(1);
  });
});

describe('past conversions', () => {
  const row: ConversionRow = {
    id: 3,
    kind: 'quote',
    from: 'BTC',
    to: 'USDT',
    fromAmount: '0.12345678',
    toAmount: '6166.6661610',
    price: '49950',
    reference: '50000',
    at: Date.UTC(2026, 10, 18, 11),
    journal: 77,
  };
  beforeEach(() => {
    world.answers['convert/list'] = () => ({ rows: [row], next: null });
    publishUser([]);
  });
  it('are told with what is needed to do the same again', async () => {
    const { last } = await shown<ConversionsFrame>({ kind: 'conversions', asset: 'BTC', want: 50 });
    expect(last()?.lines).toEqual([
      expect.objectContaining({
        given: '0.12345678',
        received: '6,166.666161',
        price: '1 BTC = 49,950.0000 USDT',
        spread: '0.10%',
        entry: '77',
        digits: '0.12345678',
      }),
    ]);
    expect(requested('convert/list')[0]?.[1]).toEqual({ asset: 'BTC', limit: 50 });
  });
  it('are saved at full precision', async () => {
    const result = await ask('exportConversions', { conversion: 'quote' });
    expect(result).toEqual({
      ok: true,
      data:
        'id,time (UTC),kind,from,amount,to,received,price,price without spread,entry\r\n' +
        '3,2026-11-18T11:00:00.000Z,quote,BTC,0.12345678,USDT,6166.6661610,49950,50000,77\r\n',
    });
  });
});

describe('a transfer', () => {
  const view = { kind: 'transfer', asset: 'USDT', from: 'futures', amount: '1000' } as const;
  it('says what may go, what has to stay, and what liquidation prices become', async () => {
    publishUser([['futures', 'USDT', '20000']], [cross]);
    const { last } = await shown<TransferFrame>(view);
    publishMark('50000');
    await pass(300);
    const account = (balance: string) => ({
      balance,
      held: '0',
      positions: [{ position: cross, mark: '50000', table: tiersOfMarket(perp) }],
    });
    const words = (balance: string) => {
      const [price] = crossLiquidations(account(balance));
      if (!price) throw new Error('no position');
      return {
        kind: 'at',
        text: liquidationText(price, 'long', { tick: '0.1', quote: 'USDT' }, numberStyleOf('en-US')),
      };
    };
    expect(last()).toMatchObject({
      to: 'spot',
      available: '15,000.00',
      mostDigits: '15000',
      kept: '5,000.00',
      moved: '1,000.00',
      after: { from: '19,000.00', to: '1,000.00' },
      liquidation: { market: 'BTC/USDT', before: words('20000'), after: words('19000') },
      order: { asset: 'USDT', from: 'futures', to: 'spot', amount: '1000' },
    });
    expect(last()?.liquidation?.before).not.toEqual(last()?.liquidation?.after);
  });
  it.each([
    ['15000.00000001', 'transferMargin'],
    ['20000.00000001', 'insufficientBalance'],
    ['0', 'amountZero'],
    ['x', 'amountInvalid'],
  ])('of %s is refused as the exchange does: %s', async (amount, code) => {
    publishUser([['futures', 'USDT', '20000']], [cross]);
    const { last } = await shown<TransferFrame>({ ...view, amount });
    publishMark('50000');
    await pass(300);
    expect(last()?.error).toBe(code);
    expect(last()?.order).toBeUndefined();
  });
  it('takes nothing out while it is not known what positions need', async () => {
    publishUser([['futures', 'USDT', '20000']], [cross]);
    const { last } = await shown<TransferFrame>(view);
    expect(last()).toMatchObject({ available: '0.00', error: 'transferMargin' });
  });
  it('of another asset knows of holds alone', async () => {
    publishUser([['spot', 'BTC', '1', '0.4']]);
    const { last } = await shown<TransferFrame>({ ...view, asset: 'BTC', from: 'spot', amount: '0.7' });
    expect(last()).toMatchObject({ available: '0.60', kept: '0.40', error: 'insufficientBalance' });
    expect(last()?.assets.map(({ asset }) => asset)).toEqual(['BTC']);
  });
});

describe('the worth', () => {
  const HOUR = 3_600_000;
  let today: { since: number; worth: string; moved: string } | null;
  let points: [number, string][];
  beforeEach(() => {
    const midnight = now() - (now() % (24 * HOUR));
    today = { since: midnight, worth: '1000', moved: '50' };
    points = [
      [now() - 2 * HOUR, '900'],
      [now() - HOUR, '1100'],
    ];
    world.answers['account/worth'] = () => ({ points, today });
  });
  const lineOf = (frames: readonly WorthFrame[]): WorthLine | undefined =>
    frames
      .map(({ line }) => line)
      .filter((line) => line !== undefined)
      .at(-1);
  async function looked(view: View) {
    const { frames, handle } = await open(view);
    await pass(1_000);
    return { frames: frames as WorthFrame[], last: () => frames.at(-1) as WorthFrame, handle };
  }

  it('of today leaves out what was moved, and counts open positions', async () => {
    publishUser(
      [
        ['spot', 'USDT', '60'],
        ['futures', 'USDT', '1000'],
      ],
      [cross],
    );
    const { last, frames } = await looked({ kind: 'worth', range: 'day' });
    publishMark('50100');
    await pass(300);
    expect(last()).toMatchObject({ profit: '+110.00', percent: '+10.48%', direction: 1, since: '' });
    expect(lineOf(frames)?.points.map(([, worth]) => worth)).toEqual([900, 1100, 1160]);
    expect(lineOf(frames)?.words).toEqual({
      first: '900.00',
      low: '900.00',
      high: '1,160.00',
      last: '1,160.00',
    });
  });
  it('says from when it counts when that is not midnight, and nothing when nothing was kept', async () => {
    publishUser([['spot', 'USDT', '60']]);
    today = { since: Date.UTC(2026, 10, 17, 22, 30), worth: '50', moved: '0' };
    const { last, handle } = await looked({ kind: 'worth', range: 'day' });
    expect(last()).toMatchObject({ profit: '+10.00', since: '22:30:00' });
    today = null;
    points = [];
    await handle.update({ kind: 'worth', range: 'year' });
    publishUser([['spot', 'USDT', '60']]);
    await pass(1_000);
    expect(requested('account/worth').at(-1)?.[1]).toEqual({ range: 'year' });
    expect(last().profit).toBe('--');
  });
  it('does not take for a gain what has just come from outside', async () => {
    publishUser([['spot', 'USDT', '1060']]);
    const { frames, last } = await looked({ kind: 'worth', range: 'day' });
    expect(last().profit).toBe('+10.00');
    today = today && { ...today, moved: '550' };
    publishUser([['spot', 'USDT', '1560']]);
    await pass(3_000);
    expect(new Set(frames.filter(({ isKnown }) => isKnown).map(({ profit }) => profit))).toEqual(
      new Set(['+10.00']),
    );
    expect(requested('account/worth').length).toBeGreaterThan(1);
  });
  it('draws no line anew for each price', async () => {
    publishUser([['spot', 'BTC', '0.02']]);
    const { frames } = await looked({ kind: 'worth', range: 'day' });
    const before = frames.filter(({ line }) => line).length;
    for (let i = 0; i < 20; i++) {
      publish([ticker('BTC-USDT', `${50_000 + i * 10}`)]);
      await pass(100);
    }
    expect(frames.filter(({ line }) => line).length).toBe(before);
    expect(new Set(frames.map(({ profit }) => profit)).size).toBeGreaterThan(5);
  });
  it('of today begins with the day of the exchange', async () => {
    world.clock.jump(12 * HOUR - 5_000);
    publishUser([['spot', 'USDT', '1060']]);
    const { last } = await looked({ kind: 'worth', range: 'day' });
    expect(last().profit).toBe('+10.00');
    today = today && { since: today.since + 24 * HOUR, worth: '1058', moved: '0' };
    await pass(6_000);
    expect(last()).toMatchObject({ profit: '+2.00', since: '' });
    expect(requested('account/worth').length).toBeLessThan(4);
  });
  it('is asked for again after a failure', async () => {
    publishUser([['spot', 'USDT', '1060']]);
    const { 'account/worth': answer, ...rest } = world.answers;
    world.answers = rest;
    const { last } = await looked({ kind: 'worth', range: 'day' });
    expect(last()).toMatchObject({ isKnown: false, failed: { code: 'networkDown' } });
    if (answer) world.answers['account/worth'] = answer;
    await pass(6_000);
    expect(last()).toMatchObject({ isKnown: true, profit: '+10.00' });
  });
});
