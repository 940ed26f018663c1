import { describe, expect, it } from 'vitest';
import { Recent, spreadOf } from '../../src/screens/dev/perf/recent.ts';

describe('values of the last while', () => {
  it('count for as long as they are recent', () => {
    const recent = new Recent(1_000);
    for (let at = 0; at < 2_000; at += 100) recent.add(at, at);
    expect(recent.values(1_900)).toEqual(Array.from({ length: 10 }, (_, i) => 1_000 + i * 100));
    expect(recent.rate(1_900)).toBe(10);
    expect(recent.values(2_850)).toEqual([1_900]);
    expect(recent.values(2_900)).toEqual([]);
    expect(recent.rate(5_000)).toBe(0);
  });
});

describe('percentiles', () => {
  it.each([
    [[], undefined],
    [[7], { p50: 7, p95: 7, p99: 7, count: 1 }],
    [Array.from({ length: 100 }, (_, i) => 99 - i), { p50: 50, p95: 95, p99: 99, count: 100 }],
  ])('of %o', (values, spread) => {
    expect(spreadOf(values)).toEqual(spread);
  });
});
