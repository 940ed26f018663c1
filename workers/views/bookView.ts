import type { Book, Dec, Level, Market, NumberStyle } from '../../domain/index.ts';
import {
  amountSign,
  D,
  depthText,
  fixedPriceText,
  isZeroDec,
  roundToStep,
  stepDecimals,
  tickPriceText,
  tradeDecimals,
} from '../../domain/index.ts';
import type { BookFrame, BookRow, BookView } from '../protocol.ts';
import type { InFocus } from './inFocus.ts';
import { inFocus } from './inFocus.ts';
import { projected } from './view.ts';

const GROUP_FACTORS = ['1', '10', '100', '1000'] as const;
/** A step above this part of the price leaves too few levels. */
const COARSEST = '0.01';

/** One market's book, grouped and summed. */
export const bookView = projected<BookView, InFocus<Book>, BookFrame>({
  state: inFocus('book', (streams, id) => streams.book$(id)),
  key: (_, state) => state,
  frame: ({ id, group, depth }, [{ value: book, age }], { rows, words }) => {
    const market = rows.row(id)?.market;
    if (!market) return undefined;
    const step = group !== undefined && amountSign(group) === 1 ? group : market.tick;
    const { style } = words();
    const decimals = levelDecimals(book, step, market);
    const bids = groupSide(book.bids, step, 'down').slice(0, depth);
    const asks = groupSide(book.asks, step, 'up').slice(0, depth);
    const deepest = D.max(sumOf(bids), sumOf(asks));
    const texts = (side: readonly Level[]) => rowsOf(side, deepest, decimals, market, style);
    return {
      kind: 'book',
      bids: texts(bids),
      asks: texts(asks),
      spread: spreadOf(book, market.tick, style),
      groups: groupsOf(market.tick, book, step).map((each) => ({
        step: each,
        text: tickPriceText(each, each, style),
      })),
      freshness: age(),
    };
  },
});

/** Decimals that the prices of levels are shown with. */
export function levelDecimals({ bids, asks }: Book, step: Dec, market: Market): number {
  const best = bids[0]?.[0] ?? asks[0]?.[0] ?? '0';
  return step === market.tick ? tradeDecimals(best, market) : stepDecimals(step);
}

/** One side, each level with the sum up to it. @param deepest sum of the deeper side. */
function rowsOf(
  side: readonly Level[],
  deepest: D,
  decimals: number,
  { lot }: Market,
  style: NumberStyle,
): BookRow[] {
  let sum = new D(0);
  return side.map(([price, quantity]) => {
    sum = sum.plus(quantity);
    const share = deepest.isZero() ? 0 : sum.div(deepest).times(1_000).round().toNumber();
    return [
      fixedPriceText(price, decimals, style),
      depthText(quantity, lot, style),
      depthText(sum.toFixed(), lot, style),
      share,
    ];
  });
}

function spreadOf({ bids, asks }: Book, tick: Dec, style: NumberStyle): string {
  const bid = bids[0]?.[0];
  const ask = asks[0]?.[0];
  if (bid === undefined || ask === undefined) return '--';
  return tickPriceText(new D(ask).minus(bid).toFixed(), tick, style);
}

/**
 * Levels joined into steps: bids fall to the step below and asks rise to the step above, so that a grouped book
 * never promises a better price than it has. @param side best first.
 */
export function groupSide(side: readonly Level[], step: Dec, mode: 'down' | 'up'): Level[] {
  const grouped: Level[] = [];
  for (const [price, quantity] of side) {
    const rounded = roundToStep(price, step, mode);
    const last = grouped.at(-1);
    // A bid below one step would stand at zero, which is no price.
    const at = isZeroDec(rounded) ? price : rounded;
    if (last?.[0] === at) grouped[grouped.length - 1] = [at, new D(last[1]).plus(quantity).toFixed()];
    else grouped.push([at, quantity]);
  }
  return grouped;
}

const sumOf = (side: readonly Level[]): D => side.reduce((sum, [, quantity]) => sum.plus(quantity), new D(0));

/** @param used stays among them where the price has moved: it is what the book shows. */
function groupsOf(tick: Dec, book: Book, used: Dec): Dec[] {
  const price = new D(book.bids[0]?.[0] ?? book.asks[0]?.[0] ?? '0');
  const steps = GROUP_FACTORS.map((factor) => new D(tick).times(factor));
  return steps
    .filter((step, i) => i === 0 || step.eq(used) || step.lte(price.times(COARSEST)))
    .map((step) => step.toFixed(Math.max(0, stepDecimals(step.toFixed()))));
}
