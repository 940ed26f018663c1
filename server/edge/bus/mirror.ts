import type { ChannelName } from '../../../domain/contract/index.ts';
import { BOOK_DEPTH, TRADES_KEPT } from '../../../domain/contract/index.ts';
import type { Book, BookDelta } from '../../../domain/index.ts';
import { applyDelta, bookChecksum } from '../../../domain/index.ts';
import type { Channel } from '../realtime/channel.ts';

/** A copy of a channel's state, for readers that subscribe later. */
export interface Mirror extends Channel {
  /** @returns whether the state is valid: some deltas of a book carry a checksum. */
  apply(delta: unknown): boolean;
}

/** The state from a snapshot's data. Data from the bus is trusted: it is the engine's own. */
export function mirrorOf(name: ChannelName, data: unknown): Mirror {
  if (name.kind === 'book') return bookMirror(data as BookDelta);
  if (name.kind === 'trade') return tradeMirror(data as TradesData);
  if (name.kind === 'cndl') return newestMirror(data);
  return rowMirror(data as Row[], name.kind === 'sort');
}

const rest = { flush: () => undefined, close: () => undefined };

type Row = readonly [id: string, ...fields: unknown[]];
/** Market, last, price 24 h ago, volume, high, low. */
const WHOLE_ROW = 6;

/** `sort` sends rows cut short: last, volume, and the price 24 h ago where it has changed. */
function wholeOf(row: Row, known: Row | undefined): Row {
  if (row.length >= WHOLE_ROW || !known) return row;
  const [id, last, volume, open = known[2]] = row;
  return [id, last, open, volume, known[4], known[5]];
}

function rowMirror(data: readonly Row[], isSort: boolean): Mirror {
  const rows = new Map(data.map((row) => [row[0], row]));
  return {
    ...rest,
    snapshot: () => [...rows.values()],
    apply(delta) {
      for (const row of delta as Row[]) rows.set(row[0], isSort ? wholeOf(row, rows.get(row[0])) : row);
      return true;
    },
  };
}

function bookMirror({ b, a }: BookDelta): Mirror {
  let book: Book = { bids: b, asks: a };
  return {
    ...rest,
    snapshot: () => ({ b: book.bids, a: book.asks, c: bookChecksum(book) }),
    apply(delta) {
      const { c, ...levels } = delta as BookDelta & { readonly c?: number };
      book = applyDelta(book, levels, BOOK_DEPTH);
      return c === undefined || c === bookChecksum(book);
    },
  };
}

interface TradesData {
  readonly rows: readonly unknown[];
}

function tradeMirror(data: TradesData): Mirror {
  let rows = data.rows;
  return {
    ...rest,
    snapshot: () => ({ rows }),
    apply(delta) {
      rows = [...rows, ...(delta as TradesData).rows].slice(-TRADES_KEPT);
      return true;
    },
  };
}

function newestMirror(data: unknown): Mirror {
  let newest = data;
  return {
    ...rest,
    snapshot: () => newest,
    apply(delta) {
      newest = delta;
      return true;
    },
  };
}
