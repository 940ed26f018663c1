import { expect, it } from 'vitest';
import type { StreamPlan } from '../../../feeds/venues/streams.ts';
import { Subscriptions } from '../../../feeds/venues/subscriptions.ts';
import { FakeClock } from '../../support/fakeClock.ts';

interface Sent {
  readonly op: string;
  readonly streams: readonly string[];
}

const plan = (perMs: number): StreamPlan => ({
  hosts: [''],
  path: () => '',
  command: (op, streams) => JSON.stringify({ op, streams }),
  read: () => undefined,
  probe: () => '',
  streams: 10,
  batch: 10,
  commands: [{ weight: 1, perMs }],
  lifetimeMs: Number.POSITIVE_INFINITY,
});

function reader() {
  const events: string[] = [];
  return {
    events,
    begin: () => events.push('begin'),
    take: () => events.push('take'),
    lost: () => events.push('lost'),
    refused: () => events.push('refused'),
  };
}

it('a stream that is wanted again before it was left begins for its new reader', async () => {
  const clock = new FakeClock();
  const sent: Sent[] = [];
  const subscriptions = new Subscriptions({
    clock,
    plan: plan(1_000),
    say: (text) => sent.push(JSON.parse(text)),
    resynced: () => undefined,
  });
  const [first, second] = [reader(), reader()];
  subscriptions.want({ stream: 'book', listener: first });
  subscriptions.greeting();
  subscriptions.ready();
  const say = () => subscriptions.take({ kind: 'data', stream: 'book', message: 0 });
  say();
  expect(first.events).toEqual(['begin', 'take']);
  // Its pace is spent: that nobody reads it is sent later.
  subscriptions.unwant('book');
  await clock.advance(10);
  subscriptions.want({ stream: 'book', listener: second });
  await clock.advance(5_000);
  say();
  expect(sent.map(({ op }) => op)).toEqual(['unsubscribe', 'subscribe']);
  expect(second.events).toEqual(['begin', 'take']);
});
