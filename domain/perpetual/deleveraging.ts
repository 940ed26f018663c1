import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';
import type { Exposure } from './parsed.ts';
import { parsedOf } from './parsed.ts';

/** The least that is booked: an account with nothing left counts as having this. */
const LEAST_EQUITY = '0.00000001';

/**
 * How much of its own money a position moves: value at mark ÷ equity behind it. That is what venues write as
 * `mark value ÷ |mark value − bankrupt value|`, since a position loses its equity between mark and bankruptcy price. The
 * leverage that somebody has chosen has no part in it: added margin, gains and the rest of a cross account have.
 * @param value `q·M`, quote, ≥ 0. @param equity quote: isolated margin and P/L at mark, or the equity of the cross account.
 */
export function effectiveLeverage(value: Dec, equity: Dec): Dec {
  return toText(new D(value).div(D.max(equity, LEAST_EQUITY)));
}

/**
 * Rank of a position in the queue of auto-deleveraging, the highest first: return times effective leverage for a gain,
 * return divided by it for a loss. The return is P/L at mark ÷ entry value.
 * @param mark quote per base. @param equity as `effectiveLeverage` takes it.
 * @see BitMEX "Auto-Deleveraging" (PnL percentage × effective leverage if PnL > 0, ÷ if < 0), the same at Bybit, OKX and
 *   Binance; the worked example of the tests is that of help.zubr.io, "Auto-Deleverage Ranking". [doc]
 */
export function deleveragingScore(position: Exposure, mark: Dec, equity: Dec): Dec {
  const { sign, quantity, cost } = parsedOf(position);
  const value = quantity.times(mark);
  const profit = value.minus(cost).times(sign);
  if (profit.isZero() || cost.isZero()) return '0';
  const leverage = effectiveLeverage(toText(value), equity);
  const rate = profit.div(cost);
  return toText(profit.gt(0) ? rate.times(leverage) : rate.div(leverage));
}
