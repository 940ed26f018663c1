import { beforeEach, describe, expect, it } from 'vitest';
import { Line } from '../support/line.ts';
import { endVisit, list, open, pass, start, world, worldForEach } from './world.ts';

worldForEach();

/** Timers of the worker that have run, by the ms that they waited. */
let ran: number[];
let line: Line;
beforeEach(async () => {
  endVisit();
  ran = [];
  const { after, now, monotonic } = world.clock;
  const counted = (ms: number, run: () => void) =>
    after(ms, () => {
      ran.push(ms);
      run();
    });
  line = new Line(world.clock, { now, monotonic, after: counted });
  const own = world.clock;
  world.clock = Object.assign(Object.create(Object.getPrototypeOf(own)), own, { after: counted });
  await start(line.feed);
  world.clock = own;
  await open({ kind: 'status' });
  await open(list());
  await open({ kind: 'book', id: 'AAA-USDT', depth: 5 });
  await pass(2_000);
});

const often = (ms: number) => ran.filter((each) => each === ms).length;

describe('a worker whose page is hidden', () => {
  it('sends no frames, and soon asks the exchange for its slow pace', async () => {
    await world.session.setSettings({ visible: false });
    await line.run(12_500);
    line.sent.length = 0;
    ran.length = 0;
    await line.run(10_000);
    expect(line.of('tick').length).toBeLessThanOrEqual(5);
    expect(line.of('book:AAA-USDT').length).toBeLessThanOrEqual(20);
    // The round of all pages, the look at the line's silence, and the server's clock.
    expect(often(10_000)).toBe(1);
    expect(often(1_000)).toBeLessThanOrEqual(11);
    expect(ran.filter((ms) => ms < 1_000)).toEqual([]);
  });

  it('lets everything go after a minute and is hardly woken any more', async () => {
    await world.session.setSettings({ visible: false });
    await world.clock.advance(120_000);
    line.sent.length = 0;
    ran.length = 0;
    await world.clock.advance(600_000);
    // Six rounds of all pages a minute, and nothing else.
    expect([often(10_000), ran.length]).toEqual([60, 60]);
    expect(line.sent).toEqual([]);
  });

  it('shows the market of now when the page comes back', async () => {
    await world.session.setSettings({ visible: false });
    await world.clock.advance(180_000);
    line.move();
    const { frames } = await open({ kind: 'book', id: 'AAA-USDT', depth: 5 });
    await world.session.setSettings({ visible: true });
    await pass(1_000);
    expect(frames.at(-1)?.freshness.state).toBe('live');
  });
});
