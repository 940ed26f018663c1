import type { Dec, OrderSide, TicketType, TimeInForce } from '../../domain/index.ts';

/** At which levels of a market's book own orders rest. */
export interface OwnLevelsView {
  readonly kind: 'ownLevels';
  readonly id: string;
  /** As the book is grouped; absent: by the tick. */
  readonly group?: Dec;
}
export interface OwnLevelsFrame {
  readonly kind: 'ownLevels';
  /** Prices as the book's rows write them. */
  readonly bids: readonly string[];
  readonly asks: readonly string[];
}

/** Take-profit and stop-loss of a ticket, as typed; empty for none. */
export interface BracketInput {
  readonly takeProfit: string;
  readonly stopLoss: string;
  /** `percent`: of the price at which it opens; `price`: quote per base. */
  readonly guardBy: 'percent' | 'price';
}
/** What the guards of a ticket come to; dashes where there is none. */
export interface BracketTexts {
  readonly guards: Readonly<Record<'takeProfit' | 'stopLoss', string>>;
  /** What closing there would bring, fees aside; signed. */
  readonly gains: Readonly<Record<'takeProfit' | 'stopLoss', string>>;
}

/** What a ticket would do now; texts as typed, plain digits with a point or a comma. */
export interface TicketView {
  readonly kind: 'ticket';
  readonly market: string;
  readonly side: OrderSide;
  readonly type: TicketType;
  readonly price: string;
  readonly stopPrice: string;
  /** Of a pair: at which its stop trades. */
  readonly stopLimitPrice?: string;
  /** How long a limit order lives, and whether it may take: GTC and yes unless stated. */
  readonly tif?: TimeInForce;
  readonly postOnly?: boolean;
  /** What is typed: a quantity of base, or a total of quote. */
  readonly amount: string;
  readonly unit: 'base' | 'quote';
  /** In place of an amount: this share of what is available, in per cent. */
  readonly percent?: number;
  /** Of an order that buys. */
  readonly bracket?: BracketInput;
}
export interface TicketFrame extends Partial<BracketTexts> {
  readonly kind: 'ticket';
  /** The ticket that this is said of: what is typed may have moved on. */
  readonly view: TicketView;
  /** Of the asset that is given: quote for a buy, base for a sell. A dash while nobody is logged in. */
  readonly available: string;
  readonly availableAsset: string;
  /** The most that the exchange accepts, in `unit`. */
  readonly most: string;
  /** What `percent` comes to, plain digits for the field; absent without it. */
  readonly amount?: Dec;
  /** Quantity and total that would be ordered. */
  readonly quantity: string;
  readonly total: string;
  /** Of what would trade at once; dashes where nothing would. */
  readonly average: string;
  readonly slippage: string;
  /** Of the whole order: of what would trade at once as taker, of the rest as it is expected to fill. */
  readonly fee: string;
  /** A part of the fee is taken only when that part fills. */
  readonly isFeeExpected: boolean;
  readonly feeAsset: string;
  /** Of the given asset after it. */
  readonly left: string;
  /** Quantity that would rest in the book, or lapse for a market order; empty when all would trade. */
  readonly rest: string;
  /** What is wrong with it now, by field; a code of a refusal. */
  readonly errors: {
    readonly price?: string;
    readonly stopPrice?: string;
    readonly stopLimitPrice?: string;
    readonly amount?: string;
    readonly takeProfit?: string;
    readonly stopLoss?: string;
  };
  /** Why nothing can be ordered now: `marketStale`, `marketClosed`. */
  readonly blocked?: string;
  /** Of a pair: what is put aside, once, for whichever of its orders trades. In `availableAsset`. */
  readonly held?: string;
  /** What to send when all is well: `request` of `spot.place`, or `spot.placeOco`, without options. */
  readonly order?: {
    readonly price?: Dec;
    readonly stopPrice?: Dec;
    readonly stopLimitPrice?: Dec;
    readonly quantity?: Dec;
    readonly total?: Dec;
    readonly takeProfit?: Dec;
    readonly stopLoss?: Dec;
  };
  /** The best prices and the last, plain digits on the tick, for the quick buttons. */
  readonly quick: { readonly bid?: Dec; readonly ask?: Dec; readonly last?: Dec };
  /** How far the exchange's clock is ahead of the device's, ms; absent where they agree. */
  readonly ahead?: number;
  /** The tick as plain digits, to step the price by. */
  readonly tick: Dec;
}
