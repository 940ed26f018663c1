import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import type { ChannelMessage, TestExchange, User } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';
import { isLong } from '../../../support/often.ts';
import type { ScriptedVenue } from '../../../support/venueServer.ts';
import { VenueServer } from '../../../support/venueServer.ts';

const WAIT = { timeout: 15_000, interval: 50 };

/** What one venue has, as the exchange is to list it, and an order on it. */
interface Expected {
  readonly name: ScriptedVenue;
  readonly markets: readonly (readonly [id: string, tick: string, lot: string, minTotal: string])[];
  /** The market that is looked at and traded. */
  readonly id: string;
  readonly call: 'spot.place' | 'perpetual.place';
  readonly order: object;
  readonly price: RegExp;
  readonly quantity: RegExp;
}

const venues: readonly Expected[] = [
  {
    name: 'okx',
    markets: [
      ['BTC-USDT', '0.01', '0.0001', '0'],
      ['ETH-USDT', '0.01', '0.0001', '0'],
      ['BTC-USDT-PERP', '0.01', '0.001', '0'],
      ['ETH-USDT-PERP', '0.01', '0.001', '0'],
    ],
    id: 'BTC-USDT',
    call: 'spot.place',
    order: { side: 'buy', type: 'market', quantity: '0.01' },
    price: /^62\d{3}(\.\d+)?$/,
    quantity: /^2(\.5)?$|^3$/,
  },
  {
    name: 'hyperliquid',
    markets: [
      ['BTC-USDC-PERP', '1', '0.00001', '10'],
      ['ETH-USDC-PERP', '0.1', '0.0001', '10'],
      ['HYPE-USDC', '0.001', '0.01', '10'],
    ],
    id: 'BTC-USDC-PERP',
    call: 'perpetual.place',
    order: { side: 'long', type: 'market', quantity: '0.01' },
    price: /^63\d{3}$/,
    quantity: /^2\.5$/,
  },
];

describe.each(isLong ? venues : venues.slice(0, 1))(
  'an exchange on $name',
  ({ name, markets, id, call, order, price, quantity }) => {
    let venue: VenueServer;
    let x: TestExchange;
    let user: User;
    const place = () => x.ask(call, { market: id, ...order }, { token: user.token, key: x.newKey() });
    beforeAll(async () => {
      venue = await VenueServer.open(0, name);
      x = await openExchange({ MARKET: name, VENUE_HOSTS: JSON.stringify(venue.hosts) });
      user = await x.newUser();
    });
    afterAll(async () => {
      expect(await verifyLedger(x.db)).toEqual([]);
      await x.close();
      await venue.close();
    });

    it('lists its markets with their filters, and tells prices, book, trades, bars and marks', async () => {
      const listed: Record<string, string>[] = (await x.ask('market.list')).data.markets;
      const filters = listed.map((each) => [each['id'], each['tick'], each['lot'], each['minTotal']]);
      expect(filters).toEqual(markets);
      const socket = await x.openSocket();
      const ch = ['tick', 'mark', `book:${id}`, `trade:${id}`, `cndl:${id}:1m`];
      socket.say({ op: 'sub', id: 1, ch });
      const last = (channel: string): ChannelMessage['d'] =>
        socket.received.findLast((each) => each.ch === channel)?.d;
      await socket.receives(({ t, src }) => t === 'beat' && src?.state === 'live');
      await vi.waitFor(() => {
        const row = last('tick').find(([market]: [string]) => market === id);
        expect(row?.[1]).toMatch(price);
        expect(last(`book:${id}`).b[0]?.[1]).toMatch(quantity);
        expect(last(`trade:${id}`).rows.at(-1)?.[1]).toMatch(price);
        expect(last(`cndl:${id}:1m`)?.[4] ?? last(`cndl:${id}:1m`)?.at(-1)?.[4]).toMatch(price);
      }, WAIT);
      const perpetuals = markets.map(([market]) => market).filter((market) => market.endsWith('-PERP'));
      const marks = socket.received.flatMap((each) => (each.ch === 'mark' ? each.d : []));
      for (const perpetual of perpetuals)
        expect(marks).toContainEqual([
          perpetual,
          ...Array(3).fill(expect.any(String)),
          expect.any(Number),
          'live',
        ]);
      expect(socket.received.findLast(({ t }) => t === 'beat')?.src).toMatchObject({
        venue: name,
        wanted: name,
      });
      socket.end();
    });

    it('has bars of its intervals, weeks from Monday', async () => {
      const minutes = (await x.ask('market.candles', { id, interval: '1m', limit: 10 })).data.candles;
      expect(minutes).toHaveLength(10);
      const [start, ...values] = minutes.at(-1);
      expect([start % 60_000, values[3]]).toEqual([0, expect.stringMatching(price)]);
      const weeks = (await x.ask('market.candles', { id, interval: '1w', limit: 3 })).data.candles;
      expect(weeks.length).toBeGreaterThan(0);
      for (const [at] of weeks) expect(new Date(at).getUTCDay()).toBe(1);
    });

    it('fills a user’s order on its book', async () => {
      // The first order fetches the book; it is followed from there on.
      await vi.waitFor(async () => expect((await place()).code).toBe(200), WAIT);
      const { data } = await place();
      const [fill] = data.fills;
      expect(data.order).toMatchObject({ status: 'filled', filled: '0.01' });
      expect(fill.price).toMatch(price);
    });

    it('marks its prices when it is silent, and takes no order on them', async () => {
      const socket = await x.openSocket();
      socket.say({ op: 'sub', id: 1, ch: ['tick', `book:${id}`] });
      venue.leave();
      const beat = await socket.receives(({ t, src }) => t === 'beat' && src?.state === 'gone');
      expect(beat.src).toMatchObject({ venue: name, state: 'gone' });
      await vi.waitFor(
        () => expect(socket.received.findLast(({ t }) => t === 'beat')?.heads).toEqual({}),
        WAIT,
      );
      expect(await place()).toMatchObject({ status: 409, code: 'marketStale' });
      socket.end();
    });
  },
);
