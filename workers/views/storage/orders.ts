import type { StorageRow } from '../../../domain/contract/index.ts';
import {
  amountText,
  countdownText,
  D,
  earlyCost,
  exactPercentText,
  signedAmountText,
  signOf,
  toText,
} from '../../../domain/index.ts';
import type { StorageFilter, StorageLine, StorageOrdersView } from '../../protocol.ts';
import type { ListEnd } from '../pagedView.ts';
import { PagedViewer } from '../pagedView.ts';
import type { LiveView, ViewDeps } from '../view.ts';
import { News } from './news.ts';
import { iconOf } from './plans.ts';

const SECOND_MS = 1_000;

/** The request's part of a filter. */
export function ordersRequest({ state, asset, from, to }: StorageFilter) {
  return {
    ...(state === undefined ? {} : { state }),
    ...(asset === undefined ? {} : { asset }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

/** Storage orders; what happens to them comes by itself, and the time for free revoking is counted down. */
export class StorageOrdersViewer implements LiveView<StorageOrdersView> {
  readonly #deps: ViewDeps;
  readonly #news: News;
  readonly #paged: PagedViewer<StorageOrdersView, StorageRow, number>;
  /** Whether a line that was told last counts down, and the second in which it was told. */
  #isCounting = false;
  #second = 0;

  constructor(view: StorageOrdersView, deps: ViewDeps) {
    this.#deps = deps;
    this.#news = new News(deps, 'storage');
    this.#paged = new PagedViewer<StorageOrdersView, StorageRow, number>(view, {
      asked: ordersRequest,
      page: (filter, part) => deps.call('storage.list', { ...ordersRequest(filter), ...part }),
      version: () => this.#news.version,
      frame: (rows, end) => this.#told(rows, end),
    });
  }

  update(view: StorageOrdersView): void {
    this.#paged.update(view);
  }

  refresh(): void {
    this.#paged.refresh();
  }

  close(): void {
    this.#news.close();
    this.#paged.close();
  }

  frame() {
    if (this.#isCounting && this.#now() !== this.#second) this.#paged.refresh();
    return this.#paged.frame();
  }

  #now(): number {
    return Math.floor(this.#deps.beats.serverNow() / SECOND_MS);
  }

  #told(rows: readonly StorageRow[], end: ListEnd) {
    const lines = rows.map((row) => storageLine(row, this.#deps));
    this.#isCounting = lines.some(({ revoke }) => revoke !== undefined);
    this.#second = this.#now();
    return { kind: 'storageOrders', lines, ...end } as const;
  }
}

/** An order as people read it. */
function storageLine(row: StorageRow, deps: ViewDeps): StorageLine {
  const { style, moment } = deps.words();
  const text = (amount: string): string => amountText(amount, style);
  const left = row.revocableUntil - deps.beats.serverNow();
  const isRunning = row.state === 'running';
  return {
    id: row.id,
    asset: row.asset,
    iconId: iconOf(row.asset, deps),
    state: row.state,
    amount: text(row.amount),
    rate: exactPercentText(row.rate, style),
    days: row.days,
    autoRenew: row.autoRenew,
    openedAt: moment(row.openedAt),
    startsAt: moment(row.startsAt),
    endsAt: moment(row.endsAt),
    endedAt: row.endedAt === null ? '' : moment(row.endedAt),
    earned: text(row.earned),
    promised: text(row.promised),
    total: text(toText(new D(row.amount).plus(row.promised))),
    paidDays: row.paidDays,
    nextPayoutAt: row.nextPayoutAt === null ? '' : moment(row.nextPayoutAt),
    cost: signOf(row.cost) === 0 ? '' : text(row.cost),
    returned: row.returned === null ? '' : text(row.returned),
    renewedFrom: row.renewedFrom,
    renewedBy: row.renewedBy,
    notRenewed: row.notRenewed,
    ...(isRunning && left >= 0 ? { revoke: countdownText(left) } : {}),
    ...(isRunning ? { redeem: redeemNow(row, deps) } : {}),
  };
}

/** What redeeming comes to with the interest that is paid by now, by the rule that the exchange decides with. */
function redeemNow({ id, amount, earned, share }: StorageRow, { words }: ViewDeps) {
  const { style } = words();
  const cost = earlyCost(earned, share);
  const net = toText(new D(earned).minus(cost));
  return {
    share: exactPercentText(share, style),
    cost: amountText(cost, style),
    back: amountText(toText(new D(amount).minus(cost)), style),
    net: signedAmountText(net, style),
    netDirection: signOf(net),
    request: { id, cost },
  };
}
