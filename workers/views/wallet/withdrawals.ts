import type { WithdrawalRow } from '../../../domain/contract/index.ts';
import type { Result } from '../../../domain/index.ts';
import { amountText } from '../../../domain/index.ts';
import type {
  WalletWithdrawalsFrame,
  WalletWithdrawalsView,
  WithdrawalLine,
  WithdrawalsFilter,
} from '../../protocol.ts';
import type { Caller } from '../../session/calls.ts';
import { exported, PAGE } from '../../session/export.ts';
import type { Words } from '../../session/words.ts';
import type { LiveView } from '../live.ts';
import { PagedViewer } from '../pagedView.ts';
import type { ViewDeps } from '../view.ts';
import { fiatText } from './texts.ts';

/** The request's part of a filter. */
function requestOf({ of, state, from, to }: WithdrawalsFilter) {
  return {
    ...(of === undefined ? {} : { kind: of }),
    ...(state === undefined ? {} : { state }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

/** The person's withdrawals. */
export function openWithdrawals(
  view: WalletWithdrawalsView,
  { call, funds, words }: ViewDeps,
): LiveView<WalletWithdrawalsView> {
  return new PagedViewer<WalletWithdrawalsView, WithdrawalRow, number>(view, {
    asked: requestOf,
    page: (filter, part) => call('withdraw.list', { ...requestOf(filter), ...part }),
    version: () => funds.walletVersion,
    frame: (rows, end): WalletWithdrawalsFrame => ({
      ...end,
      kind: 'walletWithdrawals',
      lines: rows.map((row) => withdrawalLine(row, words())),
    }),
  });
}

function withdrawalLine(row: WithdrawalRow, { style, date, clockTime }: Words): WithdrawalLine {
  const time = (at: number) => `${date(at)} ${clockTime(at)}`;
  const isCrypto = row.kind === 'crypto';
  return {
    id: row.id,
    of: row.kind,
    currency: row.currency,
    amount: amountText(row.amount, style),
    fee: amountText(row.fee, style),
    received: isCrypto ? amountText(row.received, style) : fiatText(row.received, row.fiat, style),
    receivedIn: isCrypto ? row.currency : row.fiat,
    state: row.state,
    reason: row.reason ?? '',
    restsUntil: row.restsUntil,
    place: isCrypto ? row.chain : row.bank,
    target: isCrypto ? row.address : row.card,
    tx: row.tx ?? '',
    confirmations: isCrypto ? row.confirmations : 0,
    confirmationsNeeded: isCrypto ? row.confirmationsNeeded : 0,
    rate: isCrypto ? '' : amountText(row.rate, style),
    canCancel: row.state === 'requested',
    time: time(row.createdAt),
    updated: time(row.updatedAt),
  };
}

/** Withdrawals as CSV, at full precision, newest first. */
export function exportWithdrawals(call: Caller, filter: WithdrawalsFilter): Promise<Result<string>> {
  const head =
    'id,time (UTC),kind,currency,amount,fee,received,received in,state,network,address,transaction';
  return exported<WithdrawalRow, number>(head, csvLine, (before) =>
    call('withdraw.list', { ...requestOf(filter), limit: PAGE, ...(before === null ? {} : { before }) }),
  );
}

/** No field holds a person's own text, so that none can be taken for a formula. */
function csvLine(row: WithdrawalRow): string {
  const isCrypto = row.kind === 'crypto';
  return [
    row.id,
    new Date(row.createdAt).toISOString(),
    row.kind,
    row.currency,
    row.amount,
    row.fee,
    row.received,
    isCrypto ? row.currency : row.fiat,
    row.state,
    isCrypto ? row.chain : '',
    isCrypto ? row.address : '',
    isCrypto ? (row.tx ?? '') : '',
  ].join(',');
}
