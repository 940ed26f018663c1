import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settingsFrom } from '../../../server/base/config.ts';
import { deviceClock, reportTimerFailures } from '../../../server/host/device/clock.ts';
import type { Exchange } from '../../../server/host/exchange.ts';
import { startExchange } from '../../../server/host/exchange.ts';
import { readinessOf, sharedReadiness } from '../../../server/host/readiness.ts';
import { ownDatabase } from '../../support/databases.ts';

let exchange: Exchange;
let metrics = '';
beforeAll(async () => {
  const settings = settingsFrom({
    PORT: '0',
    METRICS_PORT: '0',
    DATA_DIR: 'memory',
    SYMBOLS: '40',
    LOG_LEVEL: 'silent',
  });
  exchange = await startExchange(settings, process.cwd(), { openMemory: ownDatabase });
  metrics = `http://127.0.0.1:${exchange.metricsPort}`;
}, 60_000);
afterAll(() => exchange.close());

const figure = async (name: string): Promise<string | undefined> => {
  const text = await (await fetch(`${metrics}/metrics`)).text();
  return text
    .split('\n')
    .find((line) => line.startsWith(name))
    ?.split(' ')
    .at(-1);
};
const get = (path: string) => fetch(`http://127.0.0.1:${exchange.port}${path}`);
const post = (path: string) => fetch(`http://127.0.0.1:${exchange.port}${path}`, { method: 'POST' });

it('counts calls by name and code', async () => {
  await post('/api/xb/v1/market/list');
  await post('/api/xb/v1/spot/order/place');
  expect(await figure('tidemark_calls_total{call="market.list",code="200"}')).toBe('1');
  expect(await figure('tidemark_calls_total{call="spot.place",code="401"}')).toBe('1');
  expect(await figure('tidemark_call_seconds_count{call="market.list"}')).toBe('1');
});

it('has every measurement that alerts and the dashboard ask for', async () => {
  const text = await (await fetch(`${metrics}/metrics`)).text();
  const requested = ['deploy/prometheus/alerts.yml', 'deploy/grafana/tidemark.json'].flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/\b(?:tidemark|nodejs)_[a-z\d_]+/g),
  ]);
  const names = new Set(requested.map(([name]) => name.replace(/_(bucket|sum|count)$/, '')));
  expect(names.size).toBeGreaterThan(10);
  // What a gateway measures stands on its own port: tests/server/host/gatewayMetrics.test.ts.
  const gateways = ['tidemark_bus_seconds', 'tidemark_engine_silent_seconds'];
  expect([...names].filter((name) => !gateways.includes(name) && !text.includes(`# TYPE ${name} `))).toEqual(
    [],
  );
});

it('says what waits in queues, and that the writer is there', async () => {
  expect(await figure('tidemark_queue_waiting{queue="withdrawals"}')).toBe('0');
  expect(await figure('tidemark_writer')).toBe('1');
  expect(await figure('tidemark_database_seconds_count{kind="query"}')).toMatch(/^[1-9]/);
  expect(await figure('nodejs_eventloop_lag_p99_seconds')).toBeDefined();
});

it('serves nothing else on that port, and nothing of it on the other', async () => {
  expect((await fetch(`${metrics}/`)).status).toBe(404);
  expect(await (await get('/metrics')).text()).not.toContain('tidemark_');
});

it('is ready with its parts, and alive', async () => {
  const answer = await get('/readyz');
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    ok: true,
    parts: {
      database: { ok: true },
      writer: { ok: true },
      open: { ok: true },
      source: { origin: 'simulated' },
    },
  });
  expect((await get('/livez')).status).toBe(200);
});

it('is not ready while the database keeps everybody waiting, and says which part it is', async () => {
  let late: (() => void) | undefined;
  const readiness = readinessOf({
    db: { isReady: () => true, query: () => new Promise(() => undefined) },
    source: { origin: 'simulated' },
    clock: {
      now: () => 0,
      after: (_, run) => {
        late = run;
        return () => undefined;
      },
    },
    isOpen: () => true,
  });
  late?.();
  expect(await readiness).toMatchObject({
    ok: false,
    parts: { database: { ok: false }, writer: { ok: true } },
  });
});

it('asks the database once for all who want to know at the same time', async () => {
  const waiting: (() => void)[] = [];
  const answers = (): Promise<never[]> => new Promise((resolve) => waiting.push(() => resolve([])));
  const readiness = sharedReadiness(() =>
    readinessOf({
      db: { isReady: () => true, query: answers },
      source: { origin: 'simulated' },
      clock: { now: () => 0, after: () => () => undefined },
      isOpen: () => true,
    }),
  );
  const many = Array.from({ length: 100 }, readiness);
  expect(waiting).toHaveLength(1);
  waiting[0]?.();
  expect((await Promise.all(many)).every(({ ok }) => ok)).toBe(true);
  void readiness();
  expect(waiting).toHaveLength(2);
});

it('reports a timer that fails, and lets it go on', async () => {
  const errors: unknown[] = [];
  reportTimerFailures((error) => errors.push(error));
  let runs = 0;
  const stop = deviceClock.every(1, () => {
    runs += 1;
    throw new Error('one market');
  });
  await expect.poll(() => runs).toBeGreaterThan(1);
  stop();
  expect(errors.length).toBe(runs);
});
