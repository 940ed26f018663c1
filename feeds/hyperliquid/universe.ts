import type { Dec, Market } from '../../domain/index.ts';
import { D, toText } from '../../domain/index.ts';
import type { Fields } from '../venues/fields.ts';
import { isFields, isWhole } from '../venues/fields.ts';
import { venueMarket, venueMarketId } from '../venues/market.ts';

/** A market of the venue before its price is known; the price decides its tick. */
export interface HyperliquidCoin {
  /** The venue's own name: `BTC`, `kPEPE`, `PURR/USDC`, `@107`. */
  readonly coin: string;
  readonly id: string;
  readonly base: string;
  readonly quote: string;
  readonly kind: 'spot' | 'perpetual';
  /** Decimals of a quantity. */
  readonly sizeDecimals: number;
}

/** What perpetuals are quoted and settled in. */
const QUOTE = 'USDC';
const MOST_SIZE_DECIMALS = 8;
const SIGNIFICANT_FIGURES = 5;
const PRICE_DECIMALS = { perpetual: 6, spot: 8 } as const;
/** The venue takes no order below this worth, in quote units. */
const LEAST_TOTAL = '10';

const NAME = /^[A-Za-z0-9]{1,15}$/;
const isSizeDecimals = (value: unknown): value is number =>
  isWhole(value) && value >= 0 && value <= MOST_SIZE_DECIMALS;

/**
 * The perpetuals of `meta`, by position, as contexts are listed by position: undefined stands for one that is no
 * longer traded, and for an entry that cannot be read. Undefined for all when the answer is no universe.
 */
export function readPerpetuals(meta: unknown): readonly (HyperliquidCoin | undefined)[] | undefined {
  const universe = isFields(meta) ? meta['universe'] : undefined;
  return Array.isArray(universe) ? universe.map(readPerpetual) : undefined;
}

function readPerpetual(raw: unknown): HyperliquidCoin | undefined {
  if (!isFields(raw) || raw['isDelisted'] === true) return undefined;
  const { name, szDecimals } = raw;
  if (typeof name !== 'string' || !NAME.test(name) || !isSizeDecimals(szDecimals)) return undefined;
  return {
    coin: name,
    id: venueMarketId({ kind: 'perpetual', base: name, quote: QUOTE }),
    base: name,
    quote: QUOTE,
    kind: 'perpetual',
    sizeDecimals: szDecimals,
  };
}

/** The pairs of `spotMeta`; those of tokens that cannot be read or whose names are taken are left out. */
export function readSpotPairs(meta: unknown): readonly HyperliquidCoin[] | undefined {
  if (!isFields(meta) || !Array.isArray(meta['tokens']) || !Array.isArray(meta['universe'])) return undefined;
  const tokens = new Map<number, Fields>();
  for (const token of meta['tokens'])
    if (isFields(token) && isWhole(token['index'])) tokens.set(token['index'], token);
  const pairs = new Map<string, HyperliquidCoin>();
  for (const raw of meta['universe']) {
    const pair = readSpotPair(raw, tokens);
    if (pair && !pairs.has(pair.id)) pairs.set(pair.id, pair);
  }
  return [...pairs.values()];
}

function readSpotPair(raw: unknown, tokens: ReadonlyMap<number, Fields>): HyperliquidCoin | undefined {
  if (!isFields(raw) || typeof raw['name'] !== 'string' || !Array.isArray(raw['tokens'])) return undefined;
  const [baseToken, quoteToken] = raw['tokens'].map((index) => tokens.get(index));
  const base = baseToken?.['name'];
  const quote = quoteToken?.['name'];
  const sizeDecimals = baseToken?.['szDecimals'];
  if (typeof base !== 'string' || typeof quote !== 'string' || !isSizeDecimals(sizeDecimals))
    return undefined;
  if (!NAME.test(base) || !NAME.test(quote)) return undefined;
  return {
    coin: raw['name'],
    id: venueMarketId({ kind: 'spot', base, quote }),
    base,
    quote,
    kind: 'spot',
    sizeDecimals,
  };
}

/**
 * The price step at a price: five significant figures, at most 6 (spot 8) less the quantity's decimals, and never
 * coarser than 1, as whole prices are always allowed. It changes with the price.
 * @param price quote per base, > 0.
 */
export function tickAt(price: Dec, { kind, sizeDecimals }: HyperliquidCoin): Dec {
  const byFigures = new D(price).e - (SIGNIFICANT_FIGURES - 1);
  const byDecimals = sizeDecimals - PRICE_DECIMALS[kind];
  return toText(new D(10).pow(Math.min(0, Math.max(byFigures, byDecimals))));
}

/** The market of a coin at a price; undefined when its names cannot stand in a channel. */
export function marketOf(coin: HyperliquidCoin, price: Dec): Market | undefined {
  const lot = toText(new D(10).pow(-coin.sizeDecimals));
  return venueMarket({
    kind: coin.kind,
    base: coin.base,
    quote: coin.quote,
    status: 'open',
    listedAt: 0,
    tick: tickAt(price, coin),
    lot,
    minQuantity: lot,
    minTotal: LEAST_TOTAL,
  });
}
