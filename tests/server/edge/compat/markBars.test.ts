import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { compatClient } from '../../../support/compat.ts';
import { migratedFolder } from '../../../support/databases.ts';
import type { TestExchange } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';

const MINUTE = 60_000;
const PATH = '/fapi/v1/markPriceKlines';
const BTC = { symbol: 'BTCUSDT', interval: '1m' };

let folder: string;
let x: TestExchange;
let client: ReturnType<typeof compatClient>;
const open = async (): Promise<void> => {
  x = await openExchange({ DATA_DIR: folder });
  client = compatClient(x);
};
beforeAll(async () => {
  folder = migratedFolder('mark-bars');
  await open();
}, 60_000);
afterAll(async () => {
  await x.close();
  rmSync(folder, { recursive: true, force: true });
});

it('are the marks that premiumIndex tells, in the form of that API', async () => {
  const began = Date.now();
  await vi.waitFor(
    async () => {
      const [{ body: bars }, { body: premium }] = await Promise.all([
        client.get(PATH, { ...BTC, limit: 1 }),
        client.get('/fapi/v1/premiumIndex', { symbol: 'BTCUSDT' }),
      ]);
      expect(bars).toHaveLength(1);
      const [at, , high, low, close, ...rest] = bars[0];
      expect(close).toBe(premium.markPrice);
      expect(Number(low) <= Number(close) && Number(close) <= Number(high)).toBe(true);
      expect(rest).toEqual(['0', at + MINUTE - 1, '0', 0, '0', '0', '0']);
      expect(at % MINUTE).toBe(0);
    },
    { timeout: 10_000, interval: 50 },
  );
  // Nothing is published for a time without subscribers, though the market has bars of it.
  const { body: all } = await client.get(PATH, { ...BTC, startTime: 0 });
  expect(all.length).toBeLessThanOrEqual(Math.ceil((Date.now() - began) / MINUTE) + 2);
  expect(all[0][0]).toBeGreaterThan(began - 2 * MINUTE);
  // A minute that has just begun has no bar yet.
  const { body: traded } = await client.get('/fapi/v1/klines', { ...BTC, limit: 500 });
  expect(traded.length).toBeGreaterThanOrEqual(499);
  for (const interval of ['5m', '1h', '1d', '1w', '1M'])
    expect((await client.get(PATH, { ...BTC, interval })).body).toHaveLength(1);
  const before = { ...BTC, endTime: began - 10 * MINUTE };
  expect((await client.get(PATH, before)).body).toEqual([]);
}, 30_000);

it('refuse what they cannot tell by the codes of that API, and count by how many are wanted', async () => {
  const codeOf = async (fields: Record<string, string | number>) =>
    (await client.get(PATH, fields)).body.code;
  expect(await codeOf({ interval: '1m' })).toBe(-1102);
  expect(await codeOf({ symbol: 'BTCUSDT' })).toBe(-1102);
  expect(await codeOf({ ...BTC, symbol: 'NONE' })).toBe(-1121);
  expect(await codeOf({ ...BTC, interval: '7m' })).toBe(-1120);
  expect(await codeOf({ ...BTC, limit: 0 })).toBe(-1130);
  expect(await codeOf({ ...BTC, startTime: 'x' })).toBe(-1100);
  const used = async (fields: Record<string, string | number>) =>
    Number((await client.get(PATH, { ...BTC, ...fields })).headers.get('x-mbx-used-weight-1m'));
  for (const [limit, weight] of [
    [99, 1],
    [100, 2],
    [500, 5],
    [1_000, 5],
    [1_500, 10],
  ] as const) {
    // The count of a minute may restart between the two.
    await vi.waitFor(async () => {
      const before = await used({ limit: 1 });
      expect((await used({ limit })) - before).toBe(weight);
    }, 10_000);
  }
}, 30_000);

it('are there after a restart too', async () => {
  const { body: before } = await client.get(PATH, { ...BTC, startTime: 0 });
  await x.close();
  await open();
  const { body: after } = await client.get(PATH, { ...BTC, startTime: 0 });
  const known = before.slice(0, -1);
  expect(after.slice(0, known.length)).toEqual(known);
  // The minute that ran goes on: it opened as it did before.
  expect(after[known.length].slice(0, 2)).toEqual(before.at(-1).slice(0, 2));
}, 60_000);
