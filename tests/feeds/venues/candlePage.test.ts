import { expect, it } from 'vitest';
import type { Candle } from '../../../domain/index.ts';
import { MINUTE_MS } from '../../../domain/index.ts';
import { pageOfBars } from '../../../feeds/venues/candlePage.ts';

const NOW = Date.UTC(2026, 10, 18, 12);
const bar = (minute: number): Candle => ({
  ...{ at: NOW - minute * MINUTE_MS, open: '1', high: '1', low: '1', close: '1', volume: '1' },
});

/** A page of the newest bars of a venue that has those of so many minutes, some of which cannot be read. */
async function page(minutes: number, lacking: readonly number[], limit: number, most = 10) {
  let requests = 0;
  const all = Array.from({ length: minutes }, (_, i) => bar(minutes - 1 - i));
  const unread = new Set(lacking.map((minute) => bar(minute).at));
  const ask = async (before: number, wanted: number) => {
    requests += 1;
    const answer = all.filter(({ at }) => at < before).slice(-wanted);
    return answer.filter(({ at }) => !unread.has(at));
  };
  const found = await pageOfBars({ id: 'A', interval: '1m', limit }, { interval: '1m', most, ask }, NOW);
  return [found.candles.map(({ at }) => (NOW - at) / MINUTE_MS), found.more, requests];
}

it.each([
  ['all that is wanted in one answer', 20, [], 5, [[4, 3, 2, 1, 0], true, 1]],
  ['as many answers as it takes', 30, [], 12, [[11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0], true, 2]],
  ['what is older than a bar that cannot be read', 20, [2], 5, [[4, 3, 1, 0], true, 1]],
  ['a page that goes on although its oldest bar cannot be read', 20, [4], 5, [[3, 2, 1, 0], true, 2]],
  ['all bars of a market that began within the page', 3, [], 5, [[2, 1, 0], false, 2]],
  ['none of a market that has none', 0, [], 5, [[], false, 1]],
])('a page has %s', async (_, minutes, lacking, limit, expected) => {
  expect(await page(minutes, lacking, limit)).toEqual(expected);
});

it.each([
  ['1m', 5, [44, 43, 42, 41, 40]],
  ['5m', 1, [40]],
] as const)(
  'a page of %s bars before a halt that is longer has the bars before that',
  async (interval, limit, expected) => {
    // Nothing was traded from minute 39 to minute 10.
    const all = Array.from({ length: 60 }, (_, i) => bar(59 - i)).filter(
      ({ at }) => at <= bar(40).at || at > bar(10).at,
    );
    const ask = async (before: number, wanted: number) => all.filter(({ at }) => at < before).slice(-wanted);
    const query = { id: 'A', interval, limit, before: bar(10).at };
    const found = await pageOfBars(query, { interval: '1m', most: 20, ask }, NOW);
    expect([found.candles.map(({ at }) => (NOW - at) / MINUTE_MS), found.more]).toEqual([expected, true]);
    const newest = await pageOfBars(
      { id: 'A', interval: '1m', limit: 5 },
      { interval: '1m', most: 10, ask },
      NOW + 60 * MINUTE_MS,
    );
    expect(newest.candles).toEqual([]);
  },
);
