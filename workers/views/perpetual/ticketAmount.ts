import type { Book, Dec, Market, OrderPlace, PreviewedOrder } from '../../../domain/index.ts';
import {
  closingSide,
  D,
  defined,
  leastLeverage,
  lossAt,
  maxLeverage,
  maxOpenSize,
  mostFilled,
  mostOrderQuantity,
  NO_FIGURE,
  perpetualFees,
  quantityFor,
  riskQuantity,
  roundToStep,
  safetyShares,
  toText,
} from '../../../domain/index.ts';
import type { FuturesTicketFrame, FuturesTicketView } from '../../protocol.ts';
import type { Words } from '../../session/words.ts';
import type { FuturesState } from './perpetual.ts';
import { filledOf } from './place.ts';
import type { Texts } from './texts.ts';
import { textsOf } from './texts.ts';
import type { TicketInput, TicketState } from './ticketState.ts';

/** The typed price, a stop's trigger, else the best of the other side. */
export function priceAt(
  { type, isStop }: FuturesTicketView,
  { side, price, stopPrice }: Pick<TicketInput, 'side' | 'price' | 'stopPrice'>,
  book: Book,
  last: Dec | undefined,
): Dec | undefined {
  if (type === 'limit') return price;
  if (isStop) return stopPrice;
  return (side === 'buy' ? book.asks : book.bids)[0]?.[0] ?? last;
}

/** The most that an order may be for, base units. */
export function mostOf(
  view: FuturesTicketView,
  place: OrderPlace,
  request: Omit<PreviewedOrder, 'quantity'>,
  market: Market,
  book: Book,
): Dec {
  const { lot } = market;
  const { position } = place;
  const { side, price, terms } = request;
  if (view.reduceOnly) return position && closingSide(position.side) === side ? position.quantity : '0';
  const mostQuantity = mostOrderQuantity(place.mark, place.table, lot);
  const most = maxOpenSize(place, request, { lot, mostQuantity, share: safetyShares[view.type] });
  if (view.type !== 'limit' || view.isStop || view.tif === 'IOC' || most === '0') return most;
  const { trades, rest } = filledOf(book, { side, quantity: most, price, rests: true }, place, market).split;
  if (rest === undefined) return most;
  const standing = mostFilled(place, { side, terms, reduceOnly: false }, trades, price, lot);
  return toText(D.min(most, standing));
}

/** What a size is worked out with. */
interface Sized extends Pick<TicketState, 'at' | 'most'> {
  /** Of the futures account, quote. */
  readonly equity: Dec | undefined;
}

const riskTerms = (side: FuturesTicketView['side'], entry: Dec, stop: Dec) => ({
  side,
  entry,
  stop,
  feeRate: perpetualFees.taker,
});

/** What an order that is sized by risk loses at its stop, and the least leverage at which there is enough for it. */
export function riskOf(
  view: FuturesTicketView,
  { typed: { stopLoss }, at, quantity, place, preview }: TicketState,
  { positions }: FuturesState,
  texts: Texts,
): Pick<FuturesTicketFrame, 'risk'> {
  if (view.unit !== 'risk' || quantity === undefined || at === undefined || stopLoss === undefined) return {};
  const loss = texts.owes(lossAt(quantity, riskTerms(view.side, at, stopLoss)));
  const available = positions.snapshot().totals?.available;
  if (preview?.refusal !== 'insufficientBalance' || !place || available === undefined)
    return { risk: { loss } };
  const most = maxLeverage(toText(new D(quantity).times(at)), place.table) ?? 1;
  const leverage = leastLeverage(quantity, at, available, perpetualFees.taker, most);
  return { risk: { loss, ...defined({ leverage }) } };
}

/** The quantity that is typed, or that a share, a value or a risk comes to. */
export function quantityOf(
  view: FuturesTicketView,
  { amount, stopLoss }: Pick<TicketInput, 'amount' | 'stopLoss'>,
  { at, most, equity }: Sized,
  { lot }: Market,
): Dec | undefined {
  const { percent, unit, side } = view;
  if (percent !== undefined) {
    if (most === undefined) return undefined;
    if (percent >= 100) return most;
    return roundToStep(toText(new D(most).times(percent).div(100)), stepOf(lot), 'down');
  }
  if (unit === 'risk') {
    if (amount === undefined || at === undefined || stopLoss === undefined || equity === undefined)
      return undefined;
    return riskQuantity({ ...riskTerms(side, at, stopLoss), equity, percent: amount, lot });
  }
  if (unit === 'base' || amount === undefined) return amount;
  return at === undefined || new D(at).isZero() ? undefined : quantityFor(amount, at, lot);
}

/** A lot that is switched off leaves the finest quantity that is kept. */
const stepOf = (lot: Dec): Dec => (new D(lot).isZero() ? '0.00000001' : lot);

/** What stands in the field for a share: quantity, or its value. */
export function sharedAmount({ unit }: FuturesTicketView, { quantity, at }: TicketState): Dec | undefined {
  if (quantity === undefined) return undefined;
  if (unit !== 'quote') return quantity;
  return at && toText(new D(quantity).times(at).toDecimalPlaces(2, D.ROUND_DOWN));
}

/** The most in the unit that amounts are typed in: never more than there is. */
export function mostText(
  { unit }: FuturesTicketView,
  { most, at }: TicketState,
  market: Market,
  { style }: Words,
): string {
  const texts = textsOf(market, style);
  if (most === undefined || at === undefined) return NO_FIGURE;
  return unit !== 'quote' ? texts.quantity(most) : texts.has(toText(new D(most).times(at)));
}
