import type { Ticker } from '../../../domain/index.ts';
import type { Clock } from '../../types.ts';
import { createBatch } from '../../venues/batch.ts';
import { isFields } from '../../venues/fields.ts';
import type { ChannelReader, ReaderOutlet, ReaderStream } from '../../venues/reader.ts';
import { isPossible } from '../../venues/texts.ts';
import type { OkxCatalogue } from '../catalogue.ts';
import type { OkxConfig } from '../config.ts';
import { streamName } from '../frames.ts';
import type { Timed } from '../rows.ts';
import { readTicker } from '../rows.ts';
import { dataOf } from '../streams.ts';

export interface TickersPlan {
  readonly first: OkxCatalogue;
  /** Listens for each later catalogue. @returns undo. */
  readonly watch: (listener: (next: OkxCatalogue) => void) => () => void;
  readonly config: OkxConfig;
  readonly clock: Clock;
  /** Rows of all instruments by question. */
  readonly all: () => Promise<readonly unknown[]>;
}

/** The venue sends each instrument up to ten times a second; they are emitted together at this interval. */
const TOGETHER_MS = 100;
/** Streams begin in batches: their rows are requested once. */
const ASK_AGAIN_MS = 10_000;

/**
 * The whole list: all rows by request, then one stream an instrument. Of two rows the venue's own time says which is
 * newer. Without an answer the list is what the streams send, each of which begins with its present row.
 */
export function createTickersReader(
  { first, watch, config, clock, all }: TickersPlan,
  outlet: ReaderOutlet,
): ChannelReader {
  let catalogue = first;
  const streams = [...first.byName.keys()].map((instId) => streamOf(instId, config));
  const newest = new Map<string, Timed<Ticker>>();
  const batch = createBatch<Timed<Ticker>>(clock, TOGETHER_MS, (rows) => publish(rows, false));
  let requestedAt = Number.NEGATIVE_INFINITY;
  let isPublished = false;
  let isClosed = false;

  function publish(rows: readonly Timed<Ticker>[], snapshot: boolean): void {
    isPublished = true;
    const at = Math.max(...rows.map((row) => row.at));
    outlet.publish({ kind: 'tickers', snapshot, rows: rows.map(({ value }) => value), at });
  }
  /** @returns the row when it is news. */
  function enter(raw: unknown): Timed<Ticker> | undefined {
    const instrument = isFields(raw) ? catalogue.byName.get(String(raw['instId'])) : undefined;
    if (!instrument) return undefined;
    const published = readTicker(raw, instrument);
    if (!published || !isPossible(published.at, clock.now())) {
      outlet.dropped();
      return undefined;
    }
    const before = newest.get(published.value.id);
    if (before && before.at > published.at) return undefined;
    newest.set(published.value.id, published);
    return published;
  }
  const stopWatch = watch((next) => {
    const known = catalogue.byName;
    catalogue = next;
    for (const instId of next.byName.keys()) {
      if (known.has(instId)) continue;
      const stream = streamOf(instId, config);
      streams.push(stream);
      outlet.add(stream);
    }
  });
  async function fill(): Promise<void> {
    requestedAt = clock.monotonic();
    const rows = await all().catch(() => []);
    if (isClosed || rows.length === 0) return;
    for (const row of rows) enter(row);
    batch.clear();
    if (newest.size > 0) publish([...newest.values()], true);
  }
  return {
    streams,
    begin() {
      if (clock.monotonic() - requestedAt >= ASK_AGAIN_MS) void fill();
    },
    take(_stream, message) {
      for (const row of dataOf(message).rows) {
        const published = enter(row);
        if (published) batch.put(published.value.id, published);
      }
    },
    lost: () => undefined,
    isValid: () => isPublished,
    streamOf(id) {
      const instrument = catalogue.byId.get(id);
      return instrument && streamName('tickers', instrument.instId);
    },
    close() {
      isClosed = true;
      stopWatch();
      batch.clear();
    },
  };
}

const streamOf = (instId: string, { pulse }: OkxConfig): ReaderStream => ({
  pool: 'public',
  stream: streamName('tickers', instId),
  ...(instId === pulse.instId ? { quietMs: pulse.quietMs, isSteady: true } : {}),
});
