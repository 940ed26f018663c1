import type { Trade } from '../../../domain/index.ts';
import type { ChannelReader, ReaderOutlet, ReaderStream } from '../reader.ts';
import { isPossible } from '../texts.ts';

export interface TradesPlan {
  readonly id: string;
  readonly stream: ReaderStream;
  /** The newest trades by question, ascending; absent where the stream itself begins with them. */
  readonly recent?: () => Promise<readonly Trade[]>;
  /** Trades from an id on, ascending, of a venue whose ids leave out no number. */
  readonly since?: (id: number) => Promise<readonly Trade[]>;
  /** Trades of a message, ascending; undefined for a malformed one. */
  readonly read: (message: unknown) => readonly Trade[] | undefined;
  /** ms UTC, for a market without a trade. */
  readonly now: () => number;
}

/** Trades that a stream has left out are requested this often; after more gaps, its log begins again. */
const HOLE_MS = 10_000;

/**
 * Trades of one market: those before the stream by request, once, then each of the stream. What the request cannot
 * bring, as the venue refuses it, is left out; the stream begins then. Numbers that the stream leaves out are requested,
 * and where there is no answer the log begins again: it never has an unnoticed gap.
 */
export function createTradesReader(plan: TradesPlan, outlet: ReaderOutlet): ChannelReader {
  let round = 0;
  /** Trades that wait for those before them; undefined when none are waited for. */
  let waiting: Trade[] | undefined;
  let newest = Number.NEGATIVE_INFINITY;
  let isPublished = false;
  let holeAt = Number.NEGATIVE_INFINITY;

  function publish(trades: readonly Trade[], snapshot: boolean): void {
    const [first] = trades;
    const next = first && first.id > newest ? trades : trades.filter(({ id }) => id > newest);
    const last = next.at(-1);
    if (last) newest = last.id;
    if (!last && !snapshot) return;
    isPublished = true;
    outlet.publish({ kind: 'trades', id: plan.id, snapshot, trades: next, at: last?.at ?? plan.now() });
  }
  async function ask(recent: () => Promise<readonly Trade[]>): Promise<void> {
    const own = ++round;
    const before = await recent().catch(() => []);
    if (own !== round) return;
    const after = waiting ?? [];
    waiting = undefined;
    newest = Number.NEGATIVE_INFINITY;
    const last = before.at(-1)?.id ?? Number.NEGATIVE_INFINITY;
    publish([...before, ...after.filter(({ id }) => id > last)], true);
  }
  function isHole([first]: readonly Trade[]): boolean {
    const isFollowed = Number.isFinite(newest) && first !== undefined;
    return isPublished && isFollowed && first.id > newest + 1;
  }
  /** @param trades those after the hole. */
  async function fill(trades: readonly Trade[], since: NonNullable<TradesPlan['since']>): Promise<void> {
    const own = ++round;
    outlet.resynced();
    waiting = [...trades];
    // Either way, as a clock may be set back.
    const isEarly = Math.abs(plan.now() - holeAt) < HOLE_MS;
    holeAt = plan.now();
    const from = newest + 1;
    const missed = isEarly ? [] : await since(from).catch(() => []);
    if (own !== round) return;
    const after = waiting;
    waiting = undefined;
    const isWhole = missed[0]?.id === from && (missed.at(-1)?.id ?? 0) + 1 >= (after[0]?.id ?? 0);
    const last = missed.at(-1)?.id ?? newest;
    publish([...missed, ...after.filter(({ id }) => id > last)], !isWhole);
  }
  return {
    streams: [plan.stream],
    begin() {
      newest = Number.NEGATIVE_INFINITY;
      isPublished = false;
      if (!plan.recent) return;
      waiting = [];
      void ask(plan.recent);
    },
    take(_stream, message) {
      const trades = plan.read(message);
      if (!trades?.every(({ at }) => isPossible(at, plan.now()))) outlet.dropped();
      else if (waiting) waiting.push(...trades);
      else if (plan.since && isHole(trades)) void fill(trades, plan.since);
      else publish(trades, !isPublished);
    },
    lost() {
      round += 1;
      waiting = undefined;
    },
    isValid: () => isPublished,
    close() {
      round += 1;
    },
  };
}
