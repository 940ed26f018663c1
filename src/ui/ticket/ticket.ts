import type { OrderSide, OrderType, TimeInForce } from '../../../domain/index.ts';
import { orderSides, orderTypes, timesInForce } from '../../../domain/index.ts';
import type { OrderLine, TicketView } from '../../../workers/api.ts';
import { readDraft, writeDraft } from '../../state/drafts.ts';

/** What a person has typed and chosen in a ticket. */
export interface Ticket {
  readonly side: OrderSide;
  readonly type: OrderType;
  readonly tif: TimeInForce;
  readonly postOnly: boolean;
  readonly price: string;
  readonly stopPrice: string;
  readonly amount: string;
  readonly unit: 'base' | 'quote';
  /** In place of an amount: a share of what is available, in per cent. */
  readonly percent: string;
}
export type TicketField = 'price' | 'stopPrice' | 'amount';

const EMPTY: Ticket = {
  side: 'buy',
  type: 'limit',
  tif: 'GTC',
  postOnly: false,
  price: '',
  stopPrice: '',
  amount: '',
  unit: 'base',
  percent: '',
};
const draftOf = (market: string): string => `trade:${market}`;

/** What was chosen, where it is one of what there is to choose from. */
export const pick = <T>(allowed: readonly T[], given: unknown, first: T): T =>
  allowed.find((each) => each === given) ?? first;

/** How much, as it was left in a draft. */
export function keptAmount(
  kept: Readonly<Record<string, string>>,
): Pick<Ticket, 'amount' | 'unit' | 'percent'> {
  const { amount = '', unit, percent = '' } = kept;
  return {
    amount,
    unit: pick(['base', 'quote'], unit, EMPTY.unit),
    percent: /^(\d{1,2}|100)$/.test(percent) ? percent : '',
  };
}

/** The ticket as it was left in this tab; a damaged draft counts as none. */
export function keptTicket(market: string): Ticket {
  const kept = readDraft(draftOf(market));
  const text = (name: string): string => kept[name] ?? '';
  return {
    side: pick(orderSides, kept['side'], EMPTY.side),
    type: pick(orderTypes, kept['type'], EMPTY.type),
    tif: pick(timesInForce, kept['tif'], EMPTY.tif),
    postOnly: kept['postOnly'] === 'true',
    price: text('price'),
    stopPrice: text('stopPrice'),
    ...keptAmount(kept),
  };
}

export function keepTicket(market: string, ticket: Ticket): void {
  writeDraft(draftOf(market), { ...ticket, postOnly: String(ticket.postOnly) });
}

/** Leaves a ticket that says what an order says, for when its market's ticket is opened next. */
export function keepTicketLike({ market, side, type, tif, postOnly, raw }: OrderLine): void {
  const { price, stopPrice, quantity, total } = raw;
  const amount =
    quantity === '' ? { amount: total, unit: 'quote' as const } : { amount: quantity, unit: 'base' as const };
  keepTicket(market, { side, type, tif, postOnly, price, stopPrice, ...amount, percent: '' });
}

/** How the worker is asked what the ticket would do. */
export function viewOf(market: string, ticket: Ticket): TicketView {
  const { side, type, tif, postOnly, price, stopPrice, amount, unit, percent } = ticket;
  const chosen = { side, type, tif, postOnly, price, stopPrice, amount, unit };
  const view: TicketView = { ...chosen, kind: 'ticket', market };
  return percent === '' ? view : { ...view, percent: toPercent(percent) };
}

/** The slider's text, 0 to 100, as the protocol's number. */
export const toPercent = (percent: string): number => Number.parseInt(percent, 10) || 0;
