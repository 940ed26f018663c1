import type {
  Book,
  Dec,
  Market,
  OrderPlace,
  OrderSide,
  OrderSplit,
  RefusalCode,
  RestingPart,
  TakePreview,
} from '../../../domain/index.ts';
import {
  bookedCost,
  closingSide,
  coveredPrice,
  D,
  feeOf,
  filterBreach,
  heldInTheWay,
  marketBound,
  perpetualFees,
  previewTake,
  statusRefusal,
  takeableBook,
  tiersOfMarket,
  tighterBound,
  toText,
} from '../../../domain/index.ts';
import { FOCUS_STALE_MS } from '../../streams/age.ts';
import type { Positions } from '../../streams/positions/index.ts';
import type { FuturesState } from './perpetual.ts';

/** Where an order in a market would be placed; undefined while account or marks are not known. */
export function placeOf({ positions, rows }: FuturesState, market: Market): OrderPlace | undefined {
  const snapshot = positions.snapshot();
  const { account } = snapshot;
  const mark = positions.markOf(market.id);
  const position = positions.positionOf(market.id);
  if (!account || !mark || !positions.isKnown) return undefined;
  const others = snapshot.positions
    .filter((row) => row.mode === 'cross' && row.market !== market.id)
    .map((row) => ({ row, joined: snapshot.joined.get(row.market) }));
  // Without a mark of each, nobody can say what is available.
  if (others.some(({ joined }) => !joined) || !rows.row(market.id)) return undefined;
  return {
    balance: account.balance,
    held: account.held,
    position,
    others: others.flatMap(({ row, joined }) =>
      joined ? [{ position: row, mark: joined.mark[1], table: joined.table }] : [],
    ),
    mark: mark[1],
    table: tiersOfMarket(market),
    feeRate: perpetualFees.taker,
  };
}

/**
 * Where nobody's order would be placed: an account that holds exactly what the order costs.
 * @param cost margin and fee, quote. @returns undefined while there is no mark.
 */
export function placeAlone({ positions }: FuturesState, market: Market, cost: Dec): OrderPlace | undefined {
  const mark = positions.markOf(market.id);
  return mark && { ...emptyPlace(), balance: cost, mark: mark[1], table: tiersOfMarket(market) };
}
const emptyPlace = () => ({ held: '0', position: undefined, others: [], feeRate: perpetualFees.taker });

const standingIn = ({ orders }: Positions, { id }: Market) =>
  orders.filter(({ market, status }) => market === id && status !== 'waiting');

/** What of a book an own order can take. */
export const takeableOf = ({ book, positions }: FuturesState, market: Market): Book =>
  takeableBook(book, standingIn(positions, market));

/** The place once own orders that it meets have ended, and what they held is free. */
export function placeAfter(
  place: OrderPlace,
  side: OrderSide,
  { reach }: Filled,
  { positions }: FuturesState,
  market: Market,
) {
  if (reach === undefined) return place;
  const freed = heldInTheWay(standingIn(positions, market), side, reach);
  return { ...place, held: toText(new D(place.held).minus(freed)) };
}

/** An order as it meets the book. */
export interface Meeting {
  readonly side: OrderSide;
  /** Base units, > 0. */
  readonly quantity: Dec;
  /** Of a limit order; undefined for one at market. */
  readonly price: Dec | undefined;
  /** What it does not trade at once goes into the book instead of lapsing. */
  readonly rests: boolean;
}

/** What an order would trade at once, what would rest, and at which price it fills as a whole. */
export interface Filled {
  readonly take: TakePreview;
  readonly split: OrderSplit;
  /** Mean of what it takes and, for a limit order, of the rest; undefined when nothing would trade. The exchange checks the money by it. */
  readonly price: Dec | undefined;
  /** The same without what lapses. */
  readonly average: Dec | undefined;
  readonly quantity: Dec;
  /** The worst price that it looks at in the book; undefined when it looks at none. */
  readonly reach: Dec | undefined;
  /** Fee of all of it as it is booked: the taker's for what is taken, the maker's for what rests. */
  readonly fee: Dec;
}

/** Looks at the book as the exchange does. */
export function filledOf(book: Book, order: Meeting, place: OrderPlace | undefined, market: Market): Filled {
  const { side, quantity, price, rests } = order;
  const { lot, tick } = market;
  const bound = boundOf(book, order, place, tick);
  const take = previewTake(book, side, { quantity }, lot, tick, bound);
  const isResting = price !== undefined && rests && take.rest !== '0';
  const rest = isResting ? ({ price, quantity: take.rest, role: 'maker' } as const) : undefined;
  const counted = price === undefined ? take.filled : quantity;
  const value = price === undefined ? new D(take.total) : new D(take.rest).times(price).plus(take.total);
  const mean = new D(counted).isZero() ? undefined : toText(value.div(counted));
  return {
    take,
    split: { trades: take.trades, rest },
    average: isResting ? mean : take.average,
    price: mean,
    quantity: counted,
    reach: take.rest === '0' ? take.trades.at(-1)?.[0] : bound,
    fee: feeOfSplit({ trades: take.trades, rest }),
  };
}

/** No price worse than its own, and where it closes none at which the account could not book the loss. */
function boundOf(
  { bids, asks }: Book,
  { side, price }: Meeting,
  place: OrderPlace | undefined,
  tick: Dec,
): Dec | undefined {
  const best = (side === 'buy' ? asks : bids)[0]?.[0];
  const own = price ?? (best === undefined ? undefined : marketBound(side, best, tick));
  const position = place?.position;
  if (own === undefined || !position || closingSide(position.side) !== side) return own;
  const free = toText(new D(place.balance).minus(place.held));
  return tighterBound(side, own, coveredPrice(position, free, tick));
}

/** An order that waits for its trigger, as if all of it filled at one price then: the book of now says nothing of then. */
export function waitingAt(price: Dec, quantity: Dec, role: RestingPart['role'], market: Market): Filled {
  const split: OrderSplit = { trades: [], rest: { price, quantity, role } };
  const take = previewTake({ bids: [], asks: [] }, 'buy', { quantity }, market.lot, market.tick);
  return { take, split, price, average: price, quantity, reach: undefined, fee: feeOfSplit(split) };
}

function feeOfSplit({ trades, rest }: OrderSplit): Dec {
  const taken = trades.map(([price, quantity]) => feeOf(quantity, price, perpetualFees.taker));
  const due = rest ? [feeOf(rest.quantity, rest.price, perpetualFees[rest.role])] : [];
  return toText([...taken, ...due].reduce((sum, fee) => sum.plus(bookedCost(fee)), new D(0)));
}

/** Why such an order cannot be given in a market now. @param reduces whether it only makes a position smaller. */
export function blockedOf(
  { positions, ages, isCached }: FuturesState,
  market: Market,
  reduces: boolean,
): RefusalCode | undefined {
  const refusal = statusRefusal(market.status, reduces);
  if (refusal) return refusal;
  if (positions.markOf(market.id)?.[5] === 'closed') return 'marketClosed';
  const { state } = ages.of(`book:${market.id}`, FOCUS_STALE_MS, () => '');
  return isCached() || (state !== 'live' && state !== 'slow') ? 'marketStale' : undefined;
}

/** Whether a price is none that this market takes. */
export const priceRefusal = (price: Dec | undefined, market: Market): RefusalCode | undefined => {
  if (price === undefined || new D(price).isZero()) return 'priceInvalid';
  return filterBreach({ ...market, lot: '0', minQuantity: '0', minTotal: '0' }, price, '1')
    ? 'orderTick'
    : undefined;
};
