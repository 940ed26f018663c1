import type { Dec } from '../decimal.ts';
import { D } from '../decimal.ts';
import type { MarketStatus } from './marketStatus.ts';

/** Spot; perpetual futures on crypto; futures on commodities and indices, with hours. */
export type MarketKind = 'spot' | 'perpetual' | 'futures';
/** What the base of a market is: a cryptocurrency, or a commodity or index. */
export type AssetClass = 'crypto' | 'commodity';
/** What an order must keep to. All in the market's own units; "0" switches a rule off. */
export interface MarketFilter {
  /** Smallest price step, quote per base. */
  readonly tick: Dec;
  /** Smallest quantity step, base. */
  readonly lot: Dec;
  /** Smallest quantity of an order, base. */
  readonly minQuantity: Dec;
  /** Smallest price × quantity of an order, quote. */
  readonly minTotal: Dec;
}

/** One market as the exchange lists it, with its order filters. */
export interface Market extends MarketFilter {
  /** The specification's coinType: stable, fit for a URL, e.g. `BTC-USDT`, `BTC-USDT-PERP`, `XAU-USD`. */
  readonly id: string;
  /** The pair as users read it, e.g. `BTC/USDT`. */
  readonly name: string;
  readonly kind: MarketKind;
  readonly asset: AssetClass;
  readonly base: string;
  readonly quote: string;
  /** Id of the base asset's picture; null where none exists. @see specification §3, coin icons */
  readonly iconId: number | null;
  readonly status: MarketStatus;
  /** Whether cycle contracts are written on this market's index. */
  readonly cycle: boolean;
  /** First moment with a price, ms UTC. Candles before it do not exist. */
  readonly listedAt: number;
  /** Why the price is not a live venue's: shown wherever it is shown. */
  readonly origin: 'simulated' | 'recorded' | 'live';
  /** For recorded markets: when the recording was made, ms UTC. */
  readonly recordedAt?: number;
}

/** The newest state of a market over the last 24 hours. Prices quote per base. */
export interface Ticker {
  readonly id: string;
  readonly last: Dec;
  /** Price 24 h ago; "0" when the market is younger. */
  readonly open24: Dec;
  /** Traded in 24 h, in quote units. */
  readonly volume: Dec;
  readonly high24: Dec;
  readonly low24: Dec;
}

/** One public trade of a market. */
export interface Trade {
  /** Rises within a market. */
  readonly id: number;
  readonly price: Dec;
  /** Base units. */
  readonly quantity: Dec;
  /** The side of the one who took. */
  readonly side: 'buy' | 'sell';
  /** ms UTC, the source's time. */
  readonly at: number;
}

/** The rule of a `MarketFilter` that an order breaks. */
export type FilterBreach = 'tick' | 'lot' | 'minQuantity' | 'minTotal';

/**
 * The first rule of the market that an order of this price and quantity breaks, or undefined.
 * @param price quote per base, > 0. @param quantity base, > 0.
 * @see trading rules "Filters": a typed value off the step is refused, never silently changed.
 */
export function filterBreach(filter: MarketFilter, price: Dec, quantity: Dec): FilterBreach | undefined {
  const p = new D(price);
  const q = new D(quantity);
  if (!isStep(p, filter.tick)) return 'tick';
  if (!isStep(q, filter.lot)) return 'lot';
  if (q.lt(filter.minQuantity)) return 'minQuantity';
  if (p.times(q).lt(filter.minTotal)) return 'minTotal';
  return undefined;
}

function isStep(value: D, step: Dec): boolean {
  const size = new D(step);
  return size.isZero() || value.mod(size).isZero();
}
