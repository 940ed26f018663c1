import type { Interval } from '../../domain/index.ts';
import { MINUTE_MS } from '../../domain/index.ts';
import type { VenueConfig } from '../venues/types.ts';

/** All that may change at the venue without a change of its formats. */
export const hyperliquidConfig = {
  hosts: {
    rest: ['https://api.hyperliquid.xyz'],
    socket: ['wss://api.hyperliquid.xyz'],
  },
  paths: { info: '/info', socket: '/ws' },
  /** Of one address. */
  limit: { weight: 1_200, perMs: MINUTE_MS },
  /** What one question costs; bars cost more by their number. */
  weights: { contexts: 20, candles: 20, rowsPerWeight: 60 },
  /** Of one address: everything goes over one socket. */
  subscriptions: 1_000,
  commands: { weight: 2_000, perMs: MINUTE_MS },
  /** The venue's own dex; others are run by builders. */
  dex: '',
  /** Volumes, and prices of a day ago, come by request alone. */
  contextsEveryMs: 15_000,
  /** One market's day of hours is requested at this interval, until all are known. */
  dayEveryMs: 5_000,
  candlesPerPage: 1_000,
  /** What the venue lacks is made of finer bars, and so is what begins elsewhere there, as its weeks on Thursdays. */
  bars: {
    '1m': '1m',
    '3m': '3m',
    '5m': '5m',
    '15m': '15m',
    '30m': '30m',
    '1h': '1h',
    '2h': '2h',
    '4h': '4h',
    '6h': '2h',
    '8h': '8h',
    '12h': '12h',
    '1d': '1d',
    '3d': '1d',
    '1w': '1d',
    '1M': '1d',
  } satisfies Record<Interval, Interval> as Readonly<Record<Interval, Interval>>,
  /** Longest usual silence of streams, ms. */
  quietMs: { book: 10_000, mids: 10_000, contexts: 10_000 },
} as const satisfies VenueConfig & Record<string, unknown>;

export type HyperliquidConfig = typeof hyperliquidConfig;
