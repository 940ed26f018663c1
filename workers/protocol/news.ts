import type {
  AbsenceAction,
  AlertDirection,
  Cycle,
  CycleDirection,
  CycleOutcome,
  DepositResult,
  Direction,
  NotificationGroup,
  NotificationKind,
  OrderSide,
  PositionSide,
  Refusal,
  RenewalRefusal,
  TriggerKind,
  TriggerResult,
} from '../../domain/index.ts';

/** What has happened to a user without a tap of theirs: what is unread, and live news for whatever screen they are on. */
export interface NewsView {
  readonly kind: 'news';
  /** Published also while the page is hidden: the user has turned notifications on. */
  readonly whileHidden: boolean;
}

/** An amount that was made or lost, signed. */
interface Net {
  readonly text: string;
  readonly direction: Direction;
}
interface TradedText {
  /** The market as users read it. */
  readonly name: string;
  readonly quantity: string;
  /** Mean price. */
  readonly average: string;
}
interface OrderText extends TradedText {
  readonly product: 'spot' | 'perpetual';
  readonly order: number;
  readonly side: OrderSide;
}

/** What a notification is about, numbers as text. */
export type NotificationText =
  | ({ readonly kind: 'fill'; readonly isPartial: boolean } & OrderText)
  | ({
      readonly kind: 'trigger';
      readonly trigger: TriggerKind;
      /** Of the trigger. */
      readonly price: string;
      readonly result: TriggerResult;
      readonly net?: Net;
      /** A refusal's code: why it could not act. */
      readonly reason?: string;
    } & OrderText)
  | ({
      readonly kind: 'chase';
      /** Base units that it has not closed. */
      readonly left: string;
      readonly isPartial: boolean;
      /** A refusal's code: why it ended. */
      readonly reason: string;
    } & OrderText)
  | ({
      readonly kind: 'liquidation' | 'reduction' | 'deleveraging';
      readonly side: PositionSide;
      readonly net: Net;
      readonly left: string;
      readonly wallet: string;
    } & TradedText)
  | {
      readonly kind: 'margin';
      /** In per cent. */
      readonly ratio: string;
      /** Of an isolated position; absent for the cross side of the account. */
      readonly name?: string;
      readonly side?: PositionSide;
    }
  | { readonly kind: 'absence'; readonly action: AbsenceAction }
  | {
      readonly kind: 'deposit';
      readonly amount: string;
      readonly result: DepositResult;
      /** What of it is owed; absent when nothing is. */
      readonly debt?: string;
    }
  | {
      readonly kind: 'withdrawal';
      readonly amount: string;
      readonly result: 'confirmed' | 'rejected' | 'failed';
    }
  | {
      readonly kind: 'cycle';
      readonly name: string;
      readonly direction: CycleDirection;
      readonly cycle: Cycle;
      readonly outcome: CycleOutcome;
      readonly net: Net;
    }
  | { readonly kind: 'interest' | 'reward'; readonly amounts: readonly string[] }
  | {
      readonly kind: 'storage';
      readonly amount: string;
      readonly earned: string;
      readonly isRenewed: boolean;
      readonly reason?: RenewalRefusal;
    }
  | { readonly kind: 'reply'; readonly ticket: number; readonly title: string }
  | { readonly kind: 'identity'; readonly level: 1 | 2; readonly result: 'approved' | 'rejected' }
  | {
      readonly kind: 'alert';
      readonly market: string;
      readonly name: string;
      readonly direction: AlertDirection;
      readonly price: string;
      /** The price that reached it. */
      readonly reached: string;
    };

export interface NotificationLine {
  readonly id: number;
  readonly time: string;
  readonly about: NotificationText;
}

/** What came while no page was there. */
export interface AwayText {
  /** The newest notification among them. */
  readonly upTo: number;
  readonly kinds: readonly { readonly kind: NotificationKind; readonly count: number }[];
  /** What the cycle contracts among them came to. */
  readonly cycleNet: Net;
}
export interface NewsFrame {
  readonly kind: 'news';
  readonly unread: number;
  /** Up to which id the list was read, on whatever device. */
  readonly readTo: number;
  readonly away?: AwayText;
  /** Live ones, the newest last. */
  readonly lines: readonly NotificationLine[];
}

/** Notifications, page by page, newest first. */
export interface NotificationsView {
  readonly kind: 'notifications';
  readonly group?: NotificationGroup;
  readonly want: number;
}
export interface NotificationsFrame {
  readonly kind: 'notifications';
  readonly lines: readonly NotificationLine[];
  readonly more: boolean;
  readonly loading: boolean;
  readonly failed?: Refusal;
}
