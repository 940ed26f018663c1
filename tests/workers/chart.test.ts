import { beforeEach, describe, expect, it } from 'vitest';
import type { Candle } from '../../domain/index.ts';
import { D } from '../../domain/index.ts';
import type { FeedEvent } from '../../feeds/index.ts';
import { open, pass, world, worldForEach } from './world.ts';

worldForEach();

describe('a chart', () => {
  const minute = (i: number): Candle => ({
    at: 1_700_000_040_000 + i * 60_000,
    open: '1',
    high: `${i + 3}`,
    low: '1',
    close: `${i + 2}`,
    volume: '2',
  });
  const rows = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => minute(from + i)).map(
      ({ at, open, high, low, close, volume }) => [at, open, high, low, close, volume],
    );
  const bar = (i: number, close: string, closed = false): FeedEvent => ({
    kind: 'candle',
    id: 'AAA-USDT',
    interval: '1m',
    candle: { ...minute(i), high: '99', close },
    closed,
    at: world.clock.now(),
  });
  const view = { kind: 'candles', id: 'AAA-USDT', interval: '1m', want: 100 } as const;
  beforeEach(() => {
    world.answers['market/candles'] = ({ before, limit }: { before?: number; limit: number }) => {
      const end = before === undefined ? 600 : (before - minute(0).at) / 60_000;
      return { candles: rows(Math.max(0, end - limit), end), more: end - limit > 0 };
    };
  });
  it('loads, follows, and goes back on demand', async () => {
    const { frames, handle } = await open(view);
    await pass(60);
    expect(frames[0]).toMatchObject({ mode: 'reset', more: true });
    expect(frames[0]?.bars.time).toHaveLength(300);
    const averages = frames[0]?.bars.averages[0];
    expect(Number.isNaN(averages?.[5])).toBe(true);
    expect(averages?.[6]).toBe(305);
    world.feed.subject.next(bar(599, '77'));
    world.feed.subject.next(bar(600, '78'));
    await pass(60);
    expect(frames.at(-1)?.mode).toBe('tail');
    expect([...(frames.at(-1)?.bars.close ?? [])].slice(-2)).toEqual([77, 78]);
    await handle.update({ ...view, want: 500 });
    await pass(60);
    const older = frames.find(({ mode }) => mode === 'older');
    expect(older?.bars.time[0]).toBe(minute(0).at / 1_000);
    expect(older?.more).toBe(false);
  });
  it('is mended after a break: what was missed is fetched', async () => {
    const { frames } = await open(view);
    await pass(60);
    world.feed.subject.next({ kind: 'lost', channel: 'cndl:AAA-USDT:1m' });
    world.answers['market/candles'] = () => ({ candles: rows(500, 620), more: true });
    world.feed.subject.next(bar(619, '50'));
    await pass(60);
    const { bars, mode } = frames.at(-1) ?? {};
    expect(mode).toBe('reset');
    expect(bars?.time.every((time, i, all) => i === 0 || time === (all[i - 1] ?? 0) + 60)).toBe(true);
  });
  it('words a bar exactly, also one far back', async () => {
    const { handle } = await open(view);
    await pass(60);
    const legend = await handle.legendAt(minute(400).at / 1_000);
    expect(legend).toMatchObject({
      open: '1.0000',
      high: '403.00',
      close: '402.00',
      volume: '2.00',
      direction: 1,
    });
    const mean = D.sum(...Array.from({ length: 7 }, (_, i) => 396 + i))
      .div(7)
      .toFixed(2);
    expect(legend?.averages[0]).toBe(mean);
    expect(await handle.legendAt(1)).toBeUndefined();
  });
  it('keeps what the stream told while the history was on its way', async () => {
    let answer: (bars: unknown) => void = () => undefined;
    world.answers['market/candles'] = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const { frames } = await open(view);
    await pass(30);
    world.feed.subject.next(bar(599, '77'));
    answer({ candles: rows(300, 600), more: true });
    await pass(60);
    expect(frames[0]?.bars.close.at(-1)).toBe(77);
  });
  it('never tells a bar twice, though the stream breaks while the history is on its way', async () => {
    const waiting: [{ before?: number; limit: number }, (bars: unknown) => void][] = [];
    world.answers['market/candles'] = (body: { before?: number; limit: number }) =>
      new Promise((resolve) => {
        waiting.push([body, resolve]);
      });
    const { frames } = await open(view);
    await pass(30);
    world.feed.subject.next({ kind: 'lost', channel: 'cndl:AAA-USDT:1m' });
    world.feed.subject.next(bar(599, '77'));
    await pass(30);
    for (const [{ limit }, resolve] of waiting.splice(0).reverse()) {
      resolve({ candles: rows(600 - limit, 600), more: true });
      await pass(30);
    }
    const time = frames.at(-1)?.bars.time;
    expect(time).toHaveLength(300);
    expect(time?.every((at, i, all) => i === 0 || at === (all[i - 1] ?? 0) + 60)).toBe(true);
  });
  it('of a market that never traded is empty, and begins with its first bar', async () => {
    world.answers['market/candles'] = () => ({ candles: [], more: false });
    const { frames } = await open(view);
    await pass(60);
    expect(frames[0]).toMatchObject({ mode: 'reset', more: false, loading: false, legend: { close: '--' } });
    world.feed.subject.next(bar(0, '7'));
    await pass(60);
    expect([...(frames.at(-1)?.bars.close ?? [])]).toEqual([7]);
  });
  it('says what failed, and nothing else breaks', async () => {
    // The list of refusals is fetched with the first one, which takes longer here than `pass` waits.
    await import('../../workers/views/personViews.ts');
    world.answers['market/candles'] = () => ({
      code: 'marketUnknown',
      message: 'no',
      data: null,
      requestId: 'r',
    });
    const { frames } = await open(view);
    await pass(100);
    expect(frames[0]?.failed).toEqual({ code: 'marketUnknown', message: 'no' });
  });
});
