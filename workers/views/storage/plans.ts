import type { Observable } from 'rxjs';
import { combineLatest, of, switchMap } from 'rxjs';
import type { Calls, PlanRow, ResponseOf } from '../../../domain/contract/index.ts';
import {
  amountText,
  D,
  exactPercentText,
  TOTAL_ASSET,
  toScreenNumber,
  toText,
} from '../../../domain/index.ts';
import type { PlanLine, StoragePlansFrame, StoragePlansView, StorageSumLine } from '../../protocol.ts';
import type { Answer } from '../requested.ts';
import { NO_ANSWER, requested } from '../requested.ts';
import type { ViewDeps } from '../view.ts';
import { projected, sampled } from '../view.ts';

/** What is left of plans is requested as often, ms, while somebody looks. */
const EVERY_MS = 10_000;
const WHOLE = 1_000;
const YEAR_DAYS = 365;

export type Plans = ResponseOf<Calls['storage.plans']>;
type Sums = ResponseOf<Calls['storage.summary']>;
type PlansState = readonly [plans: Answer<Plans>, sums: Answer<Sums>, listVersion: number];

/** The plans as the exchange published them last; another turn of the view requests them at once. */
export const plansIn = (
  view$: Observable<{ readonly turn: number }>,
  deps: ViewDeps,
): Observable<Answer<Plans>> =>
  requested(view$, deps, {
    request: () => deps.call('storage.plans', {}),
    key: ({ turn }) => `${deps.funds.version} ${turn} ${Math.floor(deps.clock.monotonic() / EVERY_MS)}`,
  });

/** The icon of an asset is that of its own market. */
export const iconOf = (asset: string, { rows }: Pick<ViewDeps, 'rows'>): number | null =>
  rows.row(`${asset}-${TOTAL_ASSET}`)?.market.iconId ?? null;

/** A plan as users read it. */
export function planLine(plan: PlanRow, deps: Pick<ViewDeps, 'rows' | 'words'>): PlanLine {
  const { style } = deps.words();
  const { id, asset, days, status, rate, share } = plan;
  return {
    id,
    asset,
    iconId: iconOf(asset, deps),
    rate: exactPercentText(rate, style),
    yearly: exactPercentText(toText(new D(rate).times(YEAR_DAYS)), style),
    days,
    least: amountText(plan.least, style),
    most: amountText(plan.most, style),
    left: amountText(plan.left, style),
    quota: amountText(plan.quota, style),
    leftPermille: Math.floor(toScreenNumber(toText(new D(plan.left).times(WHOLE).div(plan.quota)))),
    share: exactPercentText(share, style),
    status,
  };
}

/** What an account has in plans; nothing while nobody is logged in. */
const sumsIn = (deps: ViewDeps): Observable<Answer<Sums>> =>
  sampled(deps, () => deps.funds.uid).pipe(
    switchMap((uid) =>
      uid === undefined
        ? of(NO_ANSWER)
        : requested(of(uid), deps, {
            request: () => deps.call('storage.summary', {}),
            key: () => `${deps.funds.version}`,
          }),
    ),
  );

/** All plans, and what the account has in them. */
export const storagePlansView = projected<StoragePlansView, PlansState, StoragePlansFrame>({
  state: (view$, deps) =>
    combineLatest([plansIn(view$, deps), sumsIn(deps), sampled(deps, () => deps.rows.listVersion)]),
  frame(_, [{ data, failed }, sums], deps) {
    if (!data && !failed) return undefined;
    // The sums stand above the plans: a frame without them would be moved down by them a moment later.
    if (deps.funds.uid !== undefined && !sums.data && !sums.failed) return undefined;
    return {
      kind: 'storagePlans',
      isKnown: data !== undefined,
      ...(failed ? { failed } : {}),
      plans: (data?.plans ?? []).map((plan) => planLine(plan, deps)),
      sums: (sums.data?.assets ?? []).map((sum) => sumLine(sum, deps)),
    };
  },
});

function sumLine(
  { asset, running, escrow, promised, earned, cost }: Sums['assets'][number],
  { words }: ViewDeps,
): StorageSumLine {
  const { style } = words();
  return {
    asset,
    running,
    escrow: amountText(escrow, style),
    promised: amountText(promised, style),
    earned: amountText(toText(new D(earned).minus(cost)), style),
  };
}
