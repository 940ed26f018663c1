import * as v from 'valibot';
import type { Position, PositionSide, TierTable } from '../../domain/index.ts';
import { D, isFeedDecimal, tiersOf, toText } from '../../domain/index.ts';

/** Readers of what cases hold. Each op names the fields that it reads; one that is missing or odd is a miss. */
export const Num = v.custom<string>(isFeedDecimal, 'a decimal text');
export const Side = v.picklist(['long', 'short']);
export const OrderSide = v.picklist(['buy', 'sell']);
export const Mode = v.picklist(['down', 'up', 'nearest']);
export const Direction = v.picklist(['up', 'down']);
export const Whole = v.pipe(v.number(), v.integer());
/** A decimal, or a fraction that has none: `{ num, den }`. */
export const Ratio = v.union([
  Num,
  v.pipe(
    v.object({ num: Num, den: Num }),
    v.transform(({ num, den }) => toText(new D(num).div(den))),
  ),
]);
/** A moment as text, in ms UTC. */
export const Moment = v.pipe(
  v.string(),
  v.transform((text) => Date.parse(text)),
  v.integer(),
);
/** Leverage is written as decimal text. */
export const Leverage = v.pipe(
  Num,
  v.transform((text) => new D(text).toNumber()),
  v.integer(),
);

/** A table with one tier for all values, of a rate and a deduction that a case states itself. */
export function flatTable(rate: string, deduction: string): TierTable {
  const [tier] = tiersOf([{ floor: '0', cap: '1e30', rate, maxLeverage: 1 }]);
  return [{ ...tier, deduction: new D(deduction) }];
}

/** What an entry and a quantity cost. */
export const costOf = (quantity: string, entry: string): string => toText(new D(quantity).times(entry));

/** An isolated position that was opened at one price. */
export function opened(side: PositionSide, quantity: string, entry: string, leverage: number): Position {
  const cost = costOf(quantity, entry);
  const realised = { price: '0', fees: '0', funding: '0' };
  return { side, mode: 'isolated', leverage, quantity, cost, margin: '0', realised };
}

/** From the inputs of a case to the fields that its `expected` names. */
export type Op = (inputs: unknown) => Readonly<Record<string, unknown>>;

/** Reads the inputs by their form, then asks the rule. What the form does not name, as a symbol, is not read. */
export function op<S extends v.GenericSchema>(
  form: S,
  rule: (inputs: v.InferOutput<S>) => Readonly<Record<string, unknown>>,
): Op {
  return (inputs) => rule(v.parse(form, inputs));
}

export const sumText = (...parts: readonly string[]): string =>
  toText(parts.reduce((sum, part) => sum.plus(part), new D(0)));
