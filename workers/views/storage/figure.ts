import type { Dec, Redemption, StorageTerms } from '../../../domain/index.ts';
import {
  amountText,
  breakEvenDay,
  D,
  payoutAt,
  redemptions,
  signedAmountText,
  toScreenNumber,
  toText,
} from '../../../domain/index.ts';
import type { RedemptionFigure, RedemptionLine } from '../../protocol.ts';
import type { Words } from '../../session/words.ts';

const WHOLE = 1_000;
/** More points than a small picture can show side by side. */
const MOST_POINTS = 120;

/**
 * What redeeming costs over the days of a cycle. @param startsAt when its first day begins, ms UTC.
 * @param day the day that is shown in words, brought within the cycle.
 */
export function redemptionFigure(
  amount: Dec,
  terms: StorageTerms,
  startsAt: number,
  day: number,
  words: Words,
): RedemptionFigure {
  const all = redemptions(amount, terms);
  const chosen = all[Math.min(terms.days, Math.max(0, day))];
  const last = all[terms.days];
  if (!chosen || !last) throw new Error('a cycle has at least one day');
  const even = breakEvenDay(all);
  const dateOf = (paid: number): string => words.moment(payoutAt(startsAt, paid));
  const step = Math.ceil(all.length / MOST_POINTS);
  return {
    days: terms.days,
    points: all
      .filter(({ day: paid }) => paid % step === 0 || paid >= terms.days - 1)
      .map(({ day: paid, interest, net }) => ({
        day: paid,
        interest: partOf(interest, last.interest),
        net: partOf(net, last.interest),
      })),
    chosen: lineOf(chosen, dateOf(chosen.day), words),
    ...(even === undefined || even >= terms.days ? {} : { breakEven: { day: even, date: dateOf(even) } }),
  };
}

const partOf = (value: Dec, whole: Dec): number =>
  new D(whole).isZero() ? 0 : Math.round(toScreenNumber(toText(new D(value).times(WHOLE).div(whole))));

function lineOf(
  { day, interest, cost, back, net }: Redemption,
  date: string,
  { style }: Words,
): RedemptionLine {
  return {
    day,
    date,
    interest: amountText(interest, style),
    cost: amountText(cost, style),
    back: amountText(back, style),
    net: signedAmountText(net, style),
  };
}
