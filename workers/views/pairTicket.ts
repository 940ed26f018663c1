import type { Book, Dec, Market, OcoTicket, OrderSide, ValidOco, WaitingPart } from '../../domain/index.ts';
import { compareDec, ocoBreach, ocoHold, previewTake } from '../../domain/index.ts';
import type { TicketFrame } from '../protocol.ts';
import type { TicketSums } from './ticketSums.ts';

/*
 * What a ticket of a pair, of which one cancels the other, needs and leaves.
 */

type Prices = Pick<OcoTicket, 'price' | 'stopLimitPrice'>;

/** The price by which the amount of a pair is reckoned: the dearer one to buy, the limit's to sell. */
export function dearerOf(side: OrderSide, { price, stopLimitPrice }: Prices): Dec | undefined {
  if (side === 'sell' || price === undefined || stopLimitPrice === undefined) return price ?? stopLimitPrice;
  return compareDec(price, stopLimitPrice) >= 0 ? price : stopLimitPrice;
}

/** Its limit waits in the book; what is put aside, once, is known when all of it is typed. */
export function pairSums(ticket: OcoTicket): TicketSums {
  const { price, quantity } = ticket;
  const needed = isWhole(ticket) ? ocoHold(ticket) : undefined;
  const waits: WaitingPart | undefined =
    price === undefined || quantity === undefined ? undefined : { price, quantity, role: 'maker' };
  return { waits, needed, given: needed };
}

const isWhole = (ticket: OcoTicket): ticket is ValidOco =>
  [ticket.price, ticket.stopPrice, ticket.stopLimitPrice, ticket.quantity].every(
    (each) => each !== undefined,
  );

/** What is wrong with a pair, by field. @param book what it could take. @param free of the asset that it gives. */
export function pairErrors(
  ticket: OcoTicket,
  market: Market,
  last: Dec,
  book: Book,
  free: Dec | undefined,
): TicketFrame['errors'] {
  const breach = ocoBreach(ticket, market, last);
  if (breach) return { [breach.field]: breach.code };
  const { side, price, quantity = '0' } = ticket;
  const { needed } = pairSums(ticket);
  const takes = previewTake(book, side, { quantity }, market.lot, market.tick, price).filled !== '0';
  const isShort = free !== undefined && needed !== undefined && compareDec(needed, free) > 0;
  return {
    ...(takes ? { price: 'orderWouldTake' } : {}),
    ...(isShort ? { amount: 'insufficientBalance' } : {}),
  };
}
