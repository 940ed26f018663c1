import { combineLatest } from 'rxjs';
import type { Book, Dec, Level, Market, NumberStyle, OrderSide, OrderStatus } from '../../domain/index.ts';
import { amountSign, fixedPriceText } from '../../domain/index.ts';
import type { OwnLevelsFrame, OwnLevelsView } from '../protocol.ts';
import type { Orders } from '../streams/orders.ts';
import type { Positions } from '../streams/positions/index.ts';
import { positionsIn } from '../streams/positions/index.ts';
import { groupSide, levelDecimals } from './bookView.ts';
import { projected, switchOn } from './view.ts';

/** An order as far as it stands in a book. */
interface RestingOrder {
  readonly market: string;
  readonly side: OrderSide;
  readonly status: OrderStatus;
  readonly price: Dec | null;
}

/** At which levels of a market's book own orders rest, as the book itself writes its prices. */
export const ownLevelsView = projected<OwnLevelsView, readonly [Book, Orders, Positions], OwnLevelsFrame>({
  state: (view$, deps) => {
    const book$ = view$.pipe(
      switchOn(
        ({ id }) => id,
        (id) => deps.streams.book$(id),
      ),
    );
    return combineLatest([book$, deps.streams.orders$, positionsIn(deps.streams)]);
  },
  frame: ({ id, group }, [book, orders, positions], { rows, words }) => {
    const market = rows.row(id)?.market;
    if (!market) return undefined;
    const step = group !== undefined && amountSign(group) === 1 ? group : market.tick;
    return {
      kind: 'ownLevels',
      ...ownLevels([...orders.live, ...positions.orders], book, step, market, words().style),
    };
  },
});

/** Prices of the levels at which orders of a market rest, each once. */
export function ownLevels(
  orders: readonly RestingOrder[],
  book: Book,
  step: Dec,
  market: Market,
  style: NumberStyle,
): Pick<OwnLevelsFrame, 'bids' | 'asks'> {
  const decimals = levelDecimals(book, step, market);
  const of = (side: OrderSide, mode: 'down' | 'up'): readonly string[] => {
    const resting = orders.flatMap((order): Level[] =>
      order.market === market.id && order.side === side && order.status !== 'waiting' && order.price !== null
        ? [[order.price, '0']]
        : [],
    );
    return [
      ...new Set(groupSide(resting, step, mode).map(([price]) => fixedPriceText(price, decimals, style))),
    ];
  };
  return { bids: of('buy', 'down'), asks: of('sell', 'up') };
}
