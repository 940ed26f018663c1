import { expect, it } from 'vitest';
import type { Market } from '../../../../domain/index.ts';
import { MINUTE_MS } from '../../../../domain/index.ts';
import { settle } from '../../../support/fakeClock.ts';
import { fakeMarket } from '../../../support/fakeSource.ts';
import { liveMarket } from '../../../support/liveMarket.ts';

const ID = 'BTC-USDT';
const listed = (id: string, change: Partial<Market> = {}): Market => ({
  ...fakeMarket(id),
  origin: 'live',
  ...change,
});

it('lists what any venue has, with the steps of the first that has it, and pictures and contracts of known coins', async () => {
  const { source } = await liveMarket({
    binance: [listed(ID, { tick: '0.01' })],
    okx: [listed(ID, { tick: '0.1' }), listed('ODD-USDT', { tick: '0.5' })],
  });
  expect(source.markets().map(({ id, tick, iconId, cycle }) => [id, tick, iconId, cycle])).toEqual([
    [ID, '0.01', 1, true],
    ['ODD-USDT', '0.5', null, false],
  ]);
});

it('leaves out markets whose steps are not known', async () => {
  const { source } = await liveMarket({ binance: [ID, listed('ETH-USDT', { tick: '0', lot: '0' })] });
  expect(source.markets().map(({ id }) => id)).toEqual([ID]);
});

it('starts without a network on the list of an earlier run, says that nothing answers, and takes the list when it comes', async () => {
  const written: (readonly Market[])[] = [];
  const { source, clock, binance, failures } = await liveMarket(
    { binance: [ID, 'NEW-USDT'] },
    (venues) => {
      venues.binance.isReachable = false;
    },
    { read: () => [listed(ID)], write: (markets) => written.push(markets) },
  );
  const { version } = source;
  expect(source.markets().map(({ id }) => id)).toEqual([ID]);
  expect(source.live?.word().state).toBe('gone');
  await clock.advance(60_000);
  expect(failures).toEqual(['binance']);
  expect(binance.listings).toBeGreaterThan(3);
  binance.isReachable = true;
  await clock.advance(60_000);
  expect(source.markets().map(({ id }) => id)).toEqual([ID, 'NEW-USDT']);
  expect(source.version).not.toBe(version);
  expect(written).toHaveLength(1);
});

it('keeps its version while the list stays the same', async () => {
  const { source, clock, binance } = await liveMarket({ binance: [ID] });
  const { version } = source;
  await clock.advance(2 * 60 * MINUTE_MS);
  expect(binance.listings).toBe(3);
  expect(source.version).toBe(version);
});

it('refuses bars of a venue that does not answer, and asks once for bars that are over', async () => {
  const { source, clock, binance } = await liveMarket({ binance: [ID] });
  binance.minutes = [
    { at: clock.now() - 10 * MINUTE_MS, open: '1', high: '2', low: '1', close: '2', volume: '5' },
  ];
  const before = clock.now() - 5 * MINUTE_MS;
  const old = { id: ID, interval: '1m', before, limit: 10 } as const;
  expect((await source.candles(old)).candles).toHaveLength(1);
  await source.candles(old);
  expect(binance.requested).toHaveLength(1);
  await source.candles({ id: ID, interval: '1m', limit: 10 });
  await source.candles({ id: ID, interval: '1m', limit: 10 });
  expect(binance.requested).toHaveLength(3);
  binance.isReachable = false;
  await expect(source.candles({ id: ID, interval: '1m', limit: 10 })).rejects.toMatchObject({
    code: 'venueAway',
  });
  expect((await source.candles(old)).candles).toHaveLength(1);
});

it('asks for a small picture once in half an hour, and shows none while it cannot be had', async () => {
  const { source, clock, binance } = await liveMarket({ binance: [ID] });
  binance.isReachable = false;
  expect(await source.sparkline(ID)).toEqual([]);
  expect(await source.sparkline(ID)).toEqual([]);
  expect(binance.requested).toHaveLength(1);
  binance.isReachable = true;
  binance.minutes = [{ at: clock.now(), open: '1', high: '2', low: '1', close: '2', volume: '5' }];
  await clock.advance(61_000);
  expect(await source.sparkline(ID)).toEqual(['2']);
  await clock.advance(29 * MINUTE_MS);
  expect(await source.sparkline(ID)).toEqual(['2']);
  expect(binance.requested).toHaveLength(2);
});

it('follows a market whose book was asked for, for a minute', async () => {
  const { source, clock, binance } = await liveMarket({ binance: [ID] });
  expect(source.book('NONE-USDT')).toBeUndefined();
  expect(source.book(ID)).toEqual({ bids: [], asks: [] });
  expect(source.live?.hasBook(ID)).toBe(false);
  binance.book(ID, '99', '101');
  expect(source.live?.hasBook(ID)).toBe(true);
  await clock.advance(62_000);
  expect(binance.opened.has(`book:${ID}`)).toBe(false);
});

it('has a book for an order however many books are read, and for the newest of many orders', async () => {
  const ids = Array.from({ length: 450 }, (_, i) => `C${i}-USDT`);
  const { source, clock, binance } = await liveMarket({ binance: ids });
  const isFollowed = (id: string | undefined) => binance.opened.has(`book:${id}`);
  for (const id of ids) source.book(id);
  expect(ids.filter(isFollowed)).toEqual(ids.slice(0, 200));
  for (const id of ids.slice(200)) {
    source.live?.hasBook(id);
    expect(isFollowed(id)).toBe(true);
  }
  await clock.advance(2_000);
  expect(ids.filter(isFollowed)).toEqual([...ids.slice(0, 200), ...ids.slice(250)]);
  await clock.advance(62_000);
  expect(binance.opened.size).toBe(1);
});

it('does not believe a book that is lost, and shows it until the next one comes', async () => {
  const { source, events, binance } = await liveMarket({ binance: [ID] });
  source.watch(ID);
  binance.book(ID, '99', '101');
  binance.lose(`book:${ID}`);
  expect(source.live?.hasBook(ID)).toBe(false);
  expect(source.book(ID)?.bids).toEqual([['99', '1']]);
  expect(events.filter(({ kind }) => kind === 'reset')).toEqual([]);
  binance.book(ID, '98', '101');
  expect(source.live?.hasBook(ID)).toBe(true);
});

it('goes on believing a book whose market has lost its trades, or another channel, alone', async () => {
  const { source, binance } = await liveMarket({ binance: [ID] });
  source.watch(ID);
  binance.book(ID, '99', '101');
  for (const channel of [`trade:${ID}`, `cndl:${ID}:1m`, 'tick', 'mark']) binance.lose(channel);
  expect(source.live?.hasBook(ID)).toBe(true);
});

it('takes no last price from trades that are lost alone, until they come again', async () => {
  const { source, binance } = await liveMarket({ binance: [ID] });
  source.watch(ID);
  binance.tick({ [ID]: '100' });
  binance.book(ID, '99', '101');
  binance.trade(ID, '100.5');
  expect(source.last(ID)).toBe('100.5');
  binance.lose(`trade:${ID}`);
  binance.tick({ [ID]: '120' });
  expect([source.last(ID), source.live?.hasBook(ID)]).toEqual(['120', true]);
  binance.tradesBefore(ID, '119.5');
  expect(source.last(ID)).toBe('119.5');
});

it('puts a stand-in’s book on the steps of the market, never in favour of whoever takes', async () => {
  const { source, clock, okx } = await liveMarket({
    binance: [listed(ID, { tick: '0.1', lot: '0.01' })],
    okx: [listed(ID, { tick: '0.01', lot: '0.001' })],
  });
  for (let i = 0; i < 7; i++) {
    okx.tick({ [ID]: '100' });
    await clock.advance(1_000);
  }
  source.watch(ID);
  const book = {
    bids: [
      ['99.99', '0.015'],
      ['99.91', '0.016'],
      ['99.8', '0.009'],
    ],
    asks: [
      ['100.01', '1'],
      ['100.1', '2'],
    ],
  } as const;
  okx.publish({ kind: 'book', id: ID, book, at: clock.now() });
  expect(source.book(ID)).toEqual({ bids: [['99.9', '0.03']], asks: [['100.1', '3']] });
});

it('gives the prices of all venues that speak, for an index', async () => {
  const { source, clock, binance, okx } = await liveMarket({ binance: [ID], okx: [ID] });
  binance.tick({ [ID]: '100' });
  okx.tick({ [ID]: '102' });
  expect(source.live?.prices(ID)).toEqual(['100', '102']);
  await clock.advance(4_000);
  okx.alive('tick');
  await clock.advance(2_000);
  expect(source.live?.prices(ID)).toEqual(['102']);
  await settle();
});

it('numbers the trades of a market that is watched again behind those that it published before', async () => {
  const { source, clock, binance, events } = await liveMarket({ binance: [ID] });
  const leave = source.watch(ID);
  binance.trade(ID, '100', '101');
  leave();
  await clock.advance(2_000);
  expect(source.trades(ID)).toEqual([]);
  source.watch(ID);
  binance.trade(ID, '102');
  const ids = events.flatMap((event) => (event.kind === 'trades' ? event.trades.map(({ id }) => id) : []));
  expect(ids).toEqual([1, 2, 3]);
});

it('closes its venues', async () => {
  const { source, clock, binance } = await liveMarket({ binance: [ID] });
  source.watch(ID);
  source.close();
  expect(binance.isClosed).toBe(true);
  expect(binance.opened.size).toBe(0);
  expect(clock.pending).toBe(0);
});

it('believes no price of a part of a venue that is silent while another part speaks', async () => {
  const PERP = 'BTC-USDT-PERP';
  const { source, clock, binance } = await liveMarket({ binance: [ID, PERP, 'ETH-USDT'] });
  const seconds = async (count: number, whole: boolean) => {
    for (let i = 0; i < count; i++) {
      binance.tick({ [ID]: '100' });
      if (whole) binance.alive('tick');
      await clock.advance(1_000);
    }
  };
  const stale = () => source.markets().map(({ id }) => source.live?.isStale(id));
  binance.tick({ [PERP]: '101', 'ETH-USDT': '10' });
  await seconds(20, true);
  expect(stale()).toEqual([false, false, false]);
  const { freshness } = source.live ?? {};
  await seconds(7, false);
  expect(stale()).toEqual([false, true, true]);
  expect([source.live?.prices(ID), source.live?.prices(PERP)]).toEqual([['100'], []]);
  expect([source.live?.word().state, source.live?.freshness === freshness]).toEqual(['live', false]);
  // All rows that it knows, among them those of the part that is gone.
  const rows = source.tickers();
  binance.publish({ kind: 'tickers', snapshot: true, rows, at: clock.now() });
  expect(stale()).toEqual([false, true, true]);
  binance.tick({ [PERP]: '102' });
  expect(stale()).toEqual([false, false, true]);
  await seconds(1, true);
  expect(stale()).toEqual([false, false, false]);
});
