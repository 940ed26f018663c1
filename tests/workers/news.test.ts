import { beforeEach, describe, expect, it } from 'vitest';
import type { AlertRow, NotificationSummary } from '../../domain/contract/index.ts';
import type { FeedEvent } from '../../feeds/index.ts';
import type {
  AlertsFrame,
  AlertTicketFrame,
  NewsFrame,
  NewsView,
  NotificationsFrame,
} from '../../workers/api.ts';
import '../../workers/views/userViews.ts';
import { ID } from './futuresRows.ts';
import {
  endVisit,
  market,
  noNews,
  open,
  pass,
  publish,
  start,
  ticker,
  userState,
  world,
  worldForEach,
} from './world.ts';

type PrivateRow = Extract<Extract<FeedEvent, { kind: 'private' }>, { row: unknown }>['row'];

worldForEach();

const NEWS: NewsView = { kind: 'news', whileHidden: false };
const btc = market('BTC', 'USDT', { id: ID, kind: 'perpetual', tick: '0.1', lot: '0.001', minTotal: '5' });
const spot = market('BTC', 'USDT', { tick: '0.01' });
const row = (given: PrivateRow) =>
  world.feed.subject.next({ kind: 'private', at: world.clock.now(), row: given });
const publishUser = (uid = '100000001', notifications: NotificationSummary = noNews) =>
  world.feed.subject.next({
    kind: 'private',
    at: world.clock.now(),
    snapshot: userState({ uid, notifications }),
  });
let newest = 0;
/** A notification as the exchange publishes it. */
const note = (kind: string, body: object, at = world.clock.now()) => {
  newest += 1;
  world.feed.subject.next({
    kind: 'private',
    at,
    row: { type: 'notification', body: { id: newest, kind, at, body } },
  });
  return newest;
};
const traded = { market: ID, quantity: '0.04', value: '2400' };
const forced = { ...traded, position: 1, side: 'long', net: '-41.25', left: '0', wallet: '958.75' };
const fill = { ...traded, product: 'perpetual', order: 7, side: 'sell', isPartial: false };
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
const aboutOf = (frames: readonly NewsFrame[]) => frames.at(-1)?.lines.map(({ about }) => about);

beforeEach(async () => {
  kept = [];
  newest = 0;
  endVisit();
  world.markets.push(btc);
  world.markets = world.markets.map((each) => (each.id === spot.id ? spot : each));
  world.answers['alert/list'] = () => ({ rows: kept, most: 50 });
  await start();
  await pass(20);
  world.feed.subject.next({ kind: 'link', state: 'live' });
  publish([ticker(ID, '61842.2'), ticker('BTC-USDT', '69000')], true);
  await world.session.setSettings({ token: 'mine' });
  await pass(50);
});

describe('news', () => {
  it('word a liquidation: what it was, what it cost and what is left', async () => {
    const frames = await shown();
    publishUser();
    note('liquidation', forced);
    await pass(300);
    expect(aboutOf(frames)).toEqual([
      {
        kind: 'liquidation',
        name: btc.name,
        side: 'long',
        quantity: '0.04',
        average: '60,000.00',
        net: { text: '−41.25 USDT', direction: -1 },
        left: '0.00',
        wallet: '958.75 USDT',
      },
    ]);
    expect(frames.at(-1)).toMatchObject({ unread: 1, readTo: 0 });
  });
  it('follow the language of the page', async () => {
    const frames = await shown();
    publishUser();
    note('cycle', {
      contract: 5,
      market: 'BTC-USDT',
      direction: 'up',
      cycle: '30s',
      outcome: 'win',
      amount: '1000',
      net: '1234.5',
    });
    note('interest', {
      day: 0,
      amounts: [
        { asset: 'USDT', amount: '0.45' },
        { asset: 'BTC', amount: '0.00000001' },
      ],
    });
    note('deposit', { deposit: 3, asset: 'USDT', amount: '25', result: 'reversed', debt: '1.5' });
    await world.session.setSettings({ language: 'de' });
    await pass(300);
    expect(aboutOf(frames)).toMatchObject([
      { kind: 'cycle', name: 'BTC/USDT', outcome: 'win', net: { text: '+1.234,50 USDT', direction: 1 } },
      { kind: 'interest', amounts: ['0,45 USDT', '0,00000001 BTC'] },
      { kind: 'deposit', amount: '25,00 USDT', result: 'reversed', debt: '1,50 USDT' },
    ]);
  });
  it('say that a margin ratio has passed a level, of a position or of the cross side', async () => {
    const frames = await shown();
    publishUser();
    note('margin', { level: 70, ratio: '0.7012', market: 'BTC-USDT-PERP', side: 'long' });
    note('margin', { level: 85, ratio: '0.9' });
    await pass(300);
    expect(aboutOf(frames)).toMatchObject([
      { kind: 'margin', ratio: '70.12%', name: expect.any(String), side: 'long' },
      { kind: 'margin', ratio: '90.00%' },
    ]);
  });
  it('leave out what cannot be read, and change what is published again', async () => {
    const frames = await shown();
    publishUser();
    note('cake', {});
    note('fill', { side: 'sell' });
    const id = note('fill', fill);
    newest -= 1;
    note('fill', { ...fill, quantity: '0.02', value: '1200' });
    await pass(300);
    expect(idsOf(frames)).toEqual([id]);
    expect(aboutOf(frames)).toMatchObject([{ kind: 'fill', quantity: '0.02', average: '60,000.00' }]);
    // The changed one is counted once.
    expect(frames.at(-1)?.unread).toBe(3);
  });
  it('end with the login, and are nobody else’s', async () => {
    const frames = await shown();
    publishUser();
    const id = note('deleveraging', forced);
    await pass(300);
    expect(idsOf(frames)).toEqual([id]);
    await world.session.setSettings({ token: 'another' });
    await pass(300);
    expect([idsOf(frames), frames.at(-1)?.unread]).toEqual([[], 0]);
    publishUser('100000002');
    await pass(300);
    expect(idsOf(frames)).toEqual([]);
  });
  it('do not reach a page that is hidden, unless it wants to hear of them', async () => {
    const quiet = await shown();
    const awake = await shown({ ...NEWS, whileHidden: true });
    publishUser();
    await pass(100);
    await world.session.setSettings({ visible: false });
    await pass(100_000);
    const id = note('fill', fill);
    await pass(2_000);
    expect([idsOf(quiet), idsOf(awake)]).toEqual([[], [id]]);
    await world.session.setSettings({ visible: true });
    await pass(300);
  });
});

describe('what came while no page was there', () => {
  const missed: NotificationSummary = {
    readTo: 2,
    newest: 9,
    unread: 7,
    unseen: [
      { kind: 'cycle', count: 2 },
      { kind: 'fill', count: 3 },
    ],
    cycleNet: '4.25',
  };
  it('is summed up at the first connection, until some page has shown it', async () => {
    const frames = await shown();
    publishUser(undefined, missed);
    await pass(300);
    expect(frames.at(-1)).toMatchObject({
      unread: 7,
      readTo: 2,
      away: { upTo: 9, kinds: missed.unseen, cycleNet: { text: '+4.25 USDT', direction: 1 } },
      lines: [],
    });
    world.feed.subject.next({
      kind: 'private',
      at: world.clock.now(),
      row: { type: 'notificationState', body: { ...missed, unseen: [], cycleNet: '0' } },
    });
    await pass(300);
    expect(frames.at(-1)).toMatchObject({ unread: 7 });
    expect(frames.at(-1)).not.toHaveProperty('away');
  });
  it('includes what a lost line brings late, which is no live news any more', async () => {
    const frames = await shown();
    publishUser(undefined, { ...missed, unseen: [], cycleNet: '0' });
    newest = 9;
    const before = world.clock.now() - 3_600_000;
    note('fill', fill, before);
    note('cycle', { net: '-10' }, before);
    note('cycle', { net: '8.5' }, before);
    await pass(300);
    expect(frames.at(-1)).toMatchObject({
      unread: 10,
      lines: [],
      away: {
        upTo: 12,
        kinds: [
          { kind: 'fill', count: 1 },
          { kind: 'cycle', count: 2 },
        ],
        cycleNet: { text: '−1.50 USDT', direction: -1 },
      },
    });
  });
});

describe('the list of notifications', () => {
  it('is asked for by kind, and again when one comes', async () => {
    const requested: unknown[] = [];
    const at = world.clock.now();
    world.answers['notification/list'] = (request: unknown) => {
      requested.push(request);
      return {
        rows: [
          { id: 4, kind: 'reply', at, body: { ticket: 2, title: 'Fees' } },
          { id: 3, kind: 'liquidation', at, body: forced },
        ],
        next: null,
        readTo: 0,
      };
    };
    const { frames } = await open({ kind: 'notifications', group: 'risk', want: 50 });
    publishUser();
    await pass(300);
    const { lines, more } = frames.at(-1) as NotificationsFrame;
    expect([lines.map(({ id }) => id), more]).toEqual([[4, 3], false]);
    expect(lines[1]).toMatchObject({ time: expect.stringMatching(/\d/), about: { kind: 'liquidation' } });
    const before = requested.length;
    note('liquidation', forced);
    await pass(300);
    expect(requested.length).toBe(before + 1);
    expect(requested[0]).toMatchObject({
      kinds: ['liquidation', 'reduction', 'deleveraging', 'margin'],
      limit: 50,
    });
  });
});

describe('price alerts', () => {
  it('are listed in words, and anew when one is told', async () => {
    kept = [
      alert(),
      alert({ id: 2, state: 'waiting', fired: 0, firedAt: null, firedPrice: null, price: '0.1' }),
    ];
    const { frames } = await open({ kind: 'alerts', turn: 0 });
    publishUser();
    await pass(300);
    const alerts = (frames.at(-1) as AlertsFrame).alerts;
    expect(alerts).toMatchObject({ live: 1, most: 50 });
    expect(
      alerts?.lines.map(({ id, name, price, state, fired }) => [id, name, price, state, fired?.price]),
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
  ])('read %j as typed', async (price, field) => {
    const { frames } = await open({ kind: 'alertTicket', market: 'BTC-USDT', price });
    await pass(300);
    const { kind: _, view: __, name, last, near, ...rest } = frames.at(-1) as AlertTicketFrame;
    expect([name, last, rest]).toEqual(['BTC/USDT', '69,000.00', field]);
    expect(near.map(({ level }) => level)).toEqual(['65550', '68310', '69690', '72450']);
  });
  it('say no side while no price is known', async () => {
    const { frames } = await open({ kind: 'alertTicket', market: 'AAA-USDT', price: '5' });
    await pass(300);
    expect(frames.at(-1)).toMatchObject({ last: '--', near: [], error: 'marketStale' });
  });
});
