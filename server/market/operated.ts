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
  /** Whether the venue has all that the source has. */
  readonly isWhole: boolean;
  /** Whether the venue has it at all. */
  isListed(market: string): boolean;
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
  const listed = <T extends { readonly id: string }>(all: readonly T[]): readonly T[] =>
    operated.isWhole ? all : all.filter(({ id }) => operated.isListed(id));
  return {
    origin: source.origin,
    ...(source.live ? { live: source.live } : {}),
    markets() {
      const list = source.markets();
      if (list !== seen || version !== operated.version) {
        markets = listed(list).map(allowed);
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
    tickers: () => listed(source.tickers()),
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
