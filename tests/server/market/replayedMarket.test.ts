import { expect, it } from 'vitest';
import { D, DAY_MS, MINUTE_MS } from '../../../domain/index.ts';
import { ReplayedMarket } from '../../../server/market/replay/replayedMarket.ts';
import { fakeMarket } from '../../support/fakeSource.ts';

const START = Date.UTC(2026, 10, 18);
const DAY = DAY_MS / MINUTE_MS;

/** A market that was played for so many minutes, each at a price of its own. @param past minutes before it began. */
function played(minutes: number, past: number): ReplayedMarket {
  const market = new ReplayedMarket(fakeMarket('AAA-USDT'));
  market.setHistory(
    Array.from({ length: past }, (_, i) => ({
      candle: { at: START + (i - past) * MINUTE_MS, open: '1', high: '1', low: '1', close: '1', volume: '0' },
      worth: new D(0),
    })),
  );
  for (let i = 0; i < minutes; i++) market.see(`${i + 1}`, START + i * MINUTE_MS);
  return market;
}
const countOf = (market: ReplayedMarket): number =>
  market.page({ id: 'AAA-USDT', interval: '1m', limit: 1_000_000 }).candles.length;

it.each([
  ['a day', DAY, 0, [DAY, DAY]],
  ['a week and almost a day', 8 * DAY - 1, 0, [8 * DAY - 1, 8 * DAY - 1]],
  ['a month', 30 * DAY, 0, [7 * DAY, 8 * DAY]],
  ['a month behind a past of ten days', 30 * DAY, 10 * DAY, [10 * DAY, 11 * DAY]],
] as const)(
  'keeps the newest minutes of %s alone, and the day is the last one',
  (_, minutes, past, [least, most]) => {
    const market = played(minutes, past);
    const count = countOf(market);
    expect(count).toBeGreaterThanOrEqual(least);
    expect(count).toBeLessThanOrEqual(most);
    const now = START + (minutes - 1) * MINUTE_MS;
    const ticker = market.ticker(now);
    expect([ticker?.last, ticker?.high24]).toEqual([`${minutes}`, `${minutes}`]);
    if (minutes > DAY)
      expect([ticker?.open24, ticker?.low24]).toEqual([`${minutes - DAY}`, `${minutes - DAY}`]);
  },
);

it('has the bars before a hole of its recording that is longer than a page', () => {
  const market = new ReplayedMarket(fakeMarket('AAA-USDT'));
  const flat = { open: '1', high: '1', low: '1', close: '1', volume: '0' };
  const minutes = [0, 1, 2, 500, 501].map((minute) => START + minute * MINUTE_MS);
  market.setHistory(minutes.map((at) => ({ candle: { at, ...flat }, worth: new D(0) })));
  const page = (before: number | undefined, limit: number) => {
    const query = { id: 'AAA-USDT', interval: '1m', limit } as const;
    const found = market.page(before === undefined ? query : { ...query, before });
    return [found.candles.map(({ at }) => minutes.indexOf(at)), found.more];
  };
  expect(page(undefined, 2)).toEqual([[3, 4], true]);
  expect(page(minutes[3], 2)).toEqual([[1, 2], true]);
  expect(page(minutes[1], 2)).toEqual([[0], false]);
  expect(page(minutes[0], 2)).toEqual([[], false]);
});
