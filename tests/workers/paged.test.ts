import { Subject } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { expect, it } from 'vitest';
import type { Refusal, Result } from '../../domain/index.ts';
import type { Page, Pages } from '../../workers/views/pages.ts';
import { hasMore, pages } from '../../workers/views/pages.ts';

interface Row {
  readonly id: number;
  readonly text?: string;
}
type PagesState = Pages<Row, number>;

const away: Refusal = { code: 'unavailable', message: 'away' };
const page = (ids: readonly number[], next: number | null, text = ''): Result<Page<Row, number>> => ({
  ok: true,
  data: { rows: ids.map((id) => ({ id, text })), next },
});
const idsOf = ({ rows }: PagesState) => rows.map(({ id }) => id);

/** A list whose requests are answered when a test says so. */
function opened() {
  const [wanted$, version$, time$] = [
    new Subject<{ readonly want: number }>(),
    new Subject<number>(),
    new Subject<void>(),
  ];
  const requests: { before: number | undefined; answer: (result: Result<Page<Row, number>>) => void }[] = [];
  const shown: PagesState[] = [];
  const clock = { ms: 0 };
  const subscription = pages<Row, number>({
    wanted$,
    version$,
    time$,
    now: () => clock.ms,
    page: (before) => new Promise((answer) => requests.push({ before, answer })),
  }).subscribe((now) => shown.push(now));
  wanted$.next({ want: 2 });
  version$.next(1);
  const answer = async (result: Result<Page<Row, number>>) => {
    requests.at(-1)?.answer(result);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const last = (): PagesState => shown.at(-1) ?? { rows: [], next: undefined, loading: false };
  return { clock, wanted$, version$, time$, requests, shown, last, answer, subscription };
}

it('reads the first page at once, and says that it does', async () => {
  const { requests, last, answer } = opened();
  expect(requests.map(({ before }) => before)).toEqual([undefined]);
  expect(last()).toEqual({ rows: [], next: undefined, loading: true });
  expect(hasMore(last())).toBe(false);
  await answer(page([9, 8], 8));
  expect(last()).toMatchObject({ next: 8, loading: false });
  expect([idsOf(last()), hasMore(last())]).toEqual([[9, 8], true]);
});
it('reads on as far as its reader scrolls, page after page, and no further than its end', async () => {
  const { wanted$, time$, requests, last, answer } = opened();
  await answer(page([9, 8], 8));
  wanted$.next({ want: 6 });
  await answer(page([7, 6], 6));
  await answer(page([5], null));
  time$.next();
  expect(requests.map(({ before }) => before)).toEqual([undefined, 8, 6]);
  expect([idsOf(last()), hasMore(last()), last().loading]).toEqual([[9, 8, 7, 6, 5], false, false]);
});
it('puts new rows before those that it has, renews those of the same number and keeps its end', async () => {
  const { version$, last, answer } = opened();
  await answer(page([9, 8], 8, 'old'));
  version$.next(2);
  await answer(page([10, 9], 9, 'new'));
  expect(last().rows).toEqual([
    { id: 10, text: 'new' },
    { id: 9, text: 'new' },
    { id: 8, text: 'old' },
  ]);
  expect(last().next).toBe(8);
});
it('begins from scratch where more is new than a page holds', async () => {
  const { version$, last, answer } = opened();
  await answer(page([9, 8], 8));
  version$.next(2);
  await answer(page([20, 19], 19));
  expect([idsOf(last()), last().next]).toEqual([[20, 19], 19]);
});
it('makes one request at a time, and the one that was due meanwhile at the next beat', async () => {
  const { version$, time$, requests, answer } = opened();
  version$.next(2);
  version$.next(3);
  expect(requests).toHaveLength(1);
  await answer(page([9], null));
  expect(requests).toHaveLength(1);
  time$.next();
  expect(requests).toHaveLength(2);
});
it('keeps what it has when a page fails, and requests it again for a newer version or its reader', async () => {
  const { wanted$, version$, time$, requests, last, answer } = opened();
  await answer(page([9, 8], 8));
  wanted$.next({ want: 4 });
  await answer({ ok: false, error: away });
  expect(last()).toMatchObject({ failed: away, loading: false });
  expect(idsOf(last())).toEqual([9, 8]);
  time$.next();
  expect(requests).toHaveLength(2);
  wanted$.next({ want: 4 });
  expect(last()).not.toHaveProperty('failed');
  await answer({ ok: false, error: away });
  version$.next(2);
  expect(requests).toHaveLength(4);
  await answer(page([9, 8], 8));
  await answer(page([7, 6], 6));
  expect(idsOf(last())).toEqual([9, 8, 7, 6]);
});
it('requests what failed again by itself after 10 s: who reads its top does not see that newer rows are missing', async () => {
  const { clock, version$, time$, requests, last, answer } = opened();
  await answer(page([9, 8], 8));
  clock.ms = 30_000;
  time$.next();
  version$.next(2);
  await answer({ ok: false, error: away });
  expect(requests).toHaveLength(2);
  clock.ms += 9_999;
  time$.next();
  expect(requests).toHaveLength(2);
  clock.ms += 1;
  time$.next();
  expect(requests).toHaveLength(3);
  await answer(page([10, 9], 9));
  expect(idsOf(last())).toEqual([10, 9, 8]);
  expect(last()).not.toHaveProperty('failed');
});
it('leaves out the answer that is on its way when nobody reads it any more', async () => {
  const { shown, answer, subscription } = opened();
  subscription.unsubscribe();
  await answer(page([9], null));
  expect(shown).toHaveLength(1);
});
it('as marbles: a beat requests nothing while a page is on its way or nothing is missing', () => {
  const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
  scheduler.run(({ hot, cold, expectObservable }) => {
    let requests = 0;
    const read = () => {
      requests += 1;
      return cold('---(p|)', { p: page([requests], null) }) as unknown as Promise<Result<Page<Row, number>>>;
    };
    const shown$ = pages<Row, number>({
      wanted$: hot(' w---------', { w: { want: 1 } }),
      version$: hot('1-----2---', { 1: 1, 2: 2 }),
      time$: hot('   -xxxxxxxxx'),
      now: () => 0,
      page: read,
    });
    const loading = (rows: Row[], next: number | null | undefined) => ({ rows, next, loading: true });
    expectObservable(shown$).toBe('a--b--c--d', {
      a: loading([], undefined),
      b: { rows: [{ id: 1, text: '' }], next: null, loading: false },
      c: loading([{ id: 1, text: '' }], null),
      d: { rows: [{ id: 2, text: '' }], next: null, loading: false },
    });
  });
});
