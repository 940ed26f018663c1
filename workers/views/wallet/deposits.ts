import type { DepositRow } from '../../../domain/contract/index.ts';
import type { Result } from '../../../domain/index.ts';
import { amountText, defined } from '../../../domain/index.ts';
import type { DepositLine, DepositsFilter, WalletDepositsFrame, WalletDepositsView } from '../../protocol.ts';
import type { Caller } from '../../session/caller.ts';
import type { Columns } from '../../session/export.ts';
import { exported, utc } from '../../session/export.ts';
import type { Words } from '../../session/words.ts';
import { pagedView, walletVersion } from '../pagedView.ts';
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
    time: words.stamp(row.seenAt),
    updated: words.stamp(row.updatedAt),
  };
}

const COLUMNS: Columns<DepositRow> = {
  id: 'id',
  'time (UTC)': ({ seenAt }) => utc(seenAt),
  network: 'chain',
  asset: 'asset',
  amount: 'amount',
  state: 'state',
  confirmations: 'confirmations',
  address: 'address',
  transaction: 'tx',
  'credited (UTC)': ({ creditedAt }) => utc(creditedAt),
};

/** Deposits as CSV, at full precision, newest first. */
export const exportDeposits = (call: Caller, filter: DepositsFilter): Promise<Result<string>> =>
  exported<DepositRow, number>(COLUMNS, (part) => call('deposit.list', { ...requestOf(filter), ...part }));
