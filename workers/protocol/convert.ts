import type {
  AccountKind,
  ConversionKind,
  ConvertSide,
  Dec,
  Refusal,
  RefusalCode,
} from '../../domain/index.ts';
import type { LiquidationFigure } from './perpetualForms.ts';

/** What one asset becomes of another; the amount as typed. */
export interface ConvertView {
  readonly kind: 'convert';
  readonly from: string;
  readonly to: string;
  /** Which side was typed. */
  readonly side: ConvertSide;
  readonly amount: string;
  /** Rises with each conversion: a quote is good once. */
  readonly turn: number;
}
/** One side of a conversion. */
export interface ConvertPart {
  readonly asset: string;
  readonly iconId: number | null;
  /** Of the spot account; a dash while nobody is logged in. */
  readonly available: string;
  /** What is booked, worded; a dash without a quote. */
  readonly amount: string;
  /** The same as plain digits, to stand in the field that was not typed; empty without a quote. */
  readonly digits: string;
}
export interface ConvertFrame {
  readonly kind: 'convert';
  /** What this is said of: what is typed may have moved on. */
  readonly view: ConvertView;
  readonly from: ConvertPart;
  readonly to: ConvertPart;
  /** The most that can be given, plain digits for the field; absent without anything to give. */
  readonly mostDigits?: Dec;
  /** Bounds of what is given, as they are said beside the field. */
  readonly least: string;
  readonly most: string;
  /** Received for one of what is given: of the quote, and else about. */
  readonly price: string;
  readonly isAbout: boolean;
  /** What the house keeps, as a share and in what is received. Dashes without a quote. */
  readonly spread: string;
  readonly cost: string;
  /** Seconds for which the quote still stands; empty while there is none. */
  readonly seconds: string;
  /** What is wrong with what is typed, at the side that it concerns. */
  readonly errors: { readonly from?: RefusalCode; readonly to?: RefusalCode };
  /** Why nothing can be converted now. */
  readonly blocked?: RefusalCode;
  /** The exchange's own refusal, where that is what stands in the way. */
  readonly refused?: Refusal;
  /** What to send when all is well. */
  readonly order?: { readonly quote: string };
}

/** Assets that can be converted, those that the user has first. */
export interface ConvertAssetsView {
  readonly kind: 'convertAssets';
  /** A part of an asset's code, as typed. */
  readonly search: string;
}
export interface ConvertAssetsFrame {
  readonly kind: 'convertAssets';
  readonly lines: readonly {
    readonly asset: string;
    readonly iconId: number | null;
    /** Empty for what the user has none of. */
    readonly available: string;
    readonly price: string;
  }[];
  /** Whether more would be found by a longer search. */
  readonly isCut: boolean;
}

/** Balances that are worth little, each with what it becomes. */
export interface ConvertSmallView {
  readonly kind: 'convertSmall';
  /** Assets that the user does not want to convert. */
  readonly without: readonly string[];
  readonly turn: number;
}
export interface ConvertSmallFrame {
  readonly kind: 'convertSmall';
  readonly view: ConvertSmallView;
  readonly isKnown: boolean;
  readonly to: string;
  /** A balance is small below this worth. */
  readonly below: string;
  readonly lines: readonly {
    readonly asset: string;
    readonly iconId: number | null;
    readonly amount: string;
    readonly received: string;
  }[];
  /** What the chosen ones become together, and what the spread takes of it. */
  readonly total: string;
  readonly cost: string;
  readonly seconds: string;
  readonly failed?: Refusal;
  readonly order?: { readonly quote: string; readonly assets: string[] };
}

/** Conversions of the past. */
export interface ConversionsFilter {
  /** Given or received. */
  readonly asset?: string;
  readonly conversion?: ConversionKind;
  /** ms UTC, both included. */
  readonly from?: number;
  readonly to?: number;
}
export interface ConversionsView extends ConversionsFilter {
  readonly kind: 'conversions';
  readonly want: number;
}
export interface ConversionLine {
  readonly id: number;
  readonly conversion: ConversionKind;
  readonly from: string;
  readonly to: string;
  readonly given: string;
  readonly received: string;
  /** Received for one of what was given. */
  readonly price: string;
  readonly spread: string;
  readonly time: string;
  readonly day: string;
  readonly clock: string;
  /** Number of the entry in the books. */
  readonly entry: string;
  /** What was given, plain digits, to do the same again. */
  readonly digits: Dec;
}
export interface ConversionsFrame {
  readonly kind: 'conversions';
  readonly lines: readonly ConversionLine[];
  readonly more: boolean;
  readonly loading: boolean;
  readonly failed?: Refusal;
}

/** Money that is to go from one account of the user to another; the amount as typed. */
export interface TransferView {
  readonly kind: 'transfer';
  readonly asset: string;
  readonly from: AccountKind;
  readonly amount: string;
}
export interface TransferFrame {
  readonly kind: 'transfer';
  readonly view: TransferView;
  readonly isKnown: boolean;
  readonly to: AccountKind;
  readonly iconId: number | null;
  /** What may go, and plain digits of it; absent when nothing may. */
  readonly available: string;
  readonly mostDigits?: Dec;
  /** What stands behind positions and orders and so has to stay; empty when nothing has to. */
  readonly kept: string;
  /** What would move, worded; a dash for nothing. */
  readonly moved: string;
  /** Of both accounts afterwards. */
  readonly after: { readonly from: string; readonly to: string };
  /** Assets of the account that money goes out of. */
  readonly assets: readonly {
    readonly asset: string;
    readonly iconId: number | null;
    readonly available: string;
  }[];
  /** What it does to the cross position that is nearest to its liquidation; absent without one. */
  readonly liquidation?: {
    readonly market: string;
    readonly mark: string;
    readonly before: LiquidationFigure;
    readonly after: LiquidationFigure;
  };
  readonly error?: RefusalCode;
  readonly order?: {
    readonly asset: string;
    readonly from: AccountKind;
    readonly to: AccountKind;
    readonly amount: Dec;
  };
}
