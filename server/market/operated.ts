import type { Market, MarketStatus } from '../../domain/index.ts';
import { stricterStatus } from '../../domain/index.ts';
import { digestOf } from '../base/digest.ts';
import { hexOf } from '../base/secrets.ts';
import type { MarketSource } from './source.ts';

/** What operators allow. */
export interface Operated {
  /** Another text after each change. */
  readonly version: string;
  statusOf(market: string): MarketStatus;
}

/**
 * A source with what operators allow in each market: the stricter of it and of the venue's status holds. Prices, books
 * and trades stay the venue's, whatever is stopped.
 */
export function operatedSource(source: MarketSource, operated: Operated): MarketSource {
  let markets: readonly Market[] = [];
  let seen: readonly Market[] | undefined;
  let version = '';
  let text = '';
  let digest = '';
  const allowed = (market: Market): Market => {
    const status = stricterStatus(market.status, operated.statusOf(market.id));
    return status === market.status ? market : { ...market, status };
  };
  return {
    origin: source.origin,
    ...(source.live ? { live: source.live } : {}),
    markets() {
      const list = source.markets();
      if (list !== seen || version !== operated.version) {
        markets = list.map(allowed);
        seen = list;
        version = operated.version;
      }
      return markets;
    },
    get version() {
      const now = `${operated.version}.${source.version}`;
      if (now !== text) {
        text = now;
        digest = hexOf(digestOf(now)).slice(0, 12);
      }
      return digest;
    },
    now: () => source.now(),
    tickers: () => source.tickers(),
    book: (id) => source.book(id),
    last: (id) => source.last(id),
    trades: (id) => source.trades(id),
    candles: (query) => source.candles(query),
    sparkline: (id, gone) => source.sparkline(id, gone),
    subscribe: (listener) => source.subscribe(listener),
    watch: (id) => source.watch(id),
    close: () => source.close(),
  };
}
