import { expect, it } from 'vitest';
import type { FakeVenue } from '../../../support/fakeVenue.ts';
import { liveMarket } from '../../../support/liveMarket.ts';

const ID = 'BTC-USDT';
const both = () => liveMarket({ binance: [ID, 'ONLY-USDT'], okx: [ID] });
const last = ({ source }: Awaited<ReturnType<typeof both>>, id = ID) =>
  source.tickers().find((ticker) => ticker.id === id)?.last;

/** Lets time pass while these venues publish a price every second. */
async function speak(
  market: Awaited<ReturnType<typeof both>>,
  seconds: number,
  prices: readonly (readonly [FakeVenue, string])[],
): Promise<void> {
  for (let i = 0; i < seconds; i++) {
    for (const [venue, price] of prices) venue.tick({ [ID]: price, 'ONLY-USDT': price });
    await market.clock.advance(1_000);
  }
}

it('reads the preferred venue, and another one once it has been silent for more than five seconds', async () => {
  const market = await both();
  const { binance, okx, source } = market;
  await speak(market, 3, [
    [binance, '100'],
    [okx, '101'],
  ]);
  expect(last(market)).toBe('100');
  expect(source.live?.word()).toEqual({ venue: 'binance', wanted: 'binance', state: 'live' });
  await speak(market, 4, [[okx, '102']]);
  expect(last(market)).toBe('100');
  await speak(market, 2, [[okx, '103']]);
  expect(last(market)).toBe('103');
  expect(source.live?.word()).toEqual({ venue: 'okx', wanted: 'binance', state: 'standIn' });
});

it('tells the prices of the new venue at once, and nothing more of the old one', async () => {
  const market = await both();
  const { binance, okx, events } = market;
  await speak(market, 3, [
    [binance, '100'],
    [okx, '101'],
  ]);
  events.length = 0;
  await speak(market, 7, [[okx, '103']]);
  const rows = events.flatMap((event) => (event.kind === 'tickers' ? event.rows : []));
  expect(new Set(rows.map((row) => row.last))).toEqual(new Set(['103']));
  binance.tick({ [ID]: '99' });
  expect(last(market)).toBe('103');
});

it('goes back after sixty seconds of health, and starts counting anew when it falls silent meanwhile', async () => {
  const market = await both();
  const { binance, okx, source } = market;
  const talk = (seconds: number) =>
    speak(market, seconds, [
      [binance, '100'],
      [okx, '103'],
    ]);
  await talk(3);
  await speak(market, 7, [[okx, '103']]);
  await talk(50);
  expect(last(market)).toBe('103');
  await speak(market, 7, [[okx, '103']]);
  await talk(59);
  expect(source.live?.word().state).toBe('standIn');
  await talk(3);
  expect(last(market)).toBe('100');
  expect(source.live?.word().state).toBe('live');
});

it('goes back at once when the stand-in falls silent too', async () => {
  const market = await both();
  const { binance, okx, source } = market;
  await speak(market, 7, [[okx, '103']]);
  await speak(market, 7, [[binance, '100']]);
  expect(last(market)).toBe('100');
  expect(source.live?.word()).toMatchObject({ venue: 'binance', state: 'live' });
});

it('says that a market is stale that no other venue has, and that all are when none speaks', async () => {
  const market = await both();
  const { binance, okx, source } = market;
  await speak(market, 2, [
    [binance, '100'],
    [okx, '101'],
  ]);
  expect(source.live?.isStale('ONLY-USDT')).toBe(false);
  await speak(market, 7, [[okx, '101']]);
  expect(source.live?.isStale('ONLY-USDT')).toBe(true);
  expect(source.live?.isStale(ID)).toBe(false);
  await market.clock.advance(7_000);
  expect(source.live?.isStale(ID)).toBe(true);
  expect(source.live?.word().state).toBe('gone');
  expect(last(market)).toBe('101');
});

it('does not trust a venue that has never spoken for longer than it has to answer', async () => {
  const market = await both();
  const { okx, source } = market;
  await speak(market, 4, [[okx, '101']]);
  expect(source.live?.word()).toEqual({ venue: 'binance', wanted: 'binance', state: 'gone' });
  expect(source.live?.isStale(ID)).toBe(true);
  await speak(market, 3, [[okx, '101']]);
  expect(source.live?.word()).toMatchObject({ venue: 'okx', state: 'standIn' });
  expect(source.live?.isStale(ID)).toBe(false);
});

it('follows book and trades at the venue that is read, and begins anew there', async () => {
  const market = await both();
  const { binance, okx, source, events } = market;
  const leave = source.watch(ID);
  expect([...binance.opened.keys()]).toEqual(['tick', `book:${ID}`, `trade:${ID}`]);
  binance.book(ID, '99', '101');
  binance.trade(ID, '100');
  expect(source.book(ID)?.bids).toEqual([['99', '1']]);
  await speak(market, 8, [[okx, '103']]);
  expect([...binance.opened.keys()]).toEqual(['tick']);
  expect([...okx.opened.keys()]).toEqual(['tick', `book:${ID}`, `trade:${ID}`]);
  expect(source.live?.hasBook(ID)).toBe(false);
  events.length = 0;
  okx.book(ID, '102', '104');
  expect(events).toEqual([
    { kind: 'reset', id: ID },
    { kind: 'book', id: ID },
  ]);
  expect(source.book(ID)?.bids).toEqual([['102', '1']]);
  expect(source.live?.hasBook(ID)).toBe(true);
  leave();
  await market.clock.advance(1_000);
  expect([...okx.opened.keys()]).toEqual(['tick']);
});

it('has a last price of the venue that is read alone, and none of trades that are followed no more', async () => {
  const market = await both();
  const { binance, okx, source } = market;
  source.watch(ID);
  const talk = (price: string) => speak(market, 1, [[binance, price]]);
  await talk('100');
  binance.book(ID, '99', '101');
  binance.trade(ID, '100');
  await talk('100.5');
  expect(source.last(ID)).toBe('100');
  // Book and trades are on one line, and prices on another.
  binance.lose(`book:${ID}`);
  await talk('90');
  expect(source.last(ID)).toBe('90');
  binance.book(ID, '89', '91');
  expect(source.last(ID)).toBe('90');
  binance.trade(ID, '91');
  expect(source.last(ID)).toBe('91');
  await speak(market, 8, [[okx, '50']]);
  expect([source.live?.isStale(ID), source.last(ID)]).toEqual([false, '50']);
  okx.book(ID, '49', '51');
  expect(source.last(ID)).toBe('50');
  okx.trade(ID, '51');
  expect(source.last(ID)).toBe('51');
});

it('numbers trades on across venues, and fills nothing by those that were before', async () => {
  const market = await both();
  const { binance, okx, source, events } = market;
  source.watch(ID);
  binance.tradesBefore(ID, '98', '99');
  expect(events.filter(({ kind }) => kind === 'trades')).toEqual([]);
  binance.trade(ID, '100');
  await speak(market, 8, [[okx, '103']]);
  okx.tradesBefore(ID, '101', '102');
  okx.trade(ID, '103');
  const published = events.flatMap((event) => (event.kind === 'trades' ? event.trades : []));
  expect(published.map(({ price }) => price)).toEqual(['100', '103']);
  const ids = source.trades(ID)?.map(({ id }) => id) ?? [];
  expect(source.trades(ID)?.map(({ price }) => price)).toEqual(['101', '102', '103']);
  expect(Math.min(...ids)).toBeGreaterThan(published[0]?.id ?? 0);
});
