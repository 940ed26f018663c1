import { beforeEach, describe, expect, it } from 'vitest';
import type { Candle } from '../../domain/index.ts';
import { firstIndicator } from '../../domain/index.ts';
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
  const view = { kind: 'candles', id: 'AAA-USDT', interval: '1m', want: 100, indicators: [] } as const;
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
    expect(frames[0]).toMatchObject({ indicators: [], bars: { plots: [] }, legend: { plots: [] } });
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
  it('sends volume by price of the range in sight, with what changes it, and stops when it is not wanted', async () => {
    await import('../../workers/views/indicators/profile.ts');
    const { frames, handle } = await open(view);
    await pass(60);
    expect(frames.some((frame) => 'profile' in frame)).toBe(false);
    const at = (i: number) => minute(i).at / 1_000;
    await handle.update({ ...view, profile: { from: at(500), to: at(509) } });
    await pass(60);
    expect(frames.at(-1)).toMatchObject({ mode: 'tail', profile: { controlText: expect.any(String) } });
    // Highs rise by one a bar, and all begin at one.
    expect(frames.at(-1)?.profile?.prices.at(-1)).toBe(512);
    const sent = frames.length;
    world.feed.subject.next(bar(599, '77'));
    await pass(60);
    expect(frames.slice(sent).some((frame) => 'profile' in frame)).toBe(false);
    await handle.update({ ...view, profile: { from: at(500), to: null } });
    await pass(60);
    expect(frames.at(-1)?.profile?.prices.at(-1)).toBe(601);
    await handle.update(view);
    await pass(60);
    expect(frames.at(-1)?.profile).toBeNull();
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
  it('of months follows them, whatever their length, and asks for nothing in between', async () => {
    const month = (i: number, close: string): Candle => ({
      at: Date.UTC(2025, i, 1),
      open: '1',
      high: '9',
      low: '1',
      close,
      volume: '2',
    });
    world.answers['market/candles'] = () => ({
      candles: [0, 1, 2].map((i) => Object.values(month(i, '2'))),
      more: false,
    });
    const { frames } = await open({ ...view, interval: '1M' });
    await pass(60);
    const calls = world.requested.length;
    for (const i of [2, 3, 4])
      world.feed.subject.next({
        ...{ kind: 'candle', id: 'AAA-USDT', interval: '1M', candle: month(i, '3') },
        ...{ closed: false, at: world.clock.now() },
      });
    await pass(60);
    expect(world.requested).toHaveLength(calls);
    expect(frames.at(-1)?.bars.time.at(-1)).toBe(Date.UTC(2025, 4, 1) / 1_000);
    // The month alone says which bar it is; its day is always the first.
    expect(frames.at(-1)?.legend.time).toMatch(/May/);
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
    await import('../../workers/views/userViews.ts');
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

  describe('with indicators', () => {
    // Their code is fetched with the first of them, which takes longer here than `pass` waits.
    beforeEach(() => import('../../workers/views/indicators/plots.ts'));
    const ma = firstIndicator('ma');
    const rsi = firstIndicator('rsi');

    it('tells their lines and their words with the bars, from tick to tick', async () => {
      const { frames, handle } = await open({ ...view, indicators: [ma, rsi] });
      await pass(60);
      const [first] = frames.slice(-1);
      expect(first).toMatchObject({ mode: 'reset', indicators: [ma, rsi] });
      expect(first?.bars.plots).toHaveLength(4);
      expect(first?.bars.plots[0]?.[5]).toBeNaN();
      // The means of the closes 302 to 308, and of the last seven, 595 to 601.
      expect(first?.bars.plots[0]?.[6]).toBe(305);
      expect(first?.legend.plots).toEqual(['598.00', '589.00', '552.00', '100.00']);
      world.feed.subject.next(bar(599, '594'));
      world.feed.subject.next(bar(600, '601'));
      await pass(60);
      const tail = frames.at(-1);
      expect(tail?.mode).toBe('tail');
      expect(tail?.bars.plots.map((column) => column.length)).toEqual([3, 3, 3, 3]);
      expect(tail?.legend.plots.slice(0, 2)).toEqual(['597.86', '589.68']);
      expect(await handle.legendAt(minute(400).at / 1_000)).toMatchObject({
        close: '402.00',
        plots: ['399.00', '390.00', '353.00', '100.00'],
      });
    });
    it('reckons older bars anew, and tells what that changes of the later ones', async () => {
      const requested = { ...view, indicators: [firstIndicator('obv')] };
      const { frames, handle } = await open(requested);
      await pass(60);
      // Each bar rises, with a volume of 2, and the first has none before it.
      expect(frames.at(-1)?.legend.plots).toEqual(['598.00']);
      await handle.update({ ...requested, want: 500 });
      await pass(60);
      const older = frames.find(({ mode }) => mode === 'older');
      expect(older?.bars.time).toHaveLength(600);
      expect(older?.legend.plots).toEqual(['1.19K']);
    });
    it('goes over to others, and back to none, without a word to the exchange', async () => {
      const { frames, handle } = await open({ ...view, indicators: [ma] });
      await pass(60);
      const calls = world.requested.length;
      await handle.update({ ...view, indicators: [rsi] });
      await pass(60);
      expect(frames.at(-1)).toMatchObject({ mode: 'reset', indicators: [rsi] });
      expect(frames.at(-1)?.bars.plots).toHaveLength(1);
      await handle.update(view);
      await pass(60);
      expect(frames.at(-1)).toMatchObject({ mode: 'reset', indicators: [], legend: { plots: [] } });
      expect(world.requested).toHaveLength(calls);
    });
    it('asks for the whole day where a price is averaged over it', async () => {
      const { frames } = await open({ ...view, indicators: [firstIndicator('vwap')] });
      await pass(200);
      // The 300 bars that are looked at begin at a quarter past three.
      expect(frames.at(-1)?.legend.plots).toEqual(['237.00']);
    });
    it('asks for the day of the exchange, whatever the clock of the device says', async () => {
      // It is noon; by the device the day has just begun.
      const offsetMs = 719 * 60_000;
      world.clock.jump(-offsetMs, 0);
      world.feed.subject.next({ kind: 'clock', offsetMs });
      const { frames } = await open({ ...view, indicators: [firstIndicator('vwap')] });
      await pass(200);
      expect(frames.at(-1)?.legend.plots).toEqual(['237.00']);
    });
  });
});
