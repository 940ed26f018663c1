import type { Market, Ticker } from '../../../domain/index.ts';
import { MINUTE_MS } from '../../../domain/index.ts';
import type { Fields } from '../../venues/fields.ts';
import { isFields, isWhole } from '../../venues/fields.ts';
import type { ChannelReader, ReaderOutlet, ReaderStream } from '../../venues/reader.ts';
import type { VenueKind } from '../../venues/types.ts';
import { readTicker, symbolOfRow } from '../rows.ts';
import { ReadTickers } from '../scan.ts';

/** Every pair of one kind of market. */
export interface TickerPart {
  readonly kind: VenueKind;
  readonly stream: ReaderStream;
  /** Rows of all pairs by question. */
  readonly all: () => Promise<readonly unknown[]>;
  readonly market: (symbol: string) => Market | undefined;
}

/** From a question without an answer to the next. */
const AGAIN_MS = MINUTE_MS;

/**
 * The whole list: all rows by request, then those that changed, each second. What a stream has sent meanwhile is newer
 * than the answer. Without an answer the list fills as pairs move, and is requested again: a pair that does not move
 * would keep the price of before a loss.
 */
export function createTickersReader(
  parts: readonly TickerPart[],
  now: () => number,
  outlet: ReaderOutlet,
): ChannelReader {
  const rows = new Map<string, Ticker>();
  /** Pairs that have been emitted since their part began, by its stream. */
  const fresh = new Map<string, Set<string>>();
  const begun = new Set<string>();
  /** Of those, the ones whose rows have been requested since, with an answer or without: until then they may be old. */
  const settled = new Set<string>();
  /** When a part's rows were requested in vain, by its stream. */
  const failedAt = new Map<string, number>();
  let isClosed = false;

  function read(part: TickerPart, list: readonly unknown[]): Ticker[] {
    const read: Ticker[] = [];
    for (const row of list) {
      const symbol = symbolOfRow(row);
      const market = symbol === undefined ? undefined : part.market(symbol);
      if (!market) continue;
      const ticker = readTicker(market.id, row as Fields);
      if (ticker) read.push(ticker);
      else if (ticker === undefined) outlet.dropped();
    }
    return read;
  }
  async function fill(part: TickerPart): Promise<void> {
    const { stream } = part.stream;
    const own = fresh.get(stream);
    failedAt.delete(stream);
    const list = await part.all().catch(() => undefined);
    // Where it has begun again meanwhile, a newer answer is on its way.
    if (isClosed || !begun.has(stream) || own !== fresh.get(stream)) return;
    settled.add(stream);
    if (!list) failedAt.set(stream, now());
    if (!list || list.length === 0) return;
    for (const ticker of read(part, list)) if (!own?.has(ticker.id)) rows.set(ticker.id, ticker);
    outlet.publish({ kind: 'tickers', snapshot: true, rows: [...rows.values()], at: now() });
  }
  const partOf = (stream: string) => parts.find((part) => part.stream.stream === stream);
  return {
    streams: parts.map(({ stream }) => stream),
    begin(stream) {
      const part = partOf(stream);
      if (!part) return;
      begun.add(stream);
      settled.delete(stream);
      fresh.set(stream, new Set());
      void fill(part);
    },
    take(stream, message) {
      const part = partOf(stream);
      if (!part || !(Array.isArray(message) || message instanceof ReadTickers)) {
        outlet.dropped();
        return;
      }
      // Either way, as a clock may be set back.
      if (Math.abs(now() - (failedAt.get(stream) ?? now())) >= AGAIN_MS) void fill(part);
      const changed = message instanceof ReadTickers ? named(part.market, message) : read(part, message);
      for (const ticker of changed) {
        rows.set(ticker.id, ticker);
        fresh.get(stream)?.add(ticker.id);
      }
      const at = momentOf(message) ?? now();
      if (changed.length > 0) outlet.publish({ kind: 'tickers', snapshot: false, rows: changed, at });
    },
    lost(stream) {
      begun.delete(stream);
      settled.delete(stream);
    },
    isValid: () => parts.every(({ stream }) => settled.has(stream.stream)),
    streamOf: (id) =>
      parts.find(({ kind, stream }) => kind === kindOf(id) && settled.has(stream.stream))?.stream.stream,
    close() {
      isClosed = true;
    },
  };
}

const kindOf = (id: string): VenueKind => (id.endsWith('-PERP') ? 'perpetual' : 'spot');

/** Rows of markets that are ours, by their ids of ours. */
export function named(
  marketOf: (symbol: string) => Pick<Market, 'id'> | undefined,
  { rows }: ReadTickers,
): Ticker[] {
  const named: Ticker[] = [];
  for (const row of rows) {
    const market = marketOf(row.id);
    if (market) named.push({ ...row, id: market.id });
  }
  return named;
}

function momentOf(message: readonly unknown[] | ReadTickers): number | undefined {
  if (message instanceof ReadTickers) return message.at;
  const [first] = message;
  return isFields(first) && isWhole(first['E']) ? first['E'] : undefined;
}
