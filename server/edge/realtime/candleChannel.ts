import type { CandleData } from '../../../domain/contract/index.ts';
import type { Candle, Interval } from '../../../domain/index.ts';
import { applyTrade, barStart, isZeroDec, MINUTE_MS } from '../../../domain/index.ts';
import type { MarketSource } from '../../market/source.ts';
import type { Channel } from './channel.ts';
import type { MarketEvents } from './marketEvents.ts';

const dataOf = ({ at, open, high, low, close, volume }: Candle, closed: boolean): CandleData => [
  at,
  open,
  high,
  low,
  close,
  volume,
  closed,
];

/** One market's running bar. A bar is published once as closed, then the next one, flat without trades. */
export async function candleChannel(
  source: MarketSource,
  events: MarketEvents,
  id: string,
  interval: Interval,
): Promise<Channel> {
  const unwatch = source.watch(id);
  const newestPublished = source.trades(id)?.at(-1)?.id ?? Number.NEGATIVE_INFINITY;
  const early: Parameters<typeof take>[0][] = [];
  let bar: Candle | undefined;
  let ended: Candle | undefined;
  let isLoaded = false;
  let isDirty = false;

  function take(trade: Parameters<typeof applyTrade>[1]): void {
    // A venue's last trades of a minute arrive when the next one has begun: the bar that has ended stays as it is.
    if (bar && trade.at < bar.at) return;
    // A bar's first minute opens with its first trade: the flat bar that stood in for it goes.
    const isStandIn = bar !== undefined && isZeroDec(bar.volume) && trade.at < bar.at + MINUTE_MS;
    const next = applyTrade(isStandIn ? undefined : bar, trade, interval);
    if (bar && next.at > bar.at) ended = bar;
    isDirty ||= next !== bar;
    bar = next;
  }
  const stop = events.of(id, (event) => {
    if (event.kind !== 'trades') return;
    for (const trade of event.trades) {
      if (trade.id <= newestPublished) continue;
      if (isLoaded) take(trade);
      else early.push(trade);
    }
  });
  const close = (): void => {
    stop();
    unwatch();
  };
  const requested = source.now();
  try {
    const answer = source.candles({ id, interval, limit: 1 });
    // A source that moves on when it is called publishes first what its answer has.
    early.length = 0;
    bar = (await answer).candles.at(-1);
  } catch (error) {
    close();
    throw error;
  }
  isLoaded = true;
  for (const trade of early) if (trade.at > requested) take(trade);

  return {
    snapshot: () => (bar ? dataOf(bar, false) : undefined),
    flush() {
      const start = barStart(source.now(), interval);
      if (bar && start > bar.at) {
        ended = bar;
        bar = { at: start, open: bar.close, high: bar.close, low: bar.close, close: bar.close, volume: '0' };
        isDirty = true;
      }
      if (ended) {
        const data = dataOf(ended, true);
        ended = undefined;
        return data;
      }
      if (!isDirty || !bar) return undefined;
      isDirty = false;
      return dataOf(bar, false);
    },
    close,
  };
}
