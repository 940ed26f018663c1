import pg from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyBook, RuleError } from '../../../domain/index.ts';
import { run, runBeside, runOnce, settleCommands } from '../../../server/base/commands/command.ts';
import type { BatchDocument, Database } from '../../../server/base/db/database.ts';
import { DatabaseAwayError } from '../../../server/base/db/database.ts';
import { OpenBatchLog, outsideLog } from '../../../server/base/log/batchLog.ts';
import { post } from '../../../server/books/ledger/ledger.ts';
import { verifyLedger } from '../../../server/books/ledger/verify.ts';
import { openPostgres } from '../../../server/host/database/postgres.ts';
import { deviceClock } from '../../../server/host/device/clock.ts';
import { SpotEngine } from '../../../server/products/spot/engine.ts';
import { engines, SCHEMA } from '../../support/databases.ts';
import type { Logged } from '../../support/logged.ts';
import { logged } from '../../support/logged.ts';
import type { Spot } from '../../support/spot.ts';
import { codeOf, flawsOf, newMarket, openSpot } from '../../support/spot.ts';

const postgres = engines.find(({ engine }) => engine === 'postgres');
/** Orders while nobody can write tables. */
const ORDERS = 60;

/** A document of nothing. */
const document: BatchDocument = {
  product: 'spot',
  ...{ at: 1, users: [], answers: [], names: [] },
  body: JSON.stringify({
    ...{ entries: [], lines: [], holds: [], releases: [], orders: [], fills: [], commands: [] },
    ...{ messages: [], users: [] },
  }),
  applied: () => undefined,
};

/** An engine whose answers wait for a log, on a server of its own database. */
describe.skipIf(!postgres || postgres.missing !== undefined)('the log before the tables', () => {
  let url = '';
  let db: Logged;
  let spot: Spot;
  let writer: pg.Client;
  const lost: string[] = [];

  beforeEach(async () => {
    url = (await postgres?.newPlace(true)) ?? '';
    lost.length = 0;
    db = await logged(await openPostgres(url, SCHEMA), { onLost: () => void lost.push('lost') });
    spot = await openSpot(db, newMarket(), { userCount: 3, funds: '1000' });
    spot.source.tick(spot.market.id, '10');
    writer = new pg.Client({ connectionString: url });
    await writer.connect();
  }, 60_000);
  afterEach(async () => {
    spot.close();
    await writer.end();
    await db.close();
  }, 60_000);
  afterAll(() => postgres?.stop(), 60_000);

  /** Nobody writes tables behind the log, until it is given back. */
  const stopTables = async (): Promise<() => Promise<unknown>> => {
    await db.log.applied();
    await writer.query('begin');
    await writer.query('select 1 from turn_state for update');
    return () => writer.query('rollback');
  };
  const stored = async (): Promise<number> => {
    const { rows } = await writer.query<{ count: number }>('select count(*)::int as count from spot_order');
    return rows[0]?.count ?? -1;
  };
  const bid = (user: number, n: number, key?: string) =>
    spot.place(user, { side: 'buy', price: `${5 + (n % 3)}`, quantity: '1' }, key);

  it('answers while nobody writes tables, reports how far they are behind, and they come to the same', async () => {
    await bid(0, 0);
    const goOn = await stopTables();
    const before = await stored();
    const ids: number[] = [];
    for (let n = 0; n < ORDERS; n++) {
      const { order } = await bid(n % 2, n);
      ids.push(order.id);
      if (n % 4 === 3) await spot.cancel(n % 2, order.id);
    }
    const sale = await spot.place(2, { side: 'sell', price: '7', quantity: '3' });
    expect(sale.order.status).toBe('filled');
    expect(sale.fills).toHaveLength(3);
    // Its market is known, though no book and no table has the order.
    expect(await codeOf(spot.cancel(2, sale.order.id))).toBe('orderClosed');
    expect(await stored()).toBe(before);
    expect(db.log.behind().documents).toBeGreaterThanOrEqual(ORDERS);
    expect(db.log.behind().ms).toBeGreaterThan(0);
    const read = db.query('select 1 from spot_order where id = any ($1::bigint[])', [ids]);
    await goOn();
    expect(await read).toHaveLength(ORDERS);
    expect(db.log.behind()).toEqual({ documents: 0, ms: 0 });
    const { orderBook, stored: live } = await spot.live();
    expect(orderBook).toEqual(live);
    expect(await flawsOf(db, spot.market)).toEqual([]);
    expect(await verifyLedger(db)).toEqual([]);
    expect(db.reports).toEqual([]);
  });

  it('gathers commands into fewer documents while the tables are behind', async () => {
    const goOn = await stopTables();
    for (let n = 0; n < 10; n++) await bid(0, n);
    const before = db.log.behind().documents;
    // Each is given a turn of the event loop later than the one before.
    const all: Promise<unknown>[] = [];
    for (let n = 0; n < 10; n++) {
      all.push(bid(1, n));
      await deviceClock.pause();
    }
    await Promise.all(all);
    expect(before).toBe(10);
    expect(db.log.behind().documents).toBeLessThanOrEqual(13);
    await goOn();
    await db.log.applied();
  });

  it('knows keys, balances and client ids that the tables do not have yet', async () => {
    const goOn = await stopTables();
    const first = await spot.place(0, { side: 'buy', price: '5', quantity: '100' }, 'the-same-key');
    expect(await spot.place(0, { side: 'buy', price: '5', quantity: '100' }, 'the-same-key')).toEqual(first);
    expect(await codeOf(spot.place(0, { side: 'buy', price: '6', quantity: '1' }, 'the-same-key'))).toBe(
      'keyReused',
    );
    // 500 of 1,000 are held.
    expect(await codeOf(spot.place(0, { side: 'buy', price: '5', quantity: '101' }))).toBe(
      'insufficientBalance',
    );
    const pair = { side: 'sell', quantity: '1', price: '12', stopPrice: '8', stopLimitPrice: '7' } as const;
    const names = { limit: 'named-before', stop: 'and-its-stop' };
    await spot.placeOco(0, { ...pair, clientIds: names });
    // What it had put into the book is read again from the tables: it waits for them.
    const named = codeOf(spot.placeOco(0, { ...pair, clientIds: names }));
    await goOn();
    expect(await named).toBe('keyReused');
    await db.log.applied();
    expect(await codeOf(spot.placeOco(0, { ...pair, clientIds: names }))).toBe('keyReused');
    expect(await spot.place(0, { side: 'buy', price: '5', quantity: '100' }, 'the-same-key')).toEqual(first);
    expect(await verifyLedger(db)).toEqual([]);
  });

  const deps = () => ({ db: db.behind, clock: deviceClock, published: () => undefined });
  /** Takes money out of a spot account, as transfers and withdrawals do: by what the tables say. */
  const take = (on: Parameters<typeof runOnce>[0], amount: string, key: string) => {
    const [user = 0] = spot.users;
    const { quote: asset } = spot.market;
    return runOnce(on, { userId: user, key, call: 'test', request: {} }, async ({ tx, at }) => {
      const [row] = await tx.query<{ covers: boolean }>(
        `select posted - held >= $3::numeric as covers from account where owner_id = $1 and kind = 'spot' and asset = $2`,
        [user, asset, amount],
      );
      if (!row?.covers) throw new RuleError('insufficientBalance');
      await post(tx, { code: 'transfer', refType: 'test', refId: key }, at, [
        { account: { owner: user, kind: 'spot', asset }, amount: `-${amount}` },
        { account: { owner: user, kind: 'futures', asset }, amount },
      ]);
      return { taken: amount };
    });
  };

  it('lets nobody take what an order has spent a moment before, nor an order what was taken', async () => {
    for (let n = 0; n < 8; n++) {
      const order = spot.place(0, { side: 'buy', price: '6', quantity: '100' });
      const taking = take(deps(), '600', `take-key-${n}`);
      const codes = await Promise.all([codeOf(order), codeOf(taking)]);
      // 1,000 are enough for one of them.
      expect(codes.filter((code) => code === 'insufficientBalance')).toHaveLength(1);
      if (codes[0] === undefined) await spot.cancel(0, (await order).order.id);
      else {
        const [user = 0] = spot.users;
        const { quote: asset } = spot.market;
        await run(deps(), ({ tx, at }) =>
          post(tx, { code: 'transfer', refType: 'test', refId: `back-${n}` }, at, [
            { account: { owner: user, kind: 'futures', asset }, amount: '-600' },
            { account: { owner: user, kind: 'spot', asset }, amount: '600' },
          ]),
        );
      }
    }
    expect(await verifyLedger(db)).toEqual([]);
  });

  it('decides again what another process has changed meanwhile', async () => {
    const beside = await openPostgres(url, SCHEMA);
    expect(beside.outside).toBeDefined();
    await bid(0, 0);
    const elsewhere = { db: beside, clock: deviceClock, published: () => undefined };
    expect(await take(elsewhere, '900', 'operator-key-1')).toEqual({ taken: '900' });
    // In memory there were 995 free.
    expect(await codeOf(spot.place(0, { side: 'buy', price: '5', quantity: '100' }))).toBe(
      'insufficientBalance',
    );
    expect((await spot.place(0, { side: 'buy', price: '5', quantity: '19' })).order.status).toBe('open');
    expect(await codeOf(take(elsewhere, '1', 'operator-key-2'))).toBe('insufficientBalance');
    const { orderBook, stored: live } = await spot.live();
    expect(orderBook).toEqual(live);
    expect(await verifyLedger(db)).toEqual([]);
    await beside.close();
  });

  it('refuses money and keys that are changed beside it', async () => {
    await expect(
      runBeside(deps(), ({ tx, at }) =>
        post(tx, { code: 'transfer', refType: 'test', refId: 'beside' }, at, [
          { account: { owner: spot.users[0] ?? 0, kind: 'spot', asset: spot.market.quote }, amount: '-1' },
          { account: { owner: spot.users[1] ?? 0, kind: 'spot', asset: spot.market.quote }, amount: '1' },
        ]),
      ),
    ).rejects.toThrow('beside the log');
    await expect(
      db.behind.query(
        "insert into command (user_id, key, call, request_hash, at) values ($1, 'beside-1', 't', '', 1)",
        [spot.users[0]],
      ),
    ).rejects.toThrow('beside the log');
  });

  it('makes void a key that has not acted, and tells of one that only the log has', async () => {
    const goOn = await stopTables();
    await bid(0, 0, 'acted-key');
    const settling = settleCommands(deps(), spot.users[0] ?? 0, ['acted-key', 'never-seen']);
    await goOn();
    expect((await settling).map(({ done }) => done)).toEqual([true, false]);
    expect(await codeOf(bid(0, 0, 'never-seen'))).toBe('keyReused');
  });

  it('is applied by the next exchange before it opens its books, and decided by nobody again', async () => {
    const goOn = await stopTables();
    const placed = [await bid(0, 0), await bid(1, 1), await bid(0, 2)];
    await spot.cancel(0, placed[0]?.order.id ?? 0);
    await spot.place(2, { side: 'sell', price: '6', quantity: '1' });
    spot.close();
    await db.log.applied([]);
    // It is killed here: what it has in memory is gone.
    await goOn();
    const next = await openPostgres(url, SCHEMA);
    const log = await OpenBatchLog.open({
      ...{ db: next, clock: deviceClock, fence: 0 },
      ...{ log: () => undefined, onLost: () => undefined },
    });
    expect(log.behind().documents).toBe(0);
    const engine = new SpotEngine({
      ...{ db: { ...next, log } as Database, clock: deviceClock, source: spot.source },
      ...{ published: () => undefined, log: () => undefined },
    });
    spot.source.books.set(spot.market.id, emptyBook);
    await engine.start();
    expect([...(engine.orderBooks.get(spot.market.id)?.orders.keys() ?? [])]).toEqual([placed[1]?.order.id]);
    engine.close();
    expect(await verifyLedger(next)).toEqual([]);
    await log.close();
    await next.close();
  });

  it('has all of it in the tables before an engine beside it reads them', async () => {
    const goOn = await stopTables();
    const placed = await bid(0, 0);
    spot.close();
    const engine = new SpotEngine({
      ...{ db: db.behind, clock: deviceClock, source: spot.source },
      ...{ published: () => undefined, log: () => undefined },
    });
    const started = engine.start();
    // What would be read before it is given back are tables without the order.
    await deviceClock.pause();
    await goOn();
    await started;
    expect([...(engine.orderBooks.get(spot.market.id)?.orders.keys() ?? [])]).toEqual([placed.order.id]);
    engine.close();
  });

  it('appends once when the response to an append is lost', async () => {
    let left = 2;
    const flaky: Database = {
      ...db.behind,
      query: async (text, params) => {
        const rows = await db.behind.query<never>(text, params);
        if (!text.includes('turn_append') || left-- <= 0) return rows;
        throw new DatabaseAwayError('the line is cut');
      },
    };
    const reports: string[] = [];
    const log = await OpenBatchLog.open({
      ...{ db: flaky, clock: deviceClock, fence: 0, onLost: () => undefined },
      log: (_, detail) => void reports.push(JSON.stringify(detail)),
    });
    expect(await log.append(document)).toBe(true);
    expect(reports).toHaveLength(2);
    const rows = await db.behind.query<{ count: number }>('select count(*)::int as count from turn_log');
    expect(rows[0]?.count).toBe(1);
    await log.close();
    // An exchange that appends under a number that is taken has lost the database to another.
    await expect(bid(0, 0)).rejects.toThrow("another exchange's");
    expect(lost).toEqual(['lost']);
  });

  it('takes nothing from an exchange that was followed by another', async () => {
    await db.behind.query('update writer_lease set fence = 7');
    const old = await logged(db.behind, { fence: 6, onLost: () => void lost.push('old') });
    const next = await logged(db.behind, { fence: 7 });
    await expect(old.log.append({ ...document, body: '{}' })).rejects.toThrow('fenced');
    expect(lost).toEqual(['old']);
    expect(await next.log.append(document)).toBe(true);
    await next.log.applied();
  });

  it('takes no more once the tables refuse a document', async () => {
    // The house's accounts are read by then.
    await bid(0, 0);
    const bad = { ...document, body: '{"orders": [{"was": 3, "id": 1}]}' };
    expect(await db.log.batch(() => db.log.append(bad))).toBe(true);
    await expect(db.log.applied()).rejects.toThrow('as they were read');
    expect(await codeOf(bid(0, 0))).toBe('unavailable');
    expect(db.reports.length).toBeGreaterThan(0);
    await db.behind.query('update turn_log set body = $1', [document.body]);
    // A try that began before may still fail.
    const isApplied = () =>
      db.log.applied().then(
        () => true,
        () => false,
      );
    await expect.poll(isApplied, { timeout: 10_000 }).toBe(true);
    expect((await bid(0, 0)).order.status).toBe('open');
  });

  it('is turned off with all of it in the tables', async () => {
    const goOn = await stopTables();
    await bid(0, 0);
    const off = db.behind.transaction((tx) => tx.query('select turn_switch(false)'));
    await goOn();
    await off;
    expect(await stored()).toBe(1);
    await outsideLog(db.behind).applied();
    await db.behind.query(
      "insert into command (user_id, key, call, request_hash, at) values ($1, 'beside-2', 't', '', 1)",
      [spot.users[0]],
    );
  });
});
