import type { CallName, Calls, ResponseOf } from '../../domain/contract/index.ts';
import type { AccountKind, Direction, HoldKind, MovementKind, Refusal } from '../../domain/index.ts';
import type { Freshness } from './market.ts';

/** The person's money. Empty while nobody is logged in. */
export interface BalancesView {
  readonly kind: 'balances';
  /** Only this account; absent: all together. */
  readonly account?: AccountKind;
}
export interface BalanceLine {
  readonly asset: string;
  readonly iconId: number | null;
  readonly total: string;
  readonly available: string;
  readonly frozen: string;
  /** Whether anything of it is frozen. */
  readonly isFrozen: boolean;
  /** In USDT; a dash while no price is known. */
  readonly worth: string;
}
export interface BalancesFrame {
  readonly kind: 'balances';
  /** Whether the person's balances have arrived. */
  readonly isKnown: boolean;
  /** In USDT, of the account asked for. */
  readonly total: string;
  /** The same in BTC; a dash while no price is known. */
  readonly totalBtc: string;
  /** Whether each asset has a price; if not, the total leaves some out. */
  readonly isWhole: boolean;
  /** Worth of each account in USDT. */
  readonly accounts: readonly { readonly account: AccountKind; readonly worth: string }[];
  /** In USDT. */
  readonly positionMargin: string;
  readonly realizedPl: string;
  /** Of the realised P/L. */
  readonly realizedDirection: Direction;
  /** By worth, the largest first. */
  readonly lines: readonly BalanceLine[];
  readonly freshness: Freshness;
}

/** Movements of money. */
export interface RecordsFilter {
  readonly asset?: string;
  readonly account?: AccountKind;
  readonly movement?: MovementKind;
  /** ms UTC, both included. */
  readonly from?: number;
  readonly to?: number;
}
export interface RecordsView extends RecordsFilter {
  readonly kind: 'records';
  /** Rows wanted at least; grows while the reader scrolls. */
  readonly want: number;
}
export interface RecordsFrame {
  readonly kind: 'records';
  readonly rows: readonly {
    readonly id: string;
    readonly account: AccountKind;
    readonly asset: string;
    readonly movement: MovementKind;
    /** With its sign. */
    readonly amount: string;
    readonly direction: Direction;
    /** The account's balance after it. */
    readonly balance: string;
    readonly time: string;
  }[];
  readonly more: boolean;
  readonly loading: boolean;
  readonly failed?: Refusal;
}

/** Why something is frozen, in words' keys and texts. */
export interface HoldLine {
  readonly account: AccountKind;
  readonly kind: HoldKind;
  readonly reference: string;
  readonly amount: string;
  readonly time: string;
}

/** Money-moving calls of this device whose end has to be told. */
export interface JournalView {
  readonly kind: 'journal';
}
/**
 * `sending`: on its way; `unknown`: the answer is lost and being asked for; `settled`: it acted; `refused`: it did
 * not, and why; `absent`: it never arrived.
 */
export type CommandState = 'sending' | 'unknown' | 'settled' | 'refused' | 'absent';
export interface JournalFrame {
  readonly kind: 'journal';
  readonly entries: readonly {
    readonly key: string;
    readonly call: MoneyCall;
    readonly state: CommandState;
    readonly failed?: Refusal;
  }[];
}

/** Calls that move money: they go through the journal. */
export type MoneyCall = {
  [Name in CallName]: Calls[Name]['movesMoney'] extends true ? Name : never;
}[CallName];

/** How a money-moving call ended, as far as is known. `unknown` goes on in the journal. */
export type Submitted<N extends MoneyCall> =
  | { readonly state: 'settled'; readonly data: ResponseOf<Calls[N]> }
  | { readonly state: 'refused'; readonly error: Refusal }
  | { readonly state: 'unknown'; readonly key: string };
