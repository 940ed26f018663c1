import type { ChainCode as DepositChain, DepositState, NoticeState, Refusal } from '../../domain/index.ts';

/** Deposits to the own address on a network; an empty one means the first. */
export interface WalletDepositView {
  readonly kind: 'walletDeposit';
  readonly chain: string;
}
export interface NetworkLine {
  readonly chain: DepositChain;
  readonly name: string;
  readonly standard: string;
  /** The network has been silent for longer than it should. */
  readonly isLate: boolean;
}
/** What a user said of a deposit that is missing. */
export interface NoticeLine {
  readonly id: number;
  readonly chain: string;
  readonly amount: string;
  readonly asset: string;
  readonly state: NoticeState;
  /** The operator's words; empty while there are none. */
  readonly reason: string;
  readonly time: string;
}
/** All that is needed to send a coin to the own address. */
export interface DepositForm {
  readonly isSimulated: boolean;
  /** `refusal`: the code of why a coin is not taken; null for the one that is. */
  readonly coins: readonly {
    readonly asset: string;
    readonly iconId: number | null;
    readonly refusal: string | null;
  }[];
  readonly networks: readonly NetworkLine[];
  /** The network in force. */
  readonly chain: DepositChain;
  readonly asset: string;
  readonly least: string;
  readonly creditAt: number;
  readonly unlockAt: number;
  /** How long it usually takes, in words: `20 seconds`. */
  readonly arrival: string;
  readonly unlocking: string;
  /** How long ago a late network answered; empty while it is not late. */
  readonly silence: string;
  /** The own address and what its picture holds; absent until it is known. */
  readonly address?: string;
  readonly code?: string;
  readonly addressFailed?: Refusal;
  /** Credited and not yet to be withdrawn, and owed since a deposit was taken back; empty when none. */
  readonly locked: string;
  readonly debt: string;
  /** Bounds of test money; absent where there is none. */
  readonly test?: { readonly least: string; readonly most: string };
  /** Newest first. */
  readonly notices: readonly NoticeLine[];
}
export interface WalletDepositFrame {
  readonly kind: 'walletDeposit';
  readonly view: WalletDepositView;
  readonly failed?: Refusal;
  readonly form?: DepositForm;
}

export interface DepositsFilter {
  readonly chain?: DepositChain;
  readonly state?: DepositState;
  /** ms UTC, both included. */
  readonly from?: number;
  readonly to?: number;
}
/** Deposits, newest first; each confirmation comes by itself. */
export interface WalletDepositsView extends DepositsFilter {
  readonly kind: 'walletDeposits';
  readonly want: number;
}
export interface DepositLine {
  readonly id: number;
  readonly chain: DepositChain;
  readonly asset: string;
  readonly amount: string;
  readonly address: string;
  readonly tx: string;
  readonly state: DepositState;
  readonly confirmations: number;
  readonly creditAt: number;
  readonly unlockAt: number;
  /** The code of why it is not credited or was taken back; empty when neither. */
  readonly reason: string;
  /** Owed since it was taken back; empty when nothing is. */
  readonly debt: string;
  readonly time: string;
  readonly updated: string;
}
export interface WalletDepositsFrame {
  readonly kind: 'walletDeposits';
  readonly lines: readonly DepositLine[];
  readonly more: boolean;
  readonly loading: boolean;
  readonly failed?: Refusal;
}
