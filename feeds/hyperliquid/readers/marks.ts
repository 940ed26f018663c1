import type { Clock } from '../../types.ts';
import type { ChannelReader, ReaderOutlet } from '../../venues/reader.ts';
import type { VenueMark } from '../../venues/types.ts';
import type { CoinContext } from '../rows.ts';
import { contextsOfDex, nextFundingAt, readContext } from '../rows.ts';
import { streamName } from '../streams.ts';
import type { HyperliquidCoin } from '../universe.ts';
import type { World, Worlds } from '../world.ts';

export interface MarksPlan {
  readonly clock: Clock;
  readonly worlds: Worlds;
  readonly dex: string;
  readonly quietMs: number;
}

/** The venue settles funding each hour. */
const FUNDING_HOURS = 1;

function markOf(
  { id }: HyperliquidCoin,
  { mark, oracle, funding }: CoinContext,
  at: number,
): VenueMark | undefined {
  if (oracle === undefined) return undefined;
  const rate =
    funding === undefined ? undefined : { rate: funding, hours: FUNDING_HOURS, nextAt: nextFundingAt(at) };
  return { id, mark, index: oracle, funding: rate };
}

/**
 * Marks, indices and funding of every perpetual: by the stream of all contexts, whose order is the universe's, and by
 * question as long as the stream is silent.
 */
export function createMarksReader(
  { clock, worlds, dex, quietMs }: MarksPlan,
  outlet: ReaderOutlet,
): ChannelReader {
  let world: World | undefined;
  let streamedAt = Number.NEGATIVE_INFINITY;
  let publishedAt = Number.NEGATIVE_INFINITY;

  function publish(rows: readonly VenueMark[], at: number): void {
    if (rows.length === 0) return;
    publishedAt = clock.monotonic();
    outlet.publish({ kind: 'venueMarks', snapshot: true, rows, at });
  }
  const stop = worlds.listen((next, isOld) => {
    world = next;
    if (isOld || clock.monotonic() - streamedAt < quietMs) return;
    const at = clock.now();
    const listed = [...next.byId.values()].filter(({ coin }) => coin.kind === 'perpetual');
    publish(
      listed.map(({ coin, context }) => markOf(coin, context, at)).filter((row) => row !== undefined),
      at,
    );
  });
  function read(contexts: readonly unknown[], at: number): VenueMark[] {
    const rows: VenueMark[] = [];
    for (const [i, coin] of (world?.perpetuals ?? []).entries()) {
      if (!coin || i >= contexts.length) continue;
      const context = readContext(contexts[i]);
      const row = context && markOf(coin, context, at);
      if (row) rows.push(row);
      else outlet.dropped();
    }
    return rows;
  }
  return {
    streams: [{ pool: 'public', stream: streamName('allDexsAssetCtxs'), quietMs }],
    begin: () => undefined,
    take(_stream, message) {
      const contexts = contextsOfDex(message, dex);
      if (!contexts) {
        outlet.dropped();
        return;
      }
      streamedAt = clock.monotonic();
      publish(read(contexts, clock.now()), clock.now());
    },
    lost() {
      streamedAt = Number.NEGATIVE_INFINITY;
      publishedAt = Number.NEGATIVE_INFINITY;
    },
    isValid: () => clock.monotonic() - publishedAt < 2 * quietMs,
    close: stop,
  };
}
