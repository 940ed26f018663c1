import type { Dec, OrderTicket, TakePreview, TimeInForce, WaitingPart } from '../../domain/index.ts';
import { compareDec, D, holdOf, quoteOf, restsInBook, stopMarketPrice, toText } from '../../domain/index.ts';

/*
 * What a ticket of a pair needs, takes and leaves.
 */
/** What there has to be for an order, and what of it waits. */
export interface TicketSums {
  /** What does not trade at once and does not lapse. */
  readonly waits: WaitingPart | undefined;
  /** What there has to be for it to be taken. */
  readonly needed: Dec | undefined;
  /** What it takes from the user. */
  readonly given: Dec | undefined;
}

/** What of the order does not trade at once and does not lapse. */
export function waitingOf(
  { side, type, price, stopPrice, quantity }: OrderTicket,
  tif: TimeInForce,
  preview: TakePreview | undefined,
): WaitingPart | undefined {
  if (type === 'stopMarket' && stopPrice !== undefined && quantity !== undefined)
    return { price: stopPrice, quantity, role: 'taker' };
  if (price === undefined || quantity === undefined) return undefined;
  if (type === 'stopLimit') {
    // Once triggered, a limit that the price has reached trades at once.
    const takes = stopPrice !== undefined && compareDec(price, stopPrice) * (side === 'buy' ? 1 : -1) >= 0;
    return { price, quantity, role: takes ? 'taker' : 'maker' };
  }
  if (type !== 'limit' || !restsInBook(tif) || !preview || preview.rest === '0') return undefined;
  return { price, quantity: preview.rest, role: 'maker' };
}

/** What there has to be for the order to be taken: what is put aside, or what a market order spends. */
export function neededOf(
  { side, type, price, stopPrice, quantity, total }: OrderTicket,
  preview: TakePreview | undefined,
): Dec | undefined {
  if (total !== undefined) return total;
  if (quantity === undefined) return undefined;
  if (type === 'stopMarket') return stopPrice && holdOf(side, stopMarketPrice(stopPrice), quantity);
  if (type !== 'market') return price === undefined ? undefined : holdOf(side, price, quantity);
  return side === 'sell' ? quantity : preview && paidFor(preview);
}

/** What the order takes from the user: what its trades cost, and what is put aside for the rest of it. */
export function givenOf(
  { side, total }: OrderTicket,
  preview: TakePreview | undefined,
  waits: WaitingPart | undefined,
): Dec | undefined {
  if (total !== undefined) return total;
  if (preview === undefined && waits === undefined) return undefined;
  const taken = preview === undefined ? '0' : side === 'sell' ? preview.filled : paidFor(preview);
  const aside = waits === undefined ? '0' : holdOf(side, waits.price, waits.quantity);
  return toText(new D(taken).plus(aside));
}

/** What is paid for what would trade at once, as it is booked. */
const paidFor = ({ total }: TakePreview): Dec => toText(new D(total).toDecimalPlaces(8, D.ROUND_UP));

/** What the whole order is worth: what would trade at once at its prices, the rest at the order's own. */
export function worthOf(
  { side }: OrderTicket,
  preview: TakePreview | undefined,
  waits: WaitingPart | undefined,
): Dec | undefined {
  if (preview === undefined && waits === undefined) return undefined;
  const rounding = side === 'buy' ? D.ROUND_UP : D.ROUND_DOWN;
  const taken = new D(preview?.total ?? 0).toDecimalPlaces(8, rounding);
  return toText(taken.plus(waits ? quoteOf(waits.price, waits.quantity, side === 'buy' ? 'up' : 'down') : 0));
}

/** What is left of what there is, ≥ 0. */
export const leftOf = (free: Dec, given: Dec): Dec => toText(D.max(0, new D(free).minus(given)));
