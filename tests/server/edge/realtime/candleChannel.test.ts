import { describe, expect, it } from 'vitest';
import type { CandleData } from '../../../../domain/contract/index.ts';
import type { Interval } from '../../../../domain/index.ts';
import { candleChannel } from '../../../../server/edge/realtime/candleChannel.ts';
import { MarketEvents } from '../../../../server/edge/realtime/marketEvents.ts';
import { createSimulatedSource } from '../../../../server/market/simulated/index.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { FakeSource } from '../../../support/fakeSource.ts';
import { isLong } from '../../../support/often.ts';
import { manualClock } from '../../market/simulated/manualClock.ts';

const START = Date.UTC(2026, 10, 18, 12, 34, 20);

/** What the channel published of bars that ended, and the history of the same time. */
async function publishedAndHistory(id: string, interval: Interval, minutes: number) {
  const clock = manualClock(START);
  // Those that hardly anybody trades are the last of a catalogue.
  const symbols = id === 'BTC-USDT' ? 20 : 300;
  const source = createSimulatedSource({ seed: 1, symbols, speed: 1, clock });
  const channel = await candleChannel(source, new MarketEvents(source), id, interval);
  const published: CandleData[] = [];
  for (let step = 0; step < minutes * 60 * 4; step++) {
    clock.set(START + (step + 1) * 250);
    const data = channel.flush() as CandleData | undefined;
    if (data?.[6]) published.push(data);
  }
  channel.close();
  const { candles } = await source.candles({ id, interval, limit: 40 });
  const history = candles.filter(({ at }) => published.some((bar) => bar[0] === at));
  return {
    published: published.map((bar) => [...bar.slice(0, 5).map(String), Number(bar[5])]),
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
    ['BTC-USDT', '1m', isLong ? 20 : 6, 1],
    ['BTC-USDT', '5m', isLong ? 20 : 11, 5],
    ['NEAR-USDT', '1m', isLong ? 20 : 6, 1],
    ['STORJ-USDT', '1m', isLong ? 20 : 6, 1],
  ] as const)('of %s %s ends as the history has it, over %i minutes', async (id, interval, minutes, each) => {
    const { published, history } = await publishedAndHistory(id, interval, minutes);
    expect(published.length).toBeGreaterThanOrEqual(Math.floor(minutes / each) - 1);
    expect(published).toEqual(history);
  });

  it('counts no trade twice that its source publishes on the call, and each that comes before the answer', async () => {
    const clock = new FakeClock();
    const source = new FakeSource(clock, ['AAA-USDT']);
    const bar = { at: clock.now(), open: '10', high: '12', low: '9', close: '11' };
    const { candles } = source;
    let answer = (): void => undefined;
    source.candles = async (query) => {
      clock.jump(1);
      source.trade('AAA-USDT', '11', '3');
      source.minutes = [{ ...bar, volume: '8' }];
      const found = await candles(query);
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return found;
    };
    const opening = candleChannel(source, new MarketEvents(source), 'AAA-USDT', '1m');
    await clock.advance(1);
    source.trade('AAA-USDT', '11.5', '2');
    answer();
    const channel = await opening;
    expect(channel.snapshot()).toEqual([bar.at, '10', '12', '9', '11.5', '10', false]);
    channel.close();
  });

  it('is never one that has ended, whose last trade arrives when the next has begun', async () => {
    const clock = new FakeClock();
    const source = new FakeSource(clock, ['AAA-USDT']);
    const at = clock.now();
    source.minutes = [{ at, open: '10', high: '12', low: '9', close: '11', volume: '5' }];
    const channel = await candleChannel(source, new MarketEvents(source), 'AAA-USDT', '1m');
    clock.jump(60_100);
    expect(channel.flush()).toEqual([at, '10', '12', '9', '11', '5', true]);
    expect(channel.flush()).toEqual([at + 60_000, '11', '11', '11', '11', '0', false]);
    const late = { id: 1_000, price: '11.5', quantity: '1', side: 'buy', at: at + 59_900 } as const;
    source.audience.publish({ kind: 'trades', id: 'AAA-USDT', trades: [late] });
    expect(channel.flush()).toBeUndefined();
    expect(channel.snapshot()).toEqual([at + 60_000, '11', '11', '11', '11', '0', false]);
    channel.close();
  });
});
