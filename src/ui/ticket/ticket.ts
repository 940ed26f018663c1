import type { OrderSide, TicketType, TimeInForce } from '../../../domain/index.ts';
import { orderSides, ticketTypes, timesInForce } from '../../../domain/index.ts';
import type { OrderLine, TicketView } from '../../../workers/api.ts';
import { readDraft, writeDraft } from '../../state/drafts.ts';
import type { Bracket } from './bracket.ts';
import { bracketInput, storeBracket, storedBracket } from './bracket.ts';
import type { Expiry } from './expiry.ts';
import { storedExpiry } from './expiry.ts';

/** What a user has typed and chosen in a ticket. */
export interface Ticket extends Bracket {
  readonly side: OrderSide;
  readonly type: TicketType;
  readonly tif: TimeInForce;
  /** When it ends, where it is good till a date. */
  readonly expiry: Expiry;
  readonly postOnly: boolean;
  readonly price: string;
  readonly priceBy: PriceBy;
  readonly stopPrice: string;
  /** Of a pair: at which its stop trades. */
  readonly stopLimitPrice: string;
  readonly amount: string;
  /** Empty until the user chooses one: what is bought at the market is paid for in money, all else is counted. */
  readonly unit: 'base' | 'quote' | '';
  /** In place of an amount: a share of what is available, in per cent. */
  readonly percent: string;
}
/** Who has put the price where it stands: a price of the page gives way to a newer one when the ticket is opened again. */
export type PriceBy = 'nobody' | 'page' | 'user';
export type TicketField = 'price' | 'stopPrice' | 'stopLimitPrice' | 'amount' | 'takeProfit' | 'stopLoss';

const EMPTY: Omit<Ticket, keyof Bracket> = {
  side: 'buy',
  type: 'limit',
  tif: 'GTC',
  expiry: 'hour',
  postOnly: false,
  price: '',
  priceBy: 'nobody',
  stopPrice: '',
  stopLimitPrice: '',
  amount: '',
  unit: '',
  percent: '',
};
/** The name of a market's draft. */
export const draftOf = (market: string): string => `trade:${market}`;

/** What was chosen, where it is one of what there is to choose from. */
export const pick = <T>(allowed: readonly T[], given: unknown, first: T): T =>
  allowed.find((each) => each === given) ?? first;

/** How much, as it was left in a draft. */
export function storedAmount(kept: Readonly<Record<string, string>>): Pick<Ticket, 'amount' | 'percent'> {
  const { amount = '', percent = '' } = kept;
  return { amount, percent: /^(\d{1,2}|100)$/.test(percent) ? percent : '' };
}

/** The price as it was left in a draft. */
export function storedPrice(kept: Readonly<Record<string, string>>): Pick<Ticket, 'price' | 'priceBy'> {
  const { price = '', priceBy = 'user' } = kept;
  return price === '' || priceBy === 'page' ? { price: '', priceBy: 'nobody' } : { price, priceBy: 'user' };
}

interface Priced extends Pick<Ticket, 'price' | 'priceBy'> {
  readonly type: string;
}

/** The last price, for a limit that nobody has put a price to. */
export function filledPrice(
  { type, price, priceBy }: Priced,
  last: string | undefined,
): Pick<Ticket, 'price' | 'priceBy'> | undefined {
  // The limit of a pair stands away from the last price, on a side that the user decides.
  if (
    type === 'market' ||
    type === 'stopMarket' ||
    type === 'oco' ||
    price !== '' ||
    priceBy !== 'nobody' ||
    last === undefined
  )
    return undefined;
  return { price: last, priceBy: 'page' };
}

/** Whose the price is after a change. A limit that is chosen without a price gets one. */
export function priceByAfter({ price, priceBy }: Priced, next: Partial<Priced>): Pick<Ticket, 'priceBy'> {
  if (next.price !== undefined) return { priceBy: 'user' };
  return { priceBy: next.type !== undefined && price === '' ? 'nobody' : priceBy };
}

/** The unit that amounts of a ticket are typed in. */
export const unitOf = ({ unit, side, type }: Pick<Ticket, 'unit' | 'side' | 'type'>): 'base' | 'quote' =>
  unit === '' ? (side === 'buy' && type === 'market' ? 'quote' : 'base') : unit;

/** What changes with a change: a typed amount stays one of what it was typed as. */
export function changedTicket(ticket: Ticket, next: Partial<Ticket>): Partial<Ticket> {
  const pinned = ticket.unit === '' && (next.amount ?? ticket.amount) !== '' ? { unit: unitOf(ticket) } : {};
  const isOther = next.unit === undefined && unitOf({ ...ticket, ...next }) !== unitOf(ticket);
  const isPagePrice = next.type === 'oco' && ticket.priceBy === 'page';
  const price = isPagePrice ? ({ price: '', priceBy: 'nobody' } as const) : priceByAfter(ticket, next);
  return { ...(isOther ? pinned : {}), ...price, ...next };
}

/** The ticket as it was left in this tab; a damaged draft counts as none. */
export function storedTicket(market: string): Ticket {
  const kept = readDraft(draftOf(market));
  const text = (name: string): string => kept[name] ?? '';
  return {
    side: pick(orderSides, kept['side'], EMPTY.side),
    type: pick(ticketTypes, kept['type'], EMPTY.type),
    tif: pick(timesInForce, kept['tif'], EMPTY.tif),
    expiry: storedExpiry(kept['expiry']),
    postOnly: kept['postOnly'] === 'true',
    ...storedPrice(kept),
    stopPrice: text('stopPrice'),
    stopLimitPrice: text('stopLimitPrice'),
    unit: pick(['base', 'quote', ''] as const, kept['unit'], EMPTY.unit),
    ...storedAmount(kept),
    ...storedBracket(kept),
  };
}

export function storeTicket(market: string, ticket: Ticket): void {
  storeBracket(ticket);
  const flags = { postOnly: String(ticket.postOnly), hasGuards: String(ticket.hasGuards) };
  writeDraft(draftOf(market), { ...ticket, ...flags });
}

/** Leaves a ticket that says what an order says, for when its market's ticket is opened next. */
export function storeTicketLike({ market, side, type, tif, postOnly, raw }: OrderLine): void {
  const { price, stopPrice, quantity, total } = raw;
  const amount =
    quantity === '' ? { amount: total, unit: 'quote' as const } : { amount: quantity, unit: 'base' as const };
  const own = { price, priceBy: 'user' as const };
  storeTicket(market, {
    ...EMPTY,
    ...storedBracket({}),
    side,
    type,
    tif,
    postOnly,
    ...own,
    stopPrice,
    ...amount,
  });
}

/** Whether an order may bring what guards it: a pair guards already, and what is sold needs none. */
export const mayGuard = ({ side, type }: Pick<Ticket, 'side' | 'type'>): boolean =>
  side === 'buy' && type !== 'oco';

/** The view whose frames preview the ticket. */
export function viewOf(market: string, ticket: Ticket): TicketView {
  const { side, type, tif, postOnly, price, stopPrice, amount, percent } = ticket;
  const chosen = { side, type, tif, postOnly, price, stopPrice, amount, unit: unitOf(ticket) };
  const pair = type === 'oco' ? { stopLimitPrice: ticket.stopLimitPrice } : {};
  const guards = mayGuard(ticket) && ticket.hasGuards ? { bracket: bracketInput(ticket, true) } : {};
  const view: TicketView = { ...chosen, ...pair, ...guards, kind: 'ticket', market };
  return percent === '' ? view : { ...view, percent: toPercent(percent) };
}

/** The slider's text, 0 to 100, as the protocol's number. */
export const toPercent = (percent: string): number => Number.parseInt(percent, 10) || 0;

/** Leaves a price that somebody chose on a chart, for when the market's ticket is opened next: a limit at it. */
export function storePrice(kind: 'trade' | 'futures', market: string, price: string): void {
  const draft = `${kind}:${market}`;
  writeDraft(draft, { ...readDraft(draft), type: 'limit', price, priceBy: 'user' });
}

/** Leaves the side that somebody chose on another screen, for when the market's ticket is opened next. */
export function storeSide(kind: 'trade' | 'futures', market: string, side: string): void {
  const draft = `${kind}:${market}`;
  const kept = readDraft(draft);
  // A share of one side is no share of the other's, and triggers lie on the other side.
  const rest = kept['side'] === side ? {} : { percent: '', takeProfit: '', stopLoss: '' };
  writeDraft(draft, { ...kept, ...rest, side });
}
