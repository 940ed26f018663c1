import type { Dec, Market, MarketStatus } from '../../domain/index.ts';
import { D, toText } from '../../domain/index.ts';
import type { Fields } from '../venues/fields.ts';
import { isFields } from '../venues/fields.ts';
import { venueMarket } from '../venues/market.ts';
import { scaleBy } from '../venues/scale.ts';
import { positiveDecimal, wholeOf } from '../venues/texts.ts';

/** A market, and what the venue calls and counts differently. */
export interface OkxInstrument {
  readonly market: Market;
  /** The venue's own name: `BTC-USDT`, `BTC-USDT-SWAP`. */
  readonly instId: string;
  /** Base units of a size: a swap's sizes are contracts. */
  readonly toBase: (size: Dec) => Dec;
}

/** States in which an instrument has a price; others are not yet listed, or the venue's own tests. */
const STATES: ReadonlyMap<unknown, MarketStatus> = new Map([
  ['live', 'open'],
  ['suspend', 'cancelOnly'],
  ['rebase', 'cancelOnly'],
  ['post_only', 'cancelOnly'],
]);

/**
 * Whether an instrument is of a kind that is read: spot, and perpetuals that are settled in what they are quoted in.
 * Dated contracts, options and those settled in their base are not.
 */
export function isReadKind(raw: unknown): boolean {
  if (!isFields(raw) || !STATES.has(raw['state'])) return false;
  return raw['instType'] === 'SPOT' || (raw['instType'] === 'SWAP' && raw['ctType'] === 'linear');
}

/** One entry of `public/instruments` of a kind that is read; undefined is one to count and drop. */
export function readInstrument(raw: unknown): OkxInstrument | undefined {
  if (!isFields(raw)) return undefined;
  const isSpot = raw['instType'] === 'SPOT';
  const pair = isSpot ? pairOf(raw['instId'], '') : pairOf(raw['instId'], '-SWAP');
  const size = isSpot ? '1' : contractSize(raw);
  if (!pair || size === undefined) return undefined;
  const toBase = scaleBy(size);
  const filter = readFilter(raw, toBase);
  if (!filter) return undefined;
  const [base, quote] = pair;
  const market = venueMarket({
    kind: isSpot ? 'spot' : 'perpetual',
    base,
    quote,
    status: STATES.get(raw['state']) ?? 'closed',
    listedAt: wholeOf(raw['listTime']) ?? 0,
    ...filter,
  });
  return market && { market, instId: `${base}-${quote}${isSpot ? '' : '-SWAP'}`, toBase };
}

function pairOf(instId: unknown, suffix: string): readonly [base: string, quote: string] | undefined {
  if (typeof instId !== 'string' || instId.length > 35 || !instId.endsWith(suffix)) return undefined;
  const [, base, quote] =
    /^([A-Za-z0-9]+)-([A-Za-z0-9]+)$/.exec(instId.slice(0, instId.length - suffix.length)) ?? [];
  return base !== undefined && quote !== undefined ? [base, quote] : undefined;
}

/** Base units of one contract. */
function contractSize(raw: Fields): Dec | undefined {
  const value = positiveDecimal(raw['ctVal']);
  const multiplier = positiveDecimal(raw['ctMult']);
  return value !== undefined && multiplier !== undefined ? toText(new D(value).times(multiplier)) : undefined;
}

/** The venue has no smallest total. */
function readFilter(raw: Fields, toBase: (size: Dec) => Dec) {
  const tick = positiveDecimal(raw['tickSz']);
  const lot = positiveDecimal(raw['lotSz']);
  const least = positiveDecimal(raw['minSz']);
  if (tick === undefined || lot === undefined || least === undefined) return undefined;
  return { tick, lot: toBase(lot), minQuantity: toBase(least), minTotal: '0' };
}
