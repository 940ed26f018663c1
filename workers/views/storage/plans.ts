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
import type { LiveView } from '../live.ts';
import type { ViewDeps } from '../view.ts';
import { Asked } from '../wallet/asked.ts';

/** What is left of plans is asked for as often, ms, while somebody looks. */
const EVERY_MS = 10_000;
const WHOLE = 1_000;
const YEAR_DAYS = 365;

type Plans = ResponseOf<Calls['storage.plans']>;

/** The plans as the exchange said them last; the person's own money moving is news of them, too. */
export class PlanKeeper {
  readonly #deps: ViewDeps;
  readonly asked: Asked<Plans>;

  constructor(deps: ViewDeps) {
    this.#deps = deps;
    this.asked = new Asked(() => deps.call('storage.plans', {}), deps.clock);
  }

  /** Asks again when it is time. Called at each look. @param turn another one asks at once. */
  look(turn: number): void {
    const { funds, clock } = this.#deps;
    this.asked.follow(`${funds.version} ${turn} ${Math.floor(clock.monotonic() / EVERY_MS)}`);
  }
}

/** The icon of an asset is that of its own market. */
export const iconOf = (asset: string, { rows }: Pick<ViewDeps, 'rows'>): number | null =>
  rows.row(`${asset}-${TOTAL_ASSET}`)?.market.iconId ?? null;

/** A plan as people read it. */
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

/** All plans, and what the person has in them. */
export class StoragePlansViewer implements LiveView<StoragePlansView> {
  readonly #deps: ViewDeps;
  readonly #plans: PlanKeeper;
  readonly #sums: Asked<ResponseOf<Calls['storage.summary']>>;
  #view: StoragePlansView;
  #seen = '';

  constructor(view: StoragePlansView, deps: ViewDeps) {
    this.#view = view;
    this.#deps = deps;
    this.#plans = new PlanKeeper(deps);
    this.#sums = new Asked(() => deps.call('storage.summary', {}), deps.clock);
  }

  update(view: StoragePlansView): void {
    this.#view = view;
    this.refresh();
  }

  refresh(): void {
    this.#seen = '';
  }

  close(): void {
    this.#plans.asked.close();
    this.#sums.close();
  }

  frame(): StoragePlansFrame | undefined {
    const { funds, rows } = this.#deps;
    const { asked } = this.#plans;
    this.#plans.look(this.#view.turn);
    if (funds.uid !== undefined) this.#sums.follow(`${funds.uid} ${funds.version}`);
    const seen = [asked.version, this.#sums.version, rows.listVersion, funds.uid].join();
    if (seen === this.#seen || (!asked.data && !asked.failed)) return undefined;
    this.#seen = seen;
    return {
      kind: 'storagePlans',
      isKnown: asked.data !== undefined,
      ...(asked.failed ? { failed: asked.failed } : {}),
      plans: (asked.data?.plans ?? []).map((plan) => planLine(plan, this.#deps)),
      sums: funds.uid === undefined ? [] : this.#lines(),
    };
  }

  #lines(): StorageSumLine[] {
    const { style } = this.#deps.words();
    return (this.#sums.data?.assets ?? []).map(({ asset, running, escrow, promised, earned, cost }) => ({
      asset,
      running,
      escrow: amountText(escrow, style),
      promised: amountText(promised, style),
      earned: amountText(toText(new D(earned).minus(cost)), style),
    }));
  }
}
