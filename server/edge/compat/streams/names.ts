import type { Interval } from '../../../../domain/index.ts';
import { isInterval } from '../../../../domain/index.ts';

/** Spot or perpetuals: streams of both have the same names. */
export type StreamKind = 'spot' | 'futures';

/** What a stream's name says; its symbol in capitals. */
export type StreamName =
  | {
      readonly kind:
        | ('trade' | 'aggTrade' | 'depth' | 'bookTicker' | 'ticker' | 'miniTicker')
        | ('markPrice' | 'forceOrder');
      readonly symbol: string;
    }
  | { readonly kind: 'levels'; readonly symbol: string; readonly levels: number }
  | { readonly kind: 'kline'; readonly symbol: string; readonly interval: Interval }
  | {
      readonly kind: 'allTickers' | 'allMiniTickers' | 'allMarkPrices' | 'allBookTickers' | 'allForceOrders';
    };

const OF_ALL: Readonly<Record<string, Extract<StreamName, { kind: `all${string}` }>['kind']>> = {
  '!ticker@arr': 'allTickers',
  '!miniTicker@arr': 'allMiniTickers',
  '!markPrice@arr': 'allMarkPrices',
  '!markPrice@arr@1s': 'allMarkPrices',
  '!bookTicker': 'allBookTickers',
  '!forceOrder@arr': 'allForceOrders',
};
const PLAIN = ['trade', 'aggTrade', 'bookTicker', 'ticker', 'miniTicker', 'markPrice', 'forceOrder'] as const;
/** Streams that spot does not have. */
const OF_FUTURES: ReadonlySet<StreamName['kind']> = new Set([
  'markPrice',
  'forceOrder',
  'allMarkPrices',
  'allForceOrders',
]);
const LEVELS = [5, 10, 20] as const;
/** The pace that a client requests: any of these is accepted; changes are sent at most ten times a second. */
const PACE = /^(100|250|500|1000)ms$/;

/** Reads a stream's name; undefined when there is no such stream. */
export function parseStream(name: string, kind: StreamKind): StreamName | undefined {
  const all = OF_ALL[name];
  if (all) return OF_FUTURES.has(all) && kind === 'spot' ? undefined : { kind: all };
  const [lower = '', what = '', ...more] = name.split('@');
  if (!/^[a-z0-9]{1,40}$/.test(lower)) return undefined;
  const symbol = lower.toUpperCase();
  const plain = PLAIN.find((each) => each === what);
  if (plain && OF_FUTURES.has(plain) && kind === 'spot') return undefined;
  if (plain === 'markPrice') return more.every((each) => each === '1s') ? { kind: plain, symbol } : undefined;
  if (plain) return more.length === 0 ? { kind: plain, symbol } : undefined;
  const interval = /^kline_(\w+)$/.exec(what)?.[1];
  if (interval !== undefined)
    return isInterval(interval) && more.length === 0 ? { kind: 'kline', symbol, interval } : undefined;
  if (more.length > 1 || !more.every((each) => PACE.test(each))) return undefined;
  if (what === 'depth') return { kind: 'depth', symbol };
  const levels = LEVELS.find((each) => what === `depth${each}`);
  return levels ? { kind: 'levels', symbol, levels } : undefined;
}
