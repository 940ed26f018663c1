import { BehaviorSubject } from 'rxjs';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ListFrame, ListView } from '../../workers/api.ts';
import {
  endVisit,
  list,
  market,
  open,
  order,
  pass,
  start,
  texts,
  ticker,
  world,
  worldForEach,
} from './world.ts';

worldForEach();

const IDS = Array.from({ length: 40 }, (_, i) => `M${String(i).padStart(2, '0')}-USDT`);
const byPrice: Partial<ListView> = { sort: { column: 'price', state: 1 }, columns: ['value0', 'value2'] };
let hasRows$: BehaviorSubject<boolean>;

/** A worker on an exchange that publishes rows. */
beforeEach(async () => {
  endVisit();
  hasRows$ = new BehaviorSubject(true);
  Object.assign(world.feed, { rows$: hasRows$ });
  world.markets = [...IDS.map((id) => market(id.slice(0, 3))), market('AAB', 'BTC'), market('BTC')];
  await start(world.feed);
  await pass(20);
  world.feed.subject.next({ kind: 'link', state: 'live' });
});

const say = (channel: string, rows: Parameters<typeof ticker>[], snapshot = false) =>
  world.feed.subject.next({
    kind: 'tickers',
    channel,
    snapshot,
    rows: rows.map((row) => ticker(...row)),
    at: world.clock.now(),
  });
const sorts = (rows: Parameters<typeof ticker>[], snapshot = false) => say('sort', rows, snapshot);
const row = (id: string, last: string, volume = '100') => say(`row:${id}`, [[id, last, volume]]);
const all = () =>
  sorts(
    [...IDS, 'AAB-BTC', 'BTC-USDT'].map((id, i) => [id, `${100 - i}`]),
    true,
  );
const opened = () => world.feed.opened.filter((channel) => channel !== 'me').toSorted();
const states = (frames: readonly ListFrame[]) => frames.map(({ freshness }) => freshness.state);
const seen = (first: number, last: number): Partial<ListView> => ({
  first,
  last,
  sight: { first, last },
  ...byPrice,
});

describe('a list', () => {
  it('reads the rows of its window at full pace, and of the others what it is sorted by', async () => {
    await open(list({ quote: 'USDT', ...seen(0, 2) }));
    all();
    await pass(250);
    expect(opened()).toEqual(['row:M00-USDT', 'row:M01-USDT', 'row:M02-USDT', 'sort']);
  });

  it('is sorted by rows that are told slowly', async () => {
    const { frames } = await open(list({ quote: 'USDT', ...seen(0, 2) }));
    all();
    await pass(250);
    sorts([['M30-USDT', '1000', '100']]);
    await pass(1_300);
    expect(order(frames).slice(0, 3)).toEqual(['M30-USDT', 'M00-USDT', 'M01-USDT']);
    await pass(1_300);
    expect(opened()).toEqual(['row:M00-USDT', 'row:M01-USDT', 'row:M30-USDT', 'sort']);
  });

  it('asks for what is scrolled into sight within a beat, and lets go of the rest', async () => {
    const { handle } = await open(list({ quote: 'USDT', ...seen(0, 2) }));
    all();
    await pass(2_000);
    handle.update(list({ quote: 'USDT', ...seen(20, 21) }));
    await pass(200);
    expect(opened()).toEqual(expect.arrayContaining(['row:M20-USDT', 'row:M21-USDT']));
    await pass(1_200);
    expect(opened()).toEqual(['row:M20-USDT', 'row:M21-USDT', 'sort']);
  });

  it('marks what came into sight until its row is told, and what is told is the newest', async () => {
    const { frames, handle } = await open(list({ quote: 'USDT', ...seen(0, 0) }));
    all();
    await pass(300);
    for (let i = 0; i < 8; i++) {
      row('M00-USDT', `${200 + i}`);
      await pass(1_000);
    }
    expect(states(frames)).not.toContain('stale');
    handle.update(list({ quote: 'USDT', ...seen(5, 5) }));
    await pass(100);
    expect(states(frames).at(-1)).toBe('stale');
    expect(frames.at(-1)?.freshness.ageMs).toBeGreaterThanOrEqual(8_000);
    row('M05-USDT', '95.5');
    await pass(100);
    expect(states(frames).at(-1)).toBe('live');
    expect(frames.flatMap((frame) => texts(frame)).at(-1)).toBe('95.500');
  });

  it('is marked when a row in sight is told no more, however new the others are', async () => {
    const { frames } = await open(list({ quote: 'USDT', ...seen(0, 1) }));
    all();
    await pass(300);
    for (let i = 0; i < 7; i++) {
      row('M00-USDT', `${200 + i}`);
      await pass(1_000);
    }
    expect(states(frames).at(-1)).toBe('stale');
    world.feed.subject.next({
      kind: 'alive',
      channels: ['row:M00-USDT', 'row:M01-USDT'],
      at: world.clock.now(),
    });
    await pass(100);
    expect(states(frames).at(-1)).toBe('live');
  });

  it('keeps the exact volume of a row in sight when what it is sorted by comes cut', async () => {
    const { frames } = await open(list({ quote: 'USDT', ...seen(0, 0) }));
    all();
    await pass(300);
    row('M00-USDT', '101', '123456');
    sorts([['M00-USDT', '101', '123000']]);
    await pass(300);
    expect(frames.flatMap((frame) => texts(frame, 2)).at(-1)).toBe('123.45K');
  });

  it('reads the market that its prices in dollars are reckoned by', async () => {
    await open(list({ quote: 'BTC', first: 0, last: 5 }));
    all();
    await pass(300);
    expect(opened()).toEqual(['row:AAB-BTC', 'row:BTC-USDT', 'sort']);
  });

  it('reads all of them where an exchange tells no rows', async () => {
    hasRows$.next(false);
    const { frames } = await open(list({ quote: 'USDT', ...seen(0, 2) }));
    say(
      'tick',
      IDS.map((id, i) => [id, `${100 - i}`]),
      true,
    );
    await pass(300);
    expect(opened()).toEqual(['tick']);
    expect(states(frames).at(-1)).toBe('live');
  });
});

describe('one market', () => {
  it('reads its own row and no other', async () => {
    const { frames } = await open({ kind: 'ticker', id: 'M07-USDT' });
    await pass(200);
    row('M07-USDT', '12.5');
    await pass(100);
    expect(opened()).toEqual(['row:M07-USDT', 'sort']);
    expect(frames.at(-1)).toMatchObject({ price: '12.500', freshness: { state: 'live' } });
    await pass(3_100);
    expect(frames.at(-1)?.freshness.state).toBe('stale');
  });
});
