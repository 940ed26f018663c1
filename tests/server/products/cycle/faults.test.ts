import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Market } from '../../../../domain/index.ts';
import { verifyReceipt } from '../../../../domain/index.ts';
import { run } from '../../../../server/base/commands/command.ts';
import type { Database, Queries } from '../../../../server/base/db/database.ts';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import { openHouse } from '../../../../server/products/cycle/house.ts';
import { receiptOf } from '../../../../server/products/cycle/receipt.ts';
import { settleDue } from '../../../../server/products/cycle/settle.ts';
import type { CycleWorld } from '../../../support/cycle.ts';
import { cycleFlaws, newCycleMarket, openCycle } from '../../../support/cycle.ts';
import { withDatabase } from '../../../support/databases.ts';
import { codeOf } from '../../../support/spot.ts';

const flat = (price: string, seconds: number): string[] => Array.from({ length: seconds }, () => price);

/** A database that dies once: in the nth transaction that settles, sells or buys, before its commit or after it. */
function dying(db: Database, nth: number, moment: 'before' | 'after', call = 'cycle_settle') {
  let settling = 0;
  const transaction = async <T>(work: (tx: Queries) => Promise<T>): Promise<T> => {
    let isLast = false;
    const result = await db.transaction(async (tx) => {
      const query: Queries['query'] = (text, params) => {
        if (text.includes(call)) isLast = ++settling === nth;
        return tx.query(text, params);
      };
      const done = await work({ query });
      if (isLast && moment === 'before') throw new Error('died');
      return done;
    });
    if (isLast) throw new Error('died');
    return result;
  };
  const fake: Database = {
    engine: db.engine,
    isReady: () => true,
    query: (text, params) => db.query(text, params),
    transaction,
    close: () => db.close(),
  };
  return fake;
}

withDatabase('cycle contracts when things go wrong', (db) => {
  let market: Market;
  let x: CycleWorld;
  beforeEach(() => {
    market = newCycleMarket();
  });
  afterEach(async () => {
    await x.close();
    expect(await cycleFlaws(db())).toEqual([]);
    expect(await verifyLedger(db())).toEqual([]);
  });
  const entriesOf = (id: number) =>
    db().query(`select 1 from journal where code = 'cycle' and ref_type = 'contract' and ref_id = $1`, [
      `${id}`,
    ]);

  describe.each(['before', 'after'] as const)('dying %s the commit of a settlement', (moment) => {
    it('settles each contract once, by the same index, after it has started anew', async () => {
      x = await openCycle(dying(db(), 1, moment), [market], { userCount: 2 });
      const ids: number[] = [];
      for (const user of [0, 1])
        for (const direction of ['up', 'down'] as const)
          ids.push((await x.buy(user, direction, '30s', '10')).id);
      x.play([...flat('100', 27), ...flat('101', 4)]);
      await x.settled();
      expect(x.logged).toEqual([['cycle', { error: 'Error: died' }]]);
      const now = x.clock.now();
      await x.close();
      x = await openCycle(db(), [market], { users: x.users, now: now + 5_000 });
      for (const id of ids) {
        const { outcome, direction, settlementPrice } = await x.contract(id);
        expect([outcome, settlementPrice]).toEqual([direction === 'up' ? 'win' : 'lose', '101']);
        expect(await entriesOf(id)).toHaveLength(1);
      }
      expect((await x.money(0))[1]).toBe('0');
    });
    it('goes on by itself when the process lives', async () => {
      x = await openCycle(dying(db(), 1, moment), [market]);
      const { id } = await x.buy(0, 'up', '30s', '10');
      x.play([...flat('100', 27), ...flat('101', 4)]);
      await x.settled();
      x.play(flat('90', 1));
      await x.settled();
      expect(await x.contract(id)).toMatchObject({ outcome: 'win', settlementPrice: '101' });
      expect(await entriesOf(id)).toHaveLength(1);
    });
  });

  it('a settlement that cannot be booked keeps no exchange from opening, and is tried again', async () => {
    x = await openCycle(db(), [market], { userCount: 2 });
    const { id } = await x.buy(0, 'up', '30s', '10');
    const others = [await x.buy(1, 'down', '30s', '10'), await x.buy(1, 'up', '30s', '10')];
    x.play([...flat('100', 27), ...flat('101', 4)]);
    const refused = `create function cycle_refused() returns trigger language plpgsql as
      $$ begin if new.id = ${id} then raise exception 'refused'; end if; return new; end $$`;
    await db().query(refused);
    await db().query(
      'create trigger refused before update of outcome on cycle_contract for each row execute function cycle_refused()',
    );
    const now = x.clock.now();
    await x.close();
    x = await openCycle(db(), [market], { users: x.users, now: now + 5_000 });
    expect(x.logged).toHaveLength(1);
    expect((await x.contract(id)).outcome).toBeNull();
    // Nobody else's contract waits for it.
    for (const other of others) expect((await x.contract(other.id)).outcome).toMatch(/win|lose|void/);
    await db().query('drop trigger refused on cycle_contract');
    await db().query('drop function cycle_refused');
    x.play(flat('100', 1));
    await x.settled();
    expect(await x.contract(id)).toMatchObject({ outcome: expect.stringMatching(/win|void/) });
  });

  describe.each(['before', 'after'] as const)('dying %s the commit of a sale', (moment) => {
    it('has it booked once or not at all, and the same key says which', async () => {
      x = await openCycle(dying(db(), 1, moment, 'cycle_sell'), [market], { userCount: 1 });
      const { id } = await x.buy(0, 'up', '60s', '10');
      x.play(flat('100', 2));
      await x.settled();
      const { sale } = await x.asksToSell(0, id, '5', 'sale-that-dies');
      x.play(flat('100', 1));
      await expect(sale).rejects.toThrow('died');
      await x.settled();
      const now = x.clock.now();
      await x.close();
      x = await openCycle(db(), [market], { users: x.users, now });
      const before = await x.contract(id);
      expect(before.outcome).toBe(moment === 'after' ? 'sold' : null);
      // Sent again under its key: what was booked is read, what was not is sold at a price of now.
      const again = await x.asksToSell(0, id, '5', 'sale-that-dies');
      x.play(flat('100', 1));
      const { contract } = await again.sale;
      await x.settled();
      expect(contract).toMatchObject({ id, outcome: 'sold' });
      if (moment === 'after') expect(contract).toEqual(before);
      expect(await x.contract(id)).toEqual(contract);
      expect(await entriesOf(id)).toHaveLength(1);
      expect(verifyReceipt(await receiptOf(db(), id))).toMatchObject({ ok: true, failed: [] });
      // Its end comes, and changes nothing.
      x.play(flat('120', 65));
      await x.settled();
      expect(await x.contract(id)).toEqual(contract);
      expect((await x.money(0))[1]).toBe('0');
    });
  });

  describe.each(['before', 'after'] as const)('dying %s the commit of a purchase', (moment) => {
    it('lets no index be missed by what may have been written: it is settled like any other', async () => {
      x = await openCycle(dying(db(), 1, moment, 'cycle_open'), [market]);
      const { id: quote } = await x.quote(0, '30s');
      await expect(x.buyAt(0, { quote, direction: 'up', amount: '10' })).rejects.toThrow('died');
      x.play([...flat('100', 27), ...flat('101', 4)]);
      await x.settled();
      const found = await db().query<{ outcome: string }>(
        'select outcome from cycle_contract where user_id = $1',
        [x.users[0]],
      );
      expect(found).toEqual(moment === 'after' ? [{ outcome: 'win' }] : []);
    });
  });

  it('dying between two batches leaves the rest for the next start', async () => {
    x = await openCycle(db(), [market], { userCount: 1 });
    const ids: number[] = [];
    for (let i = 0; i < 5; i++) ids.push((await x.buy(0, 'up', '30s', '10')).id);
    x.play([...flat('100', 27), ...flat('101', 3)]);
    await x.settled();
    x.clock.jump(1_000);
    const deps = { clock: x.clock, published: () => undefined };
    const house = await run({ ...deps, db: db() }, openHouse);
    const upTo = x.clock.now();
    await expect(settleDue({ ...deps, db: dying(db(), 2, 'before') }, house, upTo, 2)).rejects.toThrow(
      'died',
    );
    const left = await db().query(
      'select id from cycle_contract where outcome is null and id = any($1::bigint[])',
      [ids],
    );
    expect(left).toHaveLength(3);
    expect(await settleDue({ ...deps, db: db() }, house, upTo, 2)).toBe(3);
    expect(await settleDue({ ...deps, db: db() }, house, upTo, 2)).toBe(0);
    for (const id of ids) expect(await entriesOf(id)).toHaveLength(1);
  });

  it('two that settle at once settle each contract once', async () => {
    x = await openCycle(db(), [market]);
    const ids: number[] = [];
    for (let i = 0; i < 6; i++) ids.push((await x.buy(0, 'down', '30s', '10')).id);
    x.play([...flat('100', 27), ...flat('99', 3)]);
    await x.settled();
    x.clock.jump(1_000);
    const deps = { db: db(), clock: x.clock, published: () => undefined };
    const house = await run(deps, openHouse);
    await Promise.all(Array.from({ length: 4 }, () => settleDue(deps, house, x.clock.now(), 3)));
    for (const id of ids) expect(await entriesOf(id)).toHaveLength(1);
  });

  describe('a clock that is put back', () => {
    it('has no contract begin at a second whose price is known', async () => {
      x = await openCycle(db(), [market]);
      // Something runs, so that the index is recorded.
      await x.buy(0, 'up', '2m', '10');
      x.play([...flat('100', 5), '200']);
      const known = x.clock.now();
      x.clock.jump(-4_000);
      x.source.tick(market.id, '200');
      const { id, acceptedAt, startsAt } = await x.buy(0, 'up', '30s', '10');
      expect([acceptedAt, startsAt]).toEqual([known, known + 1_000]);
      x.play(flat('300', 6));
      await x.settled();
      expect((await x.contract(id)).entry).toMatchObject({ at: startsAt, price: '300' });
      x.play(flat('300', 130));
      await x.settled();
    });
    it('settles nothing before its end: the receipt holds', async () => {
      x = await openCycle(db(), [market]);
      const { id, endsAt } = await x.buy(0, 'up', '30s', '10');
      x.play([...flat('100', 27), ...flat('101', 5)]);
      x.clock.jump(-4_000);
      await x.settled();
      const { settledAt } = await x.contract(id);
      expect(settledAt).toBeGreaterThanOrEqual(endsAt);
      expect(verifyReceipt(await receiptOf(db(), id)).failed).toEqual([]);
    });
    it('by minutes has none begin ahead of it: nothing is sold until it has caught up', async () => {
      x = await openCycle(db(), [market]);
      await x.buy(0, 'up', '2m', '10');
      x.play(flat('100', 5));
      const quote = await x.quote(0, '30s');
      x.clock.jump(-600_000);
      x.source.tick(market.id, '100');
      expect(await codeOf(x.buyAt(0, { quote: quote.id, direction: 'up', amount: '10' }))).toBe(
        'quoteExpired',
      );
      expect(await codeOf(x.quote(0, '30s'))).toBe('marketStale');
      x.clock.jump(600_000);
      x.source.tick(market.id, '100');
      const { acceptedAt } = await x.buy(0, 'up', '30s', '10');
      expect(acceptedAt).toBeLessThanOrEqual(x.clock.now());
      x.play(flat('100', 130));
      await x.settled();
    });
    it('while the exchange was away adds nothing to the past', async () => {
      x = await openCycle(db(), [market]);
      const { id } = await x.buy(0, 'up', '60s', '10');
      x.play(flat('100', 10));
      await x.settled();
      const back = x.clock.now() - 5_000;
      await x.close();
      x = await openCycle(db(), [market], { users: x.users, now: back });
      const later = await x.buy(0, 'up', '30s', '10');
      expect(later.acceptedAt).toBe(back + 5_000);
      x.play(flat('101', 70));
      await x.settled();
      expect(x.logged).toEqual([]);
      expect(await x.contract(id)).toMatchObject({ outcome: 'win', points: 3 });
      expect(verifyReceipt(await receiptOf(db(), id))).toMatchObject({ ok: true, isWhole: true });
    });
  });

  it('a quote of a process that ended is gone with it', async () => {
    x = await openCycle(db(), [market]);
    const { id } = await x.quote(0, '30s');
    await x.close();
    x = await openCycle(db(), [market], { users: x.users });
    expect(await codeOf(x.buyAt(0, { quote: id, direction: 'up', amount: '5' }))).toBe('quoteExpired');
  });
});
