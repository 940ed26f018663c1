import type { Dec } from '../decimal.ts';
import { amountSign, D, toText } from '../decimal.ts';
import { roundToStep } from '../rounding.ts';
import type { PositionSide } from './side.ts';
import { signOfSide } from './side.ts';
import { openingCost } from './ticket.ts';

/** The most of a user's equity that an order may be sized to lose, per cent. */
export const RISK_MOST: Dec = '100';

/** An order that is sized by what it may lose. Prices quote per base, > 0. */
export interface RiskSizedOrder {
  readonly side: PositionSide;
  /** Quote, > 0: what the user has. */
  readonly equity: Dec;
  /** Per cent of it that may be lost, above 0 and up to `RISK_MOST`. */
  readonly percent: Dec;
  readonly entry: Dec;
  readonly stop: Dec;
  /** Fee of opening and of closing, a fraction of the value. */
  readonly feeRate: Dec;
  /** Base units; "0" is off. */
  readonly lot: Dec;
}

/**
 * The quantity, base units on the lot, whose loss at the stop, with both fees, is no more than the chosen share of
 * equity; rounded down. "0" where that is less than a lot, and undefined for a stop that is on the wrong side of the
 * entry or a share that is out of bounds. What the stop slips by is not in it.
 */
export function riskQuantity(request: RiskSizedOrder): Dec | undefined {
  const { side, equity, percent, entry, stop, feeRate, lot } = request;
  const isValid =
    amountSign(percent) === 1 &&
    new D(percent).lte(RISK_MOST) &&
    amountSign(stop) === 1 &&
    amountSign(entry) === 1;
  const distance = new D(entry).minus(stop).times(signOfSide(side));
  if (!isValid || distance.lte(0)) return undefined;
  const perUnit = new D(entry).plus(stop).times(feeRate).plus(distance);
  const budget = D.max(0, equity).times(percent).div(100);
  const step = new D(lot).isZero() ? '0.00000001' : lot;
  return roundToStep(toText(budget.div(perUnit)), step, 'down');
}

/** What an order loses when it closes at a stop, quote ≥ 0: the way between, and both fees. */
export function lossAt(
  quantity: Dec,
  { side, entry, stop, feeRate }: Pick<RiskSizedOrder, 'side' | 'entry' | 'stop' | 'feeRate'>,
): Dec {
  const distance = new D(entry).minus(stop).times(signOfSide(side));
  const fees = new D(entry).plus(stop).times(feeRate);
  return toText(D.max(0, distance.plus(fees)).times(quantity));
}

/**
 * The least whole leverage at which an order's margin and fee are covered by what is available; undefined where even
 * the most is not enough. @param most whole, ≥ 1. @param available quote, ≥ 0.
 */
export function leastLeverage(
  quantity: Dec,
  price: Dec,
  available: Dec,
  feeRate: Dec,
  most: number,
): number | undefined {
  for (let leverage = 1; leverage <= most; leverage += 1)
    if (new D(openingCost(quantity, price, leverage, feeRate)).lte(available)) return leverage;
  return undefined;
}
