import * as v from 'valibot';
import type { Position } from '../../domain/index.ts';
import {
  applyFill,
  averageEntryOf,
  bankruptcyPrice,
  breakEvenPrice,
  closingSide,
  crossLiquidations,
  feeOf,
  initialMargin,
  liquidationPrice,
  netRealised,
  openingSide,
  positionMargin,
  positionValue,
  profitOf,
  roeOf,
} from '../../domain/index.ts';
import type { Op } from './inputs.ts';
import { costOf, flatTable, Leverage, Num, OrderSide, op, opened, Ratio, Side, sumText } from './inputs.ts';

const terms = { mode: 'isolated', leverage: 1 } as const;

const FillCase = v.object({
  side: OrderSide,
  qty: Num,
  price: Num,
  fee: v.optional(Num),
  feeRate: v.optional(Num),
});
type FillCase = v.InferOutput<typeof FillCase>;

const fillOf = ({ side, qty, price, fee, feeRate }: FillCase) => ({
  side,
  quantity: qty,
  price,
  fee: fee ?? feeOf(qty, price, feeRate ?? '0'),
});

/** The position after each fill, and what a fill that ended one brought in all. */
function stepsOf(fills: readonly FillCase[]): readonly unknown[] {
  let position: Position | undefined;
  return fills.map((each) => {
    const outcome = applyFill(position, fillOf(each), terms);
    position = outcome.position;
    const ended = outcome.closed?.ended;
    if (position === undefined) return { qty: '0', side: 'flat', realised: ended && netRealised(ended) };
    return {
      qty: position.quantity,
      side: position.side,
      entry: averageEntryOf(position),
      realised: netRealised(position.realised),
      closed: ended && { realised: netRealised(ended) },
    };
  });
}

const Closed = v.object({
  side: Side,
  qty: Num,
  entry: Num,
  exit: Num,
  openFeeRate: Num,
  closeFeeRate: Num,
  funding: Num,
  leverage: Leverage,
});

function closedFigures(inputs: v.InferOutput<typeof Closed>) {
  const { side, qty, entry, exit, openFeeRate, closeFeeRate, funding, leverage } = inputs;
  const fee = feeOf(qty, entry, openFeeRate);
  const opening = { side: openingSide(side), quantity: qty, price: entry, fee };
  const { position } = applyFill(undefined, opening, { mode: 'cross', leverage });
  if (position === undefined) return {};
  const paid = { ...position, realised: { ...position.realised, funding } };
  const closing = {
    side: closingSide(side),
    quantity: qty,
    price: exit,
    fee: feeOf(qty, exit, closeFeeRate),
  };
  const ended = applyFill(paid, closing, terms).closed?.ended;
  if (ended === undefined) return {};
  const realised = netRealised(ended);
  return { pnl: ended.price, fees: ended.fees, realised, ratio: roeOf(realised, position.cost, leverage) };
}

const Isolated = v.object({
  side: Side,
  qty: Num,
  entry: Num,
  margin: Ratio,
  rate: Num,
  deduction: Num,
  feeRate: Num,
});

const CrossPosition = v.object({
  id: v.string(),
  side: Side,
  qty: Num,
  entry: Num,
  mark: Num,
  rate: Num,
  deduction: Num,
});

/** The price, or the kind of the answer where there is none. */
const priceOf = (found: ReturnType<typeof liquidationPrice>) =>
  found.kind === 'at' ? found.price : found.kind;

export const positionOps: Readonly<Record<string, Op>> = {
  'linear.unrealised': op(
    v.object({ side: Side, qty: Num, entry: Num, mark: Num }),
    ({ side, qty, entry, mark }) => ({
      pnl: profitOf(side, positionValue(qty, mark), costOf(qty, entry)),
    }),
  ),
  'linear.unrealisedFromValue': op(
    v.object({ side: Side, qty: Num, entry: Num, value: Num }),
    ({ side, qty, entry, value }) => ({ pnl: profitOf(side, value, costOf(qty, entry)) }),
  ),
  'linear.roe': op(
    v.object({ pnl: Num, entry: Num, qty: Num, leverage: Leverage }),
    ({ pnl, entry, qty, leverage }) => ({ roe: roeOf(pnl, costOf(qty, entry), leverage) }),
  ),
  'linear.initialMargin': op(
    v.object({ price: Num, qty: Num, leverage: Leverage }),
    ({ price, qty, leverage }) => ({ margin: initialMargin(qty, price, leverage) }),
  ),
  'linear.bankruptcy': op(
    v.object({ side: Side, qty: Num, entry: Num, leverage: Leverage, feeRate: Num }),
    ({ side, qty, entry, leverage, feeRate }) => {
      const position = { ...opened(side, qty, entry, leverage), mode: 'cross' as const };
      const price = bankruptcyPrice(side, qty, position.cost, positionMargin(position));
      return { price, closeFee: feeOf(qty, price, feeRate) };
    },
  ),
  'liq.isolated': op(Isolated, ({ side, qty, entry, margin, rate, deduction, feeRate }) => {
    const table = flatTable(rate, deduction);
    const exposure = { side, quantity: qty, cost: costOf(qty, entry) };
    return { price: priceOf(liquidationPrice(exposure, margin, entry, table, feeRate)) };
  }),
  'liq.cross': op(
    v.object({ balance: Num, target: v.string(), positions: v.array(CrossPosition), feeRate: Num }),
    ({ balance, target, positions, feeRate }) => {
      const marked = positions.map(({ side, qty, entry, mark, rate, deduction }) => ({
        position: opened(side, qty, entry, 1),
        mark,
        table: flatTable(rate, deduction),
      }));
      const found = crossLiquidations({ balance, held: '0', positions: marked }, feeRate);
      const own = found[positions.findIndex(({ id }) => id === target)];
      return { price: own && priceOf(own) };
    },
  ),
  'position.fills': op(v.object({ fills: v.array(FillCase) }), ({ fills }) => ({
    steps: stepsOf(fills),
  })),
  'position.averageEntry': op(
    v.object({ entry: Num, qty: Num, fillPrice: Num, fillQty: Num }),
    ({ entry, qty, fillPrice, fillQty }) => {
      const fill = { side: 'buy', quantity: fillQty, price: fillPrice, fee: '0' } as const;
      const { position } = applyFill(opened('long', qty, entry, 1), fill, terms);
      return { entry: position && averageEntryOf(position) };
    },
  ),
  'position.closed': op(Closed, closedFigures),
  'position.breakEven': op(
    v.object({ side: Side, qty: Num, entry: Num, realised: Num, closeFeeRate: Num }),
    ({ side, qty, entry, realised, closeFeeRate }) => {
      const position = opened(side, qty, entry, 1);
      const fees = sumText(realised);
      return {
        price: breakEvenPrice({ ...position, realised: { ...position.realised, fees } }, closeFeeRate),
      };
    },
  ),
};
