import type { StorageRow } from '../../../domain/contract/index.ts';
import {
  amountText,
  countdownText,
  D,
  defined,
  earlyCost,
  exactPercentText,
  SECOND_MS,
  signedAmountText,
  signOf,
  toText,
} from '../../../domain/index.ts';
import type { StorageFilter, StorageLine, StorageOrdersFrame, StorageOrdersView } from '../../protocol.ts';
import { pagedView } from '../pagedView.ts';
import type { ViewDeps } from '../view.ts';
import { sampled } from '../view.ts';
import { iconOf } from './plans.ts';

/** The request's part of a filter. */
export const ordersRequest = ({ state, asset, from, to }: StorageFilter) =>
  defined({ state, asset, from, to });

/** Storage orders; the time in which one can be revoked for free is counted down. */
export const storageOrdersView = pagedView<number>()({
  request: (view: StorageOrdersView) => ordersRequest(view),
  page: ({ call }, request) => call('storage.list', request),
  version$: (deps) => sampled(deps, () => deps.streams.news.of('storage')),
  frame(rows, end, deps): StorageOrdersFrame {
    const now = deps.ages.serverNow();
    return { ...end, kind: 'storageOrders', lines: rows.map((row) => storageLine(row, deps, now)) };
  },
  moment(rows, { ages }) {
    const now = ages.serverNow();
    const revocable = rows.filter((row) => isRevocable(row, now));
    return revocable.map(({ revocableUntil }) => Math.floor((revocableUntil - now) / SECOND_MS)).join();
  },
});

const isRevocable = ({ state, revocableUntil }: StorageRow, now: number): boolean =>
  state === 'running' && now <= revocableUntil;

/** An order as users read it. @param now the server's clock, ms UTC. */
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
