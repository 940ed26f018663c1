import { beforeEach, describe, expect, it } from 'vitest';
import type { AlertRow, OrderRow, PositionRow } from '../../domain/contract/index.ts';
import type { FeedEvent } from '../../feeds/index.ts';
import type { AlertsFrame, AlertTicketFrame, NewsFrame, NewsView } from '../../workers/api.ts';
import '../../workers/views/personViews.ts';
import { ID, order, position } from './futuresRows.ts';
import {
  endVisit,
  market,
  noFutures,
  open,
  pass,
  start,
  tell,
  ticker,
  world,
  worldForEach,
} from './world.ts';

type PrivateRow = Extract<Extract<FeedEvent, { kind: 'private' }>, { row: unknown }>['row'];

worldForEach();

const NEWS: NewsView = { kind: 'news', whileHidden: false };
const btc = market('BTC', 'USDT', { id: ID, kind: 'perpetual', tick: '0.1', lot: '0.001', minTotal: '5' });
const spot = market('BTC', 'USDT', { tick: '0.01' });
const row = (told: PrivateRow) =>
  world.feed.subject.next({ kind: 'private', at: world.clock.now(), row: told });
const tellPerson = (uid = '100000001') =>
  world.feed.subject.next({
    kind: 'private',
    at: world.clock.now(),
    snapshot: { uid, balances: [], orders: [], futures: noFutures, positionMargin: '0', realizedPl: '0' },
  });
const ended = (end: PositionRow['end']) =>
  position({
    end,
    quantity: '0',
    cost: '0',
    closedQuantity: '0.04',
    closedCost: '2440',
    closedValue: '2400',
    closedAt: 2_000,
    version: 2,
  });
const spotOrder = (change: Partial<OrderRow>): OrderRow => ({
  id: 5,
  market: 'BTC-USDT',
  side: 'buy',
  type: 'limit',
  tif: 'GTC',
  postOnly: false,
  price: '60000',
  stopPrice: null,
  quantity: '0.5',
  total: null,
  filled: '0.5',
  filledTotal: '29999.5',
  fee: '0',
  feeAsset: 'BTC',
  status: 'filled',
  reason: null,
  version: 2,
  createdAt: 1_000,
  updatedAt: 2_000,
  ...change,
});
const alert = (change: Partial<AlertRow> = {}): AlertRow => ({
  id: 3,
  market: 'BTC-USDT',
  direction: 'above',
  price: '70000.5',
  repeats: false,
  state: 'reached',
  fired: 1,
  firedAt: world.clock.now(),
  firedPrice: '70001.2',
  isSeen: false,
  createdAt: 1,
  version: 2,
  ...change,
});
let kept: AlertRow[];
const shown = async (view: NewsView = NEWS): Promise<NewsFrame[]> => {
  const { frames } = await open(view);
  await pass(300);
  return frames;
};
const idsOf = (frames: readonly NewsFrame[]) => frames.at(-1)?.lines.map(({ id }) => id);

beforeEach(async () => {
  kept = [];
  endVisit();
  world.markets.push(btc);
  world.markets = world.markets.map((each) => (each.id === spot.id ? spot : each));
  world.answers['alert/list'] = () => ({ rows: kept, most: 50 });
  await start();
  await pass(20);
  world.feed.subject.next({ kind: 'link', state: 'live' });
  tell([ticker(ID, '61842.2'), ticker('BTC-USDT', '69000')], true);
  await world.session.setSettings({ token: 'mine' });
  await pass(50);
});

describe('news of trades', () => {
  it('tell a liquidation once, and nothing of what the person did', async () => {
    const frames = await shown();
    tellPerson();
    row({ type: 'position', body: ended('liquidated') });
    row({ type: 'position', body: { ...ended('closed'), id: 5 } });
    await pass(300);
    expect(frames.at(-1)?.lines).toEqual([
      {
        about: 'futures',
        id: 'position:1',
        what: 'liquidated',
        name: btc.name,
        side: 'long',
        quantity: '0.04',
        average: '60,000.00',
      },
    ]);
  });
  it('tell what filled orders that rested, guards by their kind', async () => {
    const frames = await shown();
    tellPerson();
    const filled = { status: 'filled', filled: '0.02', filledTotal: '1200', version: 2 } as const;
    const later = { ...filled, updatedAt: 2_000 };
    row({ type: 'futuresOrder', body: order(later) });
    const trigger = { kind: 'stop', price: '60000', source: 'mark' } as const;
    row({ type: 'futuresOrder', body: order({ ...later, id: 9, group: 3, trigger }) });
    // Sent and filled in one go: its button has told that.
    row({ type: 'futuresOrder', body: order({ ...filled, id: 11 }) });
    row({ type: 'order', body: spotOrder({}) });
    row({ type: 'order', body: spotOrder({ id: 6, updatedAt: 1_000 }) });
    row({ type: 'order', body: spotOrder({ id: 8, status: 'partial' }) });
    await pass(300);
    expect(frames.at(-1)?.lines.map((line) => [line.id, 'what' in line ? line.what : ''])).toEqual([
      ['futures:7', 'filled'],
      ['futures:9', 'stop'],
      ['order:5', 'filled'],
    ]);
    expect(frames.at(-1)?.lines.at(-1)).toMatchObject({
      name: 'BTC/USDT',
      quantity: '0.50',
      average: '59,999.00',
    });
  });
  it('end with the login, and are nobody else’s', async () => {
    const frames = await shown();
    tellPerson();
    row({ type: 'position', body: ended('deleveraged') });
    await pass(300);
    expect(idsOf(frames)).toEqual(['position:1']);
    await world.session.setSettings({ token: 'another' });
    await pass(300);
    expect(idsOf(frames)).toEqual([]);
    tellPerson('100000002');
    await pass(300);
    expect(idsOf(frames)).toEqual([]);
  });
  it('do not reach a page that is hidden, unless it wants to hear of them', async () => {
    const quiet = await shown();
    const awake = await shown({ ...NEWS, whileHidden: true });
    tellPerson();
    await pass(100);
    await world.session.setSettings({ visible: false });
    await pass(100_000);
    row({ type: 'position', body: ended('liquidated') });
    await pass(2_000);
    expect([idsOf(quiet), idsOf(awake)]).toEqual([[], ['position:1']]);
    await world.session.setSettings({ visible: true });
    await pass(300);
  });
});

describe('news of price alerts', () => {
  it('are told live, in words', async () => {
    const frames = await shown();
    tellPerson();
    await pass(100);
    row({ type: 'alert', body: { ...alert() } });
    row({
      type: 'alert',
      body: { ...alert({ id: 4, state: 'waiting', fired: 0, firedAt: null, firedPrice: null }) },
    });
    row({ type: 'alert', body: { ...alert({ id: 9, isSeen: true }) } });
    // A row that cannot be read is no news.
    row({ type: 'alert', body: { id: 5, version: 1, market: 7 } });
    await pass(300);
    expect(frames.at(-1)?.lines).toEqual([
      {
        about: 'alert',
        id: 'alert:3:2',
        market: 'BTC-USDT',
        name: 'BTC/USDT',
        direction: 'above',
        price: '70,000.50',
        reached: '70,001.20',
        time: expect.stringMatching(/\d/),
        seen: { id: 3, version: 2 },
      },
    ]);
  });
  it('of the time before are told once they are known, each once', async () => {
    kept = [
      alert(),
      alert({ id: 2, isSeen: true }),
      alert({ id: 1, state: 'resting', repeats: true, version: 4 }),
    ];
    const frames = await shown();
    tellPerson();
    await pass(300);
    expect(idsOf(frames)).toEqual(['alert:1:4', 'alert:3:2']);
    // The socket was lost: what was missed is asked for again.
    tellPerson();
    kept = [alert({ id: 8 }), ...kept];
    await pass(6_000);
    expect(idsOf(frames)).toEqual(['alert:1:4', 'alert:3:2', 'alert:8:2']);
  });
  it('wait for a network', async () => {
    delete world.answers['alert/list'];
    const frames = await shown();
    tellPerson();
    await pass(1_000);
    kept = [alert()];
    world.answers['alert/list'] = () => ({ rows: kept, most: 50 });
    await pass(6_000);
    expect(idsOf(frames)).toEqual(['alert:3:2']);
  });
});

describe('price alerts', () => {
  it('are listed in words, and anew when one is told', async () => {
    kept = [
      alert(),
      alert({ id: 2, state: 'waiting', fired: 0, firedAt: null, firedPrice: null, price: '0.1' }),
    ];
    const { frames } = await open({ kind: 'alerts', turn: 0 });
    tellPerson();
    await pass(300);
    const alerts = (frames.at(-1) as AlertsFrame).alerts;
    expect(alerts).toMatchObject({ live: 1, most: 50 });
    expect(
      alerts?.lines.map(({ id, name, price, state, told }) => [id, name, price, state, told?.price]),
    ).toEqual([
      [3, 'BTC/USDT', '70,000.50', 'reached', '70,001.20'],
      [2, 'BTC/USDT', '0.1000', 'waiting', undefined],
    ]);
    kept = kept.slice(0, 1);
    row({ type: 'alert', body: { id: 2, version: 2, isRemoved: true } });
    await pass(300);
    expect((frames.at(-1) as AlertsFrame).alerts?.lines).toHaveLength(1);
  });
  it.each([
    ['', {}],
    ['70000,5', { alert: { direction: 'above', price: '70000.5' } }],
    ['68.5', { alert: { direction: 'below', price: '68.5' } }],
    ['69000.00', { error: 'alertReached' }],
    ['0', { error: 'priceInvalid' }],
    ['1e9', { error: 'amountInvalid' }],
    ['-1', { error: 'amountInvalid' }],
  ])('read %j as typed', async (price, said) => {
    const { frames } = await open({ kind: 'alertTicket', market: 'BTC-USDT', price });
    await pass(300);
    const { kind: _, view: __, name, last, ...rest } = frames.at(-1) as AlertTicketFrame;
    expect([name, last, rest]).toEqual(['BTC/USDT', '69,000.00', said]);
  });
  it('say no side while no price is known', async () => {
    const { frames } = await open({ kind: 'alertTicket', market: 'AAA-USDT', price: '5' });
    await pass(300);
    expect(frames.at(-1)).toMatchObject({ last: '--', error: 'marketStale' });
  });
});
