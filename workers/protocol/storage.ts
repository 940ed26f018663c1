import type {
  Dec,
  Direction,
  PlanStatus,
  Refusal,
  RefusalCode,
  RenewalRefusal,
  StorageState,
} from '../../domain/index.ts';

/** What can be put where, and what is left of it. */
export interface StoragePlansView {
  readonly kind: 'storagePlans';
  /** Another one puts the question again at once. */
  readonly turn: number;
}
export interface PlanLine {
  readonly id: number;
  readonly asset: string;
  readonly iconId: number | null;
  /** A day, per cent. */
  readonly rate: string;
  /** The same over a year of 365 days, simple, per cent. */
  readonly yearly: string;
  readonly days: number;
  readonly least: string;
  readonly most: string;
  readonly left: string;
  readonly quota: string;
  /** What is left of the quota, 0 to 1000. */
  readonly leftPermille: number;
  /** What early redemption takes of the interest paid, per cent. */
  readonly share: string;
  readonly status: PlanStatus;
}
/** What a user has in storage of one asset. */
export interface StorageSumLine {
  readonly asset: string;
  readonly running: number;
  readonly escrow: string;
  readonly promised: string;
  readonly earned: string;
}
export interface StoragePlansFrame {
  readonly kind: 'storagePlans';
  readonly isKnown: boolean;
  readonly failed?: Refusal;
  readonly plans: readonly PlanLine[];
  /** Of the logged-in user; empty without orders. */
  readonly sums: readonly StorageSumLine[];
}

/** What an order would earn; the amount as typed, plain digits with a point or a comma. */
export interface StorageTicketView {
  readonly kind: 'storageTicket';
  readonly plan: number;
  readonly amount: string;
  /** The day whose early redemption is shown, 0 to the plan's last; absent: the first that pays. */
  readonly day?: number;
  /** Rises with each attempt to open: what the plan is may have changed. */
  readonly turn: number;
}
/** Redeeming after so many days of interest. */
export interface RedemptionLine {
  readonly day: number;
  readonly date: string;
  readonly interest: string;
  readonly cost: string;
  /** Of the principal. */
  readonly back: string;
  /** Over what was put in, with its sign. */
  readonly net: string;
}
/** The cost of redeeming over the days of a cycle; its numbers are for pixels alone. */
export interface RedemptionFigure {
  readonly days: number;
  /** Day by day, thinned: interest paid, and what of it stays when redeemed then; both 0 to 1000 of all interest. */
  readonly points: readonly { readonly day: number; readonly interest: number; readonly net: number }[];
  readonly chosen: RedemptionLine;
  /** The first day after which more comes back than was put in; absent when none is before the end. */
  readonly breakEven?: { readonly day: number; readonly date: string };
}
export interface StorageTicketFrame {
  readonly kind: 'storageTicket';
  /** The ticket that this is said of: what is typed may have moved on. */
  readonly view: StorageTicketView;
  /** There is no plan of that number. */
  readonly isUnknown: boolean;
  readonly failed?: Refusal;
  /** Absent until the plan is known. */
  readonly form?: StorageForm;
}
/** Times are those of the device's time zone. */
export interface StorageForm {
  readonly plan: PlanLine;
  /** A dash while nobody is logged in. */
  readonly available: string;
  /** The largest amount that limits, quota and balance allow, plain digits for the field. */
  readonly mostDigits?: Dec;
  /** What is typed; the smallest order while nothing sound is. */
  readonly amount: string;
  readonly isExample: boolean;
  readonly daily: string;
  readonly interest: string;
  /** Principal and interest. */
  readonly total: string;
  readonly startsAt: string;
  readonly firstPayoutAt: string;
  readonly endsAt: string;
  readonly figure: RedemptionFigure;
  /** What is wrong with the amount. */
  readonly error?: RefusalCode;
  /** Why nothing can be put in now. */
  readonly blocked?: RefusalCode;
  /** What to send when all is well: `storage.open` without its switches. */
  readonly order?: { readonly plan: number; readonly version: number; readonly amount: Dec };
}

/** Which storage orders are wanted. */
export interface StorageFilter {
  readonly state?: StorageState;
  readonly asset?: string;
  /** ms UTC, both included. */
  readonly from?: number;
  readonly to?: number;
}
/** Storage orders, page by page. */
export interface StorageOrdersView extends StorageFilter {
  readonly kind: 'storageOrders';
  readonly want: number;
}
export interface StorageLine {
  readonly id: number;
  readonly asset: string;
  readonly iconId: number | null;
  readonly state: StorageState;
  readonly amount: string;
  readonly rate: string;
  readonly days: number;
  readonly autoRenew: boolean;
  readonly openedAt: string;
  readonly startsAt: string;
  readonly endsAt: string;
  /** Empty while it runs. */
  readonly endedAt: string;
  /** Paid so far. */
  readonly earned: string;
  /** All interest of its cycle. */
  readonly promised: string;
  /** Principal and interest of its cycle. */
  readonly total: string;
  readonly paidDays: number;
  /** Empty once it has ended. */
  readonly nextPayoutAt: string;
  /** What early redemption took; empty without. */
  readonly cost: string;
  /** What came back of the principal; empty while nothing has. */
  readonly returned: string;
  readonly renewedFrom: number | null;
  readonly renewedBy: number | null;
  readonly notRenewed: RenewalRefusal | null;
  /** Time in which it can still be revoked free of charge; absent when it cannot. */
  readonly revoke?: string;
  /** What redeeming now comes to; absent once it has ended. */
  readonly redeem?: {
    readonly share: string;
    readonly cost: string;
    readonly back: string;
    readonly net: string;
    readonly netDirection: Direction;
    /** To send: `redeem` of exactly this cost. */
    readonly request: { readonly id: number; readonly cost: Dec };
  };
}
export interface StorageOrdersFrame {
  readonly kind: 'storageOrders';
  readonly lines: readonly StorageLine[];
  readonly more: boolean;
  readonly loading: boolean;
  readonly failed?: Refusal;
}

/** Interest that was paid, of one order or of all. */
export interface StoragePayoutsView {
  readonly kind: 'storagePayouts';
  readonly order?: number;
  readonly want: number;
}
export interface PayoutLine {
  readonly id: number;
  readonly order: number;
  /** Which day of the order, from 1. */
  readonly day: number;
  readonly asset: string;
  /** With its sign. */
  readonly amount: string;
  /** The midnight that it is for, in the device's time zone. */
  readonly dueAt: string;
}
export interface StoragePayoutsFrame {
  readonly kind: 'storagePayouts';
  readonly lines: readonly PayoutLine[];
  readonly more: boolean;
  readonly loading: boolean;
  readonly failed?: Refusal;
}

/** Lines of a record as a file. */
export type StorageExport =
  | ({ readonly of: 'orders' } & StorageFilter)
  | { readonly of: 'payouts'; readonly order?: number };
