import type { Dec } from '../decimal.ts';
import { D } from '../decimal.ts';
import type { Position } from './position.ts';
import { signOfSide } from './side.ts';
import type { Tier, TierTable } from './tiers.ts';

/** What of a position its liquidation depends on. */
export type Exposure = Pick<Position, 'side' | 'quantity' | 'cost'>;

/** A position's numbers, read once: reading takes longer than computing. */
export interface Parsed {
  readonly sign: 1 | -1;
  readonly quantity: D;
  readonly cost: D;
}

/** A tier with what the liquidation equation needs of it, for one side and fee. */
export interface TierLine {
  readonly tier: Tier;
  /** `r + f − s`. */
  readonly coefficient: D;
  /** `W − s·cost` at which a position is due exactly at the tier's cap. */
  readonly atCap: D;
}

const positions = /*#__PURE__*/ new WeakMap<Exposure, Parsed>();
const tables = /*#__PURE__*/ new WeakMap<TierTable, Map<string, readonly TierLine[]>>();

/** The numbers of a position. It is never changed, but replaced by another. */
export function parsedOf(position: Exposure): Parsed {
  const known = positions.get(position);
  if (known) return known;
  const { side, quantity, cost } = position;
  const made = { sign: signOfSide(side), quantity: new D(quantity), cost: new D(cost) };
  positions.set(position, made);
  return made;
}

/** The tiers of a table as one side and fee see them, in their order. */
export function linesOf(table: TierTable, sign: 1 | -1, feeRate: Dec): readonly TierLine[] {
  const known = tables.get(table) ?? new Map<string, readonly TierLine[]>();
  tables.set(table, known);
  const name = `${sign} ${feeRate}`;
  const lines = known.get(name);
  if (lines) return lines;
  const made = table.map((tier): TierLine => {
    const coefficient = tier.rate.plus(feeRate).minus(sign);
    return { tier, coefficient, atCap: tier.cap.times(coefficient).minus(tier.deduction) };
  });
  known.set(name, made);
  return made;
}
