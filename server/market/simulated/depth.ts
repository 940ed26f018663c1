import { BOOK_DEPTH } from '../../../domain/contract/index.ts';
import type { Book, Level } from '../../../domain/index.ts';
import type { SimulatedMarket } from './catalogue.ts';
import { keyOf, normal, uniform } from './random.ts';
import { unitsText } from './text.ts';

/** The last fill, which the best prices stand around. Ticks. */
export interface Touch {
  readonly price: number;
  readonly bought: boolean;
}

/** Distance that the 50 shown levels of a side span in a liquid market, as a fraction of the price. */
const SPAN = 0.00015;
const SPREAD_LIFE_MS = 700;

/** Ticks between best bid and best ask at a moment: mostly the typical ones, now and then a gap after a sweep. */
function spreadAt(market: SimulatedMarket, at: number): number {
  const { key, spreadTicks } = market.shape;
  const draw = uniform(keyOf(key, 31), Math.floor(at / SPREAD_LIFE_MS));
  if (draw < 0.88) return spreadTicks;
  return spreadTicks + Math.ceil(-Math.log((draw - 0.87) / 0.13) * spreadTicks * 4);
}

/** Each level lives on its own beat, between half a second and eight, so that a message changes some of them. */
function beatOf(key: number, price: number, at: number, slow: number): number {
  const phase = uniform(keyOf(key, 32), price);
  return Math.floor(at / (500 + 7_500 * phase * slow) + phase * 16);
}

function side(market: SimulatedMarket, best: number, step: 1 | -1, at: number): Level[] {
  const { key, anchorTicks, minuteLots } = market.shape;
  const spanTicks = Math.max(BOOK_DEPTH, Math.round(anchorTicks * SPAN));
  const density = Math.min(0.92, BOOK_DEPTH / spanTicks);
  const ordinary = Math.max(1, (minuteLots * 5) / BOOK_DEPTH);
  const stays = keyOf(key, step === 1 ? 33 : 34);
  const sizes = keyOf(key, step === 1 ? 35 : 36);
  const levels: Level[] = [];
  for (
    let price = best, looked = 0;
    levels.length < BOOK_DEPTH && price > 0 && looked < 4_000;
    price += step, looked++
  ) {
    const isBest = price === best;
    if (!isBest && uniform(keyOf(stays, price), beatOf(key, price, at, 1)) > density) continue;
    const round = price % 100 === 0 ? 3 : price % 10 === 0 ? 1.6 : 1;
    const distance = 0.4 + Math.min(2, (3 * looked) / spanTicks);
    const draw = Math.exp(
      1.1 * normal(keyOf(sizes, price), beatOf(key, price, at, isBest ? 0.05 : 0.6)) - 0.6,
    );
    const lots = Math.max(1, Math.round(ordinary * round * distance * draw));
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
