import type { Clock } from '../../types.ts';
import type { ChannelReader, ReaderOutlet } from '../../venues/reader.ts';
import { OkxBook, readBook } from '../book.ts';
import { streamName } from '../frames.ts';
import type { OkxInstrument } from '../instruments.ts';
import { dataOf } from '../streams.ts';

export interface BookPlan {
  readonly instrument: OkxInstrument;
  readonly channel: string;
  readonly levels: number;
  /** Longest usual silence. */
  readonly quietMs: number;
  readonly clock: Clock;
}

/** A book that is lost again so soon after a new beginning waits before the next one: beginnings are counted. */
const AGAIN_MS = 10_000;

/** The book of one market by the venue's chain; after a gap it is subscribed to again from its snapshot. */
export function createBookReader(
  { instrument, channel, levels, quietMs, clock }: BookPlan,
  outlet: ReaderOutlet,
): ChannelReader {
  const stream = streamName('books', instrument.instId);
  const book = new OkxBook(instrument.toBase);
  let requestedAt = Number.NEGATIVE_INFINITY;
  let stopWait: (() => void) | undefined;

  function publish(at: number): void {
    const top = book.top(levels);
    if (top) outlet.publish({ kind: 'book', id: instrument.market.id, book: top, at });
  }
  function restart(): void {
    outlet.publish({ kind: 'lost', channel });
    const waitMs = Math.max(0, requestedAt + AGAIN_MS - clock.monotonic());
    stopWait?.();
    stopWait = clock.after(waitMs, () => {
      requestedAt = clock.monotonic();
      outlet.renew(stream);
    });
  }
  function reset(): void {
    stopWait?.();
    stopWait = undefined;
    book.clear();
  }
  return {
    streams: [{ pool: 'public', stream, quietMs, isSteady: true }],
    begin: reset,
    take(_stream, message) {
      const { rows, action } = dataOf(message);
      for (const row of rows) {
        const news = readBook(row, action);
        const result = news ? book.take(news) : undefined;
        if (!news) outlet.dropped();
        else if (result === 'ready') publish(news.at);
        else if (result === 'gap') restart();
      }
    },
    lost: reset,
    isValid: () => book.top(1) !== undefined,
    close: reset,
  };
}
