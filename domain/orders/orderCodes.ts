/*
 * Codes of orders on the wire. They stand apart from the rules: who only reads orders loads these alone.
 */
/** `buy` gives quote and receives base, `sell` the reverse. */
export const orderSides = ['buy', 'sell'] as const;
export type OrderSide = (typeof orderSides)[number];
/** Order types on spot. `stopLimit` and `stopMarket` wait for their stop price, and are a limit or a market order then. */
export const orderTypes = ['limit', 'market', 'stopLimit', 'stopMarket'] as const;
export type OrderType = (typeof orderTypes)[number];
/** Whether an order waits for a price first. */
export const isStopType = (type: OrderType | 'oco'): boolean => type === 'stopLimit' || type === 'stopMarket';
/** Whether an order trades at what the market gives, without a limit of its own. */
export const isMarketType = (type: OrderType | 'oco'): boolean => type === 'market' || type === 'stopMarket';
/** What a ticket can be of: an order, or a pair of which one cancels the other. */
export const ticketTypes = [...orderTypes, 'oco'] as const;
export type TicketType = (typeof ticketTypes)[number];
/** Good till cancelled; good till a date; immediate or cancel; fill or kill. */
export const timesInForce = ['GTC', 'GTD', 'IOC', 'FOK'] as const;
export type TimeInForce = (typeof timesInForce)[number];
/** How the sizes of a scaled order change from its first order to its last. */
export const scaledShapes = ['flat', 'rising', 'falling'] as const;
export type ScaledShape = (typeof scaledShapes)[number];
/** How many orders a scaled order is made of. */
export const scaledCounts = { least: 2, most: 20 } as const;
/**
 * `waiting`: a stop that has not been reached; `open`, `partial`: in the book; `filled`; `cancelled` by somebody;
 * `expired`: what a market, IOC or FOK order could not take, and what its time has ended.
 */
export const orderStatuses = ['waiting', 'open', 'partial', 'filled', 'cancelled', 'expired'] as const;
export type OrderStatus = (typeof orderStatuses)[number];
/** Whether an order may still trade. */
export const isLiveStatus = (status: OrderStatus): boolean =>
  status === 'waiting' || status === 'open' || status === 'partial';
