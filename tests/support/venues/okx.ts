import { HOUR_MS } from '../../../domain/index.ts';
import type { VenueScript, Walked } from './walk.ts';
import { lengthOf, startOf, Walk } from './walk.ts';

/** Dearer than at the other venues, so that one can see which is read. */
const PAIRS: readonly Walked[] = [
  { base: 'BTC', quote: 'USDT', from: 62_200 },
  { base: 'ETH', quote: 'USDT', from: 2_710 },
];
const UNKNOWN: Walked = { base: '', quote: '', from: 1 };
/** Of a swap's sizes: base units of one contract. */
const CONTRACT = '0.01';
const FUNDING_HOURS = 4;

interface Arg {
  readonly channel: string;
  readonly instId?: string;
  readonly instType?: string;
}
const nameOf = ({ channel, instId, instType }: Arg): string => `${channel}:${instId ?? instType}`;
const pairOf = (instId: string): Walked =>
  PAIRS.find(({ base, quote }) => instId.startsWith(`${base}-${quote}`)) ?? UNKNOWN;
const idsOf = (instType: string | null): readonly string[] =>
  PAIRS.map(({ base, quote }) => `${base}-${quote}${instType === 'SWAP' ? '-SWAP' : ''}`);

/** Speaks as OKX does: one stream an instrument, books as a snapshot and changes that chain to it. */
export function okxScript(): VenueScript {
  const walk = new Walk((price) => price.toFixed(2));
  const sized = (prices: readonly string[], size: string) => prices.map((price) => [price, size, '0', '3']);

  function ticker(instId: string) {
    const pair = pairOf(instId);
    const { open: open24h, high: high24h, low: low24h } = walk.day(pair);
    const last = walk.price(pair);
    return {
      instId,
      last,
      open24h,
      high24h,
      low24h,
      vol24h: '10',
      volCcy24h: '54321.5',
      ts: `${Date.now()}`,
    };
  }
  function trade(instId: string) {
    const px = walk.price(pairOf(instId));
    return { instId, tradeId: `${walk.step}`, px, sz: '0.5', side: 'buy', ts: `${Date.now()}` };
  }
  const barRow = (at: number, price: string, confirm: '0' | '1') => [
    `${at}`,
    price,
    price,
    price,
    price,
    '12.5',
    '1',
    '1',
    confirm,
  ];
  /** The quantity of the best bid is the step: every message changes the book. */
  function book(instId: string, action: 'snapshot' | 'update') {
    const { bids, asks } = walk.levels(pairOf(instId));
    const { step } = walk;
    const numbers = { seqId: step, prevSeqId: action === 'snapshot' ? -1 : step - 1, checksum: 0 };
    const [best = ''] = bids;
    const changed = [[best, `${2 + (step % 2)}`, '0', '3']];
    const sides =
      action === 'update'
        ? { bids: changed, asks: [] }
        : { bids: [...changed, ...sized(bids.slice(1), '2.5')], asks: sized(asks, '2.5') };
    return { ...sides, ...numbers, ts: `${Date.now()}` };
  }
  function funding(instId: string) {
    const next = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
    const nextFundingTime = `${next + FUNDING_HOURS * HOUR_MS}`;
    return { instId, fundingRate: '0.0002', fundingTime: `${next}`, nextFundingTime };
  }
  const rows: Readonly<Record<string, (instId: string) => unknown>> = {
    tickers: ticker,
    trades: trade,
    books: (instId) => book(instId, 'update'),
    'mark-price': (instId) => ({ instId, markPx: walk.price(pairOf(instId)), ts: `${Date.now()}` }),
    'index-tickers': (instId) => ({ instId, idxPx: walk.price(pairOf(instId)), ts: `${Date.now()}` }),
    'funding-rate': funding,
  };
  function rowOf(channel: string, instId: string): unknown {
    if (!channel.startsWith('candle')) return rows[channel]?.(instId);
    const length = lengthOf(channel.slice('candle'.length));
    return barRow(startOf(Date.now(), length), walk.price(pairOf(instId)), '0');
  }
  function bars(query: URLSearchParams) {
    const length = lengthOf(query.get('bar'));
    const price = walk.price(pairOf(query.get('instId') ?? ''));
    const before = Number(query.get('after') ?? Date.now() + length);
    const starts = walk.starts(length, before, Number(query.get('limit') ?? 100));
    return starts.map((at) => barRow(at, price, at + length > Date.now() ? '0' : '1')).reverse();
  }
  const answers: Readonly<Record<string, (query: URLSearchParams) => readonly unknown[]>> = {
    'public/instruments': (query) => idsOf(query.get('instType')).map(instrumentRow),
    'market/tickers': (query) => idsOf(query.get('instType')).map(ticker),
    'market/trades': (query) => [trade(query.get('instId') ?? '')],
    'market/candles': bars,
    'market/history-candles': bars,
  };
  return {
    walk,
    answer({ pathname, searchParams }) {
      const data = answers[pathname.replace('/api/v5/', '')]?.(searchParams);
      return data && { code: '0', msg: '', data };
    },
    greet: () => [],
    receive(text, wanted) {
      if (text === 'ping') return ['pong'];
      const { id, op, args } = JSON.parse(text) as { id: string; op: string; args: readonly Arg[] };
      return args.flatMap((arg) => {
        if (op === 'subscribe') wanted.add(nameOf(arg));
        else wanted.delete(nameOf(arg));
        const done = JSON.stringify({ event: op, arg, id, connId: 'a' });
        if (op !== 'subscribe' || arg.channel !== 'books') return [done];
        const data = [book(arg.instId ?? '', 'snapshot')];
        return [done, JSON.stringify({ arg, action: 'snapshot', data })];
      });
    },
    deliver(stream) {
      const [channel = '', instId = ''] = stream.split(':');
      const row = rowOf(channel, instId);
      const action = channel === 'books' ? { action: 'update' } : {};
      return row === undefined ? undefined : { arg: { channel, instId }, ...action, data: [row] };
    },
  };
}

function instrumentRow(instId: string) {
  const { base, quote } = pairOf(instId);
  const isSwap = instId.endsWith('-SWAP');
  const steps = { tickSz: '0.01', lotSz: isSwap ? '0.1' : '0.0001', minSz: isSwap ? '0.1' : '0.0001' };
  const contract = isSwap
    ? { instType: 'SWAP', ctVal: CONTRACT, ctMult: '1', ctType: 'linear' }
    : { instType: 'SPOT', ctVal: '', ctMult: '', ctType: '' };
  return {
    instId,
    baseCcy: base,
    quoteCcy: quote,
    state: 'live',
    listTime: '1548133413000',
    ...steps,
    ...contract,
  };
}
