import type { CallName, Calls, ResponseOf } from '../../domain/contract/index.ts';
import type {
  AccountKind,
  BalanceKind,
  Dec,
  Direction,
  HoldKind,
  MovementKind,
  OrderSide,
  OrderStatus,
  OrderType,
  Refusal,
  TimeInForce,
  TriggerKind,
} from '../../domain/index.ts';
import type { Freshness } from './market.ts';

/** The user's money. Empty while nobody is logged in. */
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
  /** Whether the user's balances have arrived. */
  readonly isKnown: boolean;
  /** In USDT, of the requested account. */
  readonly total: string;
  /** The same in BTC; a dash while no price is known. */
  readonly totalBtc: string;
  /** Whether each asset has a price; if not, the total leaves some out. */
  readonly isWhole: boolean;
  /** Worth of each account in USDT. */
  readonly accounts: readonly { readonly account: BalanceKind; readonly worth: string }[];
  /** In USDT. */
  readonly positionMargin: string;
  readonly realizedPl: string;
  /** On mark, of all open positions; a dash while a mark is missing. */
  readonly unrealizedPl: string;
  readonly unrealizedDirection: Direction;
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
    readonly day: string;
    readonly clock: string;
  }[];
  readonly more: boolean;
  readonly loading: boolean;
  readonly failed?: Refusal;
}

/** Why something is frozen, in words' keys and texts. */
export interface HoldLine {
  readonly account: BalanceKind;
  readonly kind: HoldKind;
  readonly reference: string;
  readonly amount: string;
  readonly time: string;
}

/** Money-moving calls of this device whose outcome has to be shown. */
export interface JournalView {
  readonly kind: 'journal';
}
/** `unknown`: the answer is lost and its state is being requested; `settled`: it acted; `absent`: it never arrived. */
export type LateState = 'unknown' | 'settled' | 'absent';
export interface JournalFrame {
  readonly kind: 'journal';
  readonly entries: readonly {
    readonly key: string;
    readonly call: MoneyCall;
    readonly state: LateState;
  }[];
  /** Whether they are still known after a reload: not where the browser keeps nothing for the page. */
  readonly isLasting: boolean;
}

/** Open orders, with the live price beside them. */
export interface OrdersView {
  readonly kind: 'orders';
  /** Only of this market. */
  readonly market?: string;
}
export interface OrderLine {
  readonly id: number;
  readonly market: string;
  /** The pair as users read it. */
  readonly name: string;
  readonly side: OrderSide;
  readonly type: OrderType;
  readonly tif: TimeInForce;
  /** When it ends by itself, or has; empty unless it is good till a date. */
  readonly expiresTime: string;
  /** Of one of a scaled order: the number of the first. */
  readonly scaled?: number;
  readonly postOnly: boolean;
  readonly status: OrderStatus;
  readonly price: string;
  readonly stopPrice: string;
  readonly quantity: string;
  readonly filled: string;
  /** Volume that has not traded. */
  readonly untraded: string;
  readonly total: string;
  /** Average price of what has traded; a dash before. */
  readonly average: string;
  readonly fee: string;
  readonly feeAsset: string;
  /** Share that has traded, 0 to 100. */
  readonly percent: number;
  readonly time: string;
  readonly day: string;
  readonly clock: string;
  /** Of its last trade; empty before the first. */
  readonly filledTime: string;
  /** Of a stop: when its price was reached; empty before. */
  readonly triggeredTime: string;
  /** The other order of its pair, of which one cancels the other. */
  readonly partner?: number;
  /** What guards what it buys. */
  readonly takeProfit?: string;
  readonly stopLoss?: string;
  /** The first order that does, and of such an order the one that has bought what it sells. */
  readonly exit?: number;
  readonly entry?: number;
  /** Neither of the two has traded, been triggered or ended: what ends one ends both. */
  readonly isPaired: boolean;
  /** Why it ended, where that is not plain from its status: a refusal's code; empty otherwise. */
  readonly reason: string;
  /** How far the last price is from the order's, signed per cent; a dash where there is none. */
  readonly distance: string;
  /** Exact values to put into an amending form; plain digits. */
  readonly raw: { readonly price: Dec; readonly stopPrice: Dec; readonly quantity: Dec; readonly total: Dec };
}
export interface OrdersFrame {
  readonly kind: 'orders';
  readonly isKnown: boolean;
  readonly lines: readonly OrderLine[];
}

/** The user's own orders and fills, as a chart draws them. */
export interface MarksView {
  readonly kind: 'marks';
  readonly market: string;
}
export interface MarksFrame {
  readonly kind: 'marks';
  /** Prices are for pixels alone; the words beside them are exact. */
  readonly orders: readonly {
    readonly id: number;
    readonly side: OrderSide;
    readonly price: number;
    readonly text: string;
    /** Of a guard or a trailing stop that waits: what it does when it is reached. What trails is not dragged. */
    readonly guard?: TriggerKind;
    /** It cannot be changed: one of a pair. */
    readonly isFixed?: boolean;
  }[];
  /** Where a position was opened and where it is liquidated. */
  readonly levels?: readonly {
    readonly level: 'entry' | 'liquidation';
    readonly price: number;
    /** Of an entry: P/L at mark, as text. */
    readonly profit?: string;
    readonly direction?: Direction;
  }[];
  /** Ascending in time. */
  readonly fills: readonly {
    /** Seconds UTC. */
    readonly time: number;
    readonly side: OrderSide;
    readonly price: number;
  }[];
}

/** Orders of the past and the present, page by page. */
export interface OrderHistoryView {
  readonly kind: 'orderHistory';
  readonly market?: string;
  readonly side?: OrderSide;
  readonly status?: OrderStatus;
  readonly from?: number;
  readonly to?: number;
  readonly want: number;
}
/** Which orders are wanted. */
export type OrderFilter = Omit<OrderHistoryView, 'kind' | 'want'>;
export interface OrderHistoryFrame {
  readonly kind: 'orderHistory';
  readonly lines: readonly OrderLine[];
  readonly more: boolean;
  readonly loading: boolean;
  readonly failed?: Refusal;
}

export interface FillLine {
  readonly id: number;
  readonly price: string;
  readonly quantity: string;
  readonly total: string;
  readonly fee: string;
  readonly feeAsset: string;
  readonly role: 'maker' | 'taker';
  readonly time: string;
}
/** One order and its fills. */
export interface OrderDetail {
  readonly order: OrderLine;
  readonly fills: readonly FillLine[];
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
