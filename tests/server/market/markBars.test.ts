import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MarkRow } from '../../../domain/contract/index.ts';
import type { Interval, MarkState } from '../../../domain/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/index.ts';
import type { MarkSpan } from '../../../server/market/marks/markBars.ts';
import { MarkBars } from '../../../server/market/marks/markBars.ts';
import { withDatabase } from '../../support/databases.ts';
import { FakeClock } from '../../support/fakeClock.ts';

const START = Date.UTC(2026, 10, 18, 12);
const ID = 'BTC-USDT-PERP';

withDatabase('bars of marks', (db) => {
  let clock: FakeClock;
  let row: MarkRow;
  let listener: ((rows: readonly MarkRow[]) => void) | undefined;
  let bars: MarkBars;
  let logged: unknown[];
  const board = {
    rows: () => [row],
    onMarks(received: (rows: readonly MarkRow[]) => void) {
      listener = received;
      return () => {
        listener = undefined;
      };
    },
  };
  const mark = (price: string, state: MarkState = 'live'): void => {
    row = [ID, price, price, '0', 0, state];
    listener?.([row]);
  };
  const open = async (): Promise<void> => {
    bars = new MarkBars({
      ...{ marks: board, db: db(), clock },
      log: (...words) => void logged.push(words),
    });
    await bars.start();
  };
  const read = async (interval: Interval, span: Partial<MarkSpan> = {}) => {
    const found = await bars.bars(ID, interval, { from: undefined, to: undefined, limit: 500, ...span });
    return found.map(({ at, open: o, high, low, close }) => [(at - START) / MINUTE_MS, o, high, low, close]);
  };
  beforeEach(async () => {
    clock = new FakeClock(START);
    logged = [];
    mark('100');
    await open();
  });
  afterEach(async () => {
    await bars.close();
    expect(logged).toEqual([]);
    for (const table of ['mark_minutes', 'mark_hour']) await db().query(`delete from ${table}`);
  });

  it('are how the mark went, minute by minute, and longer ones are exactly their minutes', async () => {
    mark('103');
    mark('99.5');
    mark('101');
    await clock.advance(MINUTE_MS + 1_000);
    mark('104');
    // A minute in which the mark stands still has a bar: the mark was there.
    await clock.advance(MINUTE_MS);
    expect(await read('1m')).toEqual([
      [0, '100', '103', '99.5', '101'],
      [1, '101', '104', '101', '104'],
      [2, '104', '104', '104', '104'],
    ]);
    expect(await read('3m')).toEqual([[0, '100', '104', '99.5', '104']]);
    expect(await read('1h')).toEqual([[0, '100', '104', '99.5', '104']]);
    expect(await read('1d')).toEqual([[-720, '100', '104', '99.5', '104']]);
  });

  it('are absent where no mark was seen, and never made up', async () => {
    mark('100', 'stale');
    await clock.advance(3 * MINUTE_MS);
    mark('90', 'closed');
    await clock.advance(MINUTE_MS);
    mark('110');
    await clock.advance(MINUTE_MS);
    expect(await read('1m')).toEqual([
      [0, '100', '100', '100', '100'],
      [4, '110', '110', '110', '110'],
      [5, '110', '110', '110', '110'],
    ]);
  });

  it('go on after a restart, also within a minute, and lack what nobody saw', async () => {
    mark('105');
    await clock.advance(30_000);
    await bars.close();
    await open();
    mark('95');
    await clock.advance(15_000);
    expect(await read('1m')).toEqual([[0, '100', '105', '95', '95']]);
    await bars.close();
    await clock.advance(2 * HOUR_MS);
    mark('80');
    await open();
    expect(await read('1m')).toEqual([
      [0, '100', '105', '95', '95'],
      [120, '80', '80', '80', '80'],
    ]);
    expect(await read('1h')).toEqual([
      [0, '100', '105', '95', '95'],
      [120, '80', '80', '80', '80'],
    ]);
  });

  it('go on within the hour that runs when the clock is set back in it', async () => {
    await clock.advance(10 * MINUTE_MS);
    clock.jump(-5 * MINUTE_MS, 0);
    mark('90');
    await clock.advance(MINUTE_MS);
    mark('110');
    await clock.advance(6 * MINUTE_MS);
    const minutes = await read('1m');
    expect(minutes.map(([at]) => at)).toEqual(minutes.map((_bar, i) => i));
    expect(minutes.slice(4, 8)).toEqual([
      [4, '100', '100', '100', '100'],
      [5, '100', '100', '90', '90'],
      [6, '100', '110', '90', '110'],
      [7, '100', '110', '100', '110'],
    ]);
  });

  it('are all there when the clock is set back into an hour that is written already', async () => {
    await clock.advance(HOUR_MS + 6 * MINUTE_MS);
    mark('120');
    clock.jump(-10 * MINUTE_MS, 0);
    mark('90');
    await clock.advance(20 * MINUTE_MS);
    await bars.close();
    await open();
    const minutes = await read('1m');
    expect(minutes.map(([at]) => at)).toEqual(minutes.map((_bar, i) => i));
    expect(minutes.slice(55, 58)).toEqual([
      [55, '100', '100', '100', '100'],
      [56, '100', '100', '90', '90'],
      [57, '100', '100', '90', '90'],
    ]);
    expect(await read('1h', { limit: 1, to: START })).toEqual([[0, '100', '100', '90', '90']]);
  });

  it('are the first ones from a moment on, the newest ones without, and as many as are wanted', async () => {
    await clock.advance(3 * HOUR_MS);
    const at = (minute: number): number => START + minute * MINUTE_MS;
    const minutes = async (span: Partial<MarkSpan>) => (await read('1m', span)).map(([minute]) => minute);
    expect(await minutes({ limit: 3 })).toEqual([178, 179, 180]);
    expect(await minutes({ to: at(119), limit: 3 })).toEqual([117, 118, 119]);
    expect(await minutes({ to: at(120) - 1, limit: 2 })).toEqual([118, 119]);
    expect(await minutes({ from: at(58) + 1, limit: 4 })).toEqual([59, 60, 61, 62]);
    expect(await minutes({ from: at(178), to: at(179) })).toEqual([178, 179]);
    expect(await minutes({ from: at(178), limit: 100 })).toEqual([178, 179, 180]);
    expect(await minutes({ limit: 1_500 })).toHaveLength(181);
    expect(await minutes({ from: at(500) })).toEqual([]);
    const hours = async (span: Partial<MarkSpan>) => (await read('2h', span)).map(([minute]) => minute);
    expect(await hours({})).toEqual([0, 120]);
    expect(await hours({ limit: 1 })).toEqual([120]);
    expect(await hours({ from: at(0), limit: 1 })).toEqual([0]);
    expect(await bars.bars('OTHER', '1m', { from: undefined, to: undefined, limit: 5 })).toEqual([]);
  });

  it('find minutes that lie far apart', async () => {
    for (let hour = 0; hour < 20; hour++) {
      mark(`${100 + hour}`);
      mark('1', 'stale');
      await clock.advance(HOUR_MS);
    }
    const opens = async (span: Partial<MarkSpan>) => (await read('1m', span)).map(([, price]) => price);
    expect(await opens({ limit: 4 })).toEqual(['116', '117', '118', '119']);
    expect(await opens({ from: START + 2 * HOUR_MS, limit: 3 })).toEqual(['102', '103', '104']);
  });

  it('are kept for days, and a bar that begins before those is left out as a whole', async () => {
    const old = START - 100 * DAY_MS;
    const hour = (at: number) => db().query(`insert into mark_hour values ($1, $2, 1, 2, 1, 2)`, [ID, at]);
    const minutes = (at: number) =>
      db().query(`insert into mark_minutes values ($1, $2, $3::jsonb)`, [
        ID,
        at,
        JSON.stringify([[at, '1', '2', '1', '2']]),
      ]);
    for (const at of [old, START - 91 * DAY_MS]) await hour(at);
    for (const at of [START - 3 * DAY_MS, START - DAY_MS]) await minutes(at);
    await clock.advance(6 * MINUTE_MS);
    const left = async (table: string) =>
      (await db().query<{ at: number }>(`select at from ${table} order by at`)).map(({ at }) => at);
    // What the round has begun with the clock ends with the database.
    await vi.waitFor(async () => {
      expect(await left('mark_hour')).toEqual([START - 91 * DAY_MS, START]);
      expect(await left('mark_minutes')).toEqual([START - DAY_MS, START]);
    }, 20_000);
    // The month in which the oldest hours lie began before them: what is left of it is no month.
    expect((await read('1M')).map(([minute]) => minute)).toEqual([
      (Date.UTC(2026, 10, 1) - START) / MINUTE_MS,
    ]);
    expect(await read('1h', { limit: 1, from: 0 })).toEqual([[-91 * 24 * 60, '1', '2', '1', '2']]);
  });

  it('wait for a database that is away, and lose nothing that was seen', async () => {
    await bars.close();
    let isAway = true;
    const words: string[] = [];
    const away = new MarkBars({
      ...{ marks: board, clock },
      db: {
        query: (text, params) =>
          isAway && text.includes('insert') ? Promise.reject(new Error('away')) : db().query(text, params),
      },
      log: (event) => void words.push(event),
    });
    await away.start();
    bars = away;
    mark('120');
    await clock.advance(HOUR_MS + 6 * MINUTE_MS);
    expect(words).toContain('mark bars');
    expect((await read('1h')).map(([minute, , high]) => [minute, high])).toEqual([
      [0, '120'],
      [60, '120'],
    ]);
    isAway = false;
    await clock.advance(5 * MINUTE_MS);
    await bars.close();
    await open();
    expect((await read('1m')).length).toBe(72);
  });
});
