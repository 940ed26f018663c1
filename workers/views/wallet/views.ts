import type { Result } from '../../../domain/index.ts';
import type { WalletExport, WalletViews } from '../../protocol.ts';
import type { Caller } from '../../session/calls.ts';
import type { LiveView, ViewDeps } from '../view.ts';
import { keepKind } from '../view.ts';
import { BankViewer } from './bank.ts';
import { DepositViewer } from './deposit.ts';
import { exportDeposits, openDeposits } from './deposits.ts';
import { WithdrawViewer } from './withdraw.ts';
import { exportWithdrawals, openWithdrawals } from './withdrawals.ts';

/** Starts a view about money that comes in or goes out. */
export function openWalletView(view: WalletViews, deps: ViewDeps): LiveView {
  switch (view.kind) {
    case 'walletWithdraw':
      return keepKind('walletWithdraw', new WithdrawViewer(view, deps));
    case 'walletBank':
      return keepKind('walletBank', new BankViewer(view, deps));
    case 'walletWithdrawals':
      return keepKind('walletWithdrawals', openWithdrawals(view, deps));
    case 'walletDeposit':
      return keepKind('walletDeposit', new DepositViewer(view, deps));
    case 'walletDeposits':
      return keepKind('walletDeposits', openDeposits(view, deps));
  }
}

/** Deposits or withdrawals as CSV, at full precision, newest first. */
export function exportWallet(call: Caller, { what, filter }: WalletExport): Promise<Result<string>> {
  return what === 'deposits' ? exportDeposits(call, filter) : exportWithdrawals(call, filter);
}
