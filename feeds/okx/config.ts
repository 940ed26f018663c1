import type { Interval } from '../../domain/index.ts';
import { HOUR_MS } from '../../domain/index.ts';
import type { VenueConfig } from '../venues/types.ts';

const TWO_SECONDS_MS = 2_000;

/** All that may change at the venue without a change of its formats. */
export const okxConfig = {
  hosts: {
    rest: ['https://www.okx.com'],
    socket: ['wss://ws.okx.com:8443'],
  },
  /** Candles live on a socket of their own. */
  sockets: { public: '/ws/v5/public', business: '/ws/v5/business' },
  paths: {
    instruments: '/api/v5/public/instruments',
    tickers: '/api/v5/market/tickers',
    candles: '/api/v5/market/candles',
    oldCandles: '/api/v5/market/history-candles',
    trades: '/api/v5/market/trades',
  },
  /** Questions an address may ask, by kind. */
  limits: {
    instruments: { weight: 20, perMs: TWO_SECONDS_MS },
    tickers: { weight: 20, perMs: TWO_SECONDS_MS },
    candles: { weight: 40, perMs: TWO_SECONDS_MS },
    oldCandles: { weight: 20, perMs: TWO_SECONDS_MS },
    trades: { weight: 100, perMs: TWO_SECONDS_MS },
  },
  /** Codes that ask for a slower pace: in the body of an answer, and on a socket. */
  slowerCodes: { rest: ['50011', '50061'], socket: ['60014'] },
  /** Of one socket. */
  commands: { weight: 480, perMs: HOUR_MS },
  streamsPerSocket: 1_000,
  /** Subscriptions in one command, which may be 64 kB long. */
  batch: 100,
  /** Notice that this socket is closed soon. */
  closingCode: '64008',
  /** An open list looks so often whether there are markets that it lacks. */
  newMarketsEveryMs: HOUR_MS,
  /** Rows in one answer. */
  candlesPerPage: 300,
  oldCandlesPerPage: 100,
  trades: 100,
  /** Newest bars that `candles` knows; older ones are requested from `oldCandles`. */
  recentBars: 1_440,
  /** Those that begin at hours of UTC, not of Hong Kong. */
  bars: {
    '1m': '1m',
    '3m': '3m',
    '5m': '5m',
    '15m': '15m',
    '30m': '30m',
    '1h': '1H',
    '2h': '2H',
    '4h': '4H',
    '6h': '6Hutc',
    '12h': '12Hutc',
    '1d': '1Dutc',
    '1w': '1Wutc',
    '1M': '1Mutc',
  },
  /** Its ticker is never quiet for long: the silence is the line's. */
  pulse: { instId: 'BTC-USDT', quietMs: 30_000 },
  /** A book that does not change says so about once a minute. */
  bookQuietMs: 90_000,
} as const satisfies VenueConfig & Record<string, unknown>;

export type OkxConfig = typeof okxConfig;

/** An interval that the venue has bars of as we count them. */
export type OkxBar = keyof OkxConfig['bars'];

/** What bars of an interval are made of: themselves, or finer ones where the venue has none, or counts days otherwise. */
export const okxBarOf = (interval: Interval): OkxBar =>
  interval === '8h' ? '4h' : interval === '3d' ? '1d' : interval;
