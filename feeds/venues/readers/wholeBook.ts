import type { Book } from '../../../domain/index.ts';
import { isBookValid } from '../../../domain/index.ts';
import type { ChannelReader, ReaderOutlet, ReaderStream } from '../reader.ts';

export interface WholeBookPlan {
  readonly id: string;
  readonly levels: number;
  readonly stream: ReaderStream;
  /** The complete book of a message, best first; undefined for a malformed one. `version` rises, where there is one. */
  readonly read: (
    message: unknown,
  ) => { readonly book: Book; readonly at: number; readonly version?: number } | undefined;
}

/** A book that each message holds whole: replaced, never merged; an older one and a crossed one are left out. */
export function createWholeBookReader(plan: WholeBookPlan, outlet: ReaderOutlet): ChannelReader {
  let newest = Number.NEGATIVE_INFINITY;
  let isPublished = false;
  return {
    streams: [plan.stream],
    begin() {
      newest = Number.NEGATIVE_INFINITY;
    },
    take(_stream, message) {
      const news = plan.read(message);
      if (!news || !isBookValid(news.book)) {
        outlet.dropped();
        return;
      }
      if (news.version !== undefined && news.version <= newest) return;
      newest = news.version ?? newest;
      isPublished = true;
      const { bids, asks } = news.book;
      const book = { bids: bids.slice(0, plan.levels), asks: asks.slice(0, plan.levels) };
      outlet.publish({ kind: 'book', id: plan.id, book, at: news.at });
    },
    lost() {
      isPublished = false;
    },
    isValid: () => isPublished,
    close: () => undefined,
  };
}
