import type {
  Dec,
  Direction,
  GuardKind,
  LiquidationPrice,
  MarginMode,
  MarkState,
  PerpetualOrderType,
  PerpetualTime,
  PositionSide,
  RefusalCode,
  TrailBy,
  TriggerSource,
} from '../../domain/index.ts';
import type { FuturesHeadTexts, PositionLine } from './perpetual.ts';
import type { BracketInput, BracketTexts } from './ticket.ts';

/** A trailing stop as typed. */
export interface TrailInput {
  readonly by: TrailBy;
  /** Per cent, or an amount of quote. */
  readonly value: string;
  /** Empty: it follows at once. */
  readonly activation: string;
  readonly source: TriggerSource;
}
/** A trailing stop as it is sent. */
export interface TrailRequest {
  readonly by: TrailBy;
  readonly value: Dec;
  readonly activation?: Dec;
  readonly source: TriggerSource;
}

/** What an order on a perpetual would do now; texts as typed. */
export interface FuturesTicketView extends BracketInput {
  readonly kind: 'futuresTicket';
  readonly market: string;
  readonly side: PositionSide;
  readonly type: PerpetualOrderType;
  readonly isStop: boolean;
  /** Which way the price goes to its trigger: against the order's side, or with it. */
  readonly stopKind: GuardKind;
  /** A trailing stop, which is a stop at market that only closes. */
  readonly trail?: TrailInput;
  readonly price: string;
  readonly stopPrice: string;
  readonly source: TriggerSource;
  /** `risk`: per cent of equity that may be lost at the stop-loss. */
  readonly amount: string;
  readonly unit: 'base' | 'quote' | 'risk';
  readonly percent?: number;
  readonly reduceOnly: boolean;
  readonly postOnly: boolean;
  readonly tif: PerpetualTime;
  /** Nobody is logged in: the preview is that of an account which holds exactly what the order costs. */
  readonly isAlone?: true;
}
export interface LiquidationFigure {
  readonly kind: LiquidationPrice['kind'];
  readonly text: string;
}
export interface FuturesTicketFrame extends FuturesHeadTexts, BracketTexts {
  readonly kind: 'futuresTicket';
  readonly view: FuturesTicketView;
  /** How this market is traded. */
  readonly mode: MarginMode;
  readonly leverage: number;
  readonly markState?: MarkState;
  readonly available: string;
  readonly most: string;
  /** What `percent` comes to, plain digits. */
  readonly amount?: Dec;
  readonly quantity: string;
  readonly value: string;
  readonly margin: string;
  readonly fee: string;
  /** A part of the fee is taken only when that part fills. */
  readonly isFeeExpected: boolean;
  /**
   * What it takes of what is available besides the fee, or, where `isFreed`, gives back; with fee and `left` it adds up
   * to `available` as shown.
   */
  readonly cost: string;
  readonly isFreed: boolean;
  /** Available when its trades are booked and the rest of it stands. */
  readonly left: string;
  readonly average: string;
  /** How far behind a trailing stop stays, and where it would stand now. */
  readonly trail?: { readonly distance: string; readonly trigger: string };
  /** Where it is sized by risk: what it loses at the stop with both fees, and the leverage that it would need. */
  readonly risk?: { readonly loss: string; readonly leverage?: number };
  readonly rest: string;
  /** What it closes, and what that brings; empty when it closes nothing. */
  readonly closes: string;
  readonly profit: string;
  readonly direction: Direction;
  readonly liquidation: LiquidationFigure | undefined;
  /** The stop-loss lies beyond the liquidation price. */
  readonly isBeyond: boolean;
  /** It opens or adds, and liquidation would be near. */
  readonly isNear: boolean;
  readonly errors: Partial<Record<FuturesField, RefusalCode>>;
  readonly blocked?: RefusalCode;
  readonly order?: {
    readonly price?: Dec;
    readonly stopPrice?: Dec;
    readonly quantity: Dec;
    readonly trail?: TrailRequest;
    readonly takeProfit?: Dec;
    readonly stopLoss?: Dec;
  };
  /** How far the exchange's clock is ahead of the device's, ms; absent where they agree. */
  readonly ahead?: number;
  readonly quick: { readonly bid?: Dec; readonly ask?: Dec; readonly last?: Dec };
}
export type FuturesField =
  | 'price'
  | 'stopPrice'
  | 'trailValue'
  | 'activation'
  | 'amount'
  | 'takeProfit'
  | 'stopLoss';

/** What closing a part of a position would bring. */
/** How a position is closed: `chase` follows the best price of its side as a maker. */
export type CloseType = PerpetualOrderType | 'chase';
export interface FuturesCloseView {
  readonly kind: 'futuresClose';
  readonly market: string;
  readonly type: CloseType;
  readonly price: string;
  /** In per cent, 1 to 100. */
  readonly percent: number;
}
export interface FuturesCloseFrame {
  readonly kind: 'futuresClose';
  readonly view: FuturesCloseView;
  /** Of the market, as it is shown. */
  readonly tick: string;
  readonly line?: PositionLine;
  readonly quantity: string;
  readonly price: string;
  /** Net P/L of the position once this is closed: price P/L, fee and interest, which add up to it as they are shown. */
  readonly net: string;
  readonly direction: Direction;
  /** Of this closing and of those before it. */
  readonly profit: string;
  /** Of opening and closing. */
  readonly fee: string;
  readonly interest: string;
  /** Price P/L of this part alone, where it is not all. */
  readonly part: string;
  /** Isolated margin that comes back. */
  readonly returned: string;
  readonly error?: RefusalCode;
  readonly blocked?: RefusalCode;
  readonly request?: { readonly price?: Dec; readonly quantity: Dec };
  readonly quick: { readonly bid?: Dec; readonly ask?: Dec; readonly last?: Dec };
}

/** What another leverage or margin mode would mean. */
export interface FuturesTermsView {
  readonly kind: 'futuresTerms';
  readonly market: string;
  readonly mode?: MarginMode;
  readonly leverage?: number;
}
export interface FuturesTermsFrame {
  readonly kind: 'futuresTerms';
  readonly view: FuturesTermsView;
  readonly mode: MarginMode;
  readonly leverage: number;
  /** As they are now. */
  readonly now: { readonly mode: MarginMode; readonly leverage: number };
  readonly mostLeverage: number;
  /** The largest position value at this leverage, and what available money opens at most. */
  readonly valueBound: string;
  readonly openable: string;
  /** Of the open position at the chosen leverage. */
  readonly margin: string;
  readonly liquidation: LiquidationFigure | undefined;
  readonly tiers: readonly {
    readonly from: string;
    readonly to: string;
    readonly rate: string;
    readonly leverage: number;
    /** The one that holds for the open position. */
    readonly isOwn: boolean;
  }[];
  readonly error?: RefusalCode;
}

/** What more or less margin of an isolated position would mean. */
export interface FuturesMarginView {
  readonly kind: 'futuresMargin';
  readonly market: string;
  readonly way: 'add' | 'take';
  readonly amount: string;
}
export interface FuturesMarginFrame {
  readonly kind: 'futuresMargin';
  readonly view: FuturesMarginView;
  readonly line?: PositionLine;
  /** What can be added or taken, and plain digits of it. */
  readonly most: string;
  readonly mostDigits: Dec;
  readonly margin: string;
  readonly liquidation: LiquidationFigure | undefined;
  readonly error?: RefusalCode;
  /** Signed, to send. */
  readonly amount?: Dec;
}

/** Take-profit and stop-loss as typed, each by one of three ways. */
export interface GuardInput {
  readonly by: 'price' | 'roe' | 'profit';
  readonly value: string;
  readonly source: TriggerSource;
  /** Empty: at market. */
  readonly limit: string;
}
export interface FuturesGuardView {
  readonly kind: 'futuresGuard';
  readonly market: string;
  /** In per cent; 100: the whole position, whatever its size is by then. */
  readonly percent: number;
  readonly takeProfit: GuardInput;
  readonly stopLoss: GuardInput;
  readonly trailing: TrailInput;
  /** Changes this guard alone. */
  readonly id?: number;
}
/** One guard in all three ways. Dashes where nothing is typed. */
export interface GuardOutcome {
  readonly price: string;
  readonly profit: string;
  readonly direction: Direction;
  readonly roe: string;
  readonly error?: RefusalCode;
  readonly limitError?: RefusalCode;
  readonly isBeyond: boolean;
  readonly request?: {
    readonly by: GuardInput['by'];
    readonly value: Dec;
    readonly source: TriggerSource;
    readonly limit?: Dec;
  };
}
/** How a trailing stop that stands would follow from now on. */
export interface FuturesTrailView {
  readonly kind: 'futuresTrail';
  readonly market: string;
  readonly id: number;
  readonly trail: TrailInput;
}
export interface FuturesTrailFrame {
  readonly kind: 'futuresTrail';
  readonly view: FuturesTrailView;
  /** Of the market, as it is shown. */
  readonly tick: string;
  /** Where it would stand now. */
  readonly trigger: string;
  readonly error?: RefusalCode;
  readonly activationError?: RefusalCode;
  readonly request?: TrailRequest;
}

/** A trailing stop of a position. Dashes where nothing is typed. */
export interface TrailOutcome {
  /** Where it would stand now, and what closing there would bring. */
  readonly trigger: string;
  readonly profit: string;
  readonly direction: Direction;
  readonly error?: RefusalCode;
  readonly activationError?: RefusalCode;
  readonly request?: TrailRequest;
}
export interface FuturesGuardFrame {
  readonly kind: 'futuresGuard';
  readonly view: FuturesGuardView;
  readonly isKnown: boolean;
  readonly line?: PositionLine;
  /** Of the market, as it is shown. */
  readonly tick: string;
  readonly last: string;
  /** Of the part that is guarded. */
  readonly quantity: string;
  readonly takeProfit: GuardOutcome;
  readonly stopLoss: GuardOutcome;
  readonly trailing: TrailOutcome;
  /** Base units of the part; absent for the whole position. */
  readonly part?: Dec;
  readonly canSend: boolean;
}
