import { describe, expect, it } from 'vitest';
import type { CandleData } from '../../../../domain/contract/index.ts';
import type { Interval } from '../../../../domain/index.ts';
import { candleChannel } from '../../../../server/edge/realtime/candleChannel.ts';
import { MarketEvents } from '../../../../server/edge/realtime/marketEvents.ts';
import { createSimulatedSource } from '../../../../server/market/simulated/index.ts';
import { manualClock } from '../../market/simulated/manualClock.ts';

const START = Date.UTC(2026, 10, 18, 12, 34, 20);

/** What the channel told of bars that ended, and the history of the same time. */
async function toldAndHistory(id: string, interval: Interval) {
  const clock = manualClock(START);
  const source = createSimulatedSource({ seed: 1, symbols: 300, speed: 1, clock });
  const channel = await candleChannel(source, new MarketEvents(source), id, interval);
  const told: CandleData[] = [];
  for (let step = 0; step < 20 * 60 * 4; step++) {
    clock.set(START + (step + 1) * 250);
    const data = channel.flush() as CandleData | undefined;
    if (data?.[6]) told.push(data);
  }
  channel.close();
  const { candles } = await source.candles({ id, interval, limit: 40 });
  const history = candles.filter(({ at }) => told.some((bar) => bar[0] === at));
  return {
    told: told.map((bar) => [...bar.slice(0, 5).map(String), Number(bar[5])]),
    history: history.map((bar) => [
      String(bar.at),
      bar.open,
      bar.high,
      bar.low,
      bar.close,
      Number(bar.volume),
    ]),
  };
}

describe('the running bar', () => {
  it.each([
    ['BTC-USDT', '1m', 20],
    ['BTC-USDT', '5m', 4],
    ['NEAR-USDT', '1m', 20],
    ['STORJ-USDT', '1m', 20],
  ] as const)('of %s %s ends as the history has it', async (id, interval, most) => {
    const { told, history } = await toldAndHistory(id, interval);
    expect(told.length).toBeGreaterThanOrEqual(most - 1);
    expect(told).toEqual(history);
  });
});
