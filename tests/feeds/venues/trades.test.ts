import { beforeEach, expect, it } from 'vitest';
import type { Trade } from '../../../domain/index.ts';
import type { ChannelReader } from '../../../feeds/venues/reader.ts';
import { createTradesReader } from '../../../feeds/venues/readers/trades.ts';
import type { VenueEvent } from '../../../feeds/venues/types.ts';
import { settle } from '../../support/fakeClock.ts';

const STREAM = 'abc@aggTrade';
let now: number;
let published: { snapshot: boolean; ids: number[] }[];
let requested: number[];
/** What the venue has, by number. */
let known: number[];
let isReachable: boolean;
let resyncs: number;
let reader: ChannelReader;

const trade = (id: number): Trade => ({ id, price: '1', quantity: '1', side: 'buy', at: now });
const take = (...ids: number[]) => reader.take(STREAM, ids.map(trade));

beforeEach(async () => {
  now = 1_700_000_000_000;
  published = [];
  requested = [];
  known = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  isReachable = true;
  resyncs = 0;
  const plan = {
    id: 'A-B',
    stream: { pool: 'market', stream: STREAM },
    recent: async () => [trade(1), trade(2)],
    since: async (id: number) => {
      requested.push(id);
      if (!isReachable) throw new Error('offline');
      return known.filter((each) => each >= id).map(trade);
    },
    read: (message: unknown) => message as Trade[],
    now: () => now,
  };
  reader = createTradesReader(plan, {
    publish: (event: VenueEvent) => {
      if (event.kind === 'trades')
        published.push({ snapshot: event.snapshot, ids: event.trades.map(({ id }) => id) });
    },
    dropped: () => undefined,
    resynced: () => {
      resyncs += 1;
    },
    renew: () => undefined,
    add: () => undefined,
  });
  reader.begin(STREAM);
  await settle();
});

it('asks for numbers that the stream has left out, and tells each once and in order', async () => {
  take(3);
  take(6);
  take(7);
  await settle();
  expect(requested).toEqual([4]);
  expect(published).toEqual([
    { snapshot: true, ids: [1, 2] },
    { snapshot: false, ids: [3] },
    { snapshot: false, ids: [4, 5, 6, 7, 8, 9] },
  ]);
  take(8);
  take(10);
  expect(published.slice(3)).toEqual([{ snapshot: false, ids: [10] }]);
  expect(resyncs).toBe(1);
});

it('begins anew where there is no answer, or one with a hole', async () => {
  isReachable = false;
  take(5);
  await settle();
  expect(published.at(-1)).toEqual({ snapshot: true, ids: [5] });
  now += 60_000;
  isReachable = true;
  known = [8];
  take(9);
  await settle();
  expect(published.at(-1)).toEqual({ snapshot: true, ids: [8, 9] });
});

it('asks once in ten seconds, whatever the stream leaves out', async () => {
  take(4);
  await settle();
  take(12);
  await settle();
  expect(requested).toEqual([3]);
  expect(published.at(-1)).toEqual({ snapshot: true, ids: [12] });
  now += 10_000;
  take(14);
  await settle();
  expect(requested).toEqual([3, 13]);
});

it('asks also after a clock that was set back', async () => {
  take(4);
  await settle();
  now -= 3_600_000;
  known = [10, 11, 12];
  take(12);
  await settle();
  expect(requested).toEqual([3, 10]);
  expect(published.at(-1)).toEqual({ snapshot: false, ids: [10, 11, 12] });
});

it('forgets what it waits for when the line is lost', async () => {
  take(6);
  reader.lost(STREAM);
  await settle();
  expect(published).toHaveLength(1);
});
