import type { Dec, Market, OrderPlace, RefusalCode } from '../../../domain/index.ts';
import { closingSide, protectionRefusal, ticketRefusal, triggerRefusal } from '../../../domain/index.ts';
import type { FuturesField, FuturesTicketFrame, FuturesTicketView } from '../../protocol.ts';
import { guardFlaw } from '../bracket.ts';
import type { FuturesState } from './perpetual.ts';
import { priceRefusal } from './place.ts';
import type { TicketInput, TicketState } from './ticketState.ts';

/** Errors that concern the price rather than the amount. */
const PRICE_ERRORS: readonly RefusalCode[] = ['priceInvalid', 'orderTick', 'orderBand'];

/** What is wrong with a ticket now, at the field that it concerns: what the exchange would refuse. */
export function errorsOf(
  view: FuturesTicketView,
  ticket: TicketState,
  market: Market,
  last: Dec | undefined,
  state: FuturesState,
): FuturesTicketFrame['errors'] {
  const { typed, quantity, place } = ticket;
  const { side, price, stopPrice } = typed;
  const refusal = ticketRefusal({ side, type: view.type, price, quantity }, market, last ?? '0');
  const isPrice = refusal !== undefined && PRICE_ERRORS.includes(refusal);
  const opening = view.type === 'limit' ? price : (stopPrice ?? last);
  const guarded = (guard: 'takeProfit' | 'stopLoss'): RefusalCode | undefined => {
    if (view[guard] === '' || view.reduceOnly) return undefined;
    const value = typed[guard];
    if (value === undefined) return guardFlaw(view, guard, value, ticket.at);
    const wrong = priceRefusal(value, market);
    return (
      wrong ?? (opening === undefined ? undefined : protectionRefusal(view.side, opening, { [guard]: value }))
    );
  };
  const found: readonly (readonly [FuturesField, RefusalCode | undefined])[] = [
    ['price', isPrice ? refusal : takingRefusal(view, ticket)],
    ['stopPrice', view.isStop && !view.trail ? stopRefusal(view, typed, market, state, last) : undefined],
    ['trailValue', typed.trail?.error],
    ['activation', typed.trail?.activationError],
    [
      'amount',
      riskFlaw(view, ticket) ??
        (refusal === undefined ? moneyRefusal(view, ticket, place) : isPrice ? undefined : refusal),
    ],
    ['takeProfit', guarded('takeProfit')],
    ['stopLoss', guarded('stopLoss')],
  ];
  return Object.fromEntries(found.filter(([, code]) => code !== undefined));
}

/** A size by risk needs a stop-loss to be lost at. */
const riskFlaw = ({ unit, amount }: FuturesTicketView, { typed }: TicketState): RefusalCode | undefined =>
  unit === 'risk' && amount !== '' && typed.stopLoss === undefined ? 'riskStop' : undefined;

/** A post-only order that would trade at once, as the book is now. */
function takingRefusal(
  { type, postOnly, isStop }: FuturesTicketView,
  { filled }: TicketState,
): RefusalCode | undefined {
  const takes = filled !== undefined && filled.take.filled !== '0';
  return type === 'limit' && postOnly && !isStop && takes ? 'orderWouldTake' : undefined;
}

/** Money and tiers, as the exchange would refuse it. A stop needs its margin when it fires; one that follows
 * has a position to close. */
function moneyRefusal(
  { reduceOnly, isStop, trail }: FuturesTicketView,
  { typed, preview, filled, outcome }: TicketState,
  place: OrderPlace | undefined,
): RefusalCode | undefined {
  if (!place || (isStop && !trail)) return undefined;
  if (reduceOnly) {
    const { position } = place;
    return position && closingSide(position.side) === typed.side ? undefined : 'positionNone';
  }
  if (filled && filled.price === undefined) return 'noLiquidity';
  if (preview?.refusal) return preview.refusal;
  const isTaken = filled !== undefined && filled.take.filled !== '0';
  const isDue = preview?.opens !== '0' && preview?.liquidation?.kind === 'due';
  return isTaken && isDue ? 'wouldLiquidate' : outcome?.refusal;
}

function stopRefusal(
  { source, stopKind }: FuturesTicketView,
  { side, stopPrice }: TicketInput,
  market: Market,
  state: FuturesState,
  last: Dec | undefined,
): RefusalCode | undefined {
  const wrong = priceRefusal(stopPrice, market);
  const price = source === 'mark' ? state.positions.markOf(market.id)?.[1] : last;
  if (wrong || stopPrice === undefined || price === undefined) return wrong;
  return triggerRefusal(side, stopKind, stopPrice, price);
}
