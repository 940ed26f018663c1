import type { Dec } from '../decimal.ts';
import { amountSign, D, toText } from '../decimal.ts';
import type { RefusalCode } from '../errors.ts';
import type { Market } from '../market/market.ts';
import { fitsScale } from './balance.ts';

/** The asset against which all others are priced. */
export const CONVERT_ASSET = 'USDT';
/** Bounds of one conversion, in units of the asset that is given, both included. @see specification §9 */
export const convertBounds = { least: '0.001', most: '1000000' } as const;
/** How long a quote stands, ms. The numbers from here on are ours, the specification gives none. */
export const CONVERT_LIFE_MS = 8_000;
/** What the house keeps of each side that is not USDT, a fraction of its price. */
export const CONVERT_SPREAD: Dec = '0.001';
/**
 * How far the price may have moved, up or down, between a quote and its confirmation, a fraction of the quoted price.
 * Beyond it the quote is refused either way: neither side has a choice that the other has not.
 */
export const CONVERT_TOLERANCE: Dec = '0.001';
/** A balance is small when what is free of it is worth less than this, USDT. */
export const SMALL_WORTH: Dec = '5';
/**
 * What the house has of each asset for conversions once, in USDT's worth. It gives no more than it has, and takes no
 * more than leaves it with twice that worth, so that no asset's fall can cost it more.
 */
export const CONVERT_STOCK: Dec = '5000000';

/** Both hold what a wire's amount can: 18 decimals, of which a price uses 12 digits that say something. */
const PRICE_DIGITS = 12;
const PRICE_DECIMALS = 18;
const AMOUNT_DECIMALS = 8;

/** An asset's price in USDT as the source says it now. @see MarketSource */
export interface AssetPrice {
  /** Of the last trade, > 0. */
  readonly last: Dec;
  /** Best levels of the book; undefined where a side is empty. */
  readonly bid: Dec | undefined;
  readonly ask: Dec | undefined;
}
/** USDT itself. */
export const UNIT_PRICE: AssetPrice = { last: '1', bid: '1', ask: '1' };

/** What a quote's price is made of, in units of the asset received for one of the asset given. */
export interface ConvertPrice {
  /** What is executed, rounded down. */
  readonly price: Dec;
  /** The same without what the house keeps: last price by last price, rounded down. */
  readonly reference: Dec;
}

/** The market in which an asset is priced. */
export const convertMarketId = (asset: string): string => `${asset}-${CONVERT_ASSET}`;

/** Whether an asset can be converted as far as its market goes; USDT has none and always can. */
export function isConvertible(market: Market | undefined): boolean {
  return market?.kind === 'spot' && market.asset === 'crypto' && market.status === 'open';
}

/**
 * The price of a conversion. The house pays no more than the lower of the last price and the best bid, and asks no
 * less than the higher of the last price and the best ask; the spread of each side that is not USDT comes on top. So
 * a conversion there and back never gains while prices stand still.
 */
export function convertPrice(
  from: string,
  to: string,
  prices: Readonly<Record<'from' | 'to', AssetPrice>>,
): ConvertPrice {
  const pays = D.min(prices.from.last, prices.from.bid ?? prices.from.last);
  const asks = D.max(prices.to.last, prices.to.ask ?? prices.to.last);
  const price = pays.times(keptOf(from, -1)).div(asks.times(keptOf(to, 1)));
  return { price: priceDown(price), reference: priceDown(new D(prices.from.last).div(prices.to.last)) };
}

const keptOf = (asset: string, sign: 1 | -1): D =>
  new D(1).plus(asset === CONVERT_ASSET ? 0 : new D(CONVERT_SPREAD).times(sign));

/** Rounded down, so that a price never gives more than it says. */
function priceDown(price: D): Dec {
  if (price.isZero()) return '0';
  return toText(
    price.toSignificantDigits(PRICE_DIGITS, D.ROUND_DOWN).toDecimalPlaces(PRICE_DECIMALS, D.ROUND_DOWN),
  );
}

/**
 * The last look at a quote. @param quoted, now prices, received for one given, > 0.
 * @returns whether the price still is where it was, up and down alike.
 */
export function isWithinTolerance(quoted: Dec, now: Dec): boolean {
  return new D(now).minus(quoted).abs().lte(new D(quoted).times(CONVERT_TOLERANCE));
}

/** What is received, rounded down to what is booked; "0" for too little. @param amount of the asset given, ≥ 0. */
export function convertResult(amount: Dec, price: Dec): Dec {
  return toText(new D(amount).times(price).toDecimalPlaces(AMOUNT_DECIMALS, D.ROUND_DOWN));
}

/**
 * The least that has to be given to receive at least this, rounded up to what is booked.
 * @param wanted of the asset received, ≥ 0. @param price > 0.
 */
export function convertNeed(wanted: Dec, price: Dec): Dec {
  return toText(new D(wanted).div(price).toDecimalPlaces(AMOUNT_DECIMALS, D.ROUND_UP));
}

/** The first rule that an amount to be given breaks, or undefined. @see specification §5, §9 */
export function convertRefusal(amount: unknown): RefusalCode | undefined {
  const refusal = amountRefusal(amount);
  if (refusal !== undefined) return refusal;
  if (new D(amount as Dec).lt(convertBounds.least)) return 'convertTooSmall';
  return new D(amount as Dec).gt(convertBounds.most) ? 'convertTooLarge' : undefined;
}

/** Whether a typed amount is one that could be booked at all: the first rule that it breaks, or undefined. */
export function amountRefusal(amount: unknown): RefusalCode | undefined {
  const sign = amountSign(amount);
  if (sign === undefined) return 'amountInvalid';
  if (sign === 0) return 'amountZero';
  return fitsScale(amount as Dec) ? undefined : 'amountTooFine';
}

/**
 * Whether the house may give `gives` of one asset and take `takes` of another: it has what it gives, and what it takes
 * leaves it with no more than twice its first stock, at the last price. USDT cannot fall.
 * @param holds what it has of the asset taken. @param last USDT for one of the asset taken.
 */
export function isWithinExposure(
  given: { readonly gives: Dec; readonly free: Dec },
  taken: { readonly asset: string; readonly takes: Dec; readonly holds: Dec; readonly last: Dec },
): boolean {
  if (new D(given.gives).gt(given.free)) return false;
  if (taken.asset === CONVERT_ASSET) return true;
  const worth = new D(taken.holds).plus(taken.takes).times(taken.last);
  return worth.lte(new D(CONVERT_STOCK).times(2));
}

/** The house's first stock of an asset, rounded down. @param last USDT for one of it, > 0. */
export function convertStock(last: Dec): Dec {
  return toText(new D(CONVERT_STOCK).div(last).toDecimalPlaces(AMOUNT_DECIMALS, D.ROUND_DOWN));
}

/** Whether what is free of an asset is a small balance: more than nothing, and worth less than SMALL_WORTH. */
export function isSmall(free: Dec, last: Dec): boolean {
  return new D(free).gt(0) && new D(free).times(last).lt(SMALL_WORTH);
}

/** What the spread costs, in the asset received, rounded up; never below 0. @param amount of the asset given. */
export function convertCost(amount: Dec, { price, reference }: ConvertPrice): Dec {
  const cost = new D(amount).times(new D(reference).minus(price));
  return toText(D.max(cost, 0).toDecimalPlaces(AMOUNT_DECIMALS, D.ROUND_UP));
}

/** The spread as a fraction of the reference price, ≥ 0, unrounded. */
export function convertSpread({ price, reference }: ConvertPrice): Dec {
  if (new D(reference).isZero()) return '0';
  return toText(D.max(new D(1).minus(new D(price).div(reference)), 0));
}
