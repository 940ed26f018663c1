/** What the page asks of the flight recorder. */
export type FlightAsk =
  | { readonly do: 'record'; readonly on: boolean }
  | { readonly do: 'tap'; readonly path: string; readonly x: number; readonly y: number }
  | { readonly do: 'save' }
  /** Puts a saved recording in the player's hands. */
  | { readonly do: 'load'; readonly text: string };

/** `save`: the recording's text; `load`: how long it is, worded, or empty when it is none. */
export type FlightAnswer = string;

/** A loaded recording, played at a pace; 0 stands still. */
export interface FlightView {
  readonly kind: 'flight';
  readonly speed: number;
}

/** One moment of a recording. Everything is text to show. */
export interface FlightFrame {
  readonly kind: 'flight';
  /** Played so far, and in all: `0:41 / 2:58`. */
  readonly clock: string;
  /** Thousandths that have been played. */
  readonly progress: number;
  /** Markets in the order in which they last moved. */
  readonly prices: readonly { readonly id: string; readonly price: string }[];
  /** The book that changed last. */
  readonly book:
    | { readonly id: string; readonly bids: FlightLevels; readonly asks: FlightLevels }
    | undefined;
  readonly tap: { readonly path: string; readonly x: number; readonly y: number } | undefined;
}
export type FlightLevels = readonly { readonly price: string; readonly quantity: string }[];
