import type { AlertDirection, OrderSide, PositionSide, TriggerKind } from '../../domain/index.ts';

/** What has happened to a person without a tap of theirs, on whatever screen they are. */
export interface NewsView {
  readonly kind: 'news';
  /** Told also while the page is hidden: the person has asked for notifications. */
  readonly whileHidden: boolean;
}
/** Of a resting order that was filled, a guard that acted, or a position that was ended or made smaller. */
export interface TradeNews {
  readonly about: 'order' | 'futures';
  /** Unlike that of any other. */
  readonly id: string;
  readonly what: 'liquidated' | 'deleveraged' | 'reduced' | 'filled' | TriggerKind;
  readonly name: string;
  /** Of the position, or of the order. */
  readonly side: PositionSide | OrderSide;
  readonly quantity: string;
  readonly average: string;
}
/** A price that the person waited for. */
export interface AlertNews {
  readonly about: 'alert';
  readonly id: string;
  readonly market: string;
  readonly name: string;
  readonly direction: AlertDirection;
  readonly price: string;
  /** The price that reached it, and when. */
  readonly reached: string;
  readonly time: string;
  /** By which the exchange is told that the person was shown it. */
  readonly seen: { readonly id: number; readonly version: number };
}
/** A ticket was replied to. */
export interface ReplyNews {
  readonly about: 'reply';
  readonly id: string;
}
export type NewsLine = TradeNews | AlertNews | ReplyNews;
export interface NewsFrame {
  readonly kind: 'news';
  /** The newest last; what is older than the first look stands in the records alone. */
  readonly lines: readonly NewsLine[];
}
