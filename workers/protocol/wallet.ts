import type {
  AddressFamily,
  FiatCurrency,
  Refusal,
  RefusalCode,
  WithdrawalKind,
  WithdrawalState,
} from '../../domain/index.ts';
import type { DepositsFilter } from './deposits.ts';

export type * from './deposits.ts';

/** What a withdrawal asks of the user who makes it. */
export interface ProofNeeds {
  readonly fundPassword: boolean;
  /** Where the code goes; null while nothing is bound. */
  readonly code: 'email' | 'phone' | null;
  readonly totp: boolean;
  /** A passkey can stand for funding password and authenticator. */
  readonly passkey: boolean;
}

/** Withdrawals rest after a change of the account. */
export interface WithdrawRest {
  /** ms UTC. */
  readonly until: number;
  /** Which change it was. */
  readonly after: string;
}

/** What bounds a withdrawal, in its currency; dashes while there is no price to compute it by. */
export interface WithdrawLimits {
  readonly available: string;
  readonly withdrawable: string;
  /** What waits for its confirmations; empty when nothing does. */
  readonly locked: string;
  readonly least: string;
  readonly most: string;
  readonly level: number;
  readonly levelMost: string;
  readonly dayLeft: string;
  /** Largest amount that would be accepted, plain digits. */
  readonly mostDigits: string;
}

/** A withdrawal to an address, as it is typed. Empty texts: not chosen yet. */
export interface WalletWithdrawView {
  readonly kind: 'walletWithdraw';
  readonly currency: string;
  readonly chain: string;
  readonly address: string;
  readonly amount: string;
}
export interface ChainLine {
  readonly chain: string;
  readonly family: AddressFamily;
  readonly fee: string;
  readonly confirmations: number;
}
/** An address of the book that suits the currency and the chain. */
export interface BookLine {
  readonly id: number;
  readonly address: string;
  readonly label: string;
  /** From when it can be used, ms UTC; null when it can be used now. */
  readonly restsUntil: number | null;
}
export interface WalletWithdrawFrame {
  readonly kind: 'walletWithdraw';
  /** What this is said of: what is typed may have moved on. */
  readonly view: WalletWithdrawView;
  /** Why nothing could be had; what was had before stays. */
  readonly failed?: Refusal;
  /** Undefined until the exchange has answered. */
  readonly form?: {
    readonly currencies: readonly { readonly currency: string; readonly iconId: number | null }[];
    /** The currency and the chain in force: as requested, or the first ones. */
    readonly currency: string;
    readonly chain: string;
    readonly chains: readonly ChainLine[];
    readonly book: readonly BookLine[];
    readonly whitelist: boolean;
    readonly limits: WithdrawLimits;
    readonly fee: string;
    /** What arrives; a dash while the amount is none. */
    readonly received: string;
    /** The typed amount as it is booked. */
    readonly amount: string;
    /** What the typed text is: whose family, and its one writing. */
    readonly reading: { readonly family?: AddressFamily; readonly address?: string };
    /** The address's name in the book; empty when it has none there. */
    readonly label: string;
    readonly errors: { readonly address?: RefusalCode; readonly amount?: RefusalCode };
    readonly rest?: WithdrawRest;
    /** Why nothing can be withdrawn now, whatever is typed. */
    readonly blocked?: RefusalCode;
    readonly proof: ProofNeeds;
    /** What to send once it is proven, when all is well. */
    readonly order?: {
      readonly currency: string;
      readonly chain: string;
      readonly address: string;
      readonly amount: string;
    };
  };
}

/** A withdrawal to a bank card, as it is typed. */
export interface WalletBankView {
  readonly kind: 'walletBank';
  readonly fiat: FiatCurrency;
  readonly amount: string;
}
/** A locked rate. */
export interface BankQuoteLine {
  readonly id: string;
  readonly fiat: FiatCurrency;
  readonly amount: string;
  /** The same as the exchange wants it, for the code that confirms it. */
  readonly amountExact: string;
  readonly fee: string;
  /** Fiat per USDT: offered, and the market's own. */
  readonly rate: string;
  readonly market: string;
  readonly received: string;
  /** By this device's clock, ms UTC. */
  readonly expiresAt: number;
}
export interface WalletBankFrame {
  readonly kind: 'walletBank';
  readonly view: WalletBankView;
  readonly failed?: Refusal;
  readonly form?: {
    readonly fiats: readonly FiatCurrency[];
    readonly limits: WithdrawLimits;
    readonly fee: string;
    /** What is left of the 24 hours of bank withdrawals, BTC, and all of it. */
    readonly fiatLeft: string;
    readonly fiatMost: string;
    readonly verifiedName: string | null;
    readonly errors: { readonly amount?: RefusalCode };
    readonly rest?: WithdrawRest;
    readonly blocked?: RefusalCode;
    readonly proof: ProofNeeds;
    /** Of exactly what is typed. */
    readonly quote?: BankQuoteLine;
    /** Why there is no quote. */
    readonly quoteFailed?: Refusal;
  };
}

export interface WithdrawalsFilter {
  readonly of?: WithdrawalKind;
  readonly state?: WithdrawalState;
  /** ms UTC, both included. */
  readonly from?: number;
  readonly to?: number;
}
/** Withdrawals, newest first; what changes meanwhile comes by itself. */
export interface WalletWithdrawalsView extends WithdrawalsFilter {
  readonly kind: 'walletWithdrawals';
  readonly want: number;
}
export interface WithdrawalLine {
  readonly id: number;
  readonly of: WithdrawalKind;
  readonly currency: string;
  readonly amount: string;
  readonly fee: string;
  readonly received: string;
  readonly receivedIn: string;
  readonly state: WithdrawalState;
  /** The operator's words; empty when there are none. */
  readonly reason: string;
  /** ms UTC; null when nothing rests. */
  readonly restsUntil: number | null;
  /** Chain and address, or bank and masked card. */
  readonly place: string;
  readonly target: string;
  /** Transaction or the bank's reference; empty before. */
  readonly tx: string;
  readonly confirmations: number;
  readonly confirmationsNeeded: number;
  /** Fiat per USDT; empty for a coin. */
  readonly rate: string;
  readonly canCancel: boolean;
  readonly time: string;
  readonly updated: string;
}
export interface WalletWithdrawalsFrame {
  readonly kind: 'walletWithdrawals';
  readonly lines: readonly WithdrawalLine[];
  readonly more: boolean;
  readonly loading: boolean;
  readonly failed?: Refusal;
}

/** Which history is wanted as a file. */
export type WalletExport =
  | { readonly what: 'deposits'; readonly filter: DepositsFilter }
  | { readonly what: 'withdrawals'; readonly filter: WithdrawalsFilter };
