import { expect, it } from 'vitest';
import type { Book } from '../../../domain/index.ts';
import type { LiveState, MarketEvent } from '../../../server/market/source.ts';
import { mergedSource } from '../../../server/matching/mergedSource.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { FakeSource } from '../../support/fakeSource.ts';

const bookAt = (price: string): Book => ({ bids: [[price, '1']], asks: [] });

/** An engine that has the books that a test gives it. */
function newKeeper(books: Readonly<Record<string, Book>> = {}) {
  const listeners = new Set<(id: string) => void>();
  return {
    listeners,
    book: (id: string) => new Map(Object.entries(books)).get(id),
    onBook(listener: (id: string) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change: (id: string) => listeners.forEach((each) => void each(id)),
  };
}
function openMerged(...keepers: ReturnType<typeof newKeeper>[]) {
  const clock = new FakeClock();
  const source = new FakeSource(clock);
  const merged = mergedSource(source, keepers);
  const events: MarketEvent[] = [];
  const stop = merged.subscribe((event) => events.push(event));
  return { clock, source, merged, events, stop };
}

it('the public book is that of the first engine that has one, and else the venue’s', () => {
  const spot = newKeeper({ 'AAA-USDT': bookAt('1') });
  const perpetual = newKeeper({ 'AAA-USDT': bookAt('2'), 'AAA-USDT-PERP': bookAt('3') });
  const { source, merged } = openMerged(spot, perpetual);
  expect(merged.book('AAA-USDT')).toEqual(bookAt('1'));
  expect(merged.book('AAA-USDT-PERP')).toEqual(bookAt('3'));
  expect(merged.book('BBB-USDT')).toBe(source.book('BBB-USDT'));
  expect(merged.book('GONE-USDT')).toBeUndefined();
});

it('a change of users’ orders is an event of the book, beside those of the venue, in their order', () => {
  const engine = newKeeper();
  const { source, events } = openMerged(engine);
  source.setBook('AAA-USDT', bookAt('4'));
  engine.change('AAA-USDT');
  source.reset('BBB-USDT');
  expect(events).toEqual([
    { kind: 'book', id: 'AAA-USDT' },
    { kind: 'book', id: 'AAA-USDT' },
    { kind: 'reset', id: 'BBB-USDT' },
  ]);
});

it('who has unsubscribed receives nothing more, of either, and others go on', () => {
  const engine = newKeeper();
  const { source, merged, events, stop } = openMerged(engine);
  const other: MarketEvent[] = [];
  merged.subscribe((event) => other.push(event));
  stop();
  engine.change('AAA-USDT');
  source.setBook('AAA-USDT', bookAt('4'));
  expect([events.length, other.length]).toEqual([0, 2]);
});

it('all but books is the venue’s own, also what changes after the engines were joined', async () => {
  const { clock, source, merged } = openMerged(newKeeper({ 'AAA-USDT': bookAt('1') }));
  expect(merged.live).toBeUndefined();
  source.setStatus('AAA-USDT', 'halted');
  expect(merged.version).toBe(source.version);
  expect(merged.markets()).toBe(source.markets());
  clock.jump(5);
  expect(merged.now()).toBe(clock.now());
  const trade = source.trade('AAA-USDT', '7');
  expect([merged.last('AAA-USDT'), merged.trades('AAA-USDT')]).toEqual(['7', [trade]]);
  expect(merged.tickers()).toEqual(source.tickers());
  expect(await merged.sparkline('AAA-USDT')).toEqual(['1', '2']);
  const unwatched = { kind: 'quiet' };
  source.watch = () => () => void (unwatched.kind = 'undone');
  merged.watch('AAA-USDT')();
  expect(unwatched.kind).toBe('undone');
  const live = { freshness: 'x' } as LiveState;
  expect(mergedSource(Object.assign(source, { live }), []).live).toBe(live);
});

it('closing ends the venue, and lets go of every engine', () => {
  const engines = [newKeeper(), newKeeper()];
  const { source, merged } = openMerged(...engines);
  let closed = 0;
  source.close = () => void closed++;
  expect(engines.map(({ listeners }) => listeners.size)).toEqual([1, 1]);
  merged.close();
  expect(engines.map(({ listeners }) => listeners.size)).toEqual([0, 0]);
  expect(closed).toBe(1);
});
