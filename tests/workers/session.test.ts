import { proxy } from 'comlink';
import { describe, expect, it, vi } from 'vitest';
import type { Frame, ListFrame } from '../../workers/protocol.ts';
import {
  ask,
  connect,
  endVisit,
  list,
  open,
  pass,
  publish,
  start,
  texts,
  ticker,
  world,
  worldForEach,
} from './world.ts';

worldForEach();

describe('calls', () => {
  it('yield data only, and carry the language', async () => {
    world.answers['load/wap/config'] = () => ({ openH5AppDownload: false, downloadUrl: '' });
    expect(await ask('common.loadWapConfig', {})).toEqual({
      ok: true,
      data: { openH5AppDownload: false, downloadUrl: '' },
    });
    expect(world.requested.at(-1)).toEqual(['/api/xb/v1/common/load/wap/config', {}, { locale: 'en_us' }]);
  });
  it.each([
    [
      'an expired login',
      { code: 401, message: 'again', data: null, requestId: 'r' },
      { code: 401, message: 'again' },
    ],
    [
      'a refusal',
      { code: 'tooManyRequests', message: 'slow', data: null, requestId: 'r' },
      { code: 'tooManyRequests', message: 'slow' },
    ],
    [
      'a code of a newer server',
      { code: 'newCode', message: 'new', data: null, requestId: 'r' },
      { code: 'unexpected', message: 'new' },
    ],
    [
      'an empty answer',
      { code: 200, message: '', data: null, requestId: 'r' },
      { code: 'unexpected', message: '' },
    ],
  ])('tell %s as a value', async (_, answer, error) => {
    world.answers['load/wap/config'] = () => answer;
    expect(await ask('common.loadWapConfig', {})).toEqual({ ok: false, error });
  });
  it('tell that there is no network, or no answer in 50 s', async () => {
    expect(await ask('common.report', { kind: 'icon', detail: '', build: '' })).toEqual({
      ok: false,
      error: { code: 'networkDown', message: '' },
    });
    world.answers['load/wap/config'] = () => new Promise(() => undefined);
    const late = ask('common.loadWapConfig', {});
    await pass(10);
    await world.clock.advance(50_100);
    expect(await late).toMatchObject({ ok: false });
  });
});

it('closes the session of a page that is gone', async () => {
  await open(list());
  expect(world.feed.opened).toEqual(['tick']);
  publish([ticker('AAA-USDT', '11')], true);
  for (const port of world.ports) port.close();
  await world.clock.advance(120_000);
  expect(world.feed.opened).toEqual([]);
});

it('tells the state of the link', async () => {
  const { frames } = await open({ kind: 'status' });
  await pass(60);
  expect(frames[0]).toMatchObject({ link: 'live', markets: 6, origin: 'simulated', refresh: 'balanced' });
  await world.session.wake();
  expect(world.feed.wakes).toBe(1);
});

it('sends a page that was too slow for a beat the newest values as soon as it is done with the last', async () => {
  publish([ticker('AAA-USDT', '11')], true);
  const frames: ListFrame[] = [];
  let take: () => void = () => undefined;
  const sink = proxy(async (frame: Frame) => {
    frames.push(frame as ListFrame);
    await new Promise<void>((resolve) => {
      take = resolve;
    });
  });
  await world.session.open(list({ last: 0 }), sink);
  await pass(60);
  for (const price of ['12', '13', '14']) {
    publish([ticker('AAA-USDT', price)]);
    await pass(50);
  }
  expect(frames).toHaveLength(1);
  const before = world.clock.monotonic();
  take();
  await vi.waitFor(() => expect(frames).toHaveLength(2), 10_000);
  expect(world.clock.monotonic()).toBe(before);
  expect(texts(frames[1])).toEqual(['14.000']);
  take();
  await pass(10);
  // One that is in time waits for its beat.
  publish([ticker('AAA-USDT', '15')]);
  await pass(20);
  expect(frames).toHaveLength(2);
  await pass(50);
  expect(frames).toHaveLength(3);
});

it('keeps the page of a device that slept: a sleep is one missed round, not many', async () => {
  const { frames } = await open(list({ last: 0 }));
  world.clock.jump(8 * 3_600_000);
  await pass(10_100);
  expect(await world.session.ping()).toBe('here');
  publish([ticker('AAA-USDT', '11')], true);
  await pass(60);
  expect(texts(frames.at(-1))).toEqual(['11.000']);
});

it('lets a page that was given up notice: its next ping fails', async () => {
  await world.session.close();
  await expect(world.session.ping()).rejects.toThrow('closed');
  await expect(
    world.session.open(
      list(),
      proxy(() => undefined),
    ),
  ).rejects.toThrow('closed');
});

it('keeps nothing open for a page that is long hidden, and shows all when it comes back', async () => {
  publish([ticker('AAA-USDT', '11')], true);
  const { frames } = await open(list({ last: 0 }));
  await open({ kind: 'book', id: 'AAA-USDT', depth: 5 });
  await pass(60);
  await world.session.setSettings({ visible: false });
  await world.clock.advance(30_000);
  expect(world.feed.opened).toEqual(['tick', 'book:AAA-USDT']);
  await world.clock.advance(60_000);
  expect(world.feed.opened).toEqual([]);
  await world.session.setSettings({ visible: true, language: 'de' });
  expect(world.feed.opened).toEqual(['tick', 'book:AAA-USDT']);
  await pass(60);
  expect(texts(frames.at(-1))).toEqual(['11,000']);
  expect(frames.at(-1)?.freshness).toMatchObject({ state: 'stale', ageMs: 90_060 });
});

it('does not ask for the list again while nobody looks', async () => {
  const count = () => world.requested.filter(([path]) => path.endsWith('market/list')).length;
  await world.session.setSettings({ visible: false });
  await world.clock.advance(300_000);
  expect(count()).toBe(1);
  await world.session.setSettings({ visible: true });
  await pass(10);
  expect(count()).toBe(2);
});

it('asks for the list at once when the exchange has another, and says what it has stopped', async () => {
  const count = () => world.requested.filter(([path]) => path.endsWith('market/list')).length;
  const { frames } = await open({ kind: 'status' });
  const market = await open({ kind: 'ticker', id: 'AAA-USDT' });
  await pass(20);
  expect([count(), frames.at(-1)?.paused]).toEqual([1, undefined]);
  const notices = [
    { status: 'cancelOnly', at: 0, words: 'Back at noon.' },
    { market: 'AAA-USDT', status: 'halted', at: 0, words: 'A fork.' },
  ];
  const markets = world.markets.map((each) => ({ ...each, status: 'halted' }));
  world.answers['market/list'] = () => ({ version: 'v2', markets, notices });
  world.feed.subject.next({ kind: 'listed', version: 'v2' });
  await pass(60);
  expect([count(), frames.at(-1)?.paused]).toEqual([2, 'Back at noon.']);
  expect(market.frames.at(-1)?.market).toMatchObject({ status: 'halted', notice: 'A fork.' });
  // What is known already is not requested again.
  world.feed.subject.next({ kind: 'listed', version: 'v2' });
  await pass(60);
  expect(count()).toBe(2);
  world.answers['market/list'] = () => ({ version: 'v3', markets: world.markets, notices: [] });
  world.feed.subject.next({ kind: 'listed', version: 'v3' });
  await pass(60);
  expect(frames.at(-1)?.paused).toBeUndefined();
});

it('asks for the list ever less often while there is no network, and has it when there is', async () => {
  endVisit();
  const { answers } = world;
  world.answers = {};
  world.requested = [];
  await start();
  await world.clock.advance(60_000);
  expect(world.requested.length).toBeLessThan(8);
  world.answers = answers;
  await world.clock.advance(30_000);
  const { frames } = await open({ kind: 'status' }, await connect());
  await pass(20);
  expect(frames[0]?.markets).toBe(6);
});

it('shows the other views when one has a bug, and does not hide the bug', async () => {
  world.feed.counts = () => {
    throw new Error('a bug');
  };
  publish([ticker('AAA-USDT', '11')], true);
  const broken = await open({ kind: 'status' });
  const { frames } = await open(list({ last: 0 }));
  await expect(world.clock.advance(20)).rejects.toThrow('a bug');
  await pass(60);
  expect(texts(frames[0])).toEqual(['11.000']);
  expect(broken.frames).toEqual([]);
});
it('ends a view with a bug and none of the streams that it shares, and opens it again once it is mended', async () => {
  const { counts } = world.feed;
  publish([ticker('AAA-USDT', '11')], true);
  const { frames } = await open(list({ last: 0 }), await connect());
  await pass(60);
  world.feed.counts = () => {
    throw new Error('a bug');
  };
  await open({ kind: 'status' });
  await expect(world.clock.advance(20)).rejects.toThrow('a bug');
  publish([ticker('AAA-USDT', '12')]);
  await pass(1_100);
  expect(frames.flatMap((frame) => texts(frame))).toEqual(['11.000', '12.000']);
  expect([...world.feed.channels]).toEqual([['tick', 1]]);
  world.feed.counts = counts;
  const again = await open({ kind: 'status' });
  await pass(60);
  expect(again.frames.length).toBeGreaterThan(0);
});

it('begins a view again whose bug was one of a moment, unless it was closed meanwhile', async () => {
  const { counts } = world.feed;
  publish([ticker('AAA-USDT', '11')], true);
  world.feed.counts = () => {
    throw new Error('a bug');
  };
  const session = await connect();
  const { frames } = await open({ kind: 'status' }, session);
  const closed = await open({ kind: 'status' }, session);
  await expect(world.clock.advance(20)).rejects.toThrow('a bug');
  await closed.handle.close();
  world.feed.counts = counts;
  await world.clock.advance(20).catch(() => undefined);
  await pass(6_000);
  expect(frames.length).toBeGreaterThan(0);
  expect(closed.frames).toEqual([]);
});

it('follows prices for the state of the link, whatever else is shown', async () => {
  const { frames, handle } = await open({ kind: 'status' });
  expect(world.feed.opened).toEqual(['tick']);
  publish([ticker('AAA-USDT', '11')], true);
  const book = await open({ kind: 'book', id: 'AAA-USDT', depth: 5 });
  await book.handle.close();
  await pass(2_100);
  expect(frames.at(-1)?.channels.map(({ channel, stale }) => [channel, stale])).toEqual([['tick', false]]);
  await handle.close();
  await pass(1_100);
  expect(world.feed.opened).toEqual([]);
});

describe('the pace of the exchange', () => {
  it('is slow while every page saves data or has been hidden for a round, and full for one that does neither', async () => {
    expect(world.feed.isSlow).toBe(false);
    await world.session.setSettings({ refresh: 'saver' });
    expect(world.feed.isSlow).toBe(true);
    const other = await connect();
    expect(world.feed.isSlow).toBe(false);
    await other.setSettings({ visible: false });
    expect(world.feed.isSlow).toBe(false);
    await world.clock.advance(10_000);
    expect(world.feed.isSlow).toBe(true);
    await other.setSettings({ visible: true });
    expect(world.feed.isSlow).toBe(false);
    await other.close();
    expect(world.feed.isSlow).toBe(true);
  });
});
