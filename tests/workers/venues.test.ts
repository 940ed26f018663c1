import { beforeEach, expect, it } from 'vitest';
import type { FeedEvent, VenueFeed } from '../../feeds/index.ts';
import { createCaller } from '../../workers/session/calls.ts';
import { createVenueTransport } from '../../workers/session/venueTransport.ts';
import { Ages, LIST_STALE_MS } from '../../workers/streams/age.ts';
import { FakeClock, settle } from '../support/fakeClock.ts';
import { FakeVenue } from '../support/fakeVenue.ts';
import { nobody } from '../support/nobody.ts';
import { pageFeed } from '../support/pageFeed.ts';

const ID = 'BTC-USDT';
const ONLY = 'ODD-USDT';
const BOOK = `book:${ID}`;
let clock: FakeClock;
let binance: FakeVenue;
let okx: FakeVenue;
let feed: VenueFeed;
let events: FeedEvent[];
let ages: Ages;
beforeEach(async () => {
  clock = new FakeClock();
  binance = new FakeVenue(clock.now, [ID]);
  okx = new FakeVenue(clock.now, [ID, ONLY]);
  events = [];
  feed = pageFeed(clock, { binance, okx });
  ages = new Ages(clock, feed.received);
  feed.events$.subscribe((event) => {
    events.push(event);
    ages.take(event);
  });
  feed.channel$('tick').subscribe();
  await settle();
});

/** Lets time pass while these venues publish a price every second. */
async function speak(seconds: number, prices: readonly (readonly [FakeVenue, string])[]): Promise<void> {
  for (let i = 0; i < seconds; i++) {
    for (const [venue, price] of prices) venue.tick({ [ID]: price, [ONLY]: price });
    await clock.advance(1_000);
  }
}
const notice = () => events.findLast((event) => event.kind === 'source')?.notice;
const last = (id: string) =>
  events.flatMap((event) => (event.kind === 'tickers' ? event.rows : [])).findLast((row) => row.id === id)
    ?.last;
const stateOf = (...ids: readonly string[]) => ages.ofPrices(ids, LIST_STALE_MS, String).state;
const bids = () => events.flatMap((event) => (event.kind === 'book' ? [event.book.bids[0]?.[0]] : []));

it('lists what any venue has, and reads each market from the first that has it', async () => {
  const ask = createCaller(createVenueTransport(feed), clock, nobody);
  const list = await ask('market.list', {});
  if (!list.ok) throw new Error(`${list.error.code}`);
  expect(list.data.markets.map(({ id }) => id)).toEqual([ID, ONLY]);
  await speak(2, [
    [binance, '100'],
    [okx, '101'],
  ]);
  expect([last(ID), last(ONLY)]).toEqual(['100', '101']);
  expect(notice()).toMatchObject({ venue: 'binance', wanted: 'binance', state: 'live' });
});

it('follows a market at the next venue after five seconds of silence, and says whose prices they are', async () => {
  const leave = feed.channel$(BOOK).subscribe();
  await settle();
  await speak(2, [
    [binance, '100'],
    [okx, '101'],
  ]);
  binance.book(ID, '99', '102');
  okx.book(ID, '98', '103');
  expect(bids()).toEqual(['99']);
  await speak(6, [[okx, '101.5']]);
  expect(last(ID)).toBe('101.5');
  expect(notice()).toMatchObject({ venue: 'okx', wanted: 'binance', state: 'standIn' });
  expect([binance.opened.has(BOOK), okx.opened.has(BOOK)]).toEqual([false, true]);
  expect(events).toContainEqual({ kind: 'lost', channel: BOOK });
  binance.book(ID, '97', '102');
  okx.book(ID, '101', '103');
  expect(bids()).toEqual(['99', '101']);
  leave.unsubscribe();
  expect(okx.opened.has(BOOK)).toBe(false);
});

it('goes back after sixty seconds of health, and not before', async () => {
  await speak(2, [
    [binance, '100'],
    [okx, '101'],
  ]);
  await speak(7, [[okx, '101']]);
  const both = [
    [binance, '100'],
    [okx, '101'],
  ] as const;
  await speak(58, both);
  expect([last(ID), notice()?.state]).toEqual(['101', 'standIn']);
  await speak(4, both);
  expect([last(ID), notice()?.state]).toEqual(['100', 'live']);
});

it('says that the preferred one is gone when none speaks, and calls nothing alive that is not read', async () => {
  await speak(2, [
    [binance, '100'],
    [okx, '101'],
  ]);
  events.length = 0;
  okx.alive('tick', BOOK, `book:${ONLY}`);
  expect(events.filter(({ kind }) => kind === 'alive')).toMatchObject([{ channels: [`book:${ONLY}`] }]);
  await clock.advance(8_000);
  expect(notice()).toMatchObject({ venue: 'binance', state: 'gone' });
});

it('lists the stand-in’s markets when the preferred venue has no answer', async () => {
  binance.isReachable = false;
  const other = pageFeed(clock, { binance, okx });
  expect((await other.markets()).map(({ id }) => id)).toEqual([ID, ONLY]);
  other.close();
  feed.close();
  expect(clock.pending).toBe(0);
});

it('asks the venue that a market is read from for its bars', async () => {
  const ask = createCaller(createVenueTransport(feed), clock, nobody);
  const bars = (id: string) => ask('market.candles', { id, interval: '1m', limit: 10 });
  await bars(ID);
  await bars(ONLY);
  expect([binance.requested, okx.requested].map((requested) => requested.map(({ id }) => id))).toEqual([
    [ID],
    [ONLY],
  ]);
  await speak(8, [[okx, '101']]);
  await bars(ID);
  expect(okx.requested.map(({ id }) => id)).toEqual([ONLY, ID]);
});

it('shows the age of a market’s own price: another venue’s prices do not keep it live', async () => {
  await speak(2, [
    [binance, '100'],
    [okx, '101'],
  ]);
  expect([stateOf(ID), stateOf(ONLY), stateOf(ID, ONLY)]).toEqual(['live', 'live', 'live']);
  await speak(7, [[binance, '100']]);
  expect([stateOf(ID), stateOf(ONLY), stateOf(ID, ONLY)]).toEqual(['live', 'stale', 'stale']);
  expect(ages.ofPrices([ONLY], LIST_STALE_MS, String).ageMs).toBe(8_000);
  okx.alive('tick');
  expect(stateOf(ONLY)).toBe('live');
  okx.lose('tick');
  expect([stateOf(ID), stateOf(ONLY)]).toEqual(['live', 'stale']);
});

it('shows the age of a price whose venue is silent while the next one has none of that market yet', async () => {
  binance.tick({ [ID]: '100' });
  for (let i = 0; i < 9; i++) {
    okx.tick({ [ONLY]: '5' });
    await clock.advance(1_000);
  }
  expect(notice()).toMatchObject({ venue: 'okx' });
  expect([stateOf(ONLY), stateOf(ID)]).toEqual(['live', 'stale']);
});
