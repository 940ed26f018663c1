import type { MinuteBar } from './minuteBar.ts';
import { normal, uniform } from './random.ts';
import { heightOf } from './worth.ts';

/** Spread of the logarithm of a fill's size. */
const SIZE_SIGMA = 1.9;
const DUST_SHARE = 0.35;
/** A dust order against an ordinary one. */
const DUST = 0.01;
const ROUND_SHARE = 0.25;

/**
 * Splits the bar's lots among its fills: much dust, some round amounts, few large ones; at least one lot each.
 * Where the bar says what its fills are worth together, the sizes lean until they are, and the price of one inner
 * fill of one lot takes the rest.
 * @param price of each fill, ticks; the price of one fill may be changed.
 */
export function sizesOf(key: number, walkKey: number, bar: MinuteBar, price: Float64Array): Float64Array {
  const height = heightOf(walkKey, bar);
  if (price.length === 2 && height !== undefined && bar.high > bar.low) return ofTwo(bar, price, height);
  const weight = weightsOf(key, price.length);
  if (height !== undefined && bar.high > bar.low) return levelled(key, bar, price, weight, height);
  const lots = new Float64Array(price.length).fill(1);
  const left = share(key, lots, weight, bar.lots - price.length);
  let largest = 0;
  for (let i = 1; i < lots.length; i++) if ((lots[i] ?? 0) >= (lots[largest] ?? 0)) largest = i;
  lots[largest] = (lots[largest] ?? 0) + left;
  return lots;
}

function ofTwo({ high, low, lots }: MinuteBar, price: Float64Array, height: number): Float64Array {
  const upper = height / (high - low);
  return price.map((each) => (each === high ? upper : lots - upper));
}

function weightsOf(key: number, count: number): Float64Array {
  const weight = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const dust = uniform(key, 2 * i) < DUST_SHARE ? DUST : 1;
    weight[i] = dust * Math.exp(SIZE_SIGMA * normal(key, 2 * i + 1));
  }
  return weight;
}

/** Adds whole lots by weight, rounded down; yields how many of `spare` are left. */
function share(key: number, lots: Float64Array, weight: Float64Array, spare: number): number {
  const sum = weight.reduce((before, each) => before + each, 0);
  let left = spare;
  for (let i = 0; i < lots.length; i++) {
    const own = Math.floor((spare * (weight[i] ?? 0)) / sum);
    const shown = uniform(key, -1 - i) < ROUND_SHARE ? roundAmount(own) : own;
    lots[i] = (lots[i] ?? 0) + shown;
    left -= shown;
  }
  return left;
}

/** The next lower amount of which one lot more has a single digit, e.g. 1,999 below 2,345. */
function roundAmount(lots: number): number {
  if (lots < 10) return lots;
  const unit = 10 ** Math.floor(Math.log10(lots));
  return Math.floor(lots / unit) * unit - 1;
}

/** Sizes with which all fills together stand exactly `height` lots × ticks above the bar's low. */
function levelled(
  key: number,
  bar: MinuteBar,
  price: Float64Array,
  weight: Float64Array,
  height: number,
): Float64Array {
  const { low } = bar;
  const top = placeOf(price, bar.high);
  const bottom = placeOf(price, low);
  const free = freeFill(price, top, bottom, low + height / bar.lots);
  weight[free] = 0;
  const lots = new Float64Array(price.length).fill(1);
  const spare = bar.lots - price.length;
  let missing = height - price.reduce((before, each) => before + each - low, 0);
  lean(weight, price, low + missing / spare);
  const left = share(key, lots, weight, spare);
  for (let i = 0; i < lots.length; i++) missing -= ((lots[i] ?? 0) - 1) * ((price[i] ?? 0) - low);
  const [upper, lower] = endsFor(weight, price, { top, bottom, low, left, missing });
  const gap = (price[upper] ?? 0) - (price[lower] ?? 0);
  const above = (missing - left * ((price[lower] ?? 0) - low)) / gap;
  let raised = Math.max(0, Math.min(left, Math.floor(above)));
  if (raised < left && (price[free] ?? 0) + (above - raised) * gap > bar.high) raised += 1;
  missing -= raised * ((price[upper] ?? 0) - low) + (left - raised) * ((price[lower] ?? 0) - low);
  lots[upper] = (lots[upper] ?? 0) + raised;
  lots[lower] = (lots[lower] ?? 0) + left - raised;
  settle(bar, price, lots, free, missing);
  return lots;
}

/** A fill of a price that some fill has, an outer one where one has it. */
function placeOf(price: Float64Array, wanted: number): number {
  const last = price.length - 1;
  return price[0] === wanted ? 0 : price[last] === wanted ? last : price.indexOf(wanted);
}

/** The inner fill whose price is nearest to a level and that is not the bar's high or low. */
function freeFill(price: Float64Array, top: number, bottom: number, level: number): number {
  let free = -1;
  for (let i = 1; i < price.length - 1; i++) {
    if (i === top || i === bottom) continue;
    const isNearer = Math.abs((price[i] ?? 0) - level) < Math.abs((price[free] ?? 0) - level);
    if (free < 0 || isNearer) free = i;
  }
  return free;
}

/** Makes what stands above a level as heavy as what stands below it. */
function lean(weight: Float64Array, price: Float64Array, level: number): void {
  let above = 0;
  let below = 0;
  for (let i = 0; i < price.length; i++) {
    const moment = (weight[i] ?? 0) * ((price[i] ?? 0) - level);
    if (moment > 0) above += moment;
    else below -= moment;
  }
  const factor = Math.sqrt(below / above);
  for (let i = 0; i < price.length; i++) {
    weight[i] = (weight[i] ?? 0) * ((price[i] ?? 0) > level ? factor : 1 / factor);
  }
}

interface Left {
  readonly top: number;
  readonly bottom: number;
  readonly low: number;
  readonly left: number;
  readonly missing: number;
}

/** The two fills that take the lots which are left: the heaviest on both sides where they can, else the extremes. */
function endsFor(
  weight: Float64Array,
  price: Float64Array,
  { top, bottom, low, left, missing }: Left,
): readonly [upper: number, lower: number] {
  if (left === 0) return [top, bottom];
  const level = low + missing / left;
  let upper = top;
  let lower = bottom;
  for (let i = 0; i < price.length; i++) {
    const isUpper = (price[i] ?? 0) > level || price[i] === price[top];
    if ((weight[i] ?? 0) <= (weight[isUpper ? upper : lower] ?? 0)) continue;
    if (isUpper) upper = i;
    else lower = i;
  }
  return [upper, lower];
}

/** Moves lots between the fills around the free one while that helps; its price takes the last of what is missing. */
function settle(
  bar: MinuteBar,
  price: Float64Array,
  lots: Float64Array,
  free: number,
  missing: number,
): void {
  const own = price[free] ?? 0;
  const [upper, lower] = neighbours(price, free);
  const gap = (price[upper] ?? 0) - (price[lower] ?? 0);
  const giver = missing > 0 ? lower : upper;
  const moved = gap === 0 ? 0 : Math.min(Math.floor(Math.abs(missing) / gap), (lots[giver] ?? 1) - 1);
  const taker = missing > 0 ? upper : lower;
  lots[giver] = (lots[giver] ?? 0) - moved;
  lots[taker] = (lots[taker] ?? 0) + moved;
  let rest = missing - Math.sign(missing) * moved * gap;
  // What floats have rounded away may reach beyond the bar by a tick: a lot goes from the heaviest fill to its edge.
  while (own + rest > bar.high || own + rest < bar.low) {
    const edge = rest > 0 ? placeOf(price, bar.high) : placeOf(price, bar.low);
    const heaviest = lots.reduce(
      (best, each, i) => (price[i] !== price[edge] && each > (lots[best] ?? 0) ? i : best),
      free,
    );
    lots[heaviest] = (lots[heaviest] ?? 0) - 1;
    lots[edge] = (lots[edge] ?? 0) + 1;
    rest -= (price[edge] ?? 0) - (price[heaviest] ?? 0);
  }
  price[free] = own + rest;
}

/** The fills with the nearest prices at or above a fill's own and below it, that fill left out. */
function neighbours(price: Float64Array, free: number): readonly [upper: number, lower: number] {
  const own = price[free] ?? 0;
  let upper = free;
  let lower = free;
  for (let i = 0; i < price.length; i++) {
    const each = price[i] ?? 0;
    if (i === free) continue;
    if (each >= own && (upper === free || each < (price[upper] ?? 0))) upper = i;
    if (each < own && (lower === free || each > (price[lower] ?? 0))) lower = i;
  }
  return upper === free || lower === free ? [free, free] : [upper, lower];
}
