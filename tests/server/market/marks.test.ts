import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MarkRow } from '../../../domain/contract/index.ts';
import { D } from '../../../domain/index.ts';
import { markChannel } from '../../../server/edge/realtime/markChannel.ts';
import { Marks } from '../../../server/market/marks/marks.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { FakeSource } from '../../support/fakeSource.ts';
import { perpetualPair } from '../../support/perpetualPair.ts';

const DUE = Date.UTC(2026, 10, 18, 16);
const [spot, perpetual] = perpetualPair('BTC');
let clock: FakeClock;
let source: FakeSource;
let marks: Marks;
let isStale = false;
beforeEach(() => {
  clock = new FakeClock(DUE - 3_600_000);
  source = new FakeSource(clock, [spot, perpetual]);
  isStale = false;
  source.tick(spot.id, '100');
  source.tick(perpetual.id, '100');
  marks = new Marks({ source, clock, hours: 8, isStale: () => isStale });
  marks.start();
});
afterEach(() => marks.close());

const mark = () => marks.of(perpetual.id);

describe('the mark', () => {
  it('follows the index at once, and the perpetual’s own price by and by', async () => {
    source.tick(spot.id, '101');
    source.tick(perpetual.id, '101');
    await clock.advance(250);
    expect(mark()).toEqual({ mark: '101', index: '101', last: '101', state: 'live' });
    source.tick(perpetual.id, '101.6');
    await clock.advance(250);
    const first = mark()?.mark ?? '0';
    expect(new D(first).lt('101.1')).toBe(true);
    for (let i = 0; i < 30; i++) {
      source.tick(perpetual.id, '101.6');
      await clock.advance(10_000);
    }
    expect(new D(mark()?.mark ?? 0).gt('101.5')).toBe(true);
    expect(mark()?.index).toBe('101');
  });
  it('does not rest on the first price that a new exchange sees', async () => {
    marks.close();
    source.tick(perpetual.id, '100.5');
    marks = new Marks({ source, clock, hours: 8, isStale: () => isStale });
    marks.start();
    expect(mark()?.mark).toBe('100.5');
    for (let i = 0; i < 40; i++) {
      source.tick(perpetual.id, '100');
      await clock.advance(250);
    }
    // Ten seconds later it stands where the perpetual has traded since, but for an eighth.
    expect(new D(mark()?.mark ?? 0).lt('100.1')).toBe(true);
  });
  it('stays within a band around the index, wherever the perpetual trades', async () => {
    for (let i = 0; i < 60; i++) {
      source.tick(perpetual.id, '150');
      await clock.advance(10_000);
    }
    expect(mark()).toMatchObject({ mark: '101', index: '100', last: '150' });
  });
  it('stands still while the source is silent or the market is closed, and says so', async () => {
    isStale = true;
    source.tick(spot.id, '90');
    await clock.advance(250);
    expect(mark()).toMatchObject({ mark: '100', state: 'stale' });
    isStale = false;
    source.setStatus(perpetual.id, 'closed');
    expect(mark()?.state).toBe('closed');
    source.tick(spot.id, '80');
    await clock.advance(250);
    expect(mark()).toMatchObject({ mark: '100', state: 'closed' });
    source.setStatus(perpetual.id, 'open');
    source.tick(perpetual.id, '80');
    await clock.advance(250);
    expect(mark()).toMatchObject({ mark: '80', state: 'live' });
  });
  it('is none for spot, for what does not exist, and for what has had no price', () => {
    expect(marks.of(spot.id)).toBeUndefined();
    expect(marks.of('NONE')).toBeUndefined();
  });
  it('is there as soon as a late market has its first price', async () => {
    marks.close();
    const late = new FakeSource(clock, []);
    const own = new Marks({ source: late, clock, hours: 8, isStale: () => false });
    const [, second] = perpetualPair('ETH');
    late.markets = () => [second];
    own.start();
    expect(own.of(second.id)).toBeUndefined();
    late.tick(second.id, '7');
    await clock.advance(250);
    expect(own.of(second.id)?.mark).toBe('7');
    own.close();
  });
});

describe('the rate of funding', () => {
  it('is of the mean premium so far, and begins anew after a settlement', async () => {
    for (let i = 0; i < 10; i++) {
      source.tick(perpetual.id, i < 5 ? '100' : '100.4');
      await clock.advance(5_000);
    }
    const premium = marks.premiumOf(perpetual.id);
    expect(premium).toMatchObject({ dueAt: DUE, count: 10 });
    expect(premium?.total.toFixed()).toBe('0.02');
    // The mean of 0.2 %, pulled toward the interest by 0.05 % at most.
    expect(marks.rateOf(premium ?? { total: new D(0), count: 0 })).toBe('0.0015');
    await clock.advance(250);
    expect(marks.rows()[0]?.[3]).toBe('0.0015');
    marks.next(perpetual.id);
    expect(marks.premiumOf(perpetual.id)).toMatchObject({ dueAt: DUE + 8 * 3_600_000, count: 0 });
  });
  it('is the interest where nothing was seen', () => {
    expect(marks.rateOf({ total: new D(0), count: 0 })).toBe('0.0001');
  });
  it('goes on after a restart with what was kept of the same interval', () => {
    const kept = { dueAt: DUE, total: new D('0.01'), count: 5 };
    marks.restore(perpetual.id, kept);
    expect(marks.premiumOf(perpetual.id)).toEqual(kept);
    marks.restore(perpetual.id, { ...kept, dueAt: DUE + 1, count: 9 });
    expect(marks.premiumOf(perpetual.id)?.count).toBe(5);
    // An interval that ended while nobody was there is settled late.
    marks.restore(perpetual.id, { ...kept, dueAt: DUE - 8 * 3_600_000, count: 9 });
    expect(marks.premiumOf(perpetual.id)?.count).toBe(9);
  });
});

describe('the channel of marks', () => {
  it('tells changed rows only, the newest of each, and its snapshot agrees with them', async () => {
    const channel = markChannel(marks);
    const [before] = channel.snapshot() as MarkRow[];
    expect(before?.slice(0, 3)).toEqual([perpetual.id, '100', '100']);
    expect(channel.flush()).toBeUndefined();
    for (const price of ['102', '103']) {
      source.tick(spot.id, price);
      source.tick(perpetual.id, price);
      await clock.advance(250);
    }
    expect((channel.snapshot() as MarkRow[])[0]).toEqual(before);
    expect((channel.flush() as MarkRow[]).map((row) => row.slice(0, 3))).toEqual([
      [perpetual.id, '103', '103'],
    ]);
    expect((channel.snapshot() as MarkRow[])[0]?.[1]).toBe('103');
    expect(channel.flush()).toBeUndefined();
    channel.close();
  });
  it('is empty where perpetuals are not traded', () => {
    const channel = markChannel(undefined);
    expect([channel.snapshot(), channel.flush()]).toEqual([[], undefined]);
    channel.close();
  });
});
