import { expect, it } from 'vitest';
import { NewestTickers } from '../../../feeds/index.ts';
import { Script } from './script.ts';

const [SPOT, PERP] = ['BTC-USDT', 'BTC-USDT-PERP'];
const row = (s: string, c: string) => ({ s, c, o: '100', h: '120', l: '90', q: '550', E: 1 });

it('a pair that nobody trades is as it was while the socket of another kind of market is gone', async () => {
  const script = new Script();
  const newest = new NewestTickers();
  script.venue.events$.subscribe((event) => newest.take(event, script.clock.monotonic()));
  await script.open('tick');
  script.say('!miniTicker@arr', [row('BTCUSDT', '110')], 'data-stream');
  script.say('!miniTicker@arr', [row('BTCUSDT', '111')], 'market/');
  const fresh = () => [SPOT, PERP].map((id) => newest.isFresh(id, script.clock.monotonic()));
  for (let second = 0; second < 8; second++) {
    script.say('!miniTicker@arr', [], 'data-stream');
    script.say('!miniTicker@arr', [], 'market/');
    await script.clock.advance(1_000);
  }
  expect([fresh(), script.of('partlyAlive')]).toEqual([[true, true], []]);
  script.socket('market/').drop();
  for (let second = 0; second < 8; second++) {
    script.say('!miniTicker@arr', [], 'data-stream');
    await script.clock.advance(1_000);
  }
  expect(fresh()).toEqual([true, false]);
  script.socket('data-stream').drop();
  await script.clock.advance(1_000);
  const before = script.of('partlyAlive').length;
  await script.clock.advance(8_000);
  expect([fresh(), script.of('partlyAlive').length - before]).toEqual([[false, false], 0]);
});

it('a list is not alive before its rows are requested again after a loss, and is without an answer', async () => {
  const script = new Script();
  let isSlow = false;
  const { onRequest } = script;
  script.onRequest = (request) =>
    isSlow && request.url.includes('ticker/24hr') ? new Promise(() => undefined) : onRequest(request);
  await script.open('tick');
  await script.clock.advance(1_000);
  expect(script.of('alive').at(-1)?.channels).toEqual(['tick']);
  isSlow = true;
  for (const part of ['data-stream', 'market/']) script.socket(part).drop();
  script.events.length = 0;
  const seconds = async (count: number) => {
    for (let second = 0; second < count; second++) {
      await script.clock.advance(1_000);
      await script.openSockets();
      for (const part of ['data-stream', 'market/']) script.say('!miniTicker@arr', [], part);
    }
  };
  await seconds(10);
  expect(script.of('link').at(-1)?.state).toBe('live');
  expect([script.of('alive'), script.of('partlyAlive')]).toEqual([[], []]);
  // The questions are not waited for any more.
  await seconds(30);
  expect(script.of('alive').at(-1)?.channels).toEqual(['tick']);
});

it('marks are not alive before the first of them have come after a loss', async () => {
  const script = new Script();
  const marks = () =>
    script.say(
      '!markPrice@arr@1s',
      [{ e: 'markPriceUpdate', E: 1, s: 'BTCUSDT', p: '100', i: '100', r: '0.0001', T: 2 }],
      'market/',
    );
  await script.open('mark');
  marks();
  await script.clock.advance(1_000);
  expect(script.of('alive').at(-1)?.channels).toEqual(['mark']);
  script.socket('market/').drop();
  script.events.length = 0;
  for (let second = 0; second < 5; second++) {
    await script.clock.advance(1_000);
    await script.openSockets();
  }
  expect([script.of('link').at(-1)?.state, script.of('alive')]).toEqual(['live', []]);
  marks();
  await script.clock.advance(1_000);
  expect(script.of('alive').at(-1)?.channels).toEqual(['mark']);
});
