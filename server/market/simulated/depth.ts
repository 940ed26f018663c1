import { BOOK_DEPTH } from '../../../domain/contract/index.ts';
import type { Book, Level } from '../../../domain/index.ts';
import type { SimulatedMarket } from './plan.ts';
import { keyOf, normal, uniform } from './random.ts';
import { unitsText } from './text.ts';

/** The last fill, which the best prices stand around. */
export interface Touch {
  /** Ticks. */
  readonly price: number;
  readonly bought: boolean;
}

const DAY_MINUTES = 1440;
/** One basis point of the price on one side holds this share of a day's volume. */
const DAY_SHARE_A_BPS = 0.000175;
/** Distance that the shown levels of a side span in a market whose ticks are fine, as a fraction of the price. */
const SPAN = 0.00015;
/** Share of prices with a level where ticks are coarse. */
const MOST_DENSE = 0.92;
/** Prices looked at for one side at most. */
const MAX_LOOKED = 4_000;
/** Standard deviation of the logarithm of a level's size; the mean size stays what the depth requires. */
const SIZE_SIGMA = 1.1;
const SPREAD_LIFE_MS = 700;
/** Share of moments with the typical spread; in the rest a sweep has left a gap. */
const TYPICAL = 0.88;
/** Mean of the gap that a sweep leaves, in typical spreads. */
const GAP_SPREADS = 4;
/** In a market of one-tick spreads a gap is also wide in price, as a fraction of it. */
const GAP = 0.00001;

/** Ticks between best bid and best ask at a moment. */
function spreadAt({ shape }: SimulatedMarket, at: number): number {
  const { key, spreadTicks, anchorTicks } = shape;
  const draw = uniform(keyOf(key, 31), Math.floor(at / SPREAD_LIFE_MS));
  if (draw < TYPICAL) return spreadTicks;
  const mean = Math.max(spreadTicks * GAP_SPREADS, anchorTicks * GAP);
  return spreadTicks + Math.ceil(-Math.log((draw - TYPICAL) / (1 - TYPICAL) + 1e-9) * mean);
}

/** Each price has its own beat, so that a moment changes some levels only. @param calm length of the beats, ms. */
function beatOf(key: number, price: number, at: number, calm: number): number {
  const phase = uniform(key, price);
  return Math.floor(at / (500 + calm * phase) + phase * 16);
}

/** Prices that end in noughts attract orders. */
const attraction = (price: number): number => (price % 100 === 0 ? 3 : price % 10 === 0 ? 1.6 : 0.9);

function side(market: SimulatedMarket, best: number, step: 1 | -1, at: number): Level[] {
  const { key, anchorTicks, minuteLots } = market.shape;
  const spanTicks = Math.max(BOOK_DEPTH, anchorTicks * SPAN);
  const density = Math.min(MOST_DENSE, BOOK_DEPTH / spanTicks);
  const lotsATick = (minuteLots * DAY_MINUTES * DAY_SHARE_A_BPS) / (anchorTicks / 10_000);
  const ordinary = lotsATick / density;
  const beats = keyOf(key, 32);
  const stays = keyOf(key, step === 1 ? 33 : 34);
  const sizes = keyOf(key, step === 1 ? 35 : 36);
  const levels: Level[] = [];
  for (let looked = 0; levels.length < BOOK_DEPTH && looked < MAX_LOOKED; looked++) {
    const price = best + step * looked;
    if (price <= 0) break;
    const isBest = looked === 0;
    if (!isBest && uniform(keyOf(stays, price), beatOf(beats, price, at, 12_000)) > density) continue;
    const beat = beatOf(beats, price, at, isBest ? 300 : 6_000);
    const draw = Math.exp(SIZE_SIGMA * normal(keyOf(sizes, price), beat) - (SIZE_SIGMA * SIZE_SIGMA) / 2);
    const lots = Math.max(1, Math.round(ordinary * attraction(price) * draw));
    levels.push([unitsText(price, market.tickDecimals), unitsText(lots, market.lotDecimals)]);
  }
  return levels;
}

/** The book at a moment, around the last fill: strictly ordered, never crossed. @param at ms UTC. */
export function bookAt(market: SimulatedMarket, touch: Touch, at: number): Book {
  const spread = spreadAt(market, at);
  const ask = touch.bought ? Math.max(touch.price, spread + 1) : touch.price + spread;
  const bid = Math.max(1, ask - spread);
  return { bids: side(market, bid, -1, at), asks: side(market, Math.max(ask, bid + 1), 1, at) };
}
