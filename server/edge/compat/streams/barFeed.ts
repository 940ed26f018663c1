import type { CandleData } from '../../../../domain/contract/index.ts';
import type { Interval } from '../../../../domain/index.ts';
import type { ServerClock } from '../../../base/clock.ts';
import type { MarketSource } from '../../../market/source.ts';
import { candleChannel } from '../../realtime/candleChannel.ts';
import type { MarketEvents } from '../../realtime/marketEvents.ts';

const BAR_MS = 250;
/** From a bar that could not be had to the next request of it, ms; doubled with each failure. */
const AGAIN_MS = 1_000;
const MOST_DOUBLINGS = 5;

interface BarFeedDeps {
  readonly source: MarketSource;
  readonly events: MarketEvents;
  readonly clock: ServerClock;
}

/**
 * Reads the running bar of a market until undone. It is requested until a venue that is away is back, and once more
 * when the market's continuity is lost: what was traded meanwhile is in no event.
 */
export function readBars(
  { source, events, clock }: BarFeedDeps,
  { id, interval }: { readonly id: string; readonly interval: Interval },
  take: (data: CandleData) => void,
): () => void {
  /** Rises with each beginning: what an earlier one has requested is void. */
  let round = 0;
  let stop = (): void => undefined;
  const publish = (data: unknown): void => {
    if (data !== undefined) take(data as CandleData);
  };
  const begin = (failures: number): void => {
    const own = ++round;
    stop();
    stop = () => undefined;
    candleChannel(source, events, id, interval).then(
      (channel) => {
        if (own !== round) return channel.close();
        publish(channel.snapshot());
        const stopRounds = clock.every(BAR_MS, () => publish(channel.flush()));
        stop = () => {
          stopRounds();
          channel.close();
        };
        return undefined;
      },
      () => {
        if (own !== round) return;
        const ms = AGAIN_MS * 2 ** Math.min(failures, MOST_DOUBLINGS);
        stop = clock.after(ms, () => begin(failures + 1));
      },
    );
  };
  const stopResets = events.of(id, ({ kind }) => {
    if (kind === 'reset') begin(0);
  });
  begin(0);
  return () => {
    round += 1;
    stopResets();
    stop();
  };
}
