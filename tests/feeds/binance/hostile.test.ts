import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyField, expectValid } from '../../support/venueSound.ts';
import { Script } from './script.ts';

const CHANNELS = ['tick', 'mark', 'book:BTC-USDT', 'trade:BTC-USDT', 'cndl:BTC-USDT:1m'];
const STREAMS = [
  '!miniTicker@arr',
  '!markPrice@arr@1s',
  'btcusdt@depth@100ms',
  'btcusdt@aggTrade',
  'btcusdt@kline_1m',
];

const value = fc.oneof(anyField, fc.constant('BTCUSDT'));
const levels = fc.array(fc.array(value, { maxLength: 3 }), { maxLength: 4 });
/** Fields of the venue's events, each of which may be missing or anything at all. */
const event = fc.record(
  {
    e: fc.oneof(
      fc.constantFrom('depthUpdate', 'aggTrade', 'kline', '24hrMiniTicker', 'markPriceUpdate'),
      value,
    ),
    E: value,
    s: fc.oneof(fc.constant('BTCUSDT'), value),
    ...Object.fromEntries(
      ['c', 'o', 'h', 'l', 'v', 'q', 'p', 'i', 'r', 'T', 'm', 'st', 'X'].map((key) => [key, value]),
    ),
    U: value,
    u: value,
    b: fc.oneof(levels, value),
    a: fc.oneof(levels, value),
    k: fc.oneof(fc.dictionary(fc.constantFrom('t', 'o', 'h', 'l', 'c', 'v', 'x', 'i'), value), value),
  },
  { requiredKeys: [] },
);
const message = fc.oneof(event, fc.array(event, { maxLength: 3 }), fc.jsonValue() as fc.Arbitrary<unknown>);

it('nothing that a venue may send throws, and nothing impossible is told', async () => {
  const script = new Script();
  script.answers['/api/v3/depth'] = () => ({ lastUpdateId: 10, bids: [['100', '1']], asks: [['101', '1']] });
  for (const channel of CHANNELS) await script.open(channel);
  await script.clock.advance(2_000);
  fc.assert(
    fc.property(fc.constantFrom(...STREAMS), message, (stream, data) => {
      for (const socket of script.sockets) socket.deliver({ stream, data });
      for (const published of script.events.splice(0)) expectValid(published, /^BTC-USDT(-PERP)?$/);
    }),
    { numRuns: 2_000 },
  );
  const fill = {
    e: 'aggTrade',
    E: 1,
    s: 'BTCUSDT',
    a: Number.MAX_SAFE_INTEGER,
    p: '1',
    q: '1',
    T: 1,
    m: true,
  };
  script.say('btcusdt@aggTrade', fill, 'data-stream');
  expect(script.of('trades').at(-1)?.trades.at(-1)?.id).toBe(Number.MAX_SAFE_INTEGER);
});
