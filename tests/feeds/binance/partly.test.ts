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
