import { map, of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { Refusal, Result, Ticker } from '../../../domain/index.ts';
import type { FeedEvent } from '../../../feeds/index.ts';
import { Ages } from '../../../workers/streams/age.ts';
import type { LastVisit } from '../../../workers/streams/lastVisit.ts';
import { MarketRows } from '../../../workers/streams/marketRows.ts';
import { listedMarkets } from '../../../workers/streams/markets.ts';
import { appliedTickers } from '../../../workers/streams/tickers.ts';
import { market, ticker } from '../world.ts';
import type { Helpers } from './marbles.ts';
import { answered, marbles, streamsOn } from './marbles.ts';

const tickers = (rows: readonly Ticker[], snapshot = false, channel?: string): FeedEvent => ({
  kind: 'tickers',
  snapshot,
  rows,
  at: 5,
  ...(channel ? { channel } : {}),
});

/** Tickers put into the rows of two markets, and what stands there after each batch. */
function applied({ hot, clock }: Helpers, diagram: string, values: Record<string, FeedEvent>) {
  const rows = new MarketRows();
  const ages = new Ages(clock);
  rows.setMarkets([market('A'), market('B')]);
  const confirmed: number[] = [];
  const lastVisit = { confirm: () => confirmed.push(clock.monotonic()) } as unknown as LastVisit;
  const events$ = hot(diagram, values);
  const applied$ = appliedTickers(events$, { rows, ages, lastVisit });
  const last = (id: string) => rows.row(`${id}-USDT`)?.ticker?.last ?? '-';
  const read = map(
    ({ isListOld }: { isListOld: boolean }) => `${last('A')} ${last('B')}${isListOld ? ' old' : ''}`,
  );
  return { rows, ages, confirmed, events$, applied$, shown$: applied$.pipe(read) };
}

describe('tickers', () => {
  const values: Record<string, FeedEvent> = {
    s: tickers([ticker('A-USDT', '1'), ticker('B-USDT', '2')], true),
    d: tickers([ticker('A-USDT', '3')]),
    r: tickers([ticker('A-USDT', '4'), ticker('B-USDT', '5')], true),
    l: { kind: 'lost', channel: 'tick' },
    u: tickers([ticker('A-USDT', '6'), ticker('C-USDT', '7')], true),
  };
  it('are put into their rows in place, stay while the channel is lost, and are renewed by the next snapshot', () => {
    marbles((helpers) => {
      const { rows, shown$ } = applied(helpers, '-s-d-l-r', values);
      const before = rows.row('A-USDT');
      helpers.expectObservable(shown$).toBe('-s-d---r', { s: '1 2', d: '3 2', r: '4 5' });
      helpers.flush();
      expect(rows.row('A-USDT')).toBe(before);
      expect(rows.tickerVersion).toBe(3);
    });
  });
  it('say that the list is old when a snapshot names a market that is not on it', () => {
    marbles((helpers) => {
      const { shown$ } = applied(helpers, '-u-s', values);
      helpers.expectObservable(shown$).toBe('-u-s', { u: '6 - old', s: '1 2' });
    });
  });
  it('confirm the prices of the last visit once they are of all markets, and by one row never', () => {
    marbles((helpers) => {
      const { applied$, confirmed } = applied(helpers, '-o-s', {
        ...values,
        o: tickers([ticker('A-USDT', '1')], false, 'row:A-USDT'),
      });
      applied$.subscribe();
      helpers.flush();
      expect(confirmed).toEqual([3]);
    });
  });
  it('that come seldom do not replace those of a row that is read at full pace', () => {
    marbles((helpers) => {
      const { ages, applied$, shown$, events$ } = applied(helpers, '-s-f-q-', {
        s: tickers([ticker('A-USDT', '1'), ticker('B-USDT', '2')], true, 'sort'),
        f: tickers([ticker('A-USDT', '3')], false, 'row:A-USDT'),
        q: tickers([ticker('A-USDT', '9'), ticker('B-USDT', '8')], false, 'sort'),
      });
      ages.follow('row:A-USDT');
      events$.subscribe((event) => ages.take(event));
      helpers.expectObservable(shown$).toBe('-s-f-q-', { s: '1 2', f: '3 2', q: '3 8' });
      applied$.subscribe();
    });
  });
  it('are one channel for two pages, and open for a second after both have gone', () => {
    marbles((helpers) => {
      const { streams, openings } = streamsOn(helpers, { diagram: '-s', values });
      streams.stored$.subscribe();
      const count$ = streams.tickers$.pipe(map(({ tickerVersion }) => tickerVersion));
      helpers.expectObservable(count$, '^---!').toBe('01', { 0: 0, 1: 1 });
      helpers.expectObservable(count$, '--^---!').toBe('--1', { 1: 1 });
      helpers.expectSubscriptions(openings('tick')).toBe('^ 1005ms !');
    });
  });
});

const away: Refusal = { code: 'networkDown', message: '' };
const listOf = (version: string, ...bases: string[]): Result<unknown> => ({
  ok: true,
  data: { version, markets: bases.map((base) => market(base)) },
});
const lists: Record<string, Result<unknown>> = {
  a: listOf('1', 'A'),
  b: listOf('2', 'A', 'B'),
  n: { ok: false, error: away },
};
interface Hints {
  readonly old?: string;
  readonly version?: string;
  /** When somebody looks; all the time when left out. */
  readonly seen?: string;
}
/** The list by what each request is answered in turn. @returns ids after each change, and when was requested. */
function listed({ hot, cold, scheduler }: Helpers, answers: readonly string[], hints: Hints = {}) {
  const requests: number[] = [];
  const rows = new MarketRows();
  const markets$ = listedMarkets({
    call: () => {
      requests.push(scheduler.now());
      return answered(cold(answers[requests.length - 1] ?? '-', lists));
    },
    scheduler,
    rows,
    old$: hot(hints.old ?? '-'),
    version$: hot(hints.version ?? '-', { 1: '1', 2: '2' }),
    seen$: hints.seen === undefined ? of(undefined) : hot(hints.seen),
  });
  const shown$ = markets$.pipe(map(({ list }) => list.map(({ market: { base } }) => base).join()));
  return { requests, shown$ };
}

describe('the list of markets', () => {
  it('is requested at once and each minute, and emits when it is another one', () => {
    marbles((helpers) => {
      const { requests, shown$ } = listed(helpers, ['-(a|)', '-(a|)', '-(b|)']);
      helpers.expectObservable(shown$, '^ 130s !').toBe('-a 120001ms b', { a: 'A', b: 'A,B' });
      helpers.flush();
      expect(requests).toEqual([0, 60_001, 120_002]);
    });
  });
  it('is requested again after two seconds, then after four, while the exchange is not reached', () => {
    marbles((helpers) => {
      const { requests, shown$ } = listed(helpers, ['(n|)', '(n|)', '#', '(a|)']);
      helpers.expectObservable(shown$, '^ 20s !').toBe('14s a', { a: 'A' });
      helpers.flush();
      expect(requests).toEqual([0, 2_000, 6_000, 14_000]);
    });
  });
  it('is requested at once when prices name a market that it does not have, and when it has another version', () => {
    marbles((helpers) => {
      const hints = { old: '5s o', version: '7s 1 999ms 2' };
      const { requests, shown$ } = listed(helpers, ['(a|)', '(a|)', '(b|)'], hints);
      helpers.expectObservable(shown$, '^ 9s !').toBe('a 7999ms b', { a: 'A', b: 'A,B' });
      helpers.flush();
      expect(requests).toEqual([0, 5_000, 8_000]);
    });
  });
  it('that is known is not requested again while nobody looks, and at once when somebody does', () => {
    marbles((helpers) => {
      const { requests, shown$ } = listed(helpers, ['(a|)', '(b|)'], { seen: '300s s' });
      helpers.expectObservable(shown$, '^ 301s !').toBe('a 299999ms b', { a: 'A', b: 'A,B' });
      helpers.flush();
      expect(requests).toEqual([0, 300_000]);
    });
  });
  it.each<[string, string[], string, number[]]>([
    ['answered beside a request that is lost', ['-', '-(a|)'], '8001ms a', [0, 8_000]],
    ['answered by the third', ['-', '-', '(a|)'], '24s a', [0, 8_000, 24_000]],
    ['that of the first on a thin line', ['12s (a|)', '-'], '12s a', [0, 8_000]],
    [
      'that of the first where those beside it are refused',
      ['30s (a|)', '(n|)', '#'],
      '30s a',
      [0, 8_000, 24_000],
    ],
    [
      'requested again where the first has failed and those beside it have too',
      ['25s #', '#', '#', '(a|)'],
      '27s a',
      [0, 8_000, 24_000, 27_000],
    ],
  ])('is %s', (_, answers, diagram, times) => {
    marbles((helpers) => {
      const { requests, shown$ } = listed(helpers, answers);
      helpers.expectObservable(shown$, '^ 60s !').toBe(diagram, { a: 'A' });
      helpers.flush();
      expect(requests).toEqual(times);
    });
  });
  it('is requested once for two that subscribe', () => {
    marbles((helpers) => {
      const { requests, shown$ } = listed(helpers, ['-(a|)']);
      helpers.expectObservable(shown$, '^ 10ms !').toBe('-a', { a: 'A' });
      helpers.expectObservable(shown$, '^ 10ms !').toBe('-a', { a: 'A' });
      helpers.flush();
      expect(requests).toEqual([0]);
    });
  });
});
