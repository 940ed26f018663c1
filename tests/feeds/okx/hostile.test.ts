import fc from 'fast-check';
import { expect, it } from 'vitest';
import { okx } from '../../../feeds/okx/adapter.ts';
import { holds } from '../../support/holds.ts';
import { anyField, expectValid } from '../../support/venueSound.ts';
import { answer, VenueWire } from '../../support/venueWire.ts';
import { spotEntry, swapEntry } from './fixtures.ts';

const CHANNELS = ['tick', 'mark', 'book:ABC-USDT', 'trade:ABC-USDT', 'cndl:ABC-USDT:1m'];
const STREAMS = [
  { channel: 'tickers', instId: 'ABC-USDT' },
  { channel: 'mark-price', instId: 'ABC-USDT-SWAP' },
  { channel: 'index-tickers', instId: 'ABC-USDT' },
  { channel: 'funding-rate', instId: 'ABC-USDT-SWAP' },
  { channel: 'books', instId: 'ABC-USDT' },
  { channel: 'trades', instId: 'ABC-USDT' },
  { channel: 'candle1m', instId: 'ABC-USDT' },
];
const levels = fc.array(fc.array(anyField, { maxLength: 4 }), { maxLength: 4 });
const FIELDS = [
  'last',
  'open24h',
  'high24h',
  'low24h',
  'volCcy24h',
  'ts',
  'px',
  'sz',
  'tradeId',
  'markPx',
  'idxPx',
];
/** A row of any channel, whose fields may be missing or anything at all. */
const row = fc.oneof(
  fc.record(
    {
      ...Object.fromEntries(FIELDS.map((name) => [name, anyField])),
      instId: fc.oneof(fc.constant('ABC-USDT'), anyField),
      side: fc.oneof(fc.constantFrom('buy', 'sell'), anyField),
      ts: fc.oneof(fc.constant('1700000000000'), anyField),
      bids: fc.oneof(levels, anyField),
      asks: fc.oneof(levels, anyField),
      seqId: anyField,
      prevSeqId: anyField,
      checksum: anyField,
      fundingRate: anyField,
      fundingTime: anyField,
      nextFundingTime: anyField,
    },
    { requiredKeys: [] },
  ),
  fc.array(anyField, { maxLength: 9 }),
  anyField,
);
const action = fc.constantFrom('snapshot', 'update', undefined, 5);

it('nothing that the venue may send throws, and nothing impossible is told', async () => {
  const wire = new VenueWire();
  wire.opens = true;
  wire.onRequest = ({ url }) => {
    const entries = url.includes('SWAP') ? [swapEntry()] : [spotEntry()];
    return answer({ code: '0', data: url.includes('instruments') ? entries : [] });
  };
  const venue = wire.connect(okx);
  for (const channel of CHANNELS) venue.open(channel);
  await wire.pass(1_000);
  for (const socket of wire.sockets) for (const arg of STREAMS) socket.deliver({ event: 'subscribe', arg });
  await holds(
    fc.asyncProperty(
      fc.constantFrom(...STREAMS),
      action,
      fc.array(row, { maxLength: 3 }),
      async (arg, kind, data) => {
        for (const socket of wire.sockets) socket.deliver({ arg, action: kind, data });
        await wire.clock.advance(1);
        for (const published of wire.events.splice(0)) expectValid(published, /^ABC-USDT(-PERP)?$/);
      },
    ),
    { numRuns: 1_000 },
  );
  await wire.pass(500);
  for (const socket of wire.sockets)
    socket.deliver({
      arg: { channel: 'trades', instId: 'ABC-USDT' },
      data: [{ tradeId: `${Number.MAX_SAFE_INTEGER}`, px: '1', sz: '1', side: 'buy', ts: '1' }],
    });
  expect(wire.of('trades').at(-1)?.trades.at(-1)?.id).toBe(Number.MAX_SAFE_INTEGER);
});
