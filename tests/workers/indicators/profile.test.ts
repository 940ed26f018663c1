import { describe, expect, it } from 'vitest';
import type { Candle } from '../../../domain/index.ts';
import { plainStyle } from '../../../domain/index.ts';
import { Profile } from '../../../workers/views/indicators/profile.ts';

const market = { tick: '0.1', quote: 'USDT' };
const style = plainStyle;
const candle = (i: number, low: number, high: number, volume: string, isUp = true): Candle => ({
  at: i * 60_000,
  open: `${isUp ? low : high}`,
  high: `${high}`,
  low: `${low}`,
  close: `${isUp ? high : low}`,
  volume,
});
const all = { from: 0, to: null } as const;

describe('volume by price of the bars in sight', () => {
  const candles = [candle(0, 100, 148, '48'), candle(1, 120, 121, '9', false), candle(2, 500, 600, '70')];
  it('is of the bars of the range alone, with both directions, as shares of the most', () => {
    const frame = new Profile().frame(candles, { from: 0, to: 60 }, market, style, 0);
    expect(frame?.prices.at(0)).toBe(100);
    expect(frame?.prices.at(-1)).toBe(148);
    expect(frame?.prices).toHaveLength(49);
    // One of 48 a row, and nine fallen in the row of 120; shares are cut off.
    expect([frame?.up[20], frame?.down[20], frame?.up[0], frame?.down[0]]).toEqual([99, 900, 99, 0]);
    expect(frame?.controlText).toBe('120.50');
    expect(frame?.value[0]).toBeLessThanOrEqual(20);
  });
  it('changes with the range, and is the same frame while nothing does', () => {
    const profile = new Profile();
    const first = profile.frame(candles, all, market, style, 0);
    expect(first?.prices.at(-1)).toBe(600);
    expect(profile.frame(candles, all, market, style, 9_000)).toBe(first);
    expect(profile.frame(candles, { from: 120, to: null }, market, style, 9_000)?.prices.at(0)).toBe(500);
  });
  it('reads a long chart in portions, and shows nothing of it before it is whole', () => {
    const long = Array.from({ length: 6_000 }, (_, i) => candle(i, 100 + (i % 50), 110 + (i % 50), '1'));
    const profile = new Profile();
    const left: number[] = [];
    let frame = profile.frame(long, all, market, style, 0);
    while (!frame) {
      left.push(profile.left);
      frame = profile.frame(long, all, market, style, 0);
    }
    expect(left).toEqual([3_500, 1_000]);
    expect(profile.left).toBe(0);
    // What was shown stands while another stretch is read.
    const more = [...Array.from({ length: 3_000 }, (_, i) => candle(i - 3_000, 90, 100, '1')), ...long];
    expect(profile.frame(more, { from: -180_000, to: null }, market, style, 0)).toBe(frame);
    expect(profile.frame(more, { from: -180_000, to: null }, market, style, 0)?.prices.at(0)).toBe(90);
  });
  it('takes the bar under way again, once a second', () => {
    const profile = new Profile();
    const first = profile.frame(candles, all, market, style, 0);
    const next = [...candles.slice(0, 2), candle(2, 500, 700, '90')];
    expect(profile.frame(next, all, market, style, 999)).toBe(first);
    expect(profile.frame(next, all, market, style, 1_000)?.prices.at(-1)).toBe(700);
    // A new bar is a new range at once.
    const more = [...next, candle(3, 800, 900, '1')];
    expect(profile.frame(more, all, market, style, 1_001)?.prices.at(-1)).toBe(900);
  });
  it('is nothing where no bar is in sight', () => {
    expect(new Profile().frame(candles, { from: 9_999, to: null }, market, style, 0)).toBeUndefined();
    expect(new Profile().frame([], all, market, style, 0)).toBeUndefined();
  });
});
