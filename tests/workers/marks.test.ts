import { describe, expect, it } from 'vitest';
import type { MarkRow } from '../../domain/contract/index.ts';
import {
  endVisit,
  list,
  market,
  open,
  order,
  pass,
  publish,
  start,
  texts,
  ticker,
  world,
  worldForEach,
} from './world.ts';

worldForEach();

describe('a list with perpetuals', () => {
  const PERP = 'BTC-USDT-PERP';
  const mark = (at = '46018.572', rate = '0.0001'): MarkRow => [PERP, at, '46010', rate, 1_000, 'live'];
  const publishMarks = (rows: MarkRow[], snapshot = true) =>
    world.feed.subject.next({ kind: 'marks', snapshot, rows, at: world.clock.now() });
  const all = list({ columns: ['value0', 'mark', 'funding'], list: 'search', query: 'btc' });
  const show = async (view = all) => {
    world.markets = [
      market('BTC'),
      market('BTC', 'USDT', { id: PERP, kind: 'perpetual' }),
      market('ETH', 'USDT'),
    ];
    endVisit();
    await start();
    await pass(20);
    world.feed.subject.next({ kind: 'link', state: 'live' });
    publish([ticker('BTC-USDT', '46000'), ticker(PERP, '46018'), ticker('ETH-USDT', '3000')], true);
    const shown = await open(view);
    await pass(60);
    return shown;
  };
  it('has no funding where a venue has not sent it yet', async () => {
    const { frames } = await show();
    publishMarks([[PERP, '46018.572', '46010', '0', 0, 'live']]);
    await pass(60);
    expect(frames[1]?.cells).toEqual([1, 6, '46,018.57', 0]);
  });
  it('says mark and funding of those alone, in the language of the page', async () => {
    const { frames } = await show();
    expect(order(frames)).toEqual(['BTC-USDT', PERP]);
    expect(frames[0]?.cells).toEqual([
      0,
      0,
      '46,000.00',
      0,
      1,
      0,
      '46,018.00',
      0,
      1,
      6,
      '--',
      0,
      1,
      7,
      '--',
      0,
    ]);
    publishMarks([mark()]);
    await pass(60);
    expect(frames[1]?.cells).toEqual([1, 6, '46,018.57', 0, 1, 7, '+0.0100%', 0]);
    // The price has not moved, and is not published again.
    publishMarks([mark('46019', '-0.00005')], false);
    await pass(60);
    expect(frames[2]?.cells).toEqual([1, 6, '46,019.00', 0, 1, 7, '−0.0050%', 0]);
    await world.session.setSettings({ language: 'de' });
    await pass(60);
    expect([texts(frames[3], 6), texts(frames[3], 7)]).toEqual([['46.019,00'], ['−0,0050\u00a0%']]);
  });
  it('asks for marks only where some are shown, and knows them again after a moment, not after a while', async () => {
    const spot = list({ columns: ['value0', 'mark', 'funding'] });
    const { frames, handle } = await show(spot);
    expect(world.feed.opened).not.toContain('mark');
    for (const [away, text] of [
      [0, '--'],
      // For so long the channel lives on.
      [500, '46,018.57'],
      [10_000, '--'],
    ] as const) {
      await pass(away);
      if (text === '--') expect(world.feed.opened).not.toContain('mark');
      await handle.update(all);
      await pass(60);
      expect(world.feed.opened).toContain('mark');
      expect(texts(frames.at(-1), 6)).toEqual([text]);
      publishMarks([mark()]);
      await pass(60);
      await handle.update(spot);
      await pass(60);
    }
  });
  it('is as old as the older of its prices and marks', async () => {
    const { frames } = await show();
    publishMarks([mark()]);
    await pass(60);
    expect(frames.at(-1)?.freshness.state).toBe('live');
    for (let i = 0; i < 3; i++) {
      await pass(2_000);
      world.feed.subject.next({ kind: 'alive', channels: ['tick'], at: world.clock.now() });
    }
    await pass(60);
    expect(frames.at(-1)?.freshness).toMatchObject({ state: 'stale', ageText: '6 sec. ago' });
  });
});
