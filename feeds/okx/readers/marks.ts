import type { Dec } from '../../../domain/index.ts';
import type { Clock } from '../../types.ts';
import { createBatch } from '../../venues/batch.ts';
import type { ChannelReader, ReaderOutlet, ReaderStream } from '../../venues/reader.ts';
import type { VenueFunding, VenueMark } from '../../venues/types.ts';
import type { OkxCatalogue } from '../catalogue.ts';
import { streamName } from '../frames.ts';
import type { OkxInstrument } from '../instruments.ts';
import { readFunding, readPrice } from '../rows.ts';
import { dataOf } from '../streams.ts';

/** What has come of one perpetual so far. */
interface Parts {
  readonly id: string;
  mark?: Dec;
  index?: Dec;
  funding?: VenueFunding;
}
type Part = 'mark-price' | 'index-tickers' | 'funding-rate';

/** The venue sends marks up to five times a second; they are emitted together at this interval. */
const TOGETHER_MS = 250;
/** Marks that do not change are repeated every ten seconds. */
const QUIET_MS = 20_000;

const streamsOf = ({ instId, market }: OkxInstrument): readonly (readonly [Part, string])[] => [
  ['mark-price', streamName('mark-price', instId)],
  ['index-tickers', streamName('index-tickers', `${market.base}-${market.quote}`)],
  ['funding-rate', streamName('funding-rate', instId)],
];

export interface MarksPlan {
  readonly first: OkxCatalogue;
  /** Listens for each later catalogue. @returns undo. */
  readonly watch: (listener: (next: OkxCatalogue) => void) => () => void;
  readonly clock: Clock;
}

/** Marks, indices and funding, each from streams of its own: a perpetual is emitted once it has a mark and an index. */
export function createMarksReader({ first, watch, clock }: MarksPlan, outlet: ReaderOutlet): ChannelReader {
  const byStream = new Map<string, { readonly part: Part; readonly parts: Parts }>();
  const streams: ReaderStream[] = [];
  /** @returns the streams of perpetuals that are not read yet. */
  function enterAll({ byName }: OkxCatalogue): readonly ReaderStream[] {
    const added = [...byName.values()].filter(isNew).flatMap((swap) => {
      const parts: Parts = { id: swap.market.id };
      return streamsOf(swap).map(([part, stream]) => {
        byStream.set(stream, { part, parts });
        return { pool: 'public', stream };
      });
    });
    streams.push(...added);
    return added;
  }
  const isNew = ({ market, instId }: OkxInstrument): boolean =>
    market.kind === 'perpetual' && !byStream.has(streamName('mark-price', instId));
  enterAll(first);
  const stopWatch = watch((next) => {
    for (const stream of enterAll(next)) outlet.add(stream);
  });
  let publishedAt: number | undefined;
  const batch = createBatch<VenueMark>(clock, TOGETHER_MS, (rows) => {
    outlet.publish({ kind: 'venueMarks', snapshot: publishedAt === undefined, rows, at: clock.now() });
    publishedAt = clock.monotonic();
  });

  /** @returns whether the row could be read. */
  function enter(part: Part, parts: Parts, raw: unknown): boolean {
    if (part === 'funding-rate') {
      const funding = readFunding(raw);
      if (funding) parts.funding = funding;
      return funding !== undefined;
    }
    const price = readPrice(raw, part === 'mark-price' ? 'markPx' : 'idxPx');
    if (price) parts[part === 'mark-price' ? 'mark' : 'index'] = price.value;
    return price !== undefined;
  }
  return {
    streams,
    begin: () => undefined,
    take(stream, message) {
      const known = byStream.get(stream);
      if (!known) return;
      const { part, parts } = known;
      for (const row of dataOf(message).rows) if (!enter(part, parts, row)) outlet.dropped();
      const { id, mark, index, funding } = parts;
      if (mark !== undefined && index !== undefined) batch.put(id, { id, mark, index, funding });
    },
    lost: () => undefined,
    isValid: () => publishedAt !== undefined && clock.monotonic() - publishedAt < QUIET_MS,
    close() {
      stopWatch();
      batch.clear();
    },
  };
}
