import { beforeEach, describe, expect, it } from 'vitest';
import type { FeedEvent, MarketFeed } from '../../feeds/index.ts';
import { createTidemarkFeed, privateReading } from '../../feeds/index.ts';
import { FakeClock } from '../support/fakeClock.ts';
import { FakeSocket } from '../support/fakeSocket.ts';

interface Sent {
  readonly op: string;
  readonly id?: number;
  readonly ch?: readonly string[];
  readonly from?: { readonly epoch: string; readonly seq: number };
}

let clock: FakeClock;
let sockets: FakeSocket[];
let events: FeedEvent[];
let feed: MarketFeed;
/** What the exchange answers where no socket gets through. */
let state: () => Promise<unknown>;

const socket = () => sockets.at(-1) ?? new FakeSocket();
const sent = (op: string) => (socket().sent as readonly Sent[]).filter((each) => each.op === op);
const lost = () => events.filter((event) => event.kind === 'lost' && event.channel === 'me').length;
const balanceRow = (seq: number, posted = `${seq}`, epoch = 'e1') => ({
  t: 'delta',
  ch: 'me',
  e: epoch,
  s: seq,
  ts: clock.now(),
  d: { type: 'balance', body: { account: 'spot', asset: 'USDT', posted, held: '0', version: seq } },
});
/** What balances have been published, oldest first. */
const published = () =>
  events.flatMap((event) =>
    event.kind === 'private' && 'row' in event && event.row.type === 'balance' ? [event.row.body.posted] : [],
  );
const envelope = (data: unknown) => ({ code: 200, message: '', data, requestId: 'r' });
const absence = { seconds: 0, action: 'cancelAll', state: 'off', since: 0, version: 0 };
/** The whole state. */
const stateOf = (realizedPl: string) => ({
  uid: '100000001',
  balances: [],
  orders: [],
  futures: { positions: [], orders: [], terms: [], absence },
  positionMargin: '0',
  realizedPl,
  notifications: { readTo: 0, newest: 0, unread: 0, unseen: [], cycleNet: '0' },
});
/** States that have been published, oldest first, by what was realised. */
const states = () =>
  events.flatMap((event) =>
    event.kind === 'private' && 'snapshot' in event ? [event.snapshot.realizedPl] : [],
  );
/** No socket gets through until the exchange is polled. */
async function refuseSockets(): Promise<void> {
  for (let i = 0; i < 4; i++) {
    socket().drop(1006);
    await clock.advance(2_000);
  }
}
function greet(): void {
  socket().open();
  socket().deliver({ t: 'hello', v: 1, conn: 'c', limits: {}, now: clock.now(), origin: 'simulated' });
}
/** The exchange takes the newest ticket. */
const obey = () => socket().deliver({ t: 'ok', id: sent('auth').at(-1)?.id });

beforeEach(async () => {
  clock = new FakeClock();
  sockets = [];
  events = [];
  state = () => Promise.reject(new Error('502'));
  feed = createTidemarkFeed({
    fetchReading: async () => privateReading,
    clock,
    random: () => 0.5,
    socketUrl: 'ws://x/ws?v=1',
    createSocket: () => {
      const made = new FakeSocket();
      sockets.push(made);
      return made;
    },
    post: async (path) => envelope(path.endsWith('ticket') ? { ticket: 't' } : await state()),
  });
  feed.events$.subscribe((event) => events.push(event));
  feed.login('mine');
  greet();
  await clock.advance(10);
  obey();
  socket().deliver({ t: 'snap', ch: 'me', e: 'e1', s: 5, ts: clock.now(), d: stateOf('5') });
});

describe('the private channel', () => {
  it('begins with what the exchange answers', () => {
    expect(events.filter(({ kind }) => kind === 'private')).toHaveLength(1);
  });

  it('is read again after a hole, however busy it is', async () => {
    socket().deliver(balanceRow(6));
    for (let seq = 8; seq < 58; seq++) {
      socket().deliver(balanceRow(seq));
      await clock.advance(200);
    }
    expect(published()).toEqual(['6']);
    // Where it was left, so that nothing is published twice and nothing is left out.
    expect(sent('sub').at(-1)).toMatchObject({ ch: ['me'], from: { epoch: 'e1', seq: 6 } });
    expect(sent('auth').length).toBeGreaterThan(1);
    obey();
    for (let seq = 7; seq < 59; seq++) socket().deliver(balanceRow(seq));
    expect(published().slice(1)).toEqual(Array.from({ length: 52 }, (_, i) => `${i + 7}`));
  });

  it('that was lost is lost once, and live again once it is read on', async () => {
    for (const seq of [8, 9, 10]) socket().deliver(balanceRow(seq));
    expect(lost()).toBe(1);
    for (let i = 0; i < 5; i++) {
      socket().deliver({ t: 'beat', ts: clock.now(), heads: { me: ['e1', 10] } });
      await clock.advance(1_000);
    }
    expect(events.some(({ kind }) => kind === 'alive')).toBe(false);
    obey();
    socket().deliver(balanceRow(6));
    socket().deliver({ t: 'beat', ts: clock.now(), heads: { me: ['e1', 6] } });
    expect(events.at(-1)).toMatchObject({ kind: 'alive', channels: ['me'] });
  });

  it('finds by the beat that its last row was lost', async () => {
    for (let i = 0; i < 8; i++) {
      socket().deliver({ t: 'beat', ts: clock.now(), heads: { me: ['e1', 6] } });
      await clock.advance(1_000);
    }
    expect(sent('sub').at(-1)?.from).toEqual({ epoch: 'e1', seq: 5 });
    expect(sent('sub').length).toBeGreaterThan(1);
  });

  it('takes a row that is on its way behind the beat that names it', async () => {
    const before = sent('sub').length;
    socket().deliver({ t: 'beat', ts: clock.now(), heads: { me: ['e1', 6] } });
    await clock.advance(200);
    socket().deliver(balanceRow(6));
    for (let i = 0; i < 8; i++) {
      socket().deliver({ t: 'beat', ts: clock.now(), heads: { me: ['e1', 6] } });
      await clock.advance(1_000);
    }
    expect(sent('sub')).toHaveLength(before);
    expect(published()).toEqual(['6']);
  });

  it('begins with a whole state after polls: what they held is not counted twice', async () => {
    state = async () => stateOf('7');
    await refuseSockets();
    await clock.advance(3_000);
    expect(states().at(-1)).toBe('7');
    await clock.advance(26_000);
    greet();
    await clock.advance(10);
    expect(sent('sub').filter(({ ch }) => ch?.includes('me'))).toEqual([{ op: 'sub', ch: ['me'] }]);
  });

  it('is not put back by a poll whose answer comes after the socket’s', async () => {
    let answer: (state: unknown) => void = () => undefined;
    state = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    await refuseSockets();
    await clock.advance(3_000);
    await clock.advance(26_000);
    greet();
    await clock.advance(10);
    obey();
    socket().deliver({ t: 'snap', ch: 'me', e: 'e1', s: 9, ts: clock.now(), d: stateOf('9') });
    answer(stateOf('7'));
    await clock.advance(10);
    expect(states()).toEqual(['5', '9']);
  });
});

it('asks for another ticket when the request of one is never answered', async () => {
  const own = new FakeClock();
  const line = new FakeSocket();
  let requests = 0;
  const hung = createTidemarkFeed({
    fetchReading: async () => privateReading,
    clock: own,
    random: () => 0.5,
    socketUrl: 'ws://x/ws?v=1',
    createSocket: () => line,
    post: () => {
      requests += 1;
      return new Promise(() => undefined);
    },
  });
  hung.login('mine');
  line.open();
  line.deliver({ t: 'hello', v: 1, conn: 'c', limits: {}, now: own.now(), origin: 'simulated' });
  for (let second = 0; second < 60; second++) {
    line.deliver({ t: 'beat', ts: own.now(), heads: {} });
    await own.advance(1_000);
  }
  expect(requests).toBe(2);
  hung.close();
});
