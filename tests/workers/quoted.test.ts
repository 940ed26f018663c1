import { concat, NEVER, of } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { expect, it } from 'vitest';
import type { Refusal, Result } from '../../domain/index.ts';
import type { QuotePlan } from '../../workers/views/quoted.ts';
import { quoted } from '../../workers/views/quoted.ts';

interface Quote {
  readonly id: string;
  readonly expiresAt: number;
}
type Helpers = Parameters<Parameters<TestScheduler['run']>[0]>[0];
type Deps = Parameters<typeof quoted>[1];

const refused: Refusal = { code: 'convertLimit', message: 'no' };
const found = (id: string, expiresAt: number): Result<Quote> => ({ ok: true, data: { id, expiresAt } });

/** Beats every 100 ms, on one clock for page and server. @param answers of each request in turn, at once. */
const run = (
  answers: readonly Result<Quote>[],
  plan: Partial<QuotePlan<string, Quote>>,
  test: (
    show: (order$: Parameters<typeof quoted<string, Quote>>[0]) => ReturnType<typeof quoted<string, Quote>>,
    helpers: Helpers,
  ) => void,
): readonly [order: string, at: number][] => {
  const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
  const sent: [string, number][] = [];
  scheduler.run((helpers) => {
    const deps = {
      time$: helpers.hot(`-x${' 99ms x'.repeat(59)}`),
      clock: { now: () => scheduler.now(), monotonic: () => scheduler.now() },
      ages: { serverNow: () => scheduler.now() },
    } as unknown as Deps;
    const request = (order: string) => {
      const answer = answers[sent.length];
      sent.push([order, scheduler.now()]);
      return helpers.cold('(a|)', { a: answer }) as unknown as Promise<Result<Quote>>;
    };
    test(
      (order$) => quoted<string, Quote>(order$, deps, { request, renewMs: 500, restMs: 0, ...plan }),
      helpers,
    );
  });
  return sent;
};

it('requests nothing while nothing would be ordered', () => {
  const sent = run([], {}, (show, { expectObservable }) => {
    expectObservable(show(concat(of(undefined), NEVER))).toBe('0', { 0: { seconds: 0 } });
  });
  expect(sent).toEqual([]);
});
it('says how long a quote stands, and renews it before it ends', () => {
  const quote = { id: 'a', expiresAt: 2_001 };
  const next = { id: 'b', expiresAt: 9_000 };
  const sent = run([found('a', 2_001), found('b', 9_000)], {}, (show, { expectObservable }) => {
    expectObservable(show(concat(of('x'), NEVER)), '1602ms !').toBe('01 999ms 2 599ms b', {
      0: { seconds: 0 },
      1: { quote, seconds: 2 },
      2: { quote, seconds: 1 },
      b: { quote: next, seconds: 8 },
    });
  });
  expect(sent).toEqual([
    ['x', 1],
    ['x', 1_601],
  ]);
});
it('waits until typing rests, and leaves out the quote of what was typed before', () => {
  const sent = run([found('a', 9_000)], { restMs: 300 }, (show, { hot, expectObservable }) => {
    const order$ = hot('x 199ms y', { x: 'x', y: 'y' });
    expectObservable(show(order$), '600ms !').toBe('0 199ms 0 300ms a', {
      0: { seconds: 0 },
      a: { quote: { id: 'a', expiresAt: 9_000 }, seconds: 9 },
    });
  });
  expect(sent).toEqual([['y', 501]]);
});
it('has no quote after a refusal, and asks for one again a second later', () => {
  const quote = { id: 'a', expiresAt: 400 };
  const sent = run(
    [found('a', 400), { ok: false, error: refused }, found('b', 9_000)],
    {},
    (show, { expectObservable }) => {
      expectObservable(show(concat(of('x'), NEVER)), '1200ms !').toBe('01 99ms r 999ms b', {
        0: { seconds: 0 },
        1: { quote, seconds: 1 },
        r: { failed: refused, seconds: 0 },
        b: { quote: { id: 'b', expiresAt: 9_000 }, seconds: 8 },
      });
    },
  );
  expect(sent.map(([, at]) => at)).toEqual([1, 101, 1_101]);
});
it.each(['networkDown', 'timedOut', 'unavailable', 'tooManyRequests'] as const)(
  'keeps a quote that still stands when it cannot be renewed for now by %s, which is in the way of nothing before its end',
  (code) => {
    const quote = { id: 'a', expiresAt: 450 };
    const cut: Refusal = { code, message: '' };
    run([found('a', 450), { ok: false, error: cut }], {}, (show, { expectObservable }) => {
      expectObservable(show(concat(of('x'), NEVER)), '600ms !').toBe('01 99ms k 399ms e', {
        0: { seconds: 0 },
        1: { quote, seconds: 1 },
        k: { quote, seconds: 1 },
        e: { failed: cut, seconds: 0 },
      });
    });
  },
);
