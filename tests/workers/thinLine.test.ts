import { describe, expect, it } from 'vitest';
import type { TickerFrame } from '../../workers/api.ts';
import { fakeMarket } from '../support/fakeSource.ts';
import { Line } from '../support/line.ts';
import { endVisit, open, pass, start, world, worldForEach } from './world.ts';

worldForEach();

const TEN_MINUTES = 600_000;
const IDS = Array.from({ length: 90 }, (_, i) => `M${i}-USDT`);
const OLDEST_LIVE_MS = 3_500;

let line: Line;
let frames: TickerFrame[];
let began: number;

/** A page on an exchange whose every price says how many tenths of a second the exchange has run. */
async function visit(skewMs: number): Promise<void> {
  endVisit();
  const { now, monotonic, after } = world.clock;
  const own = world.clock;
  const skewed = { now: () => now() + skewMs, monotonic, after };
  line = new Line(own, skewed, IDS.map(fakeMarket));
  world.markets = IDS.map(fakeMarket);
  world.clock = Object.assign(Object.create(Object.getPrototypeOf(own)), own, skewed);
  await start(line.feed);
  world.clock = own;
  began = now();
  ({ frames } = await open({ kind: 'ticker', id: 'M0-USDT' }));
  await open({ kind: 'book', id: 'M1-USDT', depth: 5 });
  // More than the line will bring: all prices at full pace.
  line.feed.channel$('tick').subscribe();
  await pass(500);
}

/** How old the price is that the page shows, ms. */
const ageOfShown = () => world.clock.now() - began - Number(frames.at(-1)?.price.replaceAll(',', '')) * 100;
const state = () => frames.at(-1)?.freshness.state;

/** The market moves for so long. @returns the oldest price that was shown as live, ms, and for how long one was. */
async function run(seconds: number): Promise<{ oldestLive: number; liveMs: number }> {
  let [oldestLive, liveMs] = [0, 0];
  for (let at = 0; at < seconds * 1_000; at += 100) {
    for (const id of IDS) line.source.tick(id, `${Math.round((world.clock.now() - began) / 100) || 1}`);
    line.source.setBook('M1-USDT', { bids: [[`9.${10 + (at % 89)}`, '1']], asks: [['10.01', `${at}`]] });
    await pass(100);
    if (state() !== 'live') continue;
    liveMs += 100;
    oldestLive = Math.max(oldestLive, ageOfShown());
  }
  return { oldestLive, liveMs };
}

/** Whether the newest request was for fewer messages. */
const isSlowRequested = () =>
  line.received.filter((message) => 'ch' in message).some((message) => 'slow' in message);

describe('a line that brings less than the page is told', () => {
  it.each([
    [3, 0],
    [6, TEN_MINUTES],
    [12, -TEN_MINUTES],
  ])(
    'at %i kB/s shows no old price as live, and soon asks for less: clock off by %i ms',
    async (kB, skewMs) => {
      await visit(skewMs);
      expect((await run(5)).liveMs).toBe(5_000);
      line.thin(kB * 1_000, 400);
      const { oldestLive } = await run(kB === 12 ? 12 : 6);
      expect(oldestLive).toBeLessThanOrEqual(OLDEST_LIVE_MS);
      expect(isSlowRequested()).toBe(true);
    },
  );
  it('is live again by what it asked for, and asks for all where the line brings it', async () => {
    await visit(0);
    await run(5);
    line.thin(8_000, 400);
    await run(15);
    const slow = await run(15);
    expect(slow.liveMs).toBe(15_000);
    expect(slow.oldestLive).toBeLessThanOrEqual(OLDEST_LIVE_MS);
    line.thin(Number.POSITIVE_INFINITY, 0);
    line.received.length = 0;
    await run(25);
    expect(line.received.filter((message) => 'ch' in message)).toEqual([
      { op: 'sub', ch: ['sort', 'book:M1-USDT', 'tick', 'row:M0-USDT'], bare: true },
    ]);
  });
});
