import { concat, map, NEVER, of } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { expect, it } from 'vitest';
import type { Credit, Projection } from '../../workers/session/conflate.ts';
import { conflate } from '../../workers/session/conflate.ts';

type Helpers = Parameters<Parameters<TestScheduler['run']>[0]>[0];
const run = (test: (credit: (more: Partial<Credit>) => Credit, helpers: Helpers) => void) => {
  const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
  scheduler.run((helpers) =>
    test(
      (more) => ({ beat$: NEVER, ready$: of(true), urgent$: NEVER, everyMs: () => 0, scheduler, ...more }),
      helpers,
    ),
  );
};
const projections = map(
  (text: string): Projection<string> =>
    () =>
      text,
);

it('sends the newest at a beat, and nothing twice', () => {
  run((credit, { hot, expectObservable }) => {
    const source$ = hot('  ab--c---').pipe(projections);
    const beat$ = hot('    --x-x-x-x');
    expectObservable(source$.pipe(conflate(credit({ beat$ })))).toBe('--b-c');
  });
});
it('keeps one state for a slow page, never a queue, and sends it as soon as a missed beat can be made up for', () => {
  run((credit, { hot, expectObservable }) => {
    const source$ = hot('  abcd------').pipe(projections);
    const beat$ = hot('    -x-x-x-x-x');
    const ready$ = concat(of(true), hot('--n---y---', { n: false, y: true }));
    expectObservable(source$.pipe(conflate(credit({ beat$, ready$ })))).toBe('-b----d');
  });
});
it('leaves a page that is in time to its beat', () => {
  run((credit, { hot, expectObservable }) => {
    const source$ = hot('  a---b---').pipe(projections);
    const beat$ = hot('    -x----x-');
    const ready$ = concat(of(true), hot('--ny----', { n: false, y: true }));
    expectObservable(source$.pipe(conflate(credit({ beat$, ready$ })))).toBe('-a----b');
  });
});
it('gives a hidden page nothing, and the newest when it is shown again', () => {
  run((credit, { hot, expectObservable }) => {
    const source$ = hot('  abcdefgh').pipe(projections);
    const beat$ = hot('    x-----x-');
    expectObservable(source$.pipe(conflate(credit({ beat$ })))).toBe('a-----g');
  });
});
it('keeps the time between two frames, unless somebody waits for an answer', () => {
  run((credit, { hot, expectObservable }) => {
    const source$ = hot('  abcdefghi').pipe(projections);
    const beat$ = hot('    xxxxxxxxx');
    const urgent$ = hot('  -----u---');
    expectObservable(source$.pipe(conflate(credit({ beat$, urgent$, everyMs: () => 4 })))).toBe('a---e-g--');
  });
});
it('serves two pages of one state, each at its own beat', () => {
  run((credit, { hot, expectObservable }) => {
    const source$ = hot('  abcdef').pipe(projections);
    expectObservable(source$.pipe(conflate(credit({ beat$: hot('x-x-x-') })))).toBe('a-c-e-');
    expectObservable(source$.pipe(conflate(credit({ beat$: hot('---x--x') })))).toBe('---d--f');
  });
});
it('makes no frame of what nobody takes, and goes on after one that says nothing new', () => {
  run((credit, { hot, expectObservable, flush }) => {
    const made: string[] = [];
    const source$ = hot('  abc-d--').pipe(
      map(
        (text): Projection<string> =>
          () => {
            made.push(text);
            return text === 'c' ? undefined : text;
          },
      ),
    );
    const beat$ = hot('    ---x--x');
    expectObservable(source$.pipe(conflate(credit({ beat$ })))).toBe('------d');
    flush();
    expect(made).toEqual(['c', 'd']);
  });
});
it('ends with the error of a view that throws', () => {
  run((credit, { hot, expectObservable }) => {
    const source$ = hot('  ab---').pipe(
      map(
        (text): Projection<string> =>
          () => {
            if (text === 'b') throw 'bug';
            return text;
          },
      ),
    );
    const beat$ = hot('    x--x-');
    expectObservable(source$.pipe(conflate(credit({ beat$ })))).toBe('a--#', { a: 'a' }, 'bug');
    const broken$ = hot('--#', {}, 'bug').pipe(projections);
    expectObservable(broken$.pipe(conflate(credit({ beat$ })))).toBe('--#', {}, 'bug');
  });
});
