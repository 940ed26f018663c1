import type {
  Direction,
  FillKind,
  LiquidationStep,
  MarginMode,
  OrderSide,
  PositionEnd,
  PositionSide,
  Refusal,
  TriggerKind,
} from '../../domain/index.ts';
import type { FuturesOrderLine } from './perpetual.ts';

export type FuturesTab = 'positions' | 'orders' | 'fills' | 'funding' | 'liquidations';
export interface FuturesFilter {
  readonly tab: FuturesTab;
  readonly market?: string;
  /** ms UTC, both included. */
  readonly from?: number;
  readonly to?: number;
}
/** What was, page by page. */
export interface FuturesHistoryView extends FuturesFilter {
  readonly kind: 'futuresHistory';
  readonly want: number;
}
export interface PastPositionLine {
  readonly tab: 'positions';
  readonly id: number;
  readonly market: string;
  readonly name: string;
  readonly base: string;
  readonly side: PositionSide;
  readonly mode: MarginMode;
  readonly leverage: number;
  readonly end: PositionEnd | null;
  readonly quantity: string;
  readonly entry: string;
  /** Actual close price, a mean where there were several. */
  readonly close: string;
  readonly value: string;
  /** Net P/L: price P/L, fee and interest, which add up to it as they are shown; and its yield. */
  readonly net: string;
  readonly direction: Direction;
  readonly roe: string;
  readonly profit: string;
  readonly fee: string;
  readonly interest: string;
  /** As they stood at its end; a dash without. */
  readonly takeProfit: string;
  readonly stopLoss: string;
  /** Guards that have closed it or a part of it: at which mean price, how much, and when. */
  readonly fired: readonly {
    readonly kind: TriggerKind;
    readonly price: string;
    readonly quantity: string;
    readonly time: string;
  }[];
  /** The day on which it was opened: rows of one day stand together. */
  readonly day: string;
  readonly openedAt: string;
  readonly closedAt: string;
}
export interface PastOrderLine extends FuturesOrderLine {
  readonly tab: 'orders';
}
/** One trade of a position. */
export interface FuturesFillLine {
  readonly tab: 'fills';
  readonly id: number;
  readonly position: number;
  readonly order: number | null;
  readonly name: string;
  readonly base: string;
  readonly side: OrderSide;
  readonly role: 'maker' | 'taker';
  readonly fillKind: FillKind;
  readonly price: string;
  readonly quantity: string;
  readonly value: string;
  readonly fee: string;
  readonly profit: string;
  readonly direction: Direction;
  readonly time: string;
  readonly day: string;
  readonly clock: string;
}
/** What funding has brought and cost, as far as the filter reaches. */
export interface FundingSumsView extends Pick<FuturesFilter, 'market' | 'from' | 'to'> {
  readonly kind: 'fundingSums';
  readonly turn: number;
}
export interface FundingSumLine {
  /** Empty: of all markets together. */
  readonly market: string;
  readonly name: string;
  readonly net: string;
  readonly direction: Direction;
  readonly received: string;
  readonly paid: string;
  readonly count: number;
}
export interface FundingSumsFrame {
  readonly kind: 'fundingSums';
  readonly sums?: {
    readonly all: FundingSumLine;
    /** By market, where there are several. */
    readonly markets: readonly FundingSumLine[];
  };
  readonly failed?: Refusal;
}
export interface FundingLine {
  readonly tab: 'funding';
  readonly id: number;
  readonly position: number;
  readonly name: string;
  readonly base: string;
  readonly side: PositionSide;
  readonly quantity: string;
  readonly mark: string;
  readonly rate: string;
  readonly amount: string;
  readonly direction: Direction;
  readonly time: string;
  readonly day: string;
  readonly clock: string;
}
export interface LiquidationLine {
  readonly tab: 'liquidations';
  readonly id: number;
  readonly position: number;
  readonly name: string;
  readonly base: string;
  readonly step: LiquidationStep;
  readonly side: PositionSide;
  readonly mode: MarginMode;
  readonly quantity: string;
  readonly price: string;
  readonly mark: string;
  readonly equity: string;
  /** Maintenance and closing fee: due when equity is not above it. */
  readonly needed: string;
  readonly profit: string;
  readonly direction: Direction;
  readonly fee: string;
  readonly insurance: string;
  readonly time: string;
  readonly day: string;
  readonly clock: string;
}
export type FuturesPastLine =
  | PastPositionLine
  | PastOrderLine
  | FuturesFillLine
  | FundingLine
  | LiquidationLine;
export interface FuturesHistoryFrame {
  readonly kind: 'futuresHistory';
  readonly lines: readonly FuturesPastLine[];
  readonly more: boolean;
  readonly loading: boolean;
  readonly failed?: Refusal;
}
