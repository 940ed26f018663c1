import type { Dec } from '../../../../domain/index.ts';
import {
  bookedCost,
  crossTotals,
  D,
  fitsScale,
  initialMargin,
  leverageRefusal,
  liquidationPrice,
  positionValue,
  RuleError,
  tiersOfMarket,
  toText,
  withMargin,
} from '../../../../domain/index.ts';
import type { PerpetualBatch } from '../batch/batch.ts';
import type { Answer, Request } from '../batch/calls.ts';
import { ordersOfUser } from '../batch/orderEnd.ts';
import type { HeldPosition } from '../batch/position.ts';
import { positionRow } from '../batch/position.ts';
import { isDue } from './due.ts';

/**
 * Sets leverage and margin mode of a market, and of the user's position in it.
 * @throws {RuleError} `termsFixed`, `leverageInvalid`, `leverageTooHigh`, `insufficientBalance`,
 * `positionLiquidating`.
 */
export function setTerms(
  batch: PerpetualBatch,
  userId: number,
  { market, mode, leverage }: Request<'perpetual.setTerms'>,
): Answer<'perpetual.setTerms'> {
  const before = batch.terms(userId, market);
  const position = batch.position(userId, market);
  const next = {
    market,
    mode: mode ?? position?.mode ?? before.mode,
    leverage: leverage ?? position?.leverage ?? before.leverage,
  };
  const isNewMode = next.mode !== (position?.mode ?? before.mode);
  if (isNewMode && (position || ordersOfUser(batch, userId, market).length > 0))
    throw new RuleError('termsFixed');
  const table = tiersOfMarket(batch.orderBook(market).market);
  const value = position ? positionValue(position.quantity, batch.mark(market).mark) : '0';
  const refusal = leverageRefusal(next.leverage, value, table);
  if (refusal) throw new RuleError(refusal);
  const changed =
    position && position.leverage !== next.leverage ? relevered(batch, position, next.leverage) : position;
  batch.setTerms(userId, next);
  const now = changed && changed !== position ? batch.setPosition(changed) : position;
  return { terms: next, position: now ? positionRow(now) : null };
}

/** A position at another leverage. An isolated one receives missing margin, and keeps surplus margin. */
function relevered(batch: PerpetualBatch, position: HeldPosition, leverage: number): HeldPosition {
  const { userId, market, mode, quantity, cost, margin } = position;
  if (isDue(batch, position)) throw new RuleError('positionLiquidating');
  const next = { ...position, leverage };
  if (mode === 'cross') {
    const account = batch.account(userId, market);
    const { mark } = batch.mark(market);
    const table = tiersOfMarket(batch.orderBook(market).market);
    const own = { position: next, mark, table };
    const {
      equity,
      initial,
      isDue: due,
    } = crossTotals({ ...account, positions: [...account.positions, own] });
    const needed = new D(initial).plus(account.held);
    // Less leverage requires more margin: the present equity has to cover it.
    if (leverage < position.leverage && (due || needed.gt(D.min(equity, account.balance))))
      throw new RuleError('insufficientBalance');
    return next;
  }
  const missing = new D(
    bookedCost(initialMargin(quantity, toText(new D(cost).div(quantity)), leverage)),
  ).minus(margin);
  if (missing.lte(0)) return next;
  if (missing.gt(batch.available(userId))) throw new RuleError('insufficientBalance');
  return { ...next, margin: toText(missing.plus(margin)) };
}

/**
 * Adds margin to an isolated position, or takes some out.
 * @throws {RuleError} `positionNone`, `marginCross`, `marginNeeded`, `insufficientBalance`, `amountZero`, `amountTooFine`,
 * `positionLiquidating` from the moment on that its liquidation is decided.
 */
export function changeMargin(
  batch: PerpetualBatch,
  userId: number,
  { market, amount }: Request<'perpetual.changeMargin'>,
): Answer<'perpetual.changeMargin'> {
  const position = batch.position(userId, market);
  if (!position) throw new RuleError('positionNone');
  if (position.mode === 'cross') throw new RuleError('marginCross');
  mustBeMoney(amount);
  // What was decided is done with the margin that was behind it then: none is taken away before, and none undoes it.
  if (batch.decisions.has(position)) throw new RuleError('positionLiquidating');
  const { mark } = batch.mark(market);
  const isAdded = new D(amount).gt(0);
  if (isAdded && new D(batch.available(userId)).lt(amount)) throw new RuleError('insufficientBalance');
  const { margin } = withMargin(position, amount, mark);
  const table = tiersOfMarket(batch.orderBook(market).market);
  if (!isAdded && liquidationPrice(position, margin, mark, table).kind === 'due')
    throw new RuleError('marginNeeded');
  return { position: positionRow(batch.setPosition({ ...position, margin })) };
}

function mustBeMoney(amount: Dec): void {
  if (new D(amount).isZero()) throw new RuleError('amountZero');
  if (!fitsScale(amount)) throw new RuleError('amountTooFine');
}
