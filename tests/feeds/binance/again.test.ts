import { beforeEach, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../domain/index.ts';
import { Script } from './script.ts';

const AT = Date.UTC(2026, 10, 18, 12);
let script: Script;
beforeEach(() => {
  script = new Script({}, AT);
});

const mark = { e: 'markPriceUpdate', E: AT, s: 'BTCUSDT', p: '100', i: '100', r: '0.0001', T: AT + HOUR_MS };
/** Interval of the funding that a mark carries now, hours. */
function hours(): number | undefined {
  script.say('!markPrice@arr@1s', [mark], 'market/');
  return script.of('venueMarks').at(-1)?.rows[0]?.funding?.hours;
}
/** Time passes with a mark in each second, as the venue sends them. */
async function passWithMarks(ms: number): Promise<void> {
  for (let at = 0; at < ms; at += 5_000) {
    hours();
    await script.clock.advance(5_000);
  }
}
const questions = (path: string): number => script.requested.filter(({ url }) => url.includes(path)).length;

it('intervals of funding that could not be had are requested again, once a minute', async () => {
  script.answers['/fapi/v1/fundingInfo'] = () => ({ code: 'x' });
  await script.open('mark');
  expect(hours()).toBeUndefined();
  await passWithMarks(2 * MINUTE_MS + 10_000);
  expect([hours(), questions('fundingInfo')]).toEqual([undefined, 3]);
  script.answers['/fapi/v1/fundingInfo'] = () => [{ symbol: 'BTCUSDT', fundingIntervalHours: 4 }];
  await passWithMarks(MINUTE_MS + 5_000);
  expect(hours()).toBe(4);
});

it('an interval that the venue changes is known within an hour, and the last one stays when it does not answer', async () => {
  script.answers['/fapi/v1/fundingInfo'] = () => [{ symbol: 'BTCUSDT', fundingIntervalHours: 4 }];
  await script.open('mark');
  expect(hours()).toBe(4);
  script.answers['/fapi/v1/fundingInfo'] = () => ({ code: 'x' });
  await passWithMarks(HOUR_MS + 5_000);
  expect([hours(), questions('fundingInfo')]).toEqual([4, 2]);
  script.answers['/fapi/v1/fundingInfo'] = () => [{ symbol: 'BTCUSDT', fundingIntervalHours: 1 }];
  await passWithMarks(HOUR_MS + 5_000);
  expect([hours(), questions('fundingInfo')]).toEqual([1, 3]);
});

it('a pair that does not move has its price of now after a loss, though the first question of it failed', async () => {
  const row = (s: string, c: string) => ({ s, c, o: '100', h: '120', l: '90', q: '550', E: AT });
  const all = (price: string) => () => [
    {
      symbol: 'BTCUSDT',
      lastPrice: price,
      openPrice: '1',
      highPrice: '9999',
      lowPrice: '1',
      quoteVolume: '5',
    },
  ];
  const last = () => script.of('tickers').findLast(({ rows }) => rows.some(({ id }) => id === 'BTC-USDT'));
  const price = () => last()?.rows.find(({ id }) => id === 'BTC-USDT')?.last;
  script.answers['/api/v3/ticker/24hr'] = all('110');
  await script.open('tick');
  expect(price()).toBe('110');
  script.answers['/api/v3/ticker/24hr'] = () => ({ code: 'x' });
  script.socket('data-stream').drop();
  await script.clock.advance(5_000);
  await script.openSockets();
  script.answers['/api/v3/ticker/24hr'] = all('115');
  for (let second = 0; second < 65; second++) {
    script.say('!miniTicker@arr', [row('ETHBTC', '101')], 'data-stream');
    await script.clock.advance(1_000);
  }
  expect(price()).toBe('115');
  const requests = questions('api/v3/ticker/24hr');
  script.say('!miniTicker@arr', [row('ETHBTC', '101')], 'data-stream');
  await script.clock.advance(0);
  expect(questions('api/v3/ticker/24hr')).toBe(requests);
});
