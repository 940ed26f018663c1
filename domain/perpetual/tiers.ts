import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';
import type { RefusalCode } from '../errors.ts';

/** The finest quantity that is kept, base. */
const FINEST: Dec = '0.00000001';

/** A step of a table of maintenance margin, as it is published. */
export interface TierStep {
  /** Position value from which the step holds, quote, inclusive. */
  readonly floor: Dec;
  /** Position value at which the next step begins, quote, exclusive. */
  readonly cap: Dec;
  /** Maintenance margin as a fraction of the value, 0 < rate < 1. */
  readonly rate: Dec;
  /** Whole number ≥ 1. */
  readonly maxLeverage: number;
}

/** A step ready for computing, with what is deducted so that the margin has no jump where it begins. */
export interface Tier {
  readonly floor: D;
  readonly cap: D;
  readonly rate: D;
  /** Quote, ≥ 0. */
  readonly deduction: D;
  readonly maxLeverage: number;
}
/** Steps from the smallest value up, without holes. Never empty. */
export type TierTable = readonly [Tier, ...Tier[]];

/**
 * A table with its deductions: `d₁ = 0`, `dₖ = dₖ₋₁ + floorₖ·(rₖ − rₖ₋₁)`. [recorded]
 * @throws {RangeError} when steps have holes, begin above zero, or when a rate falls: a table is the house's own.
 * @see trading rules §1 "Maintenance margin, tiers"
 */
export function tiersOf(steps: readonly TierStep[]): TierTable {
  const tiers: Tier[] = [];
  for (const { floor, cap, rate, maxLeverage } of steps) {
    const before = tiers.at(-1);
    const from = new D(floor);
    const share = new D(rate);
    if (!from.eq(before?.cap ?? 0) || from.gte(cap))
      throw new RangeError('tiers: steps must follow each other');
    if (share.lt(before?.rate ?? 0) || share.gte(1)) throw new RangeError('tiers: rates must rise below one');
    const deduction = before ? before.deduction.plus(from.times(share.minus(before.rate))) : new D(0);
    tiers.push({ floor: from, cap: new D(cap), rate: share, deduction, maxLeverage });
  }
  const [first, ...rest] = tiers;
  if (first === undefined) throw new RangeError('tiers: none');
  return [first, ...rest];
}

/** The step that holds for a value; above the last cap the last one. @param value quote, ≥ 0. */
export function tierOf(value: Dec | D, table: TierTable): Tier {
  const size = typeof value === 'string' ? new D(value) : value;
  return table.find(({ cap }) => size.lt(cap)) ?? table.at(-1) ?? table[0];
}

/** Maintenance margin of a step's own line: `max(0, value·r − d)`. */
export function maintenanceOf(value: D, { rate, deduction }: Tier): D {
  const margin = value.times(rate).minus(deduction);
  return margin.isNegative() ? new D(0) : margin;
}

/**
 * Margin, in quote, below which a position of this value is liquidated: `max(0, value·r − d)`. It rises with the
 * value and has no jumps. @param value quote, ≥ 0, at mark. [recorded]
 */
export function maintenanceMargin(value: Dec, table: TierTable): Dec {
  const size = new D(value);
  return toText(maintenanceOf(size, tierOf(size, table)));
}

/** The most leverage that a position of this value may have; undefined from the last cap on, where none is opened. */
export function maxLeverage(value: Dec, table: TierTable): number | undefined {
  const size = new D(value);
  return table.find(({ cap }) => size.lt(cap))?.maxLeverage;
}

/** The value that a position at this leverage must stay below, quote; "0" when no step allows the leverage. */
export function valueBound(leverage: number, table: TierTable): Dec {
  const allowing = table.filter((tier) => tier.maxLeverage >= leverage);
  return toText(allowing.at(-1)?.cap ?? new D(0));
}

/**
 * The market's own bound of one order, base units: the most whose value at mark stays below the last cap, on the lot.
 * A limit price far below the mark buys no more than this. @param mark quote per base, > 0. @param lot base; "0" is off.
 */
export function mostOrderQuantity(mark: Dec, table: TierTable, lot: Dec): Dec {
  const step = new D(lot).isZero() ? new D(FINEST) : new D(lot);
  const { cap } = table.at(-1) ?? table[0];
  // The cap itself is out of bounds.
  const steps = cap.div(mark).div(step).toDecimalPlaces(0, D.ROUND_CEIL).minus(1);
  return toText(D.max(0, steps).times(step));
}

/**
 * Why a position of this value cannot be held at this leverage, or undefined.
 * @param leverage as requested. @param value quote, of the whole position after the order.
 */
export function leverageRefusal(leverage: number, value: Dec, table: TierTable): RefusalCode | undefined {
  if (!Number.isInteger(leverage) || leverage < 1 || leverage > table[0].maxLeverage)
    return 'leverageInvalid';
  const most = maxLeverage(value, table);
  if (most === undefined) return 'positionTooLarge';
  return leverage > most ? 'leverageTooHigh' : undefined;
}
