import type { Observable } from 'rxjs';
import { map } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { CandleRow } from '../../../domain/contract/index.ts';
import type { FeedEvent } from '../../../feeds/index.ts';
import type { CandlesState } from '../../../workers/streams/candles.ts';
import { candlesOf } from '../../../workers/streams/candles.ts';
import type { Helpers } from './marbles.ts';
import { answered, marbles } from './marbles.ts';

const MINUTE = 60_000;
const row = (minute: number, close: string): CandleRow => [minute * MINUTE, '1', '9', '1', close, '5'];
const page = (rows: readonly CandleRow[], more = false) => ({ ok: true, data: { candles: rows, more } });
const bar = (minute: number, close: string): FeedEvent => ({
  kind: 'candle',
  id: 'A',
  interval: '1m',
  candle: { at: minute * MINUTE, open: '1', high: '9', low: '1', close, volume: '5' },
  closed: false,
  at: 0,
});
const lost: FeedEvent = { kind: 'lost', channel: 'cndl:A:1m' };

/** Bars by what each request is answered in turn. @param want how many bars are looked at, as digits. */
function bars(
  { hot, cold }: Helpers,
  events: readonly [diagram: string, values?: Record<string, FeedEvent>],
  answers: readonly (readonly [diagram: string, answer?: object])[],
  want = '1',
) {
  const requests: object[] = [];
  const state$ = candlesOf({
    id: 'A',
    interval: '1m',
    call: (_, request) => {
      requests.push(request as object);
      const [diagram, answer] = answers[requests.length - 1] ?? ['-'];
      return answered(cold(diagram, { p: answer }));
    },
    events$: hot<FeedEvent>(...(events as [string, Record<string, FeedEvent>])),
    want$: hot(want).pipe(map(Number)),
  });
  return { requests, state$ };
}
const shown = (state$: Observable<CandlesState>) =>
  state$.pipe(
    map(({ store, change: { kind } }) => {
      const closes = store.candles.map(({ at, close }) => `${at / MINUTE}:${close}`).join();
      return `${kind} ${closes}${store.loading ? ' loading' : ''}${store.failed ? ' failed' : ''}`;
    }),
  );

describe('the bars of a chart', () => {
  it('are a page, then each change of the running bar and each new one', () => {
    marbles((helpers) => {
      const { state$ } = bars(
        helpers,
        ['----d-n', { d: bar(2, '3'), n: bar(3, '4') }],
        [['--(p|)', page([row(1, '1'), row(2, '2')])]],
      );
      helpers.expectObservable(shown(state$)).toBe('l-p-d-n', {
        l: 'tail  loading',
        p: 'reset 1:1,2:2',
        d: 'tail 1:1,2:3',
        n: 'tail 1:1,2:3,3:4',
      });
    });
  });
  it('put what came while a page was on its way on top of it', () => {
    marbles((helpers) => {
      const { state$ } = bars(
        helpers,
        ['-d', { d: bar(2, '9') }],
        [['--(p|)', page([row(1, '1'), row(2, '2')])]],
      );
      helpers.expectObservable(shown(state$)).toBe('l-p', { l: 'tail  loading', p: 'reset 1:1,2:9' });
    });
  });
  it('are requested again after a gap, once, and keep what is older', () => {
    marbles((helpers) => {
      const { requests, state$ } = bars(
        helpers,
        ['---gh', { g: bar(5, '5'), h: bar(5, '6') }],
        [
          ['(p|)', page([row(1, '1'), row(2, '2')])],
          ['---(p|)', page([row(2, '2'), row(3, '3'), row(4, '4'), row(5, '5')])],
        ],
      );
      const texts: string[] = [];
      shown(state$).subscribe((text) => texts.push(text));
      helpers.flush();
      // What the stream says after the request is newer than the answer.
      expect(texts.at(-1)).toBe('reset 1:1,2:2,3:3,4:4,5:6');
      expect(requests).toHaveLength(2);
    });
  });
  it('are requested again after the channel was lost, with the first bar that follows', () => {
    marbles((helpers) => {
      const { requests, state$ } = bars(
        helpers,
        ['---l-d', { l: lost, d: bar(2, '5') }],
        [
          ['(p|)', page([row(1, '1'), row(2, '2')])],
          ['--(p|)', page([row(1, '7'), row(2, '8')])],
        ],
      );
      const texts: string[] = [];
      shown(state$).subscribe((text) => texts.push(text));
      helpers.flush();
      expect(texts.slice(1)).toEqual(['reset 1:1,2:2', 'tail 1:1,2:5', 'reset 1:7,2:8']);
      expect(requests).toEqual([
        { id: 'A', interval: '1m', limit: 300 },
        { id: 'A', interval: '1m', limit: 100 },
      ]);
    });
  });
  it('keep what came after a repair was requested, also where an older page is requested meanwhile', () => {
    marbles((helpers) => {
      const { state$ } = bars(
        helpers,
        ['---ldn', { l: lost, d: bar(2, '5'), n: bar(2, '6') }],
        [
          ['(p|)', page([row(1, '1'), row(2, '2')], true)],
          ['-----(p|)', page([row(1, '1'), row(2, '5')])],
          ['---------(p|)', page([row(0, '0')])],
        ],
        '1-----3',
      );
      const texts: string[] = [];
      shown(state$).subscribe((text) => texts.push(text));
      helpers.flush();
      expect(texts.at(-1)).toBe('older 0:0,1:1,2:6');
    });
  });
  it('are requested again after a gap that came while a repair was on its way', () => {
    marbles((helpers) => {
      const { requests, state$ } = bars(
        helpers,
        ['---g-h-----i', { g: bar(4, '4'), h: bar(7, '7'), i: bar(7, '8') }],
        [
          ['(p|)', page([row(1, '1'), row(2, '2')])],
          ['-----(p|)', page([row(2, '2'), row(3, '3'), row(4, '4')])],
          ['(p|)', page([row(4, '4'), row(5, '5'), row(6, '6'), row(7, '8')])],
        ],
      );
      const texts: string[] = [];
      shown(state$).subscribe((text) => texts.push(text));
      helpers.flush();
      expect(requests).toHaveLength(3);
      expect(texts.at(-1)).toBe('reset 1:1,2:2,3:3,4:4,5:5,6:6,7:8');
    });
  });
  it('go further back as far as the chart looks, one page at a time', () => {
    marbles((helpers) => {
      const { requests, state$ } = bars(
        helpers,
        ['-'],
        [
          ['--(p|)', page([row(5, '5'), row(6, '6')], true)],
          ['--(p|)', page([row(3, '3'), row(4, '4')], true)],
          ['--(p|)', page([row(1, '1'), row(2, '2')], false)],
        ],
        '1--5--9',
      );
      const texts: string[] = [];
      shown(state$).subscribe((text) => texts.push(text));
      helpers.flush();
      expect(texts.at(-1)).toBe('older 1:1,2:2,3:3,4:4,5:5,6:6');
      expect(requests.map((request) => (request as { before?: number }).before)).toEqual([
        undefined,
        5 * MINUTE,
        3 * MINUTE,
      ]);
    });
  });
  it('say that they could not be had, and are requested again when the chart asks', () => {
    marbles((helpers) => {
      const away = { ok: false, error: { code: 'networkDown', message: '' } };
      const { state$ } = bars(
        helpers,
        ['-'],
        [
          ['-(p|)', away],
          ['-(p|)', page([row(1, '1')])],
        ],
        '1---1',
      );
      helpers.expectObservable(shown(state$)).toBe('lf--mp', {
        l: 'tail  loading',
        f: 'tail  failed',
        m: 'tail  loading failed',
        p: 'reset 1:1',
      });
    });
  });
  const away = { ok: false, error: { code: 'networkDown', message: '' } };
  const spoken = (minute: number, close: string, at: number): FeedEvent =>
    ({ ...bar(minute, close), at }) as FeedEvent;
  it('that could not be had are requested again by a stream that speaks, and not at each of its words', () => {
    marbles((helpers) => {
      const events = {
        d: spoken(2, '5', 1_000),
        e: spoken(2, '6', 1_200),
        f: spoken(2, '7', 5_999),
        g: spoken(2, '8', 6_000),
      };
      const { requests, state$ } = bars(
        helpers,
        ['---d-e-f-g', events],
        [
          ['(p|)', away],
          ['(p|)', away],
          ['(p|)', page([row(1, '1'), row(2, '8')])],
        ],
      );
      const texts: string[] = [];
      shown(state$).subscribe((text) => texts.push(text));
      helpers.flush();
      expect(requests.slice(1)).toEqual(
        Array.from({ length: 2 }, () => ({ id: 'A', interval: '1m', limit: 300 })),
      );
      expect(texts.slice(1)).toEqual(['tail  failed', 'reset 1:1,2:8']);
    });
  });
  it('of a young market that could not be had begin with its stream where it has no others yet', () => {
    marbles((helpers) => {
      const events = {
        d: spoken(2, '5', 1_000),
        e: spoken(2, '6', 7_000),
        f: spoken(2, '7', 7_200),
      };
      const { requests, state$ } = bars(
        helpers,
        ['---d-e-f', events],
        [
          ['(p|)', away],
          ['-(p|)', page([])],
        ],
      );
      const texts: string[] = [];
      shown(state$).subscribe((text) => texts.push(text));
      helpers.flush();
      expect(requests).toHaveLength(2);
      expect(texts.slice(1)).toEqual(['tail  failed', 'reset ', 'tail 2:6', 'tail 2:7']);
    });
  });
  const newest = page([row(3, '3'), row(4, '4')], true);
  it.each<[string, object]>([
    ['is answered', newest],
    ['has failed', away],
  ])('that the stream has brought have all before them, once the request before %s', (_, late) => {
    marbles((helpers) => {
      const { requests, state$ } = bars(
        helpers,
        ['---d', { d: spoken(4, '4', 6_000) }],
        [
          ['(p|)', away],
          ['---(p|)', late],
          ['-(p|)', newest],
          ['-(p|)', page([row(1, '1'), row(2, '2')])],
        ],
        '4-4',
      );
      const texts: string[] = [];
      shown(state$).subscribe((text) => texts.push(text));
      helpers.flush();
      expect(texts.at(-1)).toBe('older 1:1,2:2,3:3,4:4');
      expect(requests).toHaveLength(4);
    });
  });
  it('are repaired after a pause where the repair failed, also where the gap was seen within it', () => {
    marbles((helpers) => {
      const events = {
        l: lost,
        d: spoken(2, '3', 1_000),
        e: spoken(7, '7', 2_000),
        f: spoken(7, '8', 5_500),
        g: spoken(7, '9', 6_000),
      };
      const { requests, state$ } = bars(
        helpers,
        ['---l-d-e-f-g', events],
        [
          ['(p|)', page([row(1, '1'), row(2, '2')])],
          ['(p|)', away],
          ['(p|)', page([2, 3, 4, 5, 6, 7].map((minute) => row(minute, `${minute}`)))],
        ],
      );
      const texts: string[] = [];
      shown(state$).subscribe((text) => texts.push(text));
      helpers.flush();
      expect(requests).toHaveLength(3);
      expect(texts.at(-1)).toBe('reset 1:1,2:2,3:3,4:4,5:5,6:6,7:7');
    });
  });
});
