import type { VenueScript, Walked } from './walk.ts';
import { lengthOf, startOf, Walk } from './walk.ts';

interface Coin extends Walked {
  readonly coin: string;
  readonly szDecimals: number;
}
const PERPETUALS: readonly Coin[] = [
  { coin: 'BTC', base: 'BTC', quote: 'USDC', from: 63_200, szDecimals: 5 },
  { coin: 'ETH', base: 'ETH', quote: 'USDC', from: 2_740, szDecimals: 4 },
];
const SPOTS: readonly Coin[] = [{ coin: '@107', base: 'HYPE', quote: 'USDC', from: 35.1, szDecimals: 2 }];
const ALL = [...PERPETUALS, ...SPOTS];
const UNKNOWN: Coin = { coin: '', base: '', quote: '', from: 1, szDecimals: 2 };
const FIGURES = 5;
const coinOf = (name = ''): Coin => ALL.find(({ coin }) => coin === name) ?? UNKNOWN;

interface Subscription {
  readonly type: string;
  readonly coin?: string;
  readonly interval?: string;
}
const nameOf = ({ type, coin, interval }: Subscription): string =>
  [type, coin, interval].filter((part) => part !== undefined).join(' ');

/** Speaks as Hyperliquid does: one socket for everything, whole books, prices of five figures. */
export function hyperliquidScript(): VenueScript {
  const walk = new Walk((price) => `${Number(price.toPrecision(FIGURES))}`);
  function context(coin: Coin) {
    const price = walk.price(coin);
    const both = { markPx: price, midPx: price, prevDayPx: walk.day(coin).open, dayNtlVlm: '98765.4' };
    return coin.quote === 'USDC' && PERPETUALS.includes(coin)
      ? { ...both, oraclePx: price, funding: '0.0000125', openInterest: '10' }
      : { ...both, coin: coin.coin, circulatingSupply: '1' };
  }
  function book(coin: Coin) {
    const sides = walk.levels(coin);
    const level = (px: string) => ({ px, sz: '2.5', n: 3 });
    return {
      coin: coin.coin,
      time: Date.now(),
      levels: [sides.bids.map(level), sides.asks.map(level)],
    };
  }
  function trade(coin: Coin) {
    const [px, tid] = [walk.price(coin), 1_000_000 + walk.step];
    return { coin: coin.coin, side: 'B', px, sz: '0.5', time: Date.now(), hash: '0x0', tid };
  }
  function bar(coin: Coin, i: string, t: number) {
    const price = walk.price(coin);
    const T = t + lengthOf(i) - 1;
    return { t, T, s: coin.coin, i, o: price, h: price, l: price, c: price, v: '12.5', n: 3 };
  }
  function bars(req: BarsRequest) {
    const length = lengthOf(req.interval);
    const limit = Math.ceil((req.endTime - req.startTime) / length);
    return walk.starts(length, req.endTime + 1, limit).map((at) => bar(coinOf(req.coin), req.interval, at));
  }
  const spotMeta = {
    tokens: [
      { index: 0, name: 'USDC', szDecimals: 8 },
      { index: 1, name: 'HYPE', szDecimals: 2 },
    ],
    universe: [{ name: '@107', tokens: [1, 0], index: 107 }],
  };
  const universe = PERPETUALS.map(({ coin: name, szDecimals }) => ({ name, szDecimals, maxLeverage: 50 }));
  function messageOf({ type, coin, interval = '1m' }: Subscription): unknown {
    const own = coinOf(coin);
    if (type === 'allMids')
      return { mids: Object.fromEntries(ALL.map((each) => [each.coin, walk.price(each)])) };
    if (type === 'allDexsAssetCtxs') return { ctxs: [['', PERPETUALS.map(context)]] };
    if (type === 'l2Book') return book(own);
    if (type === 'trades') return [trade(own)];
    const length = lengthOf(interval);
    return type === 'candle' ? bar(own, interval, startOf(Date.now(), length)) : undefined;
  }
  return {
    walk,
    answer(_, body) {
      const { type, req } = JSON.parse(body) as { readonly type: string; readonly req: BarsRequest };
      if (type === 'metaAndAssetCtxs') return [{ universe }, PERPETUALS.map(context)];
      if (type === 'spotMetaAndAssetCtxs') return [spotMeta, SPOTS.map(context)];
      return type === 'candleSnapshot' ? bars(req) : undefined;
    },
    greet: () => [],
    receive(text, wanted) {
      const { method, subscription } = JSON.parse(text) as Command;
      if (method === 'ping') return [JSON.stringify({ channel: 'pong' })];
      if (!subscription) return [];
      if (method === 'subscribe') wanted.add(nameOf(subscription));
      else wanted.delete(nameOf(subscription));
      return [JSON.stringify({ channel: 'subscriptionResponse', data: { method, subscription } })];
    },
    deliver(stream) {
      const [type = '', coin, interval] = stream.split(' ');
      const data = messageOf({ type, ...(coin ? { coin } : {}), ...(interval ? { interval } : {}) });
      return data === undefined ? undefined : { channel: type, data };
    },
  };
}

interface Command {
  readonly method: string;
  readonly subscription?: Subscription;
}
interface BarsRequest {
  readonly coin: string;
  readonly interval: string;
  readonly startTime: number;
  readonly endTime: number;
}
