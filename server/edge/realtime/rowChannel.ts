import type { TickRow } from '../../../domain/contract/index.ts';
import type { Ticker } from '../../../domain/index.ts';
import type { Channel } from './channel.ts';
import type { MarketEvents } from './marketEvents.ts';

export const rowOf = ({ id, last, open24, volume, high24, low24 }: Ticker): TickRow => [
  id,
  last,
  open24,
  volume,
  high24,
  low24,
];

/** One market's row of `tick`, for readers that show few of them. */
export function rowChannel(events: MarketEvents, id: string): Channel {
  let published = events.ticker(id);
  let isDirty = false;
  const stop = events.ofTicker(id, () => {
    isDirty = true;
  });
  return {
    snapshot: () => (published ? [rowOf(published)] : []),
    hasNews: () => isDirty,
    flush() {
      if (!isDirty) return undefined;
      isDirty = false;
      published = events.ticker(id);
      return published && [rowOf(published)];
    },
    close: stop,
  };
}
