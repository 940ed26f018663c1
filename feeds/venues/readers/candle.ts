import type { Candle, Interval } from '../../../domain/index.ts';
import { barAfter, barStart, intervalMs } from '../../../domain/index.ts';
import type { ChannelReader, ReaderOutlet, ReaderStream } from '../reader.ts';
import { isPossible } from '../texts.ts';

export interface CandlePlan {
  readonly id: string;
  readonly interval: Interval;
  readonly stream: ReaderStream;
  /** The newest so many bars by question, ascending, the running one included. */
  readonly recent: (limit: number) => Promise<readonly Candle[]>;
  /** The running bar of a message, and whether it has closed; undefined for a malformed one. */
  readonly read: (message: unknown) => CandleNews | undefined;
  /** The venue's clock as far as it is known, ms UTC. */
  readonly now: () => number;
}
export interface CandleNews {
  readonly candle: Candle;
  readonly closed: boolean;
  /** The venue's clock, ms UTC. */
  readonly at: number;
}

/** A longer hole is the chart's to ask for. */
const MOST_MISSED = 1_000;

/** The running bar of one market; after a loss, first the bars that closed meanwhile. */
export function createCandleReader(plan: CandlePlan, outlet: ReaderOutlet): ChannelReader {
  const { id, interval } = plan;
  let round = 0;
  /** Start of the newest bar that was emitted. */
  let newest: number | undefined;
  let waiting: CandleNews[] | undefined;
  let isPublished = false;

  function publish({ candle, closed, at }: CandleNews): void {
    if (newest !== undefined && candle.at < newest) return;
    newest = candle.at;
    isPublished = true;
    outlet.publish({ kind: 'candle', id, interval, candle, closed, at });
  }
  async function fill(from: number): Promise<void> {
    const own = ++round;
    const at = plan.now();
    const missed = Math.ceil((barStart(at, interval) - from) / intervalMs(interval)) + 1;
    const bars = await plan.recent(Math.min(MOST_MISSED, Math.max(2, missed))).catch(() => []);
    if (own !== round) return;
    for (const candle of bars.filter((bar) => bar.at >= from))
      publish({ candle, closed: barAfter(candle.at, interval) <= at, at });
    const later = waiting ?? [];
    waiting = undefined;
    for (const news of later) publish(news);
  }
  return {
    streams: [plan.stream],
    begin() {
      if (newest === undefined) return;
      waiting = [];
      void fill(newest);
    },
    take(_stream, message) {
      const news = plan.read(message);
      if (!news || !isPossible(news.candle.at, plan.now())) outlet.dropped();
      else if (waiting) waiting.push(news);
      else publish(news);
    },
    lost() {
      round += 1;
      waiting = undefined;
      isPublished = false;
    },
    isValid: () => isPublished,
    close() {
      round += 1;
    },
  };
}
