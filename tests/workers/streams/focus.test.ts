import { map } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { Book, Trade } from '../../../domain/index.ts';
import type { FeedEvent } from '../../../feeds/index.ts';
import { booksOf } from '../../../workers/streams/book.ts';
import { tradesOf } from '../../../workers/streams/trades.ts';
import { marbles, streamsOn } from './marbles.ts';

const lost = (channel: string): FeedEvent => ({ kind: 'lost', channel });

describe('a book', () => {
  const book = (bid: string): FeedEvent => ({
    kind: 'book',
    id: 'A',
    book: { bids: [[bid, '1']], asks: [] },
    at: 0,
  });
  const values = {
    s: book('1'),
    d: book('2'),
    r: book('3'),
    l: lost('book:A'),
    x: { kind: 'link', state: 'live' },
  };
  const best = map(({ bids }: Book) => bids[0]?.[0] ?? '-');

  it('is whole with its snapshot and with each change, and stays as it was while the channel is lost', () => {
    marbles(({ hot, expectObservable }) => {
      const events$ = hot<FeedEvent>('-sx-dl--r', values as Record<string, FeedEvent>);
      expectObservable(booksOf(events$).pipe(best)).toBe('-s--d---r', { s: '1', d: '2', r: '3' });
    });
  });
  it('is read once for two pages, goes on over a change of screen, and is requested from its snapshot after a second', () => {
    marbles((helpers) => {
      const { streams, openings } = streamsOn(helpers, {
        diagram: '-s-d 2998ms r',
        values: values as Record<string, FeedEvent>,
      });
      const { expectObservable, expectSubscriptions } = helpers;
      const book$ = streams.book$('A').pipe(best);
      expectObservable(book$, '^---!').toBe('-s-d', { s: '1', d: '2' });
      expectObservable(book$, '--^-!').toBe('--sd', { s: '1', d: '2' });
      // Another screen, half a second later: the book of before, at once.
      expectObservable(streams.book$('A').pipe(best), '500ms ^-!').toBe('500ms d', { d: '2' });
      // Long after, nothing of before is shown.
      expectObservable(streams.book$('A').pipe(best), '2s ^ 2s !').toBe('3002ms r', { r: '3' });
      expectSubscriptions(openings('book:A')).toBe(['^ 1501ms !', '2s ^ 3s !']);
    });
  });
});

describe('trades', () => {
  const trade = (id: number): Trade => ({ id, price: '1', quantity: '1', side: 'buy', at: id });
  const trades = (snapshot: boolean, ...ids: number[]): FeedEvent => ({
    kind: 'trades',
    id: 'A',
    snapshot,
    trades: ids.map(trade),
    at: 0,
  });
  const ids = map((own: readonly Trade[]) => own.map(({ id }) => id).join());

  it('begin with a snapshot, go on with each message, stay while lost, and begin again', () => {
    marbles(({ hot, expectObservable }) => {
      const events$ = hot<FeedEvent>('-s-d-l-r', {
        s: trades(true, 1, 2),
        d: trades(false, 3),
        r: trades(true, 8),
        l: lost('trade:A'),
      });
      expectObservable(tradesOf(events$).pipe(ids)).toBe('-s-d---r', { s: '1,2', d: '1,2,3', r: '8' });
    });
  });
  it('are a hundred at most, the newest', () => {
    marbles(({ hot, expectObservable }) => {
      const many = Array.from({ length: 100 }, (_, i) => i + 1);
      const events$ = hot('-sd', { s: trades(true, ...many), d: trades(false, 101, 102) });
      const ends = map((own: readonly Trade[]) => `${own.length} ${own[0]?.id} ${own.at(-1)?.id}`);
      expectObservable(tradesOf(events$).pipe(ends)).toBe('-sd', { s: '100 1 100', d: '100 3 102' });
    });
  });
  it('are one channel for two pages, and a second page has what came before it', () => {
    marbles((helpers) => {
      const { streams, openings } = streamsOn(helpers, {
        diagram: '-s-d',
        values: { s: trades(true, 1), d: trades(false, 2) },
      });
      helpers.expectObservable(streams.trades$('A').pipe(ids), '^----!').toBe('-s-d', { s: '1', d: '1,2' });
      helpers.expectObservable(streams.trades$('A').pipe(ids), '--^--!').toBe('--sd', { s: '1', d: '1,2' });
      helpers.expectSubscriptions(openings('trade:A')).toBe('^ 1004ms !');
    });
  });
});

it('follows the age of a channel for as long as it is open', () => {
  marbles((helpers) => {
    const { streams } = streamsOn(helpers, { diagram: '-', values: {} });
    const followed = () => streams.ages.channels().map(({ channel }) => channel);
    const page = streams.book$('A').subscribe();
    expect(followed()).toEqual(['book:A']);
    page.unsubscribe();
    helpers.scheduler.schedule(() => expect(followed()).toEqual(['book:A']), 999);
    helpers.scheduler.schedule(() => expect(followed()).toEqual([]), 1_001);
    helpers.flush();
    expect(followed()).toEqual([]);
  });
});
