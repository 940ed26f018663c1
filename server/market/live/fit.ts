import type { Book, Dec, Level, Market } from '../../../domain/index.ts';
import { compareDec, D, isZeroDec, roundToStep, toText } from '../../../domain/index.ts';

type Steps = Pick<Market, 'tick' | 'lot'>;

/**
 * The book of one venue on the tick and lot of another. Bids round down and asks up, away from each other and
 * never in favour of the taker; levels at one price are merged, and less than a lot is dropped.
 */
export function fitBook(book: Book, steps: Steps): Book {
  return { bids: fitSide(book.bids, steps, 'down'), asks: fitSide(book.asks, steps, 'up') };
}

function fitSide(levels: readonly Level[], { tick, lot }: Steps, mode: 'down' | 'up'): readonly Level[] {
  const joined: [price: Dec, quantity: Dec][] = [];
  for (const [price, quantity] of levels) {
    const fitted = roundToStep(price, tick, mode);
    const last = joined.at(-1);
    if (last && compareDec(last[0], fitted) === 0) last[1] = toText(new D(last[1]).plus(quantity));
    else joined.push([fitted, quantity]);
  }
  return joined
    .map(([price, quantity]): Level => [price, roundToStep(quantity, lot, 'down')])
    .filter(([price, quantity]) => !isZeroDec(price) && !isZeroDec(quantity));
}
