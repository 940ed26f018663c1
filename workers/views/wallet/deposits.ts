import type { DepositRow } from '../../../domain/contract/index.ts';
import type { Result } from '../../../domain/index.ts';
import { amountText } from '../../../domain/index.ts';
import type { DepositLine, DepositsFilter, WalletDepositsFrame, WalletDepositsView } from '../../protocol.ts';
import type { Caller } from '../../session/calls.ts';
import { exported, PAGE } from '../../session/export.ts';
import type { Words } from '../../session/words.ts';
import type { LiveView } from '../live.ts';
import { PagedViewer } from '../pagedView.ts';
import type { ViewDeps } from '../view.ts';
import { owedText } from './texts.ts';

/** The request's part of a filter. */
function requestOf({ chain, state, from, to }: DepositsFilter) {
  return {
    ...(chain === undefined ? {} : { chain }),
    ...(state === undefined ? {} : { state }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

/** The person's deposits. */
export function openDeposits(
  view: WalletDepositsView,
  { call, funds, words }: ViewDeps,
): LiveView<WalletDepositsView> {
  return new PagedViewer<WalletDepositsView, DepositRow, number>(view, {
    asked: requestOf,
    page: (filter, part) => call('deposit.list', { ...requestOf(filter), ...part }),
    version: () => funds.walletVersion,
    frame: (rows, end): WalletDepositsFrame => ({
      ...end,
      kind: 'walletDeposits',
      lines: rows.map((row) => depositLine(row, words())),
    }),
  });
}

function depositLine(row: DepositRow, { style, date, clockTime }: Words): DepositLine {
  const time = (at: number) => `${date(at)} ${clockTime(at)}`;
  return {
    id: row.id,
    chain: row.chain,
    asset: row.asset,
    amount: amountText(row.amount, style),
    address: row.address,
    tx: row.tx,
    state: row.state,
    confirmations: row.confirmations,
    creditAt: row.creditAt,
    unlockAt: row.unlockAt,
    reason: row.reason ?? '',
    debt: owedText(row.debt, style),
    time: time(row.seenAt),
    updated: time(row.updatedAt),
  };
}

/** Deposits as CSV, at full precision, newest first. */
export function exportDeposits(call: Caller, filter: DepositsFilter): Promise<Result<string>> {
  const head = 'id,time (UTC),network,asset,amount,state,confirmations,address,transaction,credited (UTC)';
  return exported<DepositRow, number>(head, csvLine, (before) =>
    call('deposit.list', { ...requestOf(filter), limit: PAGE, ...(before === null ? {} : { before }) }),
  );
}

function csvLine(row: DepositRow): string {
  const { id, chain, asset, amount, state, confirmations, address, tx, creditedAt } = row;
  const moment = (at: number) => new Date(at).toISOString();
  return [
    id,
    moment(row.seenAt),
    chain,
    asset,
    amount,
    state,
    confirmations,
    address,
    tx,
    creditedAt === null ? '' : moment(creditedAt),
  ].join(',');
}
