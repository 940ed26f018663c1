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
import type { LiveView } from '../live.ts';
import type { ListEnd } from '../pagedView.ts';
import { PagedViewer } from '../pagedView.ts';
import type { ViewDeps } from '../view.ts';
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
  readonly #paged: PagedViewer<StorageOrdersView, StorageRow, number>;
  /** Until when orders that were told last can be revoked, and how many seconds were left of each. */
  #ends: readonly number[] = [];
  #left = '';

  constructor(view: StorageOrdersView, deps: ViewDeps) {
    this.#deps = deps;
    this.#paged = new PagedViewer<StorageOrdersView, StorageRow, number>(view, {
      asked: ordersRequest,
      page: (filter, part) => deps.call('storage.list', { ...ordersRequest(filter), ...part }),
      version: () => this.#deps.streams.news.of('storage'),
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
    this.#paged.close();
  }

  frame() {
    if (this.#ends.length > 0 && this.#leftNow() !== this.#left) this.#paged.refresh();
    return this.#paged.frame();
  }

  #leftNow(): string {
    const now = this.#deps.ages.serverNow();
    return this.#ends.map((end) => Math.floor((end - now) / SECOND_MS)).join();
  }

  #told(rows: readonly StorageRow[], end: ListEnd) {
    const now = this.#deps.ages.serverNow();
    this.#ends = rows.filter((row) => isRevocable(row, now)).map(({ revocableUntil }) => revocableUntil);
    this.#left = this.#leftNow();
    const lines = rows.map((row) => storageLine(row, this.#deps, now));
    return { ...end, kind: 'storageOrders', lines } as const;
  }
}

const isRevocable = ({ state, revocableUntil }: StorageRow, now: number): boolean =>
  state === 'running' && now <= revocableUntil;

/** An order as people read it. @param now the server's clock, ms UTC. */
function storageLine(row: StorageRow, deps: ViewDeps, now: number): StorageLine {
  const { style, moment } = deps.words();
  const text = (amount: string): string => amountText(amount, style);
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
    ...(isRevocable(row, now) ? { revoke: countdownText(row.revocableUntil - now) } : {}),
    ...(row.state === 'running' ? { redeem: redeemNow(row, deps) } : {}),
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
