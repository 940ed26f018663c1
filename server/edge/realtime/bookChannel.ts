import type { BookData } from '../../../domain/contract/index.ts';
import { BOOK_CHECK_EVERY, BOOK_DEPTH } from '../../../domain/contract/index.ts';
import type { Book } from '../../../domain/index.ts';
import { bookChecksum, deltaBetween, emptyBook } from '../../../domain/index.ts';
import type { MarketSource } from '../../market/source.ts';
import type { Channel } from './channel.ts';
import type { MarketEvents } from './marketEvents.ts';

/** One market's book: merged differences; now and then the checksum of the best ten levels. */
export function bookChannel(source: MarketSource, events: MarketEvents, id: string): Channel {
  const read = (): Book => {
    const book = source.book(id) ?? emptyBook;
    return { bids: book.bids.slice(0, BOOK_DEPTH), asks: book.asks.slice(0, BOOK_DEPTH) };
  };
  const unwatch = source.watch(id);
  let published = read();
  let isDirty = false;
  let deltas = 0;
  const stop = events.of(id, (event) => {
    if (event.kind === 'book') isDirty = true;
  });
  return {
    snapshot: (): BookData => ({
      b: [...published.bids].map(pair),
      a: [...published.asks].map(pair),
      c: bookChecksum(published),
    }),
    hasNews: () => isDirty,
    flush() {
      if (!isDirty) return undefined;
      isDirty = false;
      const next = read();
      const { b, a } = deltaBetween(published, next);
      published = next;
      if (b.length === 0 && a.length === 0) return undefined;
      deltas += 1;
      return deltas % BOOK_CHECK_EVERY === 0 ? { b, a, c: bookChecksum(next) } : { b, a };
    },
    close() {
      stop();
      unwatch();
    },
  };
}

const pair = ([price, quantity]: readonly [string, string]): [string, string] => [price, quantity];
