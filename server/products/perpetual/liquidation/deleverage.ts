import type { Dec } from '../../../../domain/index.ts';
import {
  closingSide,
  crossTotals,
  D,
  deleveragingScore,
  positionValue,
  profitOf,
  toText,
} from '../../../../domain/index.ts';
import type { PerpetualBatch } from '../batch/batch.ts';
import { follow } from '../batch/orderEnd.ts';
import type { HeldPosition } from '../batch/position.ts';
import { settle } from '../positions/settle.ts';
import { AllAccountsNeeded } from './allAccountsNeeded.ts';
import type { Case } from './record.ts';
import { record } from './record.ts';

/** The bearers of a takeover, in base units: the fund, and last the house. Deleveraging covered the rest. */
export interface Shortfall {
  readonly fund: D;
  readonly house: D;
}

/**
 * Auto-deleveraging: reduces positions of the other side by what the insurance fund cannot bear. The first of
 * the queue, by return and effective leverage, close at the takeover's price. Positions without a gain at
 * that price are left alone, so that nobody loses by it.
 * @param price of the takeover, quote per base.
 */
export function deleverage(at: Case, price: Dec): Shortfall {
  const { batch, position } = at;
  const { market, quantity, side } = position;
  const sign = side === 'long' ? 1 : -1;
  const loss = new D(price).minus(batch.mark(market).mark).times(sign);
  if (loss.lte(0)) return { fund: new D(quantity), house: new D(0) };
  const { lot } = batch.orderBook(market).market;
  const step = new D(lot).isZero() ? new D('0.00000001') : new D(lot);
  const fund = D.min(quantity, batch.funds.insurance.div(loss).div(step).floor().times(step));
  let left = new D(quantity).minus(fund);
  // The batch reads other positions only when the fund does not bear it all.
  if (left.lte(0)) return { fund, house: left };
  const others = batch.positionsIn(market).filter((each) => each.side !== side);
  if (others.some(({ userId }) => !batch.funds.knows(userId)))
    throw new AllAccountsNeeded('who has a position on the other side');
  let taken = new D(0);
  for (const each of ranked(at, others, price)) {
    if (left.lte(0)) break;
    const part = D.min(left, each.quantity);
    closeOne(at, each, part, price);
    left = left.minus(part);
    taken = taken.plus(part);
  }
  if (taken.gt(0)) record(at, 'deleverage', { quantity: toText(taken), price });
  return { fund, house: left };
}

/**
 * The deleveraging queue: positions of the other side with a gain at a price, best rank first, ties by age.
 */
function ranked({ batch, position }: Case, others: readonly HeldPosition[], price: Dec): HeldPosition[] {
  const { mark } = batch.mark(position.market);
  return others
    .filter(({ side, quantity, cost }) => new D(profitOf(side, positionValue(quantity, price), cost)).gte(0))
    .map((each) => ({ each, score: new D(deleveragingScore(each, mark, equityOf(batch, each, mark))) }))
    .sort((a, b) => b.score.comparedTo(a.score) || a.each.id - b.each.id)
    .map(({ each }) => each);
}

/** A position's equity, P/L at mark included, quote. */
function equityOf(
  batch: PerpetualBatch,
  { userId, mode, margin, side, quantity, cost }: HeldPosition,
  mark: Dec,
): Dec {
  if (mode === 'cross') return crossTotals(batch.account(userId)).equity;
  return toText(new D(margin).plus(profitOf(side, positionValue(quantity, mark), cost)));
}

function closeOne({ batch }: Case, position: HeldPosition, quantity: D, price: Dec): void {
  const { userId, market, side, id } = position;
  settle(batch, {
    userId,
    market,
    side: closingSide(side),
    quantity: toText(quantity),
    price,
    role: 'maker',
    feeRate: '0',
    kind: 'deleverage',
    end: 'deleveraged',
  });
  follow(batch, userId, market, id);
}
