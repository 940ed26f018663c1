import type {
  Book,
  Dec,
  Market,
  OrderPlace,
  OrderSide,
  RefusalCode,
  TakePreview,
} from '../../../domain/index.ts';
import { D, filterBreach, perpetualFees, previewTake, tiersOfMarket, toText } from '../../../domain/index.ts';
import { FOCUS_STALE_MS } from '../../streams/freshness.ts';
import type { ViewDeps } from '../view.ts';
import type { Desk } from './desk.ts';

/** Where an order in a market would be placed; undefined while account or marks are not known. */
export function placeOf(desk: Desk, market: Market, deps: ViewDeps): OrderPlace | undefined {
  const { account } = desk.snapshot();
  const mark = desk.markOf(market.id);
  const position = desk.positionOf(market.id);
  if (!account || !mark || !desk.isKnown) return undefined;
  const others = desk
    .snapshot()
    .positions.filter((row) => row.mode === 'cross' && row.market !== market.id)
    .map((row) => ({ row, joined: desk.snapshot().joined.get(row.market) }));
  // Without a mark of each, nobody can say what is available.
  if (others.some(({ joined }) => !joined) || !deps.rows.row(market.id)) return undefined;
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
export function placeAlone(desk: Desk, market: Market, cost: Dec): OrderPlace | undefined {
  const mark = desk.markOf(market.id);
  return mark && { ...EMPTY_PLACE, balance: cost, mark: mark[1], table: tiersOfMarket(market) };
}
const EMPTY_PLACE = { held: '0', position: undefined, others: [], feeRate: perpetualFees.taker };

/** What an order would trade at once, and at which price it fills as a whole. */
export interface Filled {
  readonly take: TakePreview;
  /** Mean of what it takes and, for a limit order, of what rests; undefined when nothing would trade. */
  readonly price: Dec | undefined;
  readonly quantity: Dec;
  /** Fee of all of it: the taker's for what is taken, the maker's for what rests. */
  readonly fee: Dec;
}

/** Looks at the book as the exchange does. @param price of a limit order; undefined for one at market. */
export function filledOf(
  book: Book,
  side: OrderSide,
  quantity: Dec,
  price: Dec | undefined,
  { lot, tick }: Market,
): Filled {
  const take = previewTake(book, side, { quantity }, lot, tick, price);
  const resting = price === undefined ? new D(0) : new D(quantity).minus(take.filled).times(price);
  const counted = price === undefined ? take.filled : quantity;
  const value = resting.plus(take.total);
  const fee = new D(take.total).times(perpetualFees.taker).plus(resting.times(perpetualFees.maker));
  return {
    take,
    price: new D(counted).isZero() ? undefined : toText(value.div(counted)),
    quantity: counted,
    fee: toText(fee),
  };
}

/** Why nothing can be traded in a market now. */
export function blockedOf(desk: Desk, market: Market, deps: ViewDeps): RefusalCode | undefined {
  if (market.status !== 'open' || desk.markOf(market.id)?.[5] === 'closed') return 'marketClosed';
  const { beats, words, isCached } = deps;
  const { state } = beats.of(`book:${market.id}`, FOCUS_STALE_MS, words().age);
  return isCached() || (state !== 'live' && state !== 'slow') ? 'marketStale' : undefined;
}

/** Whether a price is none that this market takes. */
export const priceRefusal = (price: Dec | undefined, market: Market): RefusalCode | undefined => {
  if (price === undefined || new D(price).isZero()) return 'priceInvalid';
  return filterBreach({ ...market, lot: '0', minQuantity: '0', minTotal: '0' }, price, '1')
    ? 'orderTick'
    : undefined;
};
