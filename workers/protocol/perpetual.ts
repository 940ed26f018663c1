import type {
  AbsenceAction,
  AbsenceState,
  ChaseEnd,
  Dec,
  Direction,
  FormulaId,
  LiquidationPrice,
  MarginMode,
  MarkState,
  OrderOrigin,
  OrderSide,
  OrderStatus,
  PerpetualOrderType,
  PerpetualTime,
  PositionSide,
  Refusal,
  TrailBy,
  TriggerKind,
  TriggerSource,
} from '../../domain/index.ts';

/** The number of a position to explain. */
export type ExplainedFigure = 'profit' | 'roe' | 'margin' | 'maintenance' | 'liquidation' | 'marginRatio';

/** Positions, open orders and account, joined with the marks: one snapshot for everything that shows them. */
export interface FuturesView {
  readonly kind: 'futures';
  /** Only this market's positions and orders; the account is always whole. */
  readonly market?: string;
  /** A number whose formula is wanted. */
  readonly explain?: { readonly market: string; readonly figure: ExplainedFigure };
}
/** How a trailing stop follows; dashes where there is none. */
export interface TrailLine {
  /** Per cent, or an amount of quote. */
  readonly distance: string;
  readonly activation: string;
  /** The best price since it follows. */
  readonly best: string;
  /** The price that has fired it. */
  readonly reached: string;
  /** As it is typed, to change it: the distance in per cent or in quote; empty without an activation. */
  readonly raw: { readonly by: TrailBy; readonly value: string; readonly activation: string };
}
/** A trigger of a position. */
export interface GuardLine {
  readonly id: number;
  readonly kind: TriggerKind;
  readonly trigger: string;
  readonly source: TriggerSource;
  /** Of a trailing stop; `trigger` is where it stands now. */
  readonly trail?: TrailLine;
  /** A dash where the guard places a market order. */
  readonly limit: string;
  /** Empty: of the whole position, whatever its size is by then. */
  readonly quantity: string;
  /** Price P/L of the guarded part at the trigger's price. */
  readonly profit: string;
  /** Of the P/L; none for a gain that fees and interest would take away. */
  readonly direction: Direction;
  /** A trigger that was reached and could not act says why. */
  readonly reason: string | null;
  /** A stop-loss that lies beyond the liquidation price. */
  readonly isBeyond: boolean;
  /** Exact values for a form. */
  readonly raw: { readonly trigger: Dec; readonly quantity: Dec; readonly limit: Dec };
}
export interface PositionLine {
  /** The order number of the specification. */
  readonly id: number;
  readonly market: string;
  readonly name: string;
  readonly base: string;
  readonly iconId: number | null;
  readonly side: PositionSide;
  readonly mode: MarginMode;
  readonly leverage: number;
  readonly quantity: string;
  readonly entry: string;
  readonly mark: string;
  /** Of the mark. `stale`: nothing is liquidated; `closed`: outside its hours. Undefined until it was published. */
  readonly markState?: MarkState;
  /** Position margin. */
  readonly margin: string;
  /** Estimated liquidation price; steadied in what is shown, the explanation has its exact value. */
  readonly liquidation: string;
  readonly liquidationKind: LiquidationPrice['kind'] | undefined;
  /** How far the mark has to go to it, in per cent, rounded down. */
  readonly toLiquidation: string;
  /** The same in average ranges of a day, rounded down; a dash while they are not known. */
  readonly rangesToLiquidation: string;
  /** Funding is settled within minutes: in what time, and what it is expected to bring or to cost. */
  readonly fundingDue?: { readonly in: string; readonly amount: string; readonly direction: Direction };
  /** P/L on mark, unrealised, and its yield. */
  readonly profit: string;
  /** Of the P/L; none for a gain that fees and interest would take away. */
  readonly direction: Direction;
  readonly roe: string;
  /** Net P/L of the position if all of it closed at mark now: closed parts, all fees and interest included. */
  readonly net: string;
  readonly netDirection: Direction;
  readonly value: string;
  /** Booked so far: fees and funding (the specification's fee and position interest), and the net P/L with closed parts. */
  readonly fee: string;
  readonly interest: string;
  readonly realised: string;
  readonly breakEven: string;
  /** Margin below which it is liquidated, at mark. */
  readonly maintenance: string;
  /** Maintenance and closing fee over what backs the position; liquidation is at 100 %. */
  readonly ratio: string;
  /** The same from 0 to 1000, for a bar. */
  readonly ratioPermille: number;
  /** Guards of the whole position; a dash without. */
  readonly takeProfit: string;
  readonly stopLoss: string;
  readonly guards: readonly GuardLine[];
  readonly openedAt: string;
}
/** How an order chases, or has chased. */
export interface ChaseLine {
  readonly from: string;
  /** The last price that it may take. */
  readonly bound: string;
  readonly until: string;
  readonly moves: number;
  readonly rest: ChaseEnd;
}
export interface FuturesOrderLine {
  readonly id: number;
  readonly market: string;
  readonly name: string;
  readonly base: string;
  readonly side: OrderSide;
  readonly type: PerpetualOrderType;
  readonly tif: PerpetualTime;
  /** When it ends by itself, or has; empty unless it is good till a date. */
  readonly expiresTime: string;
  /** Of one of a scaled order: the number of the first. */
  readonly scaled?: number;
  readonly postOnly: boolean;
  readonly reduceOnly: boolean;
  readonly isGuard: boolean;
  readonly origin: OrderOrigin;
  readonly status: OrderStatus;
  readonly mode: MarginMode;
  readonly leverage: number;
  readonly price: string;
  /** A dash without one. */
  readonly trigger: string;
  readonly triggerKind: TriggerKind | null;
  readonly triggerSource: TriggerSource | null;
  /** Of a trailing stop; `trigger` is where it stands now. */
  readonly trail?: TrailLine;
  /** Of an order that follows the best price of its side. */
  readonly chase?: ChaseLine;
  /** Empty: all of the position. */
  readonly quantity: string;
  readonly filled: string;
  readonly untraded: string;
  readonly average: string;
  readonly takeProfit: string;
  readonly stopLoss: string;
  readonly fee: string;
  readonly profit: string;
  readonly direction: Direction;
  readonly percent: number;
  readonly distance: string;
  readonly reason: string | null;
  readonly time: string;
  readonly day: string;
  readonly clock: string;
  /** Of its last trade; empty before the first. */
  readonly filledTime: string;
  /** Exact values to put into an amending form; plain digits, empty where there is none. */
  readonly raw: { readonly price: string; readonly trigger: string; readonly quantity: string };
}
/** The futures account, in USDT. Dashes while a mark is missing. */
export interface FuturesAccountLine {
  /** Booked, with unrealised P/L. */
  readonly equity: string;
  /** Booked. */
  readonly balance: string;
  readonly available: string;
  readonly profit: string;
  readonly direction: Direction;
  /** Of all positions, as each says. */
  readonly net: string;
  readonly netDirection: Direction;
  readonly positionMargin: string;
  readonly maintenance: string;
  /** Of the cross side. */
  readonly ratio: string;
  readonly ratioPermille: number;
}
export interface AbsenceLine {
  readonly seconds: number;
  readonly action: AbsenceAction;
  readonly state: AbsenceState;
  readonly since: string;
}
/** A number with the exact inputs that it was computed from. */
export interface ExplainedNumber {
  readonly formula: FormulaId;
  readonly kind: 'figure' | 'none' | 'never' | 'due';
  /** Exact, plain digits; empty without a figure. */
  readonly value: string;
  readonly inputs: readonly { readonly name: string; readonly value: string }[];
  readonly parts: readonly { readonly name: string; readonly explained: ExplainedNumber }[];
  /** Formula and inputs as plain text. */
  readonly copy: string;
}
export interface FuturesFrame {
  readonly kind: 'futures';
  /** Of the snapshot: frames with one number were made from the same figures. */
  readonly snapshot: number;
  readonly isKnown: boolean;
  readonly failed?: Refusal;
  readonly account: FuturesAccountLine;
  readonly positions: readonly PositionLine[];
  /** Open orders that are no guards in waiting, newest first. */
  readonly orders: readonly FuturesOrderLine[];
  /** How many there are in all markets. */
  readonly positionCount: number;
  readonly orderCount: number;
  readonly absence?: AbsenceLine;
  readonly explained?: ExplainedNumber;
}

/** What closing has brought, net of all fees and interest. */
export interface NetGain {
  readonly text: string;
  readonly direction: Direction;
}

/** Own orders, guards and fills of a perpetual, with entry and liquidation, as a chart draws them. */
export interface FuturesMarksView {
  readonly kind: 'futuresMarks';
  readonly market: string;
}

/** What is true of a market for everybody, as text; `--` while no mark is known. */
export interface FuturesHeadTexts {
  /** Funding under way: rate, and the time that is left. */
  readonly funding: string;
  readonly fundingIn: string;
  /** How often it is settled, where the source has it: `4h`; empty elsewhere. */
  readonly fundingEvery: string;
  /** Time until the market opens; empty while it is open. */
  readonly opensIn: string;
  readonly mark: string;
  readonly index: string;
}
/** How a market of futures stands, the same for all users. */
export interface FuturesHeadView {
  readonly kind: 'futuresHead';
  readonly market: string;
}
export interface FuturesHeadFrame extends FuturesHeadTexts {
  readonly kind: 'futuresHead';
}
