import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../domain/index.ts';
import type { FeedEvent } from '../../feeds/index.ts';
import { VenueError, VenueFeed } from '../../feeds/index.ts';
import { createCaller } from '../../workers/session/calls.ts';
import { createVenueTransport } from '../../workers/session/venueTransport.ts';
import { Ages } from '../../workers/streams/age.ts';
import { FakeClock, settle } from '../support/fakeClock.ts';
import { FakeVenue } from '../support/fakeVenue.ts';
import { nobody } from '../support/nobody.ts';

const ID = 'BTC-USDT';
let clock: FakeClock;
let venue: FakeVenue;
let feed: VenueFeed;
let events: FeedEvent[];
let connections: number;
let canConnect: boolean;
beforeEach(async () => {
  clock = new FakeClock();
  venue = new FakeVenue(clock.now, [ID, 'ODD-USDT']);
  events = [];
  connections = 0;
  canConnect = true;
  feed = open();
  await settle();
});
function open(): VenueFeed {
  const made = new VenueFeed({
    names: ['binance'],
    clock,
    random: () => 0.5,
    connect: async () => {
      connections += 1;
      if (!canConnect) throw new Error('chunk missing');
      return venue;
    },
  });
  made.events$.subscribe((event) => events.push(event));
  return made;
}
const notices = () => events.flatMap((event) => (event.kind === 'source' ? event.notice.state : []));

describe('a venue as the feed of a page', () => {
  it.each([0, 5_000])(
    'is fetched no more once the feed is closed, %i ms after it could not be',
    async (ms) => {
      canConnect = false;
      const closed = open();
      await clock.advance(ms);
      closed.close();
      feed.close();
      const before = connections;
      await clock.advance(600_000);
      expect([connections, clock.pending]).toEqual([before, 0]);
    },
  );
  it('passes on what the venue tells, and marks with their funding', () => {
    const leave = feed.channel$(`book:${ID}`).subscribe();
    venue.tick({ [ID]: '100' }, true);
    venue.book(ID, '99', '101');
    venue.trade(ID, '100');
    const funding = { rate: '0.0001', hours: 8, nextAt: 1_000 };
    const rows = [
      { id: ID, mark: '100', index: '101', funding },
      { id: 'B', mark: '1', index: '1', funding: undefined },
    ];
    venue.publish({ kind: 'venueMarks', snapshot: true, rows, at: clock.now() });
    venue.lose(`book:${ID}`);
    const published = events.map(({ kind }) => kind).filter((kind) => kind !== 'source');
    expect(published).toEqual(['origin', 'tickers', 'book', 'trades', 'marks', 'lost']);
    expect(events.find(({ kind }) => kind === 'marks')).toMatchObject({
      fundingHours: [[ID, 8]],
      rows: [
        [ID, '100', '101', '0.0001', 1_000, 'live'],
        ['B', '1', '1', '0', 0, 'live'],
      ],
    });
    leave.unsubscribe();
  });

  it('opens what is wanted before the venue is there, unless it is let go of again', async () => {
    canConnect = false;
    const late = open();
    late.channel$('tick').subscribe();
    late.channel$(`book:${ID}`).subscribe().unsubscribe();
    await clock.advance(500);
    canConnect = true;
    await clock.advance(10_000);
    expect([...venue.opened.keys()]).toEqual(['tick']);
    expect(connections).toBeGreaterThan(2);
  });

  it('says that the venue is gone five seconds after its last word, and at once that it is back', async () => {
    venue.tick({ [ID]: '100' });
    await clock.advance(5_000);
    expect(new Set(notices())).toEqual(new Set(['live']));
    await clock.advance(1_000);
    expect(notices().at(-1)).toBe('gone');
    venue.alive('tick');
    expect(notices().at(-1)).toBe('live');
  });

  it('says that there is no history while questions are refused', () => {
    venue.publish({ kind: 'rest', state: 'blocked' });
    expect(notices()).toEqual(['partial']);
    venue.publish({ kind: 'rest', state: 'open' });
    expect(notices().at(-1)).toBe('live');
  });

  it('takes the venue’s clock where the device’s is wrong', () => {
    const row = { id: ID, last: '1', open24: '1', volume: '1', high24: '1', low24: '1' };
    venue.publish({ kind: 'tickers', snapshot: false, rows: [row], at: clock.now() + 50 });
    expect(events.some(({ kind }) => kind === 'clock')).toBe(false);
    venue.publish({ kind: 'tickers', snapshot: false, rows: [row], at: clock.now() + 3_600_000 });
    expect(events.find(({ kind }) => kind === 'clock')).toMatchObject({ offsetMs: 3_600_000 });
  });

  it.each([-600_000, 600_000])('sees that a line lags with a clock that is %i ms off', async (skewMs) => {
    const beats = new Ages(clock);
    feed.events$.subscribe((event) => beats.take(event));
    const row = { id: ID, last: '1', open24: '1', volume: '1', high24: '1', low24: '1' };
    const publish = (lagMs: number) =>
      venue.publish({ kind: 'tickers', snapshot: false, rows: [row], at: clock.now() + skewMs - lagMs });
    publish(0);
    await clock.advance(5_000);
    publish(4_000);
    expect(beats.of('tick', 3_000, String)).toMatchObject({ state: 'stale', ageMs: 4_000 });
    clock.jump(-600_000, 0);
    publish(-600_000);
    expect(beats.of('tick', 3_000, String).state).toBe('live');
  });

  it('wakes and closes its venue', async () => {
    feed.wake();
    feed.close();
    await clock.advance(10_000);
    expect([venue.wakes, venue.isClosed, clock.pending]).toEqual([1, true, 0]);
  });
});

describe('calls of a page without an exchange', () => {
  const call = () => createCaller(createVenueTransport(feed), clock, nobody);

  it('tell the venue’s markets with their pictures, and another version when they change', async () => {
    const ask = call();
    const first = await ask('market.list', {});
    if (!first.ok) throw new Error(`${first.error.code}`);
    expect(first.data.markets.map(({ id, iconId }) => [id, iconId])).toEqual([
      [ID, 1],
      ['ODD-USDT', null],
    ]);
    expect(await ask('market.list', {})).toEqual(first);
    venue.list = venue.list.slice(0, 1);
    await clock.advance(HOUR_MS);
    expect(await ask('market.list', {})).toMatchObject({ data: { version: '2' } });
  });

  it('tell bars and small pictures', async () => {
    venue.minutes = [{ at: clock.now(), open: '1', high: '3', low: '1', close: '2', volume: '5' }];
    const bars = await call()('market.candles', { id: ID, interval: '1m', limit: 10 });
    expect(bars).toMatchObject({
      ok: true,
      data: { candles: [[clock.now(), '1', '3', '1', '2', '5']], more: false },
    });
    const lines = await call()('market.sparklines', { ids: [ID] });
    expect(lines).toEqual({ ok: true, data: { lines: [[ID, ['2']]] } });
  });

  it('are refused when the venue does not answer', async () => {
    venue.isReachable = false;
    const bars = await call()('market.candles', { id: ID, interval: '1m', limit: 10 });
    expect(bars).toMatchObject({ ok: false, error: { code: 'venueAway' } });
  });

  it('have no list of a venue that has never told one', async () => {
    venue.markets = () => Promise.reject(new VenueError('blocked'));
    feed = open();
    expect(await call()('market.list', {})).toMatchObject({ ok: false, error: { code: 'venueAway' } });
  });

  it('about users need an exchange', async () => {
    for (const ask of [call()('account.balances', {}), call()('spot.orders', {}), call()('cycle.assets', {})])
      expect(await ask).toMatchObject({ ok: false, error: { code: 'noExchange' } });
  });
});
