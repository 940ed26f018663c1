import { map } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { expect, it } from 'vitest';
import type { MarkRow } from '../../domain/contract/index.ts';
import type { FeedEvent } from '../../feeds/index.ts';
import { sharedWithLinger } from '../../feeds/index.ts';
import type { Marks } from '../../workers/streams/marks.ts';
import { marksOf } from '../../workers/streams/marks.ts';

const row = (id: string, mark: string): MarkRow => [id, mark, mark, '0.0001', 0, 'live'];
const marks = (snapshot: boolean, ...rows: MarkRow[]): FeedEvent => ({
  kind: 'marks',
  snapshot,
  rows,
  at: 0,
});
const events: Record<string, FeedEvent> = {
  s: marks(true, row('A', '1'), row('B', '2')),
  d: marks(false, row('A', '3')),
  r: marks(true, row('B', '4')),
  l: { kind: 'lost', channel: 'mark' },
};
/** What stands of A and B, read at once: the state is changed in place. */
const read = map((own: Marks) => ['A', 'B'].map((id) => own.of(id)?.[1] ?? '-').join());
const run = (test: Parameters<TestScheduler['run']>[0]) =>
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(test);

it('stands empty before the snapshot, takes deltas, keeps what was lost, and begins again with the next snapshot', () => {
  run(({ hot, expectObservable }) => {
    const shown$ = marksOf(hot('-s-d-l-r', events)).pipe(read);
    expectObservable(shown$).toBe('0s-d---r', { 0: '-,-', s: '1,2', d: '3,2', r: '-,4' });
  });
});
it('is one state for two pages, outlives a change of screen, and is forgotten a second after', () => {
  const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
  scheduler.run(({ hot, expectObservable, expectSubscriptions }) => {
    const events$ = hot('-s', events);
    const shared$ = marksOf(events$).pipe(sharedWithLinger(scheduler), read);
    expectObservable(shared$, '^----!').toBe('0s', { 0: '-,-', s: '1,2' });
    expectObservable(shared$, '--^--!').toBe('--s', { s: '1,2' });
    expectObservable(shared$, '500ms ^--!').toBe('500ms s', { s: '1,2' });
    expectObservable(shared$, '2s ^--!').toBe('2s 0', { 0: '-,-' });
    expectSubscriptions(events$.subscriptions).toBe(['^ 1502ms !', '2s ^ 1002ms !']);
  });
});
