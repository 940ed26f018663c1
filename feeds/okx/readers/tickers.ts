import type { Ticker } from '../../../domain/index.ts';
import type { Clock } from '../../types.ts';
import { createBatch } from '../../venues/batch.ts';
import { isFields } from '../../venues/fields.ts';
import type { ChannelReader, ReaderOutlet, ReaderStream } from '../../venues/reader.ts';
import { isPossible } from '../../venues/texts.ts';
import type { OkxCatalogue } from '../catalogue.ts';
import type { OkxConfig } from '../config.ts';
import { streamName } from '../frames.ts';
import type { Told } from '../rows.ts';
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
  const newest = new Map<string, Told<Ticker>>();
  const batch = createBatch<Told<Ticker>>(clock, TOGETHER_MS, (rows) => tell(rows, false));
  let askedAt = Number.NEGATIVE_INFINITY;
  let isTold = false;
  let isClosed = false;

  function tell(rows: readonly Told<Ticker>[], snapshot: boolean): void {
    isTold = true;
    const at = Math.max(...rows.map((row) => row.at));
    outlet.tell({ kind: 'tickers', snapshot, rows: rows.map(({ value }) => value), at });
  }
  /** @returns the row when it is news. */
  function enter(raw: unknown): Told<Ticker> | undefined {
    const instrument = isFields(raw) ? catalogue.byName.get(String(raw['instId'])) : undefined;
    if (!instrument) return undefined;
    const told = readTicker(raw, instrument);
    if (!told || !isPossible(told.at, clock.now())) {
      outlet.dropped();
      return undefined;
    }
    const before = newest.get(told.value.id);
    if (before && before.at > told.at) return undefined;
    newest.set(told.value.id, told);
    return told;
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
    askedAt = clock.monotonic();
    const rows = await all().catch(() => []);
    if (isClosed || rows.length === 0) return;
    for (const row of rows) enter(row);
    batch.clear();
    if (newest.size > 0) tell([...newest.values()], true);
  }
  return {
    streams,
    begin() {
      if (clock.monotonic() - askedAt >= ASK_AGAIN_MS) void fill();
    },
    take(_stream, message) {
      for (const row of dataOf(message).rows) {
        const told = enter(row);
        if (told) batch.put(told.value.id, told);
      }
    },
    lost: () => undefined,
    isSound: () => isTold,
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
