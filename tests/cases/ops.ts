import * as v from 'valibot';
import type { Dec } from '../../domain/index.ts';
import {
  D,
  feeOf,
  fundingPayment,
  interestOfDay,
  isFundingDue,
  maintenanceMargin,
  maxOpenSize,
  netAfter,
  priceText,
  quoteOf,
  roundToDecimals,
  roundToStep,
  simpleInterest,
  tierOf,
  tiersOf,
  toText,
  totalInterest,
  writtenZeros,
} from '../../domain/index.ts';
import { cycleOps } from './cycleOps.ts';
import type { Op } from './inputs.ts';
import { flatTable, Leverage, Mode, Moment, Num, OrderSide, op, Side, sumText, Whole } from './inputs.ts';
import { positionOps } from './positionOps.ts';

const Step = v.object({ floor: Num, cap: Num, rate: Num, maxLeverage: v.optional(Num) });
type Step = v.InferOutput<typeof Step>;
/** The leverage of a case's steps plays no part in its margins. */
const tableOf = (steps: readonly Step[]) => tiersOf(steps.map((step) => ({ ...step, maxLeverage: 1 })));

const Deposit = v.object({ principal: Num, annualRate: Num, days: Whole, dayCount: Whole });

const dailyRate = (annual: Dec, dayCount: number): Dec => toText(new D(annual).div(dayCount));

/** Ops of other venues that the product has no rule for, and why. */
export const withoutRule: Readonly<Record<string, string>> = {
  'binary.earlyClose': 'a cycle contract runs to its end: the product buys none back',
  'settle.trimmedMean': 'a settlement price is the mean of all its points: the index is a median already',
};

/** The rule of the product behind each op. What is not here is a miss. */
export const ops: Readonly<Record<string, Op>> = {
  ...positionOps,
  ...cycleOps,
  'fee.quote': op(v.object({ qty: Num, price: Num, rate: Num }), ({ qty, price, rate }) => ({
    fee: feeOf(qty, price, rate),
  })),
  'fee.spot': op(
    v.object({ side: OrderSide, qty: Num, price: Num, rate: Num }),
    ({ side, qty, price, rate }) => {
      const quote = quoteOf(price, qty, 'down');
      const isBuy = side === 'buy';
      const { net, fee } = netAfter(isBuy ? qty : quote, rate);
      return { asset: isBuy ? 'base' : 'quote', fee, quote, [isBuy ? 'netBase' : 'netQuote']: net };
    },
  ),
  'format.price': op(v.object({ value: Num }), ({ value }) => ({
    text: writtenZeros(priceText(value)),
  })),
  'round.step': op(v.object({ value: Num, step: Num, mode: Mode }), ({ value, step, mode }) => ({
    value: roundToStep(value, step, mode),
  })),
  'round.decimals': op(
    v.object({ value: Num, decimals: Whole, mode: Mode }),
    ({ value, decimals, mode }) => ({ value: roundToDecimals(value, decimals, mode) }),
  ),
  'tiers.deductions': op(v.object({ symbol: v.string(), tiers: v.array(Step) }), ({ tiers }) => ({
    deductions: tableOf(tiers).map(({ deduction }) => toText(deduction)),
  })),
  'tiers.lookup': op(
    v.object({ symbol: v.string(), tiers: v.array(Step), notional: Num }),
    ({ tiers, notional }) => {
      const { rate, deduction } = tierOf(notional, tableOf(tiers));
      return { rate: toText(rate), deduction: toText(deduction) };
    },
  ),
  'linear.maintenance': op(
    v.object({ notional: Num, rate: Num, deduction: Num }),
    ({ notional, rate, deduction }) => ({ margin: maintenanceMargin(notional, flatTable(rate, deduction)) }),
  ),
  'funding.payment': op(
    v.object({ side: Side, qty: Num, mark: Num, rate: Num }),
    ({ side, qty, mark, rate }) => ({ payment: fundingPayment(side, qty, mark, rate) }),
  ),
  'funding.window': op(
    v.object({
      side: Side,
      qty: Num,
      open: Moment,
      close: v.nullable(Moment),
      settlements: v.array(v.object({ time: Moment, mark: Num, rate: Num })),
    }),
    ({ side, qty, open, close, settlements }) => {
      const due = settlements.map(({ time, mark, rate }) => ({ at: time, mark, rate }));
      const paid = due
        .filter(({ at }) => isFundingDue(open, close ?? undefined, at))
        .map(({ mark, rate }) => fundingPayment(side, qty, mark, rate));
      return { payment: sumText('0', ...paid) };
    },
  ),
  'interest.daily': op(v.object({ amount: Num, rate: Num, days: Whole }), ({ amount, rate, days }) => ({
    daily: interestOfDay(amount, { rate, days }, 1),
    last: interestOfDay(amount, { rate, days }, days),
    interest: totalInterest(amount, { rate, days }),
  })),
  'size.max': op(
    v.object({ available: Num, price: Num, leverage: Leverage, feeRate: Num, lot: Num, share: Num }),
    ({ available, price, leverage, feeRate, lot, share }) => {
      // Without tiers: only what is available bounds the size.
      const table = tiersOf([{ floor: '0', cap: '1e30', rate: '0', maxLeverage: leverage }]);
      const account = { balance: available, held: '0', position: undefined, others: [] };
      const place = { ...account, mark: price, table, feeRate };
      const terms = { mode: 'cross', leverage } as const;
      return { quantity: maxOpenSize(place, { side: 'buy', terms, price }, { lot, share }) };
    },
  ),
  'interest.simple': op(Deposit, ({ principal, annualRate, days, dayCount }) => ({
    interest: simpleInterest(principal, { rate: dailyRate(annualRate, dayCount), days }),
  })),
  'redeem.recalculated': op(Deposit, ({ principal, annualRate, days, dayCount }) => ({
    total: sumText(principal, simpleInterest(principal, { rate: dailyRate(annualRate, dayCount), days })),
  })),
};
