import { of } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { expect, it } from 'vitest';
import type { Refusal, Result } from '../../domain/index.ts';
import type { Answer } from '../../workers/views/requested.ts';
import { NO_ANSWER, polled, requested } from '../../workers/views/requested.ts';

type Helpers = Parameters<Parameters<TestScheduler['run']>[0]>[0];
type Results = Record<string, Result<string>>;

const away: Refusal = { code: 'networkDown', message: '' };
const refused: Refusal = { code: 'assetUnknown', message: 'no' };
const results: Results = {
  a: { ok: true, data: 'a' },
  b: { ok: true, data: 'b' },
  n: { ok: false, error: away },
  r: { ok: false, error: refused },
};

/** @param test gets deps on a page's beats, and requests whose answers are the marbles of each call in turn. */
const run = (
  beats: string,
  answers: readonly string[],
  test: (deps: Parameters<typeof requested>[1], request: () => Promise<Result<string>>, h: Helpers) => void,
) => {
  const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
  scheduler.run((helpers) => {
    let sent = 0;
    const request = () => {
      const marbles = answers[sent] ?? '#';
      sent += 1;
      return helpers.cold(marbles, results) as unknown as Promise<Result<string>>;
    };
    const clock = { now: () => 1_000 + scheduler.now(), monotonic: () => scheduler.now() };
    const deps = { time$: helpers.hot(beats), clock } as unknown as Parameters<typeof requested>[1];
    test(deps, request, helpers);
  });
};
const answer = (data: string, sentAt: number, endedAt: number): Answer<string> => ({
  data,
  at: 1_000 + endedAt,
  sentAt,
  endedAt,
});

it('requests nothing before the page takes frames, and once for a key', () => {
  run('---x-x-x-x', ['-(a|)'], (deps, request, { expectObservable }) => {
    expectObservable(requested(of(0), deps, { request, key: () => 'k' })).toBe('0---a', {
      0: NO_ANSWER,
      a: answer('a', 3, 4),
    });
  });
});
it('requests again for another key, one at a time, and keeps the newest answer meanwhile', () => {
  run('-xxxxxxx', ['---(a|)', '--(b|)'], (deps, request, { hot, expectObservable }) => {
    const query$ = hot('12', { 1: 1, 2: 2 });
    expectObservable(requested(query$, deps, { request, key: (query) => `${query}` })).toBe('0---a--b', {
      0: NO_ANSWER,
      a: answer('a', 1, 4),
      b: answer('b', 5, 7),
    });
  });
});
it('keeps what it has when the exchange is not reached, and requests it again after five seconds', () => {
  run('-x 9ms x 3s x 9s x', ['(a|)', '(n|)', '(b|)'], (deps, request, { hot, expectObservable }) => {
    const query$ = hot('12', { 1: 1, 2: 2 });
    expectObservable(requested(query$, deps, { request, key: (query) => `${query}` })).toBe(
      '0a 9ms n 12001ms b',
      {
        0: NO_ANSWER,
        a: answer('a', 1, 1),
        n: { ...answer('a', 1, 1), failed: away, sentAt: 11, endedAt: 11 },
        b: answer('b', 12_013, 12_013),
      },
    );
  });
});
it.each(['timedOut', 'unavailable', 'tooManyRequests'] as const)(
  'requests again what %s has not decided, since nothing else would change the key',
  (code) => {
    const busy: Refusal = { code, message: 'no' };
    results['u'] = { ok: false, error: busy };
    run('-x 4998ms x 1ms x', ['(u|)', '(b|)'], (deps, request, { expectObservable }) => {
      expectObservable(requested(of(1), deps, { request, key: () => 'k' })).toBe('0u 5000ms b', {
        0: NO_ANSWER,
        u: { ...NO_ANSWER, failed: busy, sentAt: 1, endedAt: 1 },
        b: answer('b', 5_002, 5_002),
      });
    });
  },
);
it('leaves a refusal as it is until the key is another one', () => {
  run('-x 9s x 9s x', ['(r|)', '(b|)'], (deps, request, { hot, expectObservable }) => {
    const query$ = hot('1 12s 2', { 1: 1, 2: 2 });
    expectObservable(requested(query$, deps, { request, key: (query) => `${query}` })).toBe('0r 18001ms b', {
      0: NO_ANSWER,
      r: { ...NO_ANSWER, failed: refused, sentAt: 1, endedAt: 1 },
      b: answer('b', 18_003, 18_003),
    });
  });
});
it('ends with a request that throws, and leaves out what comes after the last reader has gone', () => {
  run('xx', ['#'], (deps, request, { expectObservable }) => {
    expectObservable(requested(of(0), deps, { request, key: () => 'k' })).toBe(
      '(0#)',
      { 0: NO_ANSWER },
      'error',
    );
  });
  run('xxxxxx', ['---(a|)'], (deps, request, { expectObservable }) => {
    expectObservable(requested(of(0), deps, { request, key: () => 'k' }), '--!').toBe('0', { 0: NO_ANSWER });
  });
});
it('polls when its plan says so, counted from when the last request was sent', () => {
  run('xxxxxxxxx', ['-(a|)', '-(b|)'], (deps, request, { expectObservable }) => {
    const isDue = (_: number, { sentAt }: Answer<string>, now: number) => now - sentAt >= 4;
    expectObservable(polled(of(0), deps, { request, isDue }), '--------!').toBe('0a---b', {
      0: NO_ANSWER,
      a: answer('a', 0, 1),
      b: answer('b', 4, 5),
    });
  });
});
