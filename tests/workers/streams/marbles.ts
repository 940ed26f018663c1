import { TestScheduler } from 'rxjs/testing';
import { expect } from 'vitest';
import type { PrivateSnapshot } from '../../../domain/contract/index.ts';
import type { Clock, FeedEvent, MarketFeed } from '../../../feeds/index.ts';
import type { AccountEvent } from '../../../workers/streams/account.ts';
import type { StreamsDeps } from '../../../workers/streams/index.ts';
import { createStreams } from '../../../workers/streams/index.ts';
import { noFutures, noNews } from '../world.ts';

export type Helpers = Parameters<Parameters<TestScheduler['run']>[0]>[0] & {
  readonly scheduler: TestScheduler;
  readonly clock: Clock;
};

/** The server's clock at the first frame, ms UTC; the device's is the same. */
export const NOON = Date.UTC(2026, 10, 18, 12);

/** One test by marbles, in virtual time: a frame of a diagram is a millisecond. */
export function marbles(test: (helpers: Helpers) => void): void {
  const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
  const clock: Clock = {
    now: () => NOON + scheduler.now(),
    monotonic: () => scheduler.now(),
    after: (ms, run) => {
      const waiting = scheduler.schedule(run, ms);
      return () => waiting.unsubscribe();
    },
  };
  scheduler.run((helpers) => test({ ...helpers, scheduler, clock }));
}

/** An answer of the exchange that comes in virtual time: operators take either. */
export const answered = (answer$: unknown) => answer$ as Promise<never>;

/** All streams on a feed whose events are marbles. @param opened the channels that were opened and closed, in order. */
export function streamsOn(
  { hot, scheduler, clock }: Helpers,
  events: { readonly diagram: string; readonly values: Record<string, FeedEvent> },
  account: { readonly diagram: string; readonly values: Record<string, AccountEvent> } = {
    diagram: '-',
    values: {},
  },
  more: Partial<StreamsDeps> = {},
) {
  const events$ = hot<FeedEvent>(events.diagram, events.values);
  const subscriptions: Record<string, ReturnType<typeof hot<FeedEvent>>> = {};
  const feed = {
    events$,
    channel$: (channel: string) => {
      subscriptions[channel] ??= hot<FeedEvent>(events.diagram, events.values);
      return subscriptions[channel];
    },
  } as unknown as MarketFeed;
  const streams = createStreams({
    feed,
    account$: hot(account.diagram, account.values),
    seen$: hot('-'),
    call: () => answered(hot('-')),
    callAsUser: () => answered(hot('-')),
    keep: { get: async () => undefined, set: async () => undefined },
    clock,
    scheduler,
    ...more,
  });
  /** When a channel was open, as marbles. */
  const openings = (channel: string) => subscriptions[channel]?.subscriptions ?? [];
  return { streams, openings };
}

/** The whole state of an account. */
export const state = (change: Partial<PrivateSnapshot> = {}, at = NOON): AccountEvent => ({
  kind: 'private',
  at,
  snapshot: {
    uid: 'u1',
    balances: [],
    total: null,
    orders: [],
    futures: noFutures,
    notifications: noNews,
    positionMargin: '0',
    realizedPl: '0',
    ...change,
  } as PrivateSnapshot,
});
type Row = Extract<AccountEvent, { row: unknown }>['row'];
/** One change of it. */
export const change = (row: Row, at = NOON): AccountEvent => ({ kind: 'private', at, row });
