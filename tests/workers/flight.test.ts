import type { Subscription } from 'rxjs';
import { BehaviorSubject, of, Subject } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FeedEvent } from '../../feeds/index.ts';
import type { FlightFrame, FlightView } from '../../workers/api.ts';
import { flight, loadedTape } from '../../workers/flight/flight.ts';
import { flightView } from '../../workers/flight/player.ts';
import { FlightRing, KEPT_MS, MOST_CHARACTERS } from '../../workers/flight/ring.ts';
import { readTape } from '../../workers/flight/tape.ts';
import type { Projection } from '../../workers/session/conflate.ts';
import { createWords } from '../../workers/session/words.ts';
import type { ViewDeps } from '../../workers/views/view.ts';
import { FakeClock, settle } from '../support/fakeClock.ts';
import { FakeVenue } from '../support/fakeVenue.ts';
import { pageFeed } from '../support/pageFeed.ts';

const AT = Date.UTC(2026, 10, 21);
const prices = (last: string, id = 'A-USDT'): FeedEvent => ({
  kind: 'tickers',
  snapshot: false,
  rows: [{ id, last, open24: '1', volume: '1', high24: '1', low24: '1' }],
  at: AT,
});
const book = (bid: string): FeedEvent => ({
  kind: 'book',
  id: 'A-USDT',
  book: { bids: [[bid, '1']], asks: [['200', '2']] },
  at: AT,
});

describe('the ring', () => {
  it('keeps three minutes, and what stood where they begin', () => {
    const ring = new FlightRing();
    ring.add(AT, prices('10'));
    ring.add(AT, book('9'));
    ring.add(AT + 1_000, book('8'));
    ring.add(AT + 1_000 + KEPT_MS + 1, { kind: 'tap', path: '/home', x: 500, y: 10 });
    const lines = readTape(ring.text()).map(({ at, shown }) => [at, shown]);
    expect(lines).toEqual([
      [0, { kind: 'tickers', rows: [{ id: 'A-USDT', last: '10' }] }],
      [0, { kind: 'book', id: 'A-USDT', book: { bids: [['8', '1']], asks: [['200', '2']] } }],
      [0, { kind: 'tap', path: '/home', x: 500, y: 10 }],
    ]);
  });

  it('stays below its size, whatever is told', () => {
    const ring = new FlightRing();
    const levels = Array.from({ length: 50 }, (_, i) => [`${10_000 - i}`, '1.23456789'] as const);
    for (let i = 0; i < 20_000; i++)
      ring.add(AT + i, { kind: 'book', id: 'A-USDT', book: { bids: levels, asks: [] }, at: AT });
    expect(ring.characters).toBeGreaterThan(MOST_CHARACTERS * 0.9);
    expect(ring.characters).toBeLessThanOrEqual(MOST_CHARACTERS);
  });

  it('keeps prices once a second, each market’s newest', () => {
    const ring = new FlightRing();
    for (let i = 0; i <= 8; i++) ring.add(AT + i * 250, prices(`${i + 1}`));
    const published = readTape(ring.text()).flatMap(({ shown }) =>
      shown.kind === 'tickers' ? shown.rows : [],
    );
    expect(published.map(({ last }) => last)).toEqual(['1', '5', '9']);
  });

  it('keeps nothing about users', () => {
    const ring = new FlightRing();
    ring.add(AT, { kind: 'loginEnded', token: 'secret' });
    const row = { type: 'profile' as const, body: {} };
    ring.add(AT, { kind: 'private', row, at: AT });
    expect(ring.text()).toBe('');
  });
});

describe('a saved recording', () => {
  it('is read without what is damaged, in order', () => {
    const good = `${AT}000000 {"kind":"tap","path":"/home","x":1,"y":2}`;
    const early = `${AT - 5_000}000000 ${JSON.stringify(prices('7'))}`;
    const crossed = `${AT}000000 {"kind":"book","id":"A","book":{"bids":[["5","1"]],"asks":[["4","1"]]}}`;
    const text = [good, 'garbage', '{}', `${AT}000000 {"kind":"tap"`, crossed, early].join('\n');
    expect(readTape(text).map(({ at, shown }) => [at, shown.kind])).toEqual([
      [0, 'tap'],
      [0, 'tickers'],
    ]);
    expect(readTape('')).toEqual([]);
  });
});

describe('a replay', () => {
  const words = createWords('en_us');
  let clock: FakeClock;
  let view$: BehaviorSubject<FlightView>;
  let beat$: Subject<void>;
  let projection: Projection<FlightFrame> | undefined;
  let running: Subscription;
  const line = (ms: number, event: unknown) => `${AT + ms}000000 ${JSON.stringify(event)}\n`;
  const text =
    line(0, prices('10')) +
    line(10_000, book('9')) +
    line(20_000, prices('11', 'B-USDT')) +
    line(60_000, { kind: 'tap', path: '/trade', x: 100, y: 900 });
  beforeEach(() => {
    clock = new FakeClock();
    view$ = new BehaviorSubject<FlightView>({ kind: 'flight', speed: 1 });
    beat$ = new Subject();
    const deps = { clock, time$: beat$, refresh$: of(0), words: () => words } as unknown as ViewDeps;
    running = flightView(() => readTape(text))(view$, deps).subscribe((newest) => {
      projection = newest;
    });
  });
  afterEach(() => running.unsubscribe());
  const frame = (): FlightFrame | undefined => {
    beat$.next();
    return projection?.();
  };

  it('goes at its pace, and stands still', async () => {
    expect(frame()).toMatchObject({
      clock: '0:00 / 1:00',
      progress: 0,
      prices: [{ id: 'A-USDT', price: '10.000' }],
    });
    await clock.advance(10_000);
    expect(frame()?.book).toMatchObject({ id: 'A-USDT', bids: [{ price: '9.0000', quantity: '1.00' }] });
    view$.next({ kind: 'flight', speed: 0 });
    await clock.advance(60_000);
    expect(frame()?.clock).toBe('0:10 / 1:00');
    view$.next({ kind: 'flight', speed: 10 });
    await clock.advance(1_000);
    expect(frame()?.prices.map(({ id }) => id)).toEqual(['B-USDT', 'A-USDT']);
  });

  it('says nothing while nothing changes, ends, and begins anew', async () => {
    await clock.advance(70_000);
    expect(frame()).toMatchObject({
      clock: '1:00 / 1:00',
      progress: 1_000,
      tap: { path: '/trade', x: 100, y: 900 },
    });
    await clock.advance(5_000);
    expect(frame()).toBeUndefined();
    view$.next({ kind: 'flight', speed: 2 });
    expect(frame()).toMatchObject({ clock: '0:00 / 1:00', progress: 0, tap: undefined });
  });
});

describe('the recorder of a worker', () => {
  it('records while it is on, hands over what it has, and forgets it when it is turned off', async () => {
    const clock = new FakeClock();
    const venue = new FakeVenue(clock.now, ['A-USDT']);
    const feed = pageFeed(clock, { binance: venue });
    await settle();
    const ask = (what: Parameters<typeof flight>[2]) => flight(feed, clock, what);
    venue.book('A-USDT', '1', '2');
    ask({ do: 'tap', path: '/home', x: 1, y: 1 });
    expect(ask({ do: 'save' })).toBe('');
    ask({ do: 'record', on: true });
    ask({ do: 'record', on: true });
    venue.book('A-USDT', '3', '4');
    await clock.advance(2_000);
    ask({ do: 'tap', path: '/home', x: 1, y: 1 });
    const saved = ask({ do: 'save' });
    expect(ask({ do: 'load', text: saved })).toBe('0:02');
    expect(loadedTape().filter(({ shown }) => shown.kind === 'book')).toHaveLength(1);
    expect(ask({ do: 'load', text: 'nothing' })).toBe('');
    ask({ do: 'record', on: false });
    venue.book('A-USDT', '5', '6');
    expect(ask({ do: 'save' })).toBe('');
    feed.close();
  });
});
