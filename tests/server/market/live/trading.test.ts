import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Market } from '../../../../domain/index.ts';
import { StreamConnection } from '../../../../server/edge/realtime/connection.ts';
import { Hub } from '../../../../server/edge/realtime/hub.ts';
import { Marks } from '../../../../server/market/marks/marks.ts';
import { Quotes } from '../../../../server/matching/quotes.ts';
import { Venues } from '../../../../server/products/cycle/venues.ts';
import { liveMarket } from '../../../support/liveMarket.ts';
import { perpetualPair } from '../../../support/perpetualPair.ts';

const asLive = (market: Market): Market => ({ ...market, origin: 'live' });
const [spot, perpetual] = perpetualPair('BTC').map(asLive) as [Market, Market];
const ONLY = 'ONLY-USDT';

let market: Awaited<ReturnType<typeof liveMarket>>;
beforeEach(async () => {
  market = await liveMarket({
    binance: [spot, perpetual, ONLY],
    okx: [spot, perpetual],
    hyperliquid: [spot],
  });
});
afterEach(() => market.source.close());

/** Every venue publishes these prices each second. */
async function speak(seconds: number, spotPrices: Readonly<Record<string, string>>): Promise<void> {
  const { clock, binance, okx, hyperliquid } = market;
  const published = { binance, okx, hyperliquid };
  for (let i = 0; i < seconds; i++) {
    for (const [name, price] of Object.entries(spotPrices))
      published[name as keyof typeof published].tick({
        [spot.id]: price,
        [perpetual.id]: price,
        [ONLY]: price,
      });
    await clock.advance(1_000);
  }
}

it('takes no order on a price that nobody tells any more, nor without a book, while other markets go on', async () => {
  const { source, clock, binance } = market;
  const quotes = new Quotes(source, clock, ['spot']);
  quotes.start();
  const codeOf = (id: string) => {
    try {
      quotes.mustTakeOrder(id);
      return 'open';
    } catch (error) {
      return (error as { code?: string }).code;
    }
  };
  await speak(2, { binance: '100', okx: '101' });
  expect(codeOf(ONLY)).toBe('marketStale');
  binance.book(ONLY, '99', '101');
  binance.book(spot.id, '99', '101');
  expect(codeOf(ONLY)).toBe('open');
  await speak(7, { okx: '101' });
  market.okx.book(spot.id, '100', '102');
  expect(codeOf(ONLY)).toBe('marketStale');
  expect(codeOf(spot.id)).toBe('marketStale');
  source.watch(spot.id);
  market.okx.book(spot.id, '100', '102');
  expect(codeOf(spot.id)).toBe('open');
});

it('takes the middle of the venues that speak as the index of a perpetual', async () => {
  const { source, clock } = market;
  const quotes = new Quotes(source, clock, ['perpetual']);
  quotes.start();
  const marks = new Marks({ source, clock, hours: 8, isStale: (id) => quotes.isStaleOf(id) });
  marks.start();
  await speak(2, { binance: '100', okx: '103', hyperliquid: '101' });
  expect(marks.of(perpetual.id)).toMatchObject({ index: '101', state: 'live' });
  await speak(7, { binance: '100', okx: '103' });
  expect(marks.of(perpetual.id)?.index).toBe('101.5');
  await clock.advance(7_000);
  expect(marks.of(perpetual.id)?.state).toBe('stale');
  expect(marks.rows()[0]?.[5]).toBe('stale');
  marks.close();
});

it('takes the middle of the venues that speak as the index of cycle contracts, and none when nobody does', async () => {
  const { source, clock } = market;
  const venues = new Venues(source.live?.venues ?? [], clock);
  await speak(2, { binance: '100', okx: '103', hyperliquid: '101' });
  expect(venues.assets().map(({ id }) => id)).toEqual([spot.id]);
  expect(venues.prices([spot.id]).get(spot.id)).toBe('101');
  await clock.advance(4_000);
  expect(venues.prices([spot.id]).size).toBe(0);
  venues.close();
});

it('tells clients which venue is read, and calls no channel alive that a venue left behind', async () => {
  const { source, clock, binance } = market;
  const hub = new Hub({ source, clock, newEpoch: () => 'e', money: 'play' });
  const sent: { t: string; src?: unknown; heads?: Record<string, unknown> }[] = [];
  const transport = {
    send: (text: string) => sent.push(JSON.parse(text)),
    close: () => undefined,
    bufferedAmount: () => 0,
  };
  const connection = new StreamConnection(hub, transport, clock, { id: 'c' });
  connection.receive(JSON.stringify({ op: 'sub', ch: ['tick', `book:${spot.id}`, `book:${ONLY}`] }));
  const beat = () => sent.filter(({ t }) => t === 'beat').at(-1);
  await speak(2, { binance: '100' });
  binance.book(spot.id, '99', '101');
  binance.book(ONLY, '99', '101');
  await clock.advance(3_000);
  expect(Object.keys(beat()?.heads ?? {})).toEqual(['tick', `book:${spot.id}`, `book:${ONLY}`]);
  expect(beat()?.src).toEqual({ venue: 'binance', wanted: 'binance', state: 'live', money: 'play' });
  await speak(8, { okx: '101' });
  expect(Object.keys(beat()?.heads ?? {})).toEqual([]);
  expect(beat()?.src).toMatchObject({ venue: 'okx', state: 'standIn' });
  market.okx.book(spot.id, '100', '102');
  await speak(3, { okx: '101' });
  expect(Object.keys(beat()?.heads ?? {})).toContain(`book:${spot.id}`);
  await clock.advance(8_000);
  expect(beat()).toMatchObject({ heads: {}, src: { state: 'gone' } });
  connection.closed();
  hub.close();
});
