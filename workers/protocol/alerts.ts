import type { AlertDirection, AlertState, Dec, Refusal } from '../../domain/index.ts';

/** Price alerts of the logged-in user. */
export interface AlertsView {
  readonly kind: 'alerts';
  /** Only of this market. */
  readonly market?: string;
  /** Another one puts the question again at once. */
  readonly turn: number;
}
export interface AlertLine {
  readonly id: number;
  readonly market: string;
  readonly name: string;
  readonly direction: AlertDirection;
  readonly price: string;
  readonly repeats: boolean;
  readonly state: AlertState;
  /** The price that reached it last, and when; absent before. */
  readonly fired?: { readonly price: string; readonly time: string };
}
export interface AlertsFrame {
  readonly kind: 'alerts';
  readonly failed?: Refusal;
  /** Absent until it has come. `live`: how many wait or rest, in all markets if no market was requested. */
  readonly alerts?: { readonly lines: readonly AlertLine[]; readonly live: number; readonly most: number };
}

/** What an alert at a typed price would be; the text as typed, plain digits with a point or a comma. */
export interface AlertTicketView {
  readonly kind: 'alertTicket';
  readonly market: string;
  readonly price: string;
}
export interface AlertTicketFrame {
  readonly kind: 'alertTicket';
  /** The ticket that this is said of: what is typed may have moved on. */
  readonly view: AlertTicketView;
  readonly name: string;
  /** The market's last price; a dash while none is known. */
  readonly last: string;
  /** Levels to take with one tap, plain digits; none while no price is known. */
  readonly near: readonly { readonly percent: number; readonly level: Dec }[];
  /** What to send when all is well. */
  readonly alert?: { readonly direction: AlertDirection; readonly price: Dec };
  /** What is wrong with what is typed, a code of a refusal; absent for an empty field. */
  readonly error?: 'amountInvalid' | 'priceInvalid' | 'alertReached' | 'marketStale';
}
