import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hyperliquid } from '../../../feeds/hyperliquid/adapter.ts';
import { anyField, expectValid } from '../../support/venueSound.ts';
import { answer, VenueWire } from '../../support/venueWire.ts';

const CHANNELS = ['tick', 'mark', 'book:ABC-USDC-PERP', 'trade:ABC-USDC-PERP', 'cndl:ABC-USDC-PERP:1m'];
const context = (field: fc.Arbitrary<unknown>) =>
  fc.record(
    Object.fromEntries(
      ['markPx', 'midPx', 'prevDayPx', 'dayNtlVlm', 'oraclePx', 'funding'].map((name) => [name, field]),
    ),
    { requiredKeys: [] },
  );
const coin = fc.oneof(fc.constant('ABC'), anyField);
const levels = fc.array(fc.oneof(fc.record({ px: anyField, sz: anyField }), anyField), { maxLength: 4 });
const FIELDS = ['px', 'sz', 'tid', 'o', 'h', 'l', 'c', 'v'];
/** What any channel carries, whose fields may be missing or anything at all. */
const entry = fc.record(
  {
    ...Object.fromEntries(FIELDS.map((name) => [name, anyField])),
    coin,
    s: coin,
    i: fc.oneof(fc.constant('1m'), anyField),
    t: fc.oneof(fc.constant(1_700_000_040_000), anyField),
    time: fc.oneof(fc.integer({ min: 0 }), anyField),
    side: fc.oneof(fc.constantFrom('A', 'B'), anyField),
    levels: fc.oneof(fc.array(levels, { maxLength: 3 }), anyField),
    mids: fc.oneof(fc.record({ ABC: anyField }), anyField),
    ctxs: fc.oneof(
      fc.array(fc.tuple(fc.constant(''), fc.array(context(anyField), { maxLength: 2 }))),
      anyField,
    ),
  },
  { requiredKeys: [] },
);
const channel = fc.constantFrom(
  'allMids',
  'allDexsAssetCtxs',
  'l2Book',
  'trades',
  'candle',
  'error',
  'subscriptionResponse',
);
const data = fc.oneof(entry, fc.array(entry, { maxLength: 3 }), anyField);

it('nothing that the venue may send throws, and nothing impossible is told', async () => {
  const wire = new VenueWire();
  wire.opens = true;
  const known = { markPx: '10', midPx: '10', prevDayPx: '9', dayNtlVlm: '1', oraclePx: '10', funding: '0' };
  wire.onRequest = ({ body = '{}' }) => {
    const { type } = JSON.parse(body);
    if (type === 'metaAndAssetCtxs') return answer([{ universe: [{ name: 'ABC', szDecimals: 2 }] }, [known]]);
    return answer(type === 'spotMetaAndAssetCtxs' ? [{ tokens: [], universe: [] }, []] : []);
  };
  const venue = wire.connect(hyperliquid);
  for (const each of CHANNELS) venue.open(each);
  await wire.pass(1_000);
  fc.assert(
    fc.property(channel, data, (name, sent) => {
      wire.socket().deliver({ channel: name, data: sent });
      for (const published of wire.events.splice(0)) expectValid(published, /^ABC-USDC-PERP$/);
    }),
    { numRuns: 2_000 },
  );
  const trade = { coin: 'ABC', side: 'B', px: '1', sz: '1', time: wire.clock.now(), tid: 1 };
  wire.socket().deliver({ channel: 'trades', data: [trade] });
  expect(wire.of('trades').at(-1)?.trades.at(-1)).toMatchObject({ price: '1', at: trade.time });
});
