import { combineLatest } from 'rxjs';
import type { PlanRow } from '../../../domain/contract/index.ts';
import type { Dec, PlanStatus, RefusalCode } from '../../../domain/index.ts';
import {
  amountSign,
  amountText,
  compareDec,
  D,
  defined,
  escrowRefusal,
  heldText,
  interestOfDay,
  MINUTE_MS,
  NO_FIGURE,
  storageTerm,
  toText,
  totalInterest,
  typedAmount,
} from '../../../domain/index.ts';
import type { StorageForm, StorageTicketFrame, StorageTicketView } from '../../protocol.ts';
import type { Answer } from '../requested.ts';
import { spotFree } from '../spotFree.ts';
import type { ViewDeps } from '../view.ts';
import { projected, sampled } from '../view.ts';
import { redemptionFigure } from './figure.ts';
import type { Plans } from './plans.ts';
import { planLine, plansIn } from './plans.ts';

type TicketState = readonly [plans: Answer<Plans>, ...versions: number[]];

/** What an order in a plan would earn, and what leaving it early would take. */
export const storageTicketView = projected<StorageTicketView, TicketState, StorageTicketFrame>({
  state: (view$, deps) =>
    combineLatest([
      plansIn(view$, deps),
      sampled(deps, () => deps.funds.version),
      sampled(deps, () => deps.rows.listVersion),
      // What begins at the next midnight is another day's after it.
      sampled(deps, () => Math.floor(deps.ages.serverNow() / MINUTE_MS)),
    ]),
  frame(view, [{ data, failed }], deps) {
    if (!data && !failed) return undefined;
    const plan = data?.plans.find(({ id }) => id === view.plan);
    return {
      kind: 'storageTicket',
      view,
      isUnknown: data !== undefined && !plan,
      ...(failed ? { failed } : {}),
      ...(plan ? { form: new Ticket(view, deps).form(plan) } : {}),
    };
  },
});

/** What is typed, with all that it is checked against. */
class Ticket {
  readonly #view: StorageTicketView;
  readonly #deps: ViewDeps;

  constructor(view: StorageTicketView, deps: ViewDeps) {
    this.#view = view;
    this.#deps = deps;
  }

  form(plan: PlanRow): StorageForm {
    const { style } = this.#deps.words();
    const free = spotFree(this.#deps.funds, plan.asset);
    const typed = typedAmount(this.#view.amount);
    const error = this.#error(typed, plan, free);
    const isExample = typed === undefined || amountSign(typed) !== 1;
    const most = mostOf(plan, free);
    const blocked = BLOCKED[plan.status];
    const isValid = typed !== undefined && error === undefined && blocked === undefined;
    return {
      plan: planLine(plan, this.#deps),
      available: free === undefined ? NO_FIGURE : heldText(free, plan.asset, style),
      ...defined({ mostDigits: most }),
      isExample,
      ...this.#yield(isExample ? plan.least : typed, plan),
      ...defined({ error, blocked }),
      ...(isValid ? { order: { plan: plan.id, version: plan.version, amount: typed } } : {}),
    };
  }

  /** What an amount comes to when it is put in now. */
  #yield(amount: Dec, plan: PlanRow) {
    const { words, ages } = this.#deps;
    const { style, moment } = words();
    const interest = totalInterest(amount, plan);
    const { startsAt, firstPayoutAt, endsAt } = storageTerm(ages.serverNow(), plan.days);
    return {
      amount: amountText(amount, style),
      daily: amountText(interestOfDay(amount, plan, 1), style),
      interest: amountText(interest, style),
      total: amountText(toText(new D(amount).plus(interest)), style),
      startsAt: moment(startsAt),
      firstPayoutAt: moment(firstPayoutAt),
      endsAt: moment(endsAt),
      figure: redemptionFigure(amount, plan, startsAt, this.#view.day ?? 1, words()),
    };
  }

  #error(typed: Dec | undefined, plan: PlanRow, free: Dec | undefined): RefusalCode | undefined {
    if (typed === undefined) return this.#view.amount.trim() === '' ? 'escrowZero' : 'amountInvalid';
    const refusal = escrowRefusal(typed, { ...plan, isOpen: plan.status !== 'closed' });
    if (refusal !== undefined || free === undefined) return refusal;
    return compareDec(typed, free) > 0 ? 'insufficientBalance' : undefined;
  }
}

const BLOCKED: Record<PlanStatus, RefusalCode | undefined> = {
  open: undefined,
  full: 'planQuota',
  closed: 'planClosed',
};

/** The largest amount that can be put in; undefined when it is below the smallest. */
function mostOf({ least, most, left }: PlanRow, free: Dec | undefined): Dec | undefined {
  const bound = D.min(most, left, free ?? most);
  return bound.lt(least) ? undefined : toText(bound);
}
