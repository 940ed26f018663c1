import { compareDec } from '../compare.ts';
import type { Dec } from '../decimal.ts';
import type { RefusalCode } from '../errors.ts';
import type { MarketFilter } from '../market/market.ts';
import type { OrderSide, OrderStatus, OrderType } from './orderCodes.ts';
import type { OrderTicket } from './spot.ts';
import { holdOf, ticketRefusal } from './spot.ts';

/** The two orders of a pair of which one cancels the other. */
export const ocoLegs = ['limit', 'stop'] as const;
export type OcoLeg = (typeof ocoLegs)[number];

/** What a pair says, as typed: a limit that takes profit, and a stop. Prices quote per base; quantity base. */
export interface OcoTicket {
  readonly side: OrderSide;
  /** Of the limit leg. */
  readonly price?: Dec | undefined;
  /** At which the stop leg is triggered. */
  readonly stopPrice?: Dec | undefined;
  /** At which the stop leg trades once it is. */
  readonly stopLimitPrice?: Dec | undefined;
  /** Of each of the two. */
  readonly quantity?: Dec | undefined;
}

/** A pair that a market takes. */
export type ValidOco = { readonly [Field in keyof OcoTicket]-?: NonNullable<OcoTicket[Field]> };

/** Of an order that is one of two: whether both still wait. What ends one then ends both. */
export const isPaired = ({
  partner,
  type,
  status,
}: {
  readonly partner: number | null;
  readonly type: OrderType;
  readonly status: OrderStatus;
}): boolean => partner !== null && status === (type === 'limit' ? 'open' : 'waiting');

/** The two tickets that a pair is made of. */
export function ticketsOf({ side, price, stopPrice, stopLimitPrice, quantity }: OcoTicket): {
  readonly [Leg in OcoLeg]: OrderTicket;
} {
  return {
    limit: { side, type: 'limit', price, quantity },
    stop: { side, type: 'stopLimit', price: stopLimitPrice, stopPrice, quantity },
  };
}

/** A rule that a pair breaks, and the field of it that breaks it. */
export interface OcoBreach {
  readonly code: RefusalCode;
  readonly field: 'price' | 'stopPrice' | 'stopLimitPrice' | 'amount';
}

/** What can be wrong with a price alone; all else is the amount's. */
const PRICE_CODES: readonly RefusalCode[] = ['priceInvalid', 'orderTick', 'orderBand'];

/**
 * The first rule that a pair breaks, or undefined. To sell, the limit stands above the last price and the stop below
 * it; to buy, the other way round: no price can reach both at once. The limit leg never takes.
 * @param last the last price, quote per base; zero while none is known, against which nothing is measured.
 */
export function ocoBreach(ticket: OcoTicket, filter: MarketFilter, last: Dec): OcoBreach | undefined {
  const { limit, stop } = ticketsOf(ticket);
  const triggered: OrderTicket = { ...limit, price: ticket.stopLimitPrice };
  const steps = [
    [limit, 'price'],
    [triggered, 'stopLimitPrice'],
    [stop, 'stopPrice'],
  ] as const;
  for (const [each, field] of steps) {
    const code = ticketRefusal(each, filter, last);
    if (code) return { code, field: PRICE_CODES.includes(code) ? field : 'amount' };
  }
  if (compareDec(last, '0') === 0) return undefined;
  const away = (price: Dec | undefined): number =>
    compareDec(price ?? '0', last) * (ticket.side === 'sell' ? 1 : -1);
  if (away(ticket.price) <= 0) return { code: 'ocoLimit', field: 'price' };
  if (away(ticket.stopPrice) >= 0) return { code: 'ocoStop', field: 'stopPrice' };
  return undefined;
}

/**
 * Which of the two is put aside for: the dearer one, so that what is put aside is enough for whichever trades. The
 * limit leg where both cost the same.
 */
export function ocoHolder({ side, price, stopLimitPrice, quantity }: ValidOco): OcoLeg {
  return compareDec(holdOf(side, stopLimitPrice, quantity), holdOf(side, price, quantity)) > 0
    ? 'stop'
    : 'limit';
}

/** What is put aside for both legs together, once: quote for a buy, rounded up; base for a sell. */
export function ocoHold(ticket: ValidOco): Dec {
  const { side, price, stopLimitPrice, quantity } = ticket;
  return holdOf(side, ocoHolder(ticket) === 'stop' ? stopLimitPrice : price, quantity);
}
