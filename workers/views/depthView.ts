import type { Book, DepthStep, Market } from '../../domain/index.ts';
import {
  changePercent,
  D,
  depthSteps,
  depthText,
  fixedPriceText,
  percentText,
  tradeDecimals,
} from '../../domain/index.ts';
import type { DepthColumn, DepthFrame, DepthView } from '../protocol.ts';
import type { Words } from '../session/words.ts';
import type { InFocus } from './inFocus.ts';
import { inFocus } from './inFocus.ts';
import { projected } from './view.ts';

/** Steps of a side: as many as fingers can distinguish on a phone. */
const STEPS = 40;
const FULL = 1_000;

/** One market's depth. */
export const depthView = projected<DepthView, InFocus<Book>, DepthFrame>({
  state: inFocus('book', (streams, id) => streams.book$(id)),
  key: (_, state) => state,
  frame: ({ id }, [{ value: book, age }], { rows, words }) => {
    const market = rows.row(id)?.market;
    return market && { ...depthFrame(book, market, words()), freshness: age() };
  },
});

/** The depth in words; without a middle both sides are empty. */
export function depthFrame(book: Book, market: Market, words: Words): Omit<DepthFrame, 'freshness'> {
  const depth = depthSteps(book, STEPS);
  if (!depth) return { kind: 'depth', bids: [], asks: [], middle: '--', bidShare: 50 };
  const { middle, bids, asks } = depth;
  const [bid, ask] = [lastOf(bids), lastOf(asks)];
  const deepest = D.max(bid, ask);
  const decimals = tradeDecimals(middle, market);
  const columns = (side: readonly DepthStep[]): DepthColumn[] =>
    side.map(({ price, quantity }) => ({
      price: fixedPriceText(price, decimals, words.style),
      away: percentText(changePercent(price, middle), words.style),
      sum: depthText(quantity, market.lot, words.style),
      permille: deepest.isZero() ? 0 : new D(quantity).times(FULL).div(deepest).toDecimalPlaces(0).toNumber(),
    }));
  const all = bid.plus(ask);
  return {
    kind: 'depth',
    bids: columns(bids),
    asks: columns(asks),
    middle: fixedPriceText(middle, decimals, words.style),
    bidShare: all.isZero() ? 50 : bid.times(100).div(all).toDecimalPlaces(0).toNumber(),
  };
}

const lastOf = (side: readonly DepthStep[]): D => new D(side.at(-1)?.quantity ?? '0');
