import { concat, NEVER, of, throwError } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { describe, expect, it } from 'vitest';
import { keyed, poll, schedulerOf, sharedWithLinger } from '../../../feeds/index.ts';
import { FakeClock } from '../../support/fakeClock.ts';

const run = (
  test: (scheduler: TestScheduler, helpers: Parameters<Parameters<TestScheduler['run']>[0]>[0]) => void,
) => {
  const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
  scheduler.run((helpers) => test(scheduler, helpers));
};

describe('a shared state', () => {
  it('is the newest for whoever comes later, and lives on for a second after the last has gone', () => {
    run((scheduler, { hot, expectObservable, expectSubscriptions }) => {
      const source$ = hot('   a-b 2s c');
      const state$ = source$.pipe(sharedWithLinger(scheduler));
      expectObservable(state$, '^--!').toBe('a-b');
      // Half a second later it is still there.
      expectObservable(state$, '500ms ^ 100ms !').toBe('500ms b');
      // Two seconds later it begins again.
      expectObservable(state$, '1900ms ^ 200ms !').toBe('2003ms c');
      expectSubscriptions(source$.subscriptions).toBe(['^ 1600ms !', '1900ms ^ 1200ms !']);
    });
  });
  it('stands once a key, and is made again after it has ended', () => {
    const made: string[] = [];
    const of$ = keyed((key: string) => {
      made.push(key);
      return NEVER;
    });
    const first = of$('a').subscribe();
    const second = of$('a').subscribe();
    of$('b').subscribe();
    expect(made).toEqual(['a', 'b']);
    first.unsubscribe();
    second.unsubscribe();
    of$('a').subscribe();
    expect(made).toEqual(['a', 'b', 'a']);
  });
});

describe('polling', () => {
  const plan = (scheduler: TestScheduler) => ({
    everyMs: 10,
    answerMs: 5,
    retryMs: (failures: number) => failures * 2,
    scheduler,
  });
  it('requests again so long after each answer, one at a time', () => {
    run((scheduler, { cold, expectObservable }) => {
      expectObservable(
        poll(plan(scheduler), () => cold('--(a|)')),
        '^ 30ms !',
      ).toBe('--a 11ms a 11ms a');
    });
  });
  it('waits longer after each failure in a row, and as usual after an answer', () => {
    run((scheduler, { expectObservable }) => {
      const answers = [throwError(() => 'x'), throwError(() => 'x'), of('a'), throwError(() => 'x'), of('b')];
      expectObservable(
        poll(plan(scheduler), () => answers.shift() ?? NEVER),
        '^ 25ms !',
      ).toBe('6ms a 11ms b');
    });
  });
  it('gives up an answer that does not come, and tells each failure', () => {
    run((scheduler, { cold, expectObservable, flush }) => {
      const failed: unknown[] = [];
      const answers = [NEVER, cold('a|')];
      const request = () => answers.shift() ?? NEVER;
      expectObservable(
        poll<string>({ ...plan(scheduler), failed: (error) => failed.push(error) }, request),
        '^ 9ms !',
      ).toBe('7ms a');
      flush();
      expect(failed).toHaveLength(1);
    });
  });
  it('hurries when it is told to, and waits while nobody looks', () => {
    run((scheduler, { cold, hot, expectObservable }) => {
      const hurry$ = hot('   ---x');
      const while$ = hot('   30ms y');
      expectObservable(
        poll({ ...plan(scheduler), hurry$, while$ }, () => cold('(a|)')),
        '^ 35ms !',
      ).toBe('a--a 26ms a');
    });
  });
  it('leaves out an answer that nobody waits for any more', () => {
    run((scheduler, { cold, expectObservable }) => {
      expectObservable(
        poll(plan(scheduler), () => concat(cold('---a|'))),
        '^-!',
      ).toBe('---');
    });
  });
});

it('makes a scheduler of a clock: work waits on it, may be put off, and is taken back', async () => {
  const clock = new FakeClock();
  const scheduler = schedulerOf(clock);
  const ran: number[] = [];
  scheduler.schedule<number>(
    function (left = 0) {
      ran.push(clock.monotonic());
      if (left > 0) this.schedule(left - 1, 10);
    },
    5,
    2,
  );
  const taken = scheduler.schedule(() => ran.push(-1), 1);
  taken.unsubscribe();
  await clock.advance(100);
  expect(ran).toEqual([5, 15, 25]);
  expect(clock.pending).toBe(0);
});
