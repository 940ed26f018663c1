import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestExchange } from '../../support/exchange.ts';
import { openExchange } from '../../support/exchange.ts';

let x: TestExchange;
beforeAll(async () => {
  x = await openExchange();
}, 60_000);
afterAll(() => x.close());

const get = (path: string) => fetch(`http://${x.base}/udf/${path}`);
// biome-ignore lint/suspicious/noExplicitAny: black-box tests look at what came over the wire
const read = async (path: string): Promise<any> => (await get(path)).json();

it('tells any page what there is, and when', async () => {
  const answer = await get('config');
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(await answer.json()).toMatchObject({ supports_search: true, supports_time: true });
  const seconds = Number.parseInt(await (await get('time')).text(), 10);
  expect(Math.abs(seconds - Date.now() / 1_000)).toBeLessThan(60);
});

it('finds markets by a part of their names', async () => {
  const found = await read('search?query=btc&type=perpetual&limit=5');
  expect(found).toContainEqual(expect.objectContaining({ symbol: 'BTC-USDT-PERP', type: 'perpetual' }));
  const info = await read('symbols?symbol=Tidemark:BTC-USDT');
  const { markets } = (await x.ask('market.list')).data;
  const { tick } = markets.find(({ id }: { id: string }) => id === 'BTC-USDT');
  expect(info).toMatchObject({ ticker: 'BTC-USDT', timezone: 'Etc/UTC' });
  expect(info.minmov / info.pricescale).toBeCloseTo(Number.parseFloat(tick), 12);
  expect((await get('symbols?symbol=NONE')).status).toBe(404);
});

it('has the bars of the own API, as many as a chart asks for', async () => {
  const { candles } = (await x.ask('market.candles', { id: 'BTC-USDT', interval: '1h', limit: 11 })).data;
  const closed = candles.slice(0, 10) as [number, string, string, string, string, string][];
  const [first, last] = [closed[0]?.[0] ?? 0, candles[10][0]];
  const span = `symbol=BTC-USDT&resolution=60&to=${last / 1_000}`;
  const bars = await read(`history?${span}&from=${first / 1_000}`);
  expect(bars.t).toEqual(closed.map(([at]) => at / 1_000));
  expect(bars.c).toEqual(closed.map((bar) => Number.parseFloat(bar[4])));
  const counted = await read(`history?${span}&from=${last / 1_000 - 1}&countback=1500`);
  expect(counted.t).toHaveLength(1_500);
  expect(await read('history?symbol=BTC-USDT&resolution=60&from=0&to=1')).toEqual({ s: 'no_data' });
  expect((await read('history?symbol=NONE&resolution=60')).s).toBe('error');
  expect((await read('history?symbol=BTC-USDT&resolution=7')).s).toBe('error');
});

it('quotes several at once', async () => {
  const { d } = await read('quotes?symbols=BTC-USDT,NONE');
  expect(d.map(({ s }: { s: string }) => s)).toEqual(['ok', 'error']);
  expect(d[0].v.bid).toBeLessThan(d[0].v.ask);
});
