import type {
  Dec,
  Direction,
  MarginMode,
  PositionSide,
  RefusalCode,
  TriggerKind,
} from '../../domain/index.ts';
import type { Freshness } from './market.ts';

/** What would become of the futures account if its markets moved. */
export interface ScenarioView {
  readonly kind: 'scenario';
  /** By how much, whole per cents, −50 to 50; of a recorded day how much of it, 0 to 100. */
  readonly percent: number;
  /** All markets move as on a recorded day: its beginning, ms UTC; null: on the worst one. */
  readonly day?: number | null;
  /** By how many per cent what closes is taken at a worse price than the mark, decimal text; absent: "0". */
  readonly slippage?: Dec;
  /** The coin that moves alone; absent: all markets. */
  readonly base?: string;
  /** The position that is looked at: its margin ratio, and the one that a stop is tried for. */
  readonly market?: string;
  /** Of a stop-loss that is tried for that position, as typed. */
  readonly stop?: string;
}

/**
 * What becomes of a position. `next` and `nextStop`: nothing so far, it is liquidated, or stopped, farther on.
 * `reduced` and `partly`: a part is gone by liquidation, or by a stop. `still`: its market does not move.
 */
export type ScenarioOutcome =
  | 'liquidated'
  | 'reduced'
  | 'stopped'
  | 'partly'
  | 'next'
  | 'nextStop'
  | 'gains'
  | 'holds'
  | 'still';

export interface ScenarioLine {
  readonly market: string;
  readonly name: string;
  readonly base: string;
  readonly side: PositionSide;
  readonly mode: MarginMode;
  readonly leverage: number;
  readonly outcome: ScenarioOutcome;
  /** What stops it, of an outcome that is a stop's. */
  readonly by?: TriggerKind;
  /** Move and mark at which that happens; empty where nothing does. */
  readonly at: string;
  readonly price: string;
  /** P/L then: booked on the way, and of what is left open. */
  readonly profit: string;
  readonly direction: Direction;
}

export interface ScenarioRatio {
  readonly mode: MarginMode;
  readonly before: string;
  readonly after: string;
  /** 0 to 1000, for a bar. */
  readonly beforePermille: number;
  readonly afterPermille: number;
}

/** What a stop-loss would change. */
export interface ScenarioStopOutcome {
  /** `stops`: it fires by then; `late`: the position is liquidated before; `idle`: its price is not reached. */
  readonly outcome: 'stops' | 'late' | 'idle';
  readonly equity: string;
  /** Against the same without it. */
  readonly saved: string;
  readonly direction: Direction;
}

/** A day that the exchange has recorded. */
export interface ScenarioDay {
  /** Its beginning, ms UTC, and its date. */
  readonly at: number;
  readonly date: string;
  /** How far the chosen coin went, or the one that cost most, with its name: `BTC −8.2%`. */
  readonly move: string;
}

export interface ScenarioFrame {
  readonly kind: 'scenario';
  readonly view: ScenarioView;
  /** Whether account and marks are known. */
  readonly isKnown: boolean;
  /** How old the marks are that this is reckoned from; absent while they are live. */
  readonly freshness?: Freshness;
  /** The move in words, signed. */
  readonly move: string;
  /** Coins of open positions, in the order of the positions. */
  readonly bases: readonly string[];
  /** Days that would cost most, the worst first; absent while none are wanted, or on their way. */
  readonly days?: readonly ScenarioDay[];
  /** The one that is looked at. */
  readonly day?: number;
  /** How many of the largest positions go as on that day, where the others are left where they are. */
  readonly dayMost?: number;
  /** Where the first liquidation lies on either side, thousandths of the slider. */
  readonly fallsAt?: number;
  readonly risesAt?: number;
  readonly equityNow: string;
  readonly equityThen: string;
  /** Signed, of the equity. */
  readonly change: string;
  readonly changePercent: string;
  readonly direction: Direction;
  readonly ratio?: ScenarioRatio;
  /** In the order in which they would go. */
  readonly lines: readonly ScenarioLine[];
  /** How many are liquidated by then, in whole or in part. */
  readonly liquidated: number;
  /** Orders that would open something: they are taken to stay unfilled. */
  readonly hasOrders: boolean;
  readonly stop?: ScenarioStopOutcome;
  readonly stopError?: RefusalCode;
  /** Of the chosen position's market, where its stop-loss is wrong; as it is shown. */
  readonly tick?: string;
}
