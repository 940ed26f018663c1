import type { WithdrawalRow } from '../../../domain/contract/index.ts';
import type { Result } from '../../../domain/index.ts';
import { amountText, defined } from '../../../domain/index.ts';
import type {
  WalletWithdrawalsFrame,
  WalletWithdrawalsView,
  WithdrawalLine,
  WithdrawalsFilter,
} from '../../protocol.ts';
import type { Caller } from '../../session/caller.ts';
import type { Columns } from '../../session/export.ts';
import { exported, utc } from '../../session/export.ts';
import type { Words } from '../../session/words.ts';
import { pagedView, walletVersion } from '../pagedView.ts';
import { fiatText } from './texts.ts';

/** The request's part of a filter. */
const requestOf = ({ of, state, from, to }: WithdrawalsFilter) => defined({ kind: of, state, from, to });

/** The account's withdrawals. */
export const withdrawalsView = pagedView<number>()({
  request: (view: WalletWithdrawalsView) => requestOf(view),
  page: ({ call }, request) => call('withdraw.list', request),
  version$: walletVersion,
  frame: (rows, end, { words }): WalletWithdrawalsFrame => ({
    ...end,
    kind: 'walletWithdrawals',
    lines: rows.map((row) => withdrawalLine(row, words())),
  }),
});

function withdrawalLine(row: WithdrawalRow, words: Words): WithdrawalLine {
  const { style } = words;
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
    time: words.stamp(row.createdAt),
    updated: words.stamp(row.updatedAt),
  };
}

const COLUMNS: Columns<WithdrawalRow> = {
  id: 'id',
  'time (UTC)': ({ createdAt }) => utc(createdAt),
  kind: 'kind',
  currency: 'currency',
  amount: 'amount',
  fee: 'fee',
  received: 'received',
  'received in': (row) => (row.kind === 'crypto' ? row.currency : row.fiat),
  state: 'state',
  network: (row) => (row.kind === 'crypto' ? row.chain : ''),
  address: (row) => (row.kind === 'crypto' ? row.address : ''),
  transaction: (row) => (row.kind === 'crypto' ? row.tx : ''),
};

/** Withdrawals as CSV, at full precision, newest first. */
export const exportWithdrawals = (call: Caller, filter: WithdrawalsFilter): Promise<Result<string>> =>
  exported<WithdrawalRow, number>(COLUMNS, (part) =>
    call('withdraw.list', { ...requestOf(filter), ...part }),
  );
