import { beforeEach, describe, expect, it } from 'vitest';
import type { Venue, VenueRequest } from '../../../feeds/index.ts';
import { VenueError } from '../../../feeds/index.ts';
import { okx } from '../../../feeds/okx/adapter.ts';
import type { VenueSocket } from '../../support/venueWire.ts';
import { answer, VenueWire } from '../../support/venueWire.ts';
import { spotEntry, swapEntry } from './fixtures.ts';

const AT = Date.UTC(2026, 10, 18, 12);
const ticker = (instId: string, last: string, at = AT) => ({
  instId,
  last,
  open24h: '8',
  high24h: '12',
  low24h: '7',
  vol24h: '100',
  volCcy24h: '1000',
  ts: `${at}`,
});
const bar = (at: number, close: string) => [`${at}`, '10', '11', '9', close, '5', '50', '50', '1'];
const trade = (tradeId: number, px: string, at = AT) => ({
  tradeId: `${tradeId}`,
  px,
  sz: '1',
  side: 'buy',
  ts: `${at}`,
});

/** What the venue knows, by path and query. */
let answers: Record<string, readonly unknown[]>;
let status: number;
let code: string;
let isReachable: boolean;
/** Streams that the venue refuses. */
let refused: string[];
let wire: VenueWire;
let venue: Venue;

function answered({ url }: VenueRequest) {
  if (!isReachable) throw new Error('offline');
  const [path = '', query = ''] = url.replace('https://www.okx.com/api/v5/', '').split('?');
  const data = answers[`${path}?${query}`] ?? answers[path] ?? [];
  return answer({ code, msg: '', data }, status);
}
/** Obeys commands as the venue does: one answer an argument. */
function received(text: string, socket: VenueSocket): void {
  if (text === 'ping') {
    socket.deliver('pong');
    return;
  }
  const { id, op, args } = JSON.parse(text);
  for (const arg of args) {
    const isRefused = refused.includes(`${arg.channel}:${arg.instId ?? arg.instType}`);
    const msg = `Wrong URL or channel:${arg.channel},instId:${arg.instId} doesn't exist.`;
    socket.deliver(isRefused ? { event: 'error', code: '60018', msg, id } : { event: op, arg, id });
    if (op === 'subscribe' && arg.channel === 'instruments')
      socket.deliver({ arg, data: answers[`public/instruments?instType=${arg.instType}`] ?? [] });
  }
}
const commands = (socket: VenueSocket) =>
  socket.sent.filter((text) => text !== 'ping').map((text) => JSON.parse(text));
const data = (channel: string, instId: string, rows: readonly unknown[], action?: string) => ({
  arg: { channel, instId },
  ...(action === undefined ? {} : { action }),
  data: rows,
});
const publicSocket = () => wire.socket('/ws/v5/public');
const businessSocket = () => wire.socket('/ws/v5/business');

beforeEach(() => {
  answers = {
    'public/instruments?instType=SPOT': [
      spotEntry('ABC-USDT'),
      spotEntry('BTC-USDT'),
      { instType: 'SPOT', state: 'live' },
    ],
    'public/instruments?instType=SWAP': [
      swapEntry('ABC-USDT-SWAP'),
      swapEntry('ABC-USD-SWAP', { ctType: 'inverse' }),
    ],
    'market/tickers?instType=SPOT': [ticker('ABC-USDT', '10'), ticker('OLD-USDT', '1')],
    'market/tickers?instType=SWAP': [ticker('ABC-USDT-SWAP', '10.1')],
  };
  status = 200;
  code = '0';
  isReachable = true;
  refused = [];
  wire = new VenueWire();
  wire.opens = true;
  wire.onRequest = answered;
  wire.onSent = received;
  venue = wire.connect(okx);
});

describe('the markets', () => {
  it('are asked for once a day', async () => {
    const [first, second] = await Promise.all([venue.markets(), venue.markets()]);
    expect(first.map(({ id }) => id)).toEqual(['ABC-USDT', 'BTC-USDT', 'ABC-USDT-PERP']);
    expect(second).toBe(first);
    expect([wire.requested.length, venue.counts().dropped]).toEqual([2, 1]);
    await wire.pass(86_400_000);
    await venue.markets();
    expect(wire.requested).toHaveLength(4);
  });
  it('are asked for more often where that is wanted: what is no longer traded leaves the list', async () => {
    const hourly = wire.connect(okx, { listCachedMs: 3_000_000 });
    expect(await hourly.markets()).toHaveLength(3);
    answers['public/instruments?instType=SPOT'] = [spotEntry('ABC-USDT')];
    await wire.pass(2_900_000);
    expect(await hourly.markets()).toHaveLength(3);
    await wire.pass(700_000);
    expect((await hourly.markets()).map(({ id }) => id)).toEqual(['ABC-USDT', 'ABC-USDT-PERP']);
  });
  it('come from the sockets where questions get no answer', async () => {
    isReachable = false;
    const markets = venue.markets();
    await wire.pass(20_000);
    expect((await markets).map(({ id, tick }) => [id, tick])).toContainEqual(['ABC-USDT', '0.01']);
    expect(wire.of('rest').map(({ state }) => state)).toEqual(['unreachable']);
    expect(wire.sockets.map(({ isClosed }) => isClosed)).toEqual([true]);
  });
  it('are refused with the venue’s words when it answers with an error', async () => {
    code = '51000';
    await expect(venue.markets()).rejects.toThrow(VenueError);
    await expect(venue.markets()).rejects.toMatchObject({ code: 'refused' });
  });
  it('wait as long as the venue asks for', async () => {
    code = '50011';
    await expect(venue.markets()).rejects.toMatchObject({ code: 'limited' });
    expect(wire.of('rest')[0]?.state).toBe('limited');
    code = '0';
    await expect(venue.markets()).rejects.toMatchObject({ code: 'limited' });
    await wire.pass(2_100);
    expect(await venue.markets()).toHaveLength(3);
  });
  it('are not served in some places', async () => {
    status = 451;
    wire.opens = false;
    const markets = venue.markets();
    const refusal = expect(markets).rejects.toMatchObject({ code: 'unreachable' });
    await wire.pass(15_000);
    await refusal;
    expect(wire.of('rest')[0]?.state).toBe('blocked');
  });
});

describe('the list', () => {
  beforeEach(async () => {
    venue.open('tick');
    await wire.pass(200);
  });
  it('begins with all rows, of instruments that are read', () => {
    const [first] = wire.of('tickers');
    expect(first).toMatchObject({ snapshot: true, at: AT });
    expect(first?.rows.map(({ id, last }) => [id, last])).toEqual([
      ['ABC-USDT', '10'],
      ['ABC-USDT-PERP', '10.1'],
    ]);
  });
  it('subscribes many instruments by one command', () => {
    expect(commands(publicSocket())).toEqual([
      {
        id: '1',
        op: 'subscribe',
        args: ['ABC-USDT', 'BTC-USDT', 'ABC-USDT-SWAP'].map((instId) => ({ channel: 'tickers', instId })),
      },
    ]);
  });
  it('tells changes together, the newest of each', async () => {
    publicSocket().deliver(data('tickers', 'ABC-USDT', [ticker('ABC-USDT', '11', AT + 1)]));
    publicSocket().deliver(data('tickers', 'ABC-USDT', [ticker('ABC-USDT', '12', AT + 2)]));
    publicSocket().deliver(data('tickers', 'BTC-USDT', [ticker('BTC-USDT', '7', AT + 1)]));
    await wire.pass(100);
    const last = wire.of('tickers').at(-1);
    expect(last).toMatchObject({ snapshot: false, at: AT + 2 });
    expect(last?.rows.map((row) => [row.id, row.last])).toEqual([
      ['ABC-USDT', '12'],
      ['BTC-USDT', '7'],
    ]);
  });
  it('leaves out rows that are older, unknown or malformed', async () => {
    const before = wire.of('tickers').length;
    publicSocket().deliver(data('tickers', 'ABC-USDT', [ticker('ABC-USDT', '9', AT - 1)]));
    publicSocket().deliver(data('tickers', 'ABC-USDT', [ticker('NEW-USDT', '9')]));
    publicSocket().deliver(data('tickers', 'ABC-USDT', [ticker('ABC-USDT', '')]));
    await wire.pass(200);
    expect(wire.of('tickers')).toHaveLength(before);
    expect(venue.counts().dropped).toBe(2);
  });
  it('is not held up by a moment that cannot be', async () => {
    publicSocket().deliver(data('tickers', 'ABC-USDT', [ticker('ABC-USDT', '99', AT + 30 * 86_400_000)]));
    publicSocket().deliver(data('tickers', 'ABC-USDT', [ticker('ABC-USDT', '11', AT + 1)]));
    await wire.pass(100);
    expect(
      wire
        .of('tickers')
        .at(-1)
        ?.rows.map(({ last }) => last),
    ).toEqual(['11']);
  });
  it('is alive while the line speaks, though nothing changes', async () => {
    await wire.pass(10_000);
    expect(publicSocket().sent.filter((text) => text === 'ping').length).toBeGreaterThanOrEqual(3);
    expect(wire.of('alive').at(-1)).toMatchObject({ channels: ['tick'] });
    expect(wire.of('lost')).toEqual([]);
  });
  it('spends no command on heartbeats', async () => {
    await wire.pass(25_000);
    const pings = publicSocket().sent.filter((text) => text === 'ping').length;
    expect(pings).toBeGreaterThanOrEqual(8);
    venue.open('book:ABC-USDT');
    await wire.pass(10);
    expect(commands(publicSocket()).at(-1)).toMatchObject({ op: 'subscribe' });
  });
  it('is asked for again when even the busiest instrument is silent', async () => {
    publicSocket().deliver(data('tickers', 'BTC-USDT', [ticker('BTC-USDT', '7')]));
    await wire.pass(32_000);
    expect(wire.of('lost')).toMatchObject([{ channel: 'tick' }]);
    expect(commands(publicSocket()).slice(1)).toMatchObject([
      { op: 'unsubscribe', args: [{ instId: 'BTC-USDT' }] },
      { op: 'subscribe', args: [{ instId: 'BTC-USDT' }] },
    ]);
  });
  it('takes in markets that are listed while it is open, marks too', async () => {
    venue.open('mark');
    await wire.pass(100);
    answers['public/instruments?instType=SWAP'] = [swapEntry('ABC-USDT-SWAP'), swapEntry('NEW-USDT-SWAP')];
    for (let hour = 0; hour < 26; hour++) await wire.pass(3_600_000);
    const requested = commands(publicSocket()).flatMap(({ args }) => args);
    expect(requested.filter(({ instId }) => instId.startsWith('NEW'))).toEqual([
      { channel: 'tickers', instId: 'NEW-USDT-SWAP' },
      { channel: 'mark-price', instId: 'NEW-USDT-SWAP' },
      { channel: 'index-tickers', instId: 'NEW-USDT' },
      { channel: 'funding-rate', instId: 'NEW-USDT-SWAP' },
    ]);
    publicSocket().deliver(
      data('tickers', 'NEW-USDT-SWAP', [ticker('NEW-USDT-SWAP', '3', wire.clock.now())]),
    );
    await wire.pass(1_500);
    expect(
      wire
        .of('tickers')
        .at(-1)
        ?.rows.map(({ id }) => id),
    ).toEqual(['NEW-USDT-PERP']);
  }, 30_000);
  it('goes on without an instrument that the venue does not know', async () => {
    refused = ['tickers:ABC-USDT-SWAP'];
    wire.socket().drop();
    await wire.pass(3_000);
    expect(wire.of('alive').at(-1)).toMatchObject({ channels: ['tick'] });
  });
});

it('fills from the streams where questions get no answer', async () => {
  isReachable = false;
  venue.open('tick');
  await wire.pass(20_000);
  publicSocket().deliver(data('tickers', 'ABC-USDT', [ticker('ABC-USDT', '11')]));
  await wire.pass(200);
  expect(wire.of('tickers').flatMap(({ rows }) => rows.map(({ id, last }) => [id, last]))).toEqual([
    ['ABC-USDT', '11'],
  ]);
});

it('a channel of an unknown market is never alive', async () => {
  venue.open('book:NOPE-USDT');
  venue.open('nonsense');
  await wire.pass(5_000);
  expect(wire.sockets).toEqual([]);
  expect(wire.of('alive')).toEqual([]);
});

const snapshot = (seqId: number) => ({
  bids: [['9', '1', '0', '1']],
  asks: [['10', '2', '0', '1']],
  ts: `${AT}`,
  seqId,
  prevSeqId: -1,
});
const update = (prevSeqId: number, seqId: number, bids: readonly (readonly string[])[]) => ({
  bids,
  asks: [],
  ts: `${AT + seqId}`,
  seqId,
  prevSeqId,
});
const books = (row: unknown, action: 'snapshot' | 'update') => data('books', 'ABC-USDT-SWAP', [row], action);

describe('a book', () => {
  let undo: () => void;
  beforeEach(async () => {
    undo = venue.open('book:ABC-USDT-PERP');
    await wire.pass(10);
    publicSocket().deliver(books(snapshot(5), 'snapshot'));
  });
  const resubscribed = () => commands(publicSocket()).map(({ op }) => op);

  it('is told whole, in base units', () => {
    publicSocket().deliver(
      books(
        update(5, 6, [
          ['9', '0'],
          ['8', '3'],
        ]),
        'update',
      ),
    );
    expect(wire.of('book').map(({ book, at }) => [book, at])).toEqual([
      [{ bids: [['9', '10']], asks: [['10', '20']] }, AT],
      [{ bids: [['8', '30']], asks: [['10', '20']] }, AT + 6],
    ]);
  });
  it.each([
    ['a hole', update(6, 7, [['8', '1']])],
    ['a crossed side', update(5, 6, [['11', '1']])],
    ['a wrong checksum', { ...update(5, 6, [['8', '1']]), checksum: 1 }],
  ])('is asked for anew after %s, and not told before its snapshot', async (_, row) => {
    publicSocket().deliver(books(row, 'update'));
    expect(wire.of('lost')).toEqual([{ kind: 'lost', channel: 'book:ABC-USDT-PERP' }]);
    await wire.pass(10);
    expect(resubscribed()).toEqual(['subscribe', 'unsubscribe', 'subscribe']);
    publicSocket().deliver(books(update(7, 8, [['8', '1']]), 'update'));
    expect(wire.of('book')).toHaveLength(1);
    publicSocket().deliver(books(snapshot(20), 'snapshot'));
    expect(wire.of('book')).toHaveLength(2);
    expect(venue.counts().resyncs).toBe(1);
  });
  it('is not asked for in a hurry when it breaks again and again', async () => {
    for (let i = 0; i < 5; i++) {
      publicSocket().deliver(books(update(99, 100, [['8', '1']]), 'update'));
      publicSocket().deliver(books(snapshot(5), 'snapshot'));
      await wire.pass(1_000);
    }
    expect(resubscribed()).toEqual(['subscribe', 'unsubscribe', 'subscribe']);
  });
  it('leaves out a message that comes twice', () => {
    for (let i = 0; i < 2; i++) publicSocket().deliver(books(update(5, 6, [['8', '1']]), 'update'));
    expect([wire.of('book').length, wire.of('lost').length]).toEqual([2, 0]);
  });
  it('counts truncated and hostile frames, and stands', () => {
    for (const text of ['{"arg":{"channel":"books","instId":"ABC-USDT-SWAP"},"da', 'null', '[]', '{"arg":5}'])
      publicSocket().deliver(text);
    publicSocket().deliver(books(update(5, 6, [['1e9', '1']]), 'update'));
    publicSocket().deliver(books(update(5, 6, [['__proto__', '1']]), 'update'));
    publicSocket().deliver({ event: 'unheard-of' });
    expect(venue.counts().dropped).toBe(7);
    expect(wire.of('lost')).toEqual([]);
  });
  it('lingers, then is asked for no more', async () => {
    undo();
    await wire.pass(900);
    expect(resubscribed()).toEqual(['subscribe']);
    await wire.pass(200);
    expect(wire.sockets.every(({ isClosed }) => isClosed)).toBe(true);
  });
  it('begins anew on the socket after a lost one', async () => {
    publicSocket().drop();
    expect(wire.of('lost')).toHaveLength(1);
    await wire.pass(3_000);
    expect(wire.sockets).toHaveLength(2);
    expect(commands(publicSocket())).toMatchObject([{ op: 'subscribe', args: [{ channel: 'books' }] }]);
    publicSocket().deliver(books(update(5, 6, [['8', '1']]), 'update'));
    expect(wire.of('book')).toHaveLength(1);
    publicSocket().deliver(books(snapshot(50), 'snapshot'));
    expect(wire.of('book')).toHaveLength(2);
    expect(venue.counts().reconnects).toBe(1);
  });
  it('moves to another socket when the venue stops this one', async () => {
    const old = publicSocket();
    old.deliver({
      event: 'notice',
      code: '64008',
      msg: 'The connection will soon be closed for a service upgrade.',
    });
    expect(wire.of('maintenance')).toHaveLength(1);
    await wire.pass(100);
    expect([wire.sockets.length, old.isClosed]).toEqual([2, false]);
    wire.sockets[1]?.deliver(books(snapshot(70), 'snapshot'));
    await wire.pass(10);
    expect(old.isClosed).toBe(true);
    expect(wire.of('book').at(-1)?.book.bids).toEqual([['9', '10']]);
    publicSocket().deliver(books(update(70, 71, [['8', '1']]), 'update'));
    expect(wire.of('book').at(-1)?.book.bids).toHaveLength(2);
  });
  it('is replaced with its line when the line falls silent', async () => {
    wire.onSent = () => undefined;
    await wire.pass(15_000);
    expect(wire.of('lost')).toMatchObject([{ channel: 'book:ABC-USDT-PERP' }]);
    expect(wire.sockets.length).toBeGreaterThanOrEqual(2);
  });
});

describe('trades', () => {
  beforeEach(async () => {
    answers['market/trades'] = [trade(3, '10.3'), trade(2, '10.2'), trade(1, '10.1')];
    venue.open('trade:ABC-USDT');
    await wire.pass(100);
  });
  it('begin with the newest, ascending, then come one by one', () => {
    publicSocket().deliver(data('trades', 'ABC-USDT', [trade(3, '10.3')]));
    publicSocket().deliver(data('trades', 'ABC-USDT', [trade(4, '10.4'), trade(5, '10.5')]));
    expect(
      wire.of('trades').map(({ snapshot: isFirst, trades }) => [isFirst, trades.map(({ id }) => id)]),
    ).toEqual([
      [true, [1, 2, 3]],
      [false, [4, 5]],
    ]);
  });
  it('that are malformed are dropped', () => {
    publicSocket().deliver(data('trades', 'ABC-USDT', [{ ...trade(4, '10'), side: 'x' }]));
    expect([wire.of('trades').length, venue.counts().dropped]).toEqual([1, 2]);
  });
});

describe('candles', () => {
  const HOUR = 3_600_000;
  it('are asked for on the other socket, by the venue’s names', async () => {
    venue.open('cndl:ABC-USDT:1d');
    venue.open('cndl:ABC-USDT:2h');
    await wire.pass(10);
    expect(commands(businessSocket()).flatMap(({ args }) => args)).toEqual([
      { channel: 'candle1Dutc', instId: 'ABC-USDT' },
      { channel: 'candle2H', instId: 'ABC-USDT' },
    ]);
    businessSocket().deliver(data('candle1Dutc', 'ABC-USDT', [bar(AT - 12 * HOUR, '10').with(8, '0')]));
    expect(wire.of('candle')).toMatchObject([
      { id: 'ABC-USDT', interval: '1d', closed: false, candle: { close: '10' } },
    ]);
  });
  it('whose socket is in trouble trouble the venue no longer once they are left', async () => {
    venue.open('tick');
    const leave = venue.open('cndl:ABC-USDT:1h');
    await wire.pass(100);
    wire.opens = false;
    businessSocket().drop();
    await wire.pass(100);
    expect(wire.of('link').at(-1)?.state).toBe('connecting');
    leave();
    await wire.pass(2_000);
    expect(wire.of('link').at(-1)?.state).toBe('live');
  });
  it('that the venue lacks, or counts otherwise, are made of finer ones', async () => {
    const eight = AT - (AT % (8 * HOUR));
    answers['market/candles'] = [
      bar(eight + 4 * HOUR, '11'),
      bar(eight, '10'),
      bar(eight - 4 * HOUR, '9'),
    ].map((row) => row.with(8, '0'));
    venue.open('cndl:ABC-USDT:8h');
    await wire.pass(10);
    expect(commands(businessSocket()).flatMap(({ args }) => args)).toEqual([
      { channel: 'candle4H', instId: 'ABC-USDT' },
    ]);
    businessSocket().deliver(data('candle4H', 'ABC-USDT', [bar(eight + 4 * HOUR, '10.5')]));
    const published = wire.of('candle').at(-1);
    expect(published).toMatchObject({
      interval: '8h',
      closed: true,
      candle: { at: eight, close: '10.5', volume: '10' },
    });
    const page = await venue.candles({ id: 'ABC-USDT', interval: '3d', limit: 1 });
    expect(wire.requested.at(-1)?.url).toContain('bar=1Dutc');
    expect(page.candles.length).toBeLessThanOrEqual(1);
  });
  it('that were missed are told first after a loss', async () => {
    venue.open('cndl:ABC-USDT:1h');
    await wire.pass(10);
    businessSocket().deliver(data('candle1H', 'ABC-USDT', [bar(AT, '9.5').with(8, '0')]));
    businessSocket().drop();
    wire.opens = false;
    await wire.pass(2 * HOUR);
    wire.opens = true;
    answers['market/candles'] = [bar(AT + 2 * HOUR, '11'), bar(AT + HOUR, '10'), bar(AT, '9.9')];
    await wire.pass(120_000);
    expect(
      wire.of('candle').map(({ candle, closed }) => [(candle.at - AT) / HOUR, candle.close, closed]),
    ).toEqual([
      [0, '9.5', false],
      [0, '9.9', true],
      [1, '10', true],
      [2, '11', false],
    ]);
  });
  it('are paged backwards, newest first at the venue, ascending here', async () => {
    const all = Array.from({ length: 700 }, (_, i) => bar(AT - i * HOUR, '10'));
    wire.onRequest = (request) => {
      if (request.url.includes('instruments')) return answered(request);
      const query = new URL(request.url).searchParams;
      const older = all.filter(([at]) => Number(at) < Number(query.get('after')));
      return answer({ code: '0', data: older.slice(0, Number(query.get('limit'))) });
    };
    const page = await venue.candles({ id: 'ABC-USDT', interval: '1h', limit: 650 });
    expect(page.more).toBe(true);
    expect(page.candles.map(({ at }) => at)).toEqual(
      Array.from({ length: 650 }, (_, i) => AT - (649 - i) * HOUR),
    );
    const bars = wire.requested.filter(({ url }) => url.includes('candles'));
    expect(bars.map(({ url }) => new URL(url).searchParams.get('limit'))).toEqual(['300', '300', '50']);
    const before = AT - 640 * HOUR;
    const rest = await venue.candles({ id: 'ABC-USDT', interval: '1h', limit: 100, before });
    expect([rest.candles.length, rest.candles.at(-1)?.at, rest.more]).toEqual([59, before - HOUR, false]);
  });
  it('beyond the newest 1,440 come from the older ones, a hundred at a time', async () => {
    const before = AT - 2_000 * HOUR;
    answers['market/history-candles'] = Array.from({ length: 100 }, (_, i) =>
      bar(before - (i + 1) * HOUR, '10'),
    );
    const page = await venue.candles({ id: 'ABC-USDT', interval: '1h', limit: 100, before });
    expect(page.candles).toHaveLength(100);
    expect(wire.requested.at(-1)?.url).toContain(
      `history-candles?instId=ABC-USDT&bar=1H&after=${before}&limit=100`,
    );
  });
  it('of no market are refused', async () => {
    await expect(venue.candles({ id: 'NOPE-USDT', interval: '1h', limit: 1 })).rejects.toMatchObject({
      code: 'unknownMarket',
    });
  });
});

describe('marks', () => {
  beforeEach(async () => {
    venue.open('mark');
    await wire.pass(10);
  });
  it('need mark and index, and carry their funding’s interval', async () => {
    publicSocket().deliver(data('mark-price', 'ABC-USDT-SWAP', [{ markPx: '10.1', ts: `${AT}` }]));
    await wire.pass(300);
    expect(wire.of('venueMarks')).toEqual([]);
    publicSocket().deliver(data('index-tickers', 'ABC-USDT', [{ idxPx: '10', ts: `${AT}` }]));
    await wire.pass(300);
    const funding = { fundingRate: '-0.0001', fundingTime: `${AT}`, nextFundingTime: `${AT + 14_400_000}` };
    publicSocket().deliver(data('funding-rate', 'ABC-USDT-SWAP', [funding]));
    await wire.pass(300);
    const row = { id: 'ABC-USDT-PERP', mark: '10.1', index: '10' };
    expect(wire.of('venueMarks').map(({ snapshot: isFirst, rows }) => [isFirst, rows])).toEqual([
      [true, [{ ...row, funding: undefined }]],
      [false, [{ ...row, funding: { rate: '-0.0001', hours: 4, nextAt: AT } }]],
    ]);
  });
  it('are no longer alive when they are told no more', async () => {
    publicSocket().deliver(data('mark-price', 'ABC-USDT-SWAP', [{ markPx: '10.1', ts: `${AT}` }]));
    publicSocket().deliver(data('index-tickers', 'ABC-USDT', [{ idxPx: '10', ts: `${AT}` }]));
    await wire.pass(5_000);
    expect(wire.of('alive').at(-1)).toMatchObject({ channels: ['mark'] });
    await wire.pass(20_000);
    wire.events.length = 0;
    await wire.pass(5_000);
    expect(wire.of('alive')).toEqual([]);
  });
  it('are read of perpetuals that are settled in their quote alone', () => {
    expect(commands(publicSocket()).flatMap(({ args }) => args)).toEqual([
      { channel: 'mark-price', instId: 'ABC-USDT-SWAP' },
      { channel: 'index-tickers', instId: 'ABC-USDT' },
      { channel: 'funding-rate', instId: 'ABC-USDT-SWAP' },
    ]);
  });
});

it('ends everything when it is closed', async () => {
  venue.open('tick');
  await wire.pass(100);
  venue.close();
  await wire.pass(1_000);
  expect([wire.sockets.every(({ isClosed }) => isClosed), wire.clock.pending]).toEqual([true, 0]);
  await expect(venue.candles({ id: 'ABC-USDT', interval: '1h', limit: 1 })).rejects.toMatchObject({
    code: 'closed',
  });
});
