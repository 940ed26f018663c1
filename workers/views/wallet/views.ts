import type { Result } from '../../../domain/index.ts';
import type { ViewKind, WalletExport } from '../../protocol.ts';
import type { Caller } from '../../session/caller.ts';
import type { ViewSpecs } from '../view.ts';
import { bankView } from './bank.ts';
import { depositView } from './deposit.ts';
import { depositsView, exportDeposits } from './deposits.ts';
import { withdrawView } from './withdraw.ts';
import { exportWithdrawals, withdrawalsView } from './withdrawals.ts';

/** Views about money that comes in or goes out. */
export const walletViews = {
  walletWithdraw: { pace: 'list', open: withdrawView },
  walletBank: { pace: 'list', open: bankView },
  walletWithdrawals: { pace: 'list', open: withdrawalsView },
  walletDeposit: { pace: 'list', open: depositView },
  walletDeposits: { pace: 'list', open: depositsView },
} satisfies Partial<ViewSpecs<ViewKind>>;

/** Deposits or withdrawals as CSV, at full precision, newest first. */
export function exportWallet(call: Caller, { what, filter }: WalletExport): Promise<Result<string>> {
  return what === 'deposits' ? exportDeposits(call, filter) : exportWithdrawals(call, filter);
}
