import { interval, map } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { FeedEvent } from '../../../feeds/index.ts';
import { Ages, FOCUS_STALE_MS } from '../../../workers/streams/age.ts';
import type { Aged } from '../../../workers/views/view.ts';
import { withAge } from '../../../workers/views/view.ts';
import type { Helpers } from './marbles.ts';
import { marbles, NOON } from './marbles.ts';

/** A value of the book's channel with its age, looked at once a second. @param events what the feed says. */
function aged(
  { hot, clock, scheduler }: Helpers,
  events: string,
  values: Record<string, FeedEvent>,
  value = 'v',
) {
  const ages = new Ages(clock);
  hot(events, values).subscribe((event) => ages.take(event));
  const words = () => ({ age: (ms: number) => `${Math.floor(ms / 1_000)} s` });
  const deps = { ages, words, time$: interval(1_000, scheduler) } as unknown as Parameters<typeof withAge>[0];
  const read = map(({ value: own, age }: Aged<string>) => {
    const { state, ageText } = age();
    return `${own} ${state}${state === 'stale' ? ` ${ageText}` : ''}`;
  });
  return hot(value).pipe(withAge(deps, 'book:A', FOCUS_STALE_MS), read);
}
const received = (ms: number): FeedEvent => ({ kind: 'alive', channels: ['book:A'], at: NOON + ms });
const live: FeedEvent = { kind: 'link', state: 'live' };

describe('the age of a value', () => {
  it('is awaited until the channel is heard, live while it speaks, and rises in silence', () => {
    marbles((helpers) => {
      const shown$ = aged(helpers, '500ms a', { a: received(500) });
      // Received at 0.5 s: old after more than three seconds, at the look of the fourth.
      helpers.expectObservable(shown$, '^ 5500ms !').toBe('v 999ms l 2999ms s 999ms t', {
        v: 'v waiting',
        l: 'v live',
        s: 'v stale 3 s',
        t: 'v stale 4 s',
      });
    });
  });
  it('is that of what is lost from the next look on, and live again with the snapshot', () => {
    marbles((helpers) => {
      const values: Record<string, FeedEvent> = {
        a: received(0),
        l: { kind: 'lost', channel: 'book:A' },
        r: received(2_500),
      };
      helpers
        .expectObservable(aged(helpers, 'a 1499ms l 999ms r', values), '^ 3100ms !')
        .toBe('v 999ms v 999ms l 999ms r', {
          v: 'v live',
          l: 'v stale 2 s',
          r: 'v live',
        });
    });
  });
  it('counts from when the value was made, however late it comes', () => {
    marbles((helpers) => {
      helpers
        .expectObservable(aged(helpers, '8500ms a', { a: received(1_000) }), '^ 9100ms !')
        .toBe('v 8999ms o', { v: 'v waiting', o: 'v stale 8 s' });
    });
  });
  it('is slow while the exchange is polled, for as long as a poll may take', () => {
    marbles((helpers) => {
      const values: Record<string, FeedEvent> = {
        a: received(0),
        p: { kind: 'link', state: 'slow' },
        b: live,
      };
      helpers
        .expectObservable(aged(helpers, '(ap) 4496ms b', values), '^ 5100ms !')
        .toBe('v 999ms v 999ms v 999ms v 999ms v 999ms o', { v: 'v slow', o: 'v stale 5 s' });
    });
  });
  it('is emitted with each value, and else when a reader would see another one', () => {
    marbles((helpers) => {
      helpers
        .expectObservable(aged(helpers, 'a', { a: received(0) }, 'v 9ms w'), '^ 2500ms !')
        .toBe('v 9ms w 989ms w', { v: 'v live', w: 'w live' });
    });
  });
});

it("goes by the server's clock, and never back when the device's is set back", () => {
  marbles(({ scheduler, flush }) => {
    let wall = NOON;
    const clock = { now: () => wall, monotonic: () => scheduler.now(), after: () => () => undefined };
    const ages = new Ages(clock);
    ages.take({ kind: 'clock', offsetMs: 500 });
    expect(ages.serverNow()).toBe(NOON + 500);
    scheduler.schedule(() => {
      wall = NOON - 3_600_000;
      expect(ages.serverNow()).toBe(NOON + 2_500);
    }, 2_000);
    flush();
    expect(wall).toBeLessThan(NOON);
  });
});
