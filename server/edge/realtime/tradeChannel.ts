import type { TradeData, TradeRow } from '../../../domain/contract/index.ts';
import { TRADES_KEPT } from '../../../domain/contract/index.ts';
import type { Trade } from '../../../domain/index.ts';
import type { MarketSource } from '../../market/source.ts';
import type { Channel } from './channel.ts';
import type { MarketEvents } from './marketEvents.ts';

const rowOf = ({ id, price, quantity, side, at }: Trade): TradeRow => [id, price, quantity, side, at];

/** One market's trades. More than a snapshot's worth between two messages: the oldest are left out and counted. */
export function tradeChannel(source: MarketSource, events: MarketEvents, id: string): Channel {
  const unwatch = source.watch(id);
  let published = (source.trades(id) ?? []).slice(-TRADES_KEPT).map(rowOf);
  let newest = published.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY;
  let waiting: TradeRow[] = [];
  let skipped = 0;
  const stop = events.of(id, (event) => {
    if (event.kind !== 'trades') return;
    for (const trade of event.trades) {
      if (trade.id <= newest) continue;
      newest = trade.id;
      waiting.push(rowOf(trade));
    }
    const surplus = waiting.length - TRADES_KEPT;
    if (surplus > 0) {
      skipped += surplus;
      waiting = waiting.slice(surplus);
    }
  });
  return {
    snapshot: (): TradeData => ({ rows: published }),
    flush() {
      if (waiting.length === 0) return undefined;
      const data: TradeData = skipped > 0 ? { rows: waiting, skipped } : { rows: waiting };
      published = [...published, ...waiting].slice(-TRADES_KEPT);
      waiting = [];
      skipped = 0;
      return data;
    },
    close() {
      stop();
      unwatch();
    },
  };
}
