import { HOUR_MS } from '../../../domain/index.ts';
import type { VenueScript, Walked } from './walk.ts';
import { lengthOf, startOf, Walk } from './walk.ts';

const MARKETS: readonly Walked[] = [
  { base: 'BTC', quote: 'USDT', from: 61_200 },
  { base: 'ETH', quote: 'USDT', from: 2_680 },
  { base: 'XRP', quote: 'USDT', from: 0.582 },
];
const UNKNOWN: Walked = { base: '', quote: '', from: 1 };
const SIZE = '2.5';
const symbolOf = ({ base, quote }: Walked): string => `${base}${quote}`;
const marketOf = (symbol: string): Walked =>
  MARKETS.find((each) => symbolOf(each) === symbol.toUpperCase()) ?? UNKNOWN;

/** Speaks as Binance does, spot and futures alike. */
export function binanceScript(): VenueScript {
  const walk = new Walk((price) => price.toFixed(4));
  const sized = (prices: readonly string[]) => prices.map((price) => [price, SIZE]);
  function levels(bids: string, asks: string, market: Walked) {
    const sides = walk.levels(market);
    return { [bids]: sized(sides.bids), [asks]: sized(sides.asks) };
  }
  function ticker(market: Walked, E: number) {
    const { open: o, high: h, low: l } = walk.day(market);
    return {
      e: '24hrMiniTicker',
      E,
      s: symbolOf(market),
      c: walk.price(market),
      o,
      h,
      l,
      v: '10',
      q: '12345.6',
    };
  }
  function mark(market: Walked, E: number) {
    const p = walk.price(market);
    const T = Math.ceil(E / HOUR_MS) * HOUR_MS;
    return { e: 'markPriceUpdate', E, s: symbolOf(market), p, i: p, P: p, r: '0.00010000', T };
  }
  function trade(market: Walked, at: number) {
    const [id, p] = [walk.step, walk.price(market)];
    return { e: 'aggTrade', E: at, s: symbolOf(market), a: id, p, q: '0.5', f: id, l: id, T: at, m: false };
  }
  function kline(market: Walked, i: string, E: number) {
    const length = lengthOf(i);
    const [s, c] = [symbolOf(market), walk.price(market)];
    const k = { t: startOf(E, length), s, i, o: c, h: c, l: c, c, v: '12.5', x: false };
    return { e: 'kline', E, s, k };
  }
  function depth(market: Walked, E: number) {
    const { step } = walk;
    const head = { e: 'depthUpdate', E, s: symbolOf(market), U: step, u: step, pu: step - 1 };
    return { ...head, ...levels('b', 'a', market) };
  }
  function message(stream: string): unknown {
    const [name = '', kind = ''] = stream.split('@');
    const [market, at] = [marketOf(name), Date.now()];
    if (stream === '!miniTicker@arr') return MARKETS.map((each) => ticker(each, at));
    if (stream.startsWith('!markPrice')) return MARKETS.map((each) => mark(each, at));
    if (kind === 'aggTrade') return trade(market, at);
    if (kind === 'depth') return depth(market, at);
    if (kind.startsWith('kline_')) return kline(market, kind.slice(6), at);
    if (kind.startsWith('depth')) return { lastUpdateId: walk.step, ...levels('bids', 'asks', market) };
    return undefined;
  }
  function bars(market: Walked, query: URLSearchParams) {
    const price = walk.price(market);
    const end = Number(query.get('endTime') ?? Date.now());
    return walk
      .starts(lengthOf(query.get('interval')), end + 1, Number(query.get('limit') ?? 100))
      .map((at) => [at, price, price, price, price, '12.5']);
  }
  function dayRow(market: Walked) {
    const { open: openPrice, high: highPrice, low: lowPrice } = walk.day(market);
    const lastPrice = walk.price(market);
    return { symbol: symbolOf(market), lastPrice, openPrice, highPrice, lowPrice, quoteVolume: '12345.6' };
  }
  const answers: Readonly<Record<string, (market: Walked, query: URLSearchParams) => unknown>> = {
    exchangeInfo: () => ({ rateLimits: [], symbols: MARKETS.map(symbolRow) }),
    'ticker/24hr': () => MARKETS.map(dayRow),
    depth: (market) => ({ lastUpdateId: walk.step, ...levels('bids', 'asks', market) }),
    aggTrades: (market) => [trade(market, Date.now())],
    premiumIndex: () => [],
    fundingInfo: () => [],
    klines: bars,
  };
  return {
    walk,
    answer: ({ pathname, searchParams }) =>
      answers[pathname.replace(/^\/f?api\/v\d\//, '')]?.(
        marketOf(searchParams.get('symbol') ?? ''),
        searchParams,
      ),
    greet: (url) => url.searchParams.get('streams')?.split('/') ?? [],
    receive(text, wanted) {
      const { method, params = [], id } = JSON.parse(text) as Command;
      if (method === 'SUBSCRIBE') for (const stream of params) wanted.add(stream);
      if (method === 'UNSUBSCRIBE') for (const stream of params) wanted.delete(stream);
      return [JSON.stringify({ result: method === 'LIST_SUBSCRIPTIONS' ? [...wanted] : null, id })];
    },
    deliver(stream) {
      const data = message(stream);
      return data === undefined ? undefined : { stream, data };
    },
  };
}

interface Command {
  readonly method: string;
  readonly params?: readonly string[];
  readonly id: number;
}

function symbolRow(market: Walked) {
  return {
    symbol: symbolOf(market),
    status: 'TRADING',
    baseAsset: market.base,
    quoteAsset: market.quote,
    contractType: 'PERPETUAL',
    isSpotTradingAllowed: true,
    filters: [
      { filterType: 'PRICE_FILTER', tickSize: '0.0001' },
      { filterType: 'LOT_SIZE', stepSize: '0.0001', minQty: '0.0001' },
      { filterType: 'NOTIONAL', minNotional: '5' },
    ],
  };
}
