import { MINUTE_MS } from '../../domain/index.ts';
import type { VenueConfig } from '../venues/types.ts';

/** Binance closes a socket after 24 hours. */
const LIFETIME_MS = 23.5 * 60 * MINUTE_MS;

/** All that may change at Binance: hosts, paths, limits, names of streams. Weights and limits are the venue's own. */
export const binanceConfig = {
  hosts: {
    /** Public data alone, without keys, first. */
    spotRest: ['https://data-api.binance.vision', 'https://api.binance.com'],
    spotStream: ['wss://data-stream.binance.vision', 'wss://stream.binance.com:9443'],
    futuresRest: ['https://fapi.binance.com'],
    /** Sockets by kind of data; the addresses without a kind are the fall-back. */
    futuresBooks: ['wss://fstream.binance.com/public', 'wss://fstream.binance.com'],
    futuresMarket: ['wss://fstream.binance.com/market', 'wss://fstream.binance.com'],
  },
  streamPath: '/stream?streams=',
  usedHeader: 'x-mbx-used-weight-1m',
  /** One command in each second is left for the pongs that count as well. */
  spotStreams: {
    streams: 1_000,
    batch: 250,
    commands: [{ weight: 4, perMs: 1_000 }],
    lifetimeMs: LIFETIME_MS,
  },
  futuresStreams: {
    streams: 190,
    batch: 95,
    commands: [{ weight: 8, perMs: 1_000 }],
    lifetimeMs: LIFETIME_MS,
  },
  spot: {
    prefix: '/api/v3',
    limit: { weight: 6_000, perMs: MINUTE_MS },
    exchangeInfo: 20,
    tickers: 80,
    aggTrades: 4,
    depth: { limit: 500, weight: 25 },
    mostBars: 1_000,
    /** Weight of so many bars: the first row that is not smaller. */
    barWeights: [[1_000, 2]],
  },
  futures: {
    prefix: '/fapi/v1',
    limit: { weight: 2_400, perMs: MINUTE_MS },
    exchangeInfo: 1,
    tickers: 40,
    aggTrades: 20,
    depth: { limit: 500, weight: 10 },
    mostBars: 1_000,
    barWeights: [
      [99, 1],
      [499, 2],
      [1_000, 5],
    ],
    premiumIndex: 10,
    fundingInfo: 1,
    /** Hours between fundings of contracts that `fundingInfo` does not name. */
    usualFundingHours: 8,
  },
  tickerStream: '!miniTicker@arr',
  markStream: '!markPrice@arr@1s',
  /** Levels that a stream of whole books has at most. */
  wholeBookLevels: 20,
  /** Currencies that symbols end with, to split pairs where their list is refused; the longer ones first. */
  quotes: [
    'FDUSD',
    'USDT',
    'USDC',
    'TUSD',
    'BIDR',
    'BTC',
    'ETH',
    'BNB',
    'EUR',
    'TRY',
    'BRL',
    'JPY',
    'PLN',
    'ARS',
    'MXN',
    'ZAR',
    'RON',
    'CZK',
    'UAH',
    'DAI',
  ],
} as const satisfies VenueConfig & Record<string, unknown>;
export type BinanceConfig = typeof binanceConfig;
