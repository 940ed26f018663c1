import type { DepositRow } from '../../../domain/contract/index.ts';
import type { Result } from '../../../domain/index.ts';
import { amountText } from '../../../domain/index.ts';
import type { DepositLine, DepositsFilter, WalletDepositsFrame, WalletDepositsView } from '../../protocol.ts';
import type { Caller } from '../../session/caller.ts';
import { exported, PAGE } from '../../session/export.ts';
import type { Words } from '../../session/words.ts';
import { defined } from '../defined.ts';
import { pagedView, walletVersion } from '../pagedView.ts';
import { momentText } from '../perpetual/texts.ts';
import { owedText } from './texts.ts';

/** The request's part of a filter. */
const requestOf = ({ chain, state, from, to }: DepositsFilter) => defined({ chain, state, from, to });

/** The account's deposits. */
export const depositsView = pagedView<number>()({
  request: (view: WalletDepositsView) => requestOf(view),
  page: ({ call }, request) => call('deposit.list', request),
  version$: walletVersion,
  frame: (rows, end, { words }): WalletDepositsFrame => ({
    ...end,
    kind: 'walletDeposits',
    lines: rows.map((row) => depositLine(row, words())),
  }),
});

function depositLine(row: DepositRow, words: Words): DepositLine {
  const { style } = words;
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
    time: momentText(row.seenAt, words),
    updated: momentText(row.updatedAt, words),
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
