import { beforeEach, expect, it } from 'vitest';
import { hyperliquid } from '../../../feeds/hyperliquid/adapter.ts';
import type { Venue, VenueRequest } from '../../../feeds/index.ts';
import { answer, VenueWire } from '../../support/venueWire.ts';

const MINUTE = 60_000;
const ID = 'ABC-USDC-PERP';
const typeOf = ({ body = '{}' }: VenueRequest): string => JSON.parse(body).type;
const context = { midPx: '100', markPx: '100', prevDayPx: '95', dayNtlVlm: '1000', oraclePx: '100' };

let wire: VenueWire;
let venue: Venue;
/** Types of questions that are answered. */
let answered: string[];

beforeEach(() => {
  answered = ['metaAndAssetCtxs', 'candleSnapshot'];
  wire = new VenueWire();
  wire.opens = true;
  wire.onRequest = async (request) => {
    if (!answered.includes(typeOf(request))) throw new Error('offline');
    const universe = ['ABC', 'DEF', 'GHI'].map((name) => ({ name, szDecimals: 2 }));
    const contexts = universe.map(() => context);
    return answer(typeOf(request) === 'candleSnapshot' ? [] : [{ universe }, contexts]);
  };
  wire.onSent = (text, socket) => {
    const { method, subscription } = JSON.parse(text);
    if (method === 'ping') socket.deliver({ channel: 'pong' });
    else socket.deliver({ channel: 'subscriptionResponse', data: { method, subscription } });
  };
  venue = wire.connect(hyperliquid, { kinds: ['perpetual'] });
});

const mids = (price: string) =>
  wire.socket().deliver({ channel: 'allMids', data: { mids: { ABC: price, DEF: '5', GHI: '6' } } });

it('publishes no price of before a loss as one of now, and calls them alive with the first middles after it', async () => {
  venue.open('tick');
  await wire.pass(50);
  mids('101');
  answered = [];
  wire.opens = false;
  wire.socket().drop();
  await wire.pass(10 * MINUTE);
  wire.events.length = 0;
  wire.opens = true;
  await wire.pass(40_000);
  expect(wire.socket().sent).not.toEqual([]);
  expect([wire.of('tickers'), wire.of('alive')]).toEqual([[], []]);
  mids('101');
  await wire.pass(1_500);
  expect(wire.of('alive')[0]?.channels).toEqual(['tick']);
});

it('publishes what is learnt of a day with the prices of a stream that speaks alone', async () => {
  venue.open('tick');
  await wire.pass(50);
  mids('101');
  answered = ['candleSnapshot'];
  wire.opens = false;
  wire.socket().drop();
  await wire.pass(1_000);
  wire.events.length = 0;
  await wire.pass(14_000);
  expect(wire.requested.filter((request) => typeOf(request) === 'candleSnapshot').length).toBeGreaterThan(1);
  expect(wire.of('tickers')).toEqual([]);
});

it.each(['tick', 'mark'] as const)(
  'begins channel %s again without the answers of long ago',
  async (channel) => {
    await Promise.all([venue.markets(), wire.pass(50)]);
    await wire.pass(10 * MINUTE);
    answered = [];
    venue.open(channel);
    await wire.pass(4_000);
    expect([wire.of('tickers'), wire.of('venueMarks')]).toEqual([[], []]);
    answered = ['metaAndAssetCtxs'];
    await wire.pass(16_000);
    const rows = [...wire.of('tickers'), ...wire.of('venueMarks')].map((event) => event.rows[0]?.id);
    expect(rows).toContain(ID);
  },
);

it('calls marks alive once they have come again after a loss', async () => {
  venue.open('mark');
  await wire.pass(1_500);
  const contexts = () =>
    wire
      .socket()
      .deliver({ channel: 'allDexsAssetCtxs', data: { ctxs: [['', [context, context, context]]] } });
  contexts();
  await wire.pass(1_500);
  expect(wire.of('alive').at(-1)?.channels).toEqual(['mark']);
  answered = [];
  wire.socket().drop();
  wire.events.length = 0;
  await wire.pass(5_000);
  expect(wire.socket().sent).not.toEqual([]);
  expect(wire.of('alive')).toEqual([]);
  contexts();
  await wire.pass(1_500);
  expect(wire.of('alive').at(-1)?.channels).toEqual(['mark']);
});
