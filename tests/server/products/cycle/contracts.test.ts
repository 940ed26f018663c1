import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Market } from '../../../../domain/index.ts';
import { verifyReceipt, winOf } from '../../../../domain/index.ts';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import { receiptOf } from '../../../../server/products/cycle/receipt.ts';
import type { CycleWorld } from '../../../support/cycle.ts';
import { cycleFlaws, newCycleMarket, openCycle, plus } from '../../../support/cycle.ts';
import { withDatabase } from '../../../support/databases.ts';
import { runOps } from '../../../support/ops.ts';
import { codeOf } from '../../../support/spot.ts';

const flat = (price: string, seconds: number): string[] => Array.from({ length: seconds }, () => price);

withDatabase('cycle contracts', (db) => {
  let x: CycleWorld;
  let market: Market;
  const open = async (more: Partial<Market> = {}, options: Parameters<typeof openCycle>[2] = {}) => {
    market = newCycleMarket(more);
    x = await openCycle(db(), [market], options);
  };
  beforeEach(() => open());
  afterEach(async () => {
    await x.settled();
    await x.close();
    expect(x.logged).toEqual([]);
    expect(await cycleFlaws(db())).toEqual([]);
    expect(await verifyLedger(db())).toEqual([]);
  });
  const ended = async (id: number) => {
    await x.settled();
    return x.contract(id);
  };

  describe('a contract', () => {
    it.each([
      ['up', '101', 'win'],
      ['up', '99', 'lose'],
      ['down', '99', 'win'],
      ['down', '101', 'lose'],
      ['up', '100', 'tie'],
      ['down', '100', 'tie'],
    ] as const)('%s from 100 to %s: %s, once, to the cent', async (direction, last, outcome) => {
      const [houseBefore] = await x.house();
      const { id, rate } = await x.buy(0, direction, '30s', '10');
      const win = winOf('10', rate);
      expect(await x.money(0)).toEqual(['100000', '10']);
      expect((await x.house())[1]).toBe(win);
      x.play([...flat('100', 27), ...flat(last, 4)]);
      const profit = { win, lose: '-10', tie: '0' }[outcome];
      const row = await ended(id);
      expect(row).toMatchObject({ outcome, profit, fee: '0', points: 3, reason: null });
      expect(row).toMatchObject({ entry: { price: '100' }, settlementPrice: last });
      expect(await x.money(0)).toEqual([plus('100000', profit), '0']);
      expect(await x.house()).toEqual([plus(houseBefore, neg(profit)), '0']);
    });
    it('enters at the first tick after it was accepted, never at one before', async () => {
      x.play(['100']);
      x.clock.jump(400);
      const { id, acceptedAt, startsAt } = await x.buy(0, 'up', '30s', '10');
      expect(acceptedAt % 1_000).toBe(400);
      expect(startsAt).toBe(acceptedAt + 600);
      x.source.tick(market.id, '150');
      await x.settled();
      expect((await x.contract(id)).entry).toBeNull();
      x.clock.jump(600);
      x.engine.check();
      const { entry, outcome } = await ended(id);
      expect([entry?.price, entry?.at, outcome]).toEqual(['150', startsAt, null]);
    });
    it('on a whole second begins with the second after it', async () => {
      x.play(['100']);
      const { acceptedAt, startsAt } = await x.buy(0, 'up', '30s', '10');
      expect(startsAt).toBe(acceptedAt + 1_000);
    });
    it('averages its window, closed at the start and open at the end', async () => {
      const { id } = await x.buy(0, 'up', '30s', '10');
      // Entry at second 1; the window is seconds 28, 29, 30; second 31 is the end.
      x.play([...flat('100', 27), '99', '100', '101.000003', '500']);
      expect(await ended(id)).toMatchObject({
        settlementPrice: '100.000001',
        outcome: 'win',
        points: 3,
      });
    });
    it('is told to its owner when it is bought, entered and settled', async () => {
      const { id } = await x.buy(0, 'up', '30s', '10');
      x.play(flat('100', 1));
      await x.settled();
      x.play(flat('101', 30));
      await x.settled();
      const rows = await db().query<{ seq: number; type: string; body: { id: number; version: number } }>(
        'select seq, type, body from outbox where stream = $1 order by seq',
        [`user:${x.users[0]}`],
      );
      const emitted = rows.filter(({ type }) => type === 'cycle');
      expect(emitted.map(({ body }) => [body.id, body.version])).toEqual([1, 2, 3].map((n) => [id, n]));
      expect(emitted.at(-1)?.body).toEqual(await x.contract(id));
      expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, i) => i + 1));
      expect(x.published).toContain(`user:${x.users[0]}`);
    });
  });

  describe('without enough of an index', () => {
    it('is void when the window has fewer than half its points', async () => {
      const { id } = await x.buy(0, 'up', '30s', '10');
      x.play(flat('100', 28));
      // Silence of the source: what it said before is no index any more.
      x.clock.jump(3_500);
      x.engine.check();
      expect(await ended(id)).toMatchObject({ outcome: 'void', reason: 'noIndex', points: 1, profit: '0' });
      expect(await x.money(0)).toEqual(['100000', '0']);
    });
    it('settles when half of them are there', async () => {
      const { id } = await x.buy(0, 'down', '30s', '10');
      x.play([...flat('100', 28), '99']);
      x.clock.jump(2_000);
      x.engine.check();
      expect(await ended(id)).toMatchObject({ outcome: 'win', points: 2, settlementPrice: '99.5' });
    });
    it('is void when nothing came to begin with', async () => {
      const { id } = await x.buy(0, 'up', '1h', '10');
      x.clock.jump(5_000);
      x.engine.check();
      await x.settled();
      expect((await x.contract(id)).outcome).toBeNull();
      x.clock.jump(1_000);
      x.engine.check();
      expect(await ended(id)).toMatchObject({ outcome: 'void', reason: 'noEntry', entry: null });
    });
    it('is proved void by its receipt before its end, when nothing came to begin with', async () => {
      const { id } = await x.buy(0, 'up', '1h', '10');
      x.clock.jump(6_000);
      x.engine.check();
      expect(await ended(id)).toMatchObject({ outcome: 'void', reason: 'noEntry' });
      expect(verifyReceipt(await receiptOf(db(), id)).failed).toEqual([]);
    });
    it('is proved void by its receipt', async () => {
      const { id } = await x.buy(0, 'up', '30s', '10');
      x.play(flat('100', 28));
      x.clock.jump(3_500);
      x.engine.check();
      x.play(['100']);
      await x.settled();
      expect(verifyReceipt(await receiptOf(db(), id))).toEqual({ ok: true, failed: [], isWhole: true });
    });
  });

  describe('prices below zero', () => {
    it('take no new contract, and running ones compare as signed numbers', async () => {
      const up = await x.buy(0, 'up', '30s', '10');
      const down = await x.buy(0, 'down', '30s', '10');
      x.play([...flat('0.01', 27), ...flat('-36.98', 4)]);
      expect(await ended(up.id)).toMatchObject({ outcome: 'lose', settlementPrice: '-36.98' });
      expect(await ended(down.id)).toMatchObject({ outcome: 'win' });
      expect(await codeOf(x.quote(0, '30s'))).toBe('indexNotPositive');
      const below = await db().query('select price::text from cycle_tick where asset = $1 and price < 0', [
        market.id,
      ]);
      expect(below).toHaveLength(4);
      expect(verifyReceipt(await receiptOf(db(), down.id))).toMatchObject({ ok: true });
    });
  });

  describe('after a restart', () => {
    const restart = (now: number) => openCycle(db(), [market], { now, users: x.users });
    it('what ended meanwhile settles from the recorded index', async () => {
      const { id, endsAt } = await x.buy(0, 'up', '30s', '10');
      x.play([...flat('100', 27), ...flat('101', 3)]);
      // It dies before the last second; all of the window is stored.
      await x.settled();
      await x.close();
      const y = await restart(endsAt + 3_600_000);
      expect(await y.contract(id)).toMatchObject({ outcome: 'win', points: 3, settlementPrice: '101' });
      await y.close();
    });
    it('what has no index is void, and what still runs goes on', async () => {
      const { id } = await x.buy(0, 'up', '30s', '10');
      const running = await x.buy(0, 'down', '5m', '10');
      const unentered = await x.buy(0, 'up', '30s', '10');
      x.play(flat('100', 1));
      await x.settled();
      const fresh = await x.buy(0, 'up', '30s', '10');
      await x.close();
      const y = await restart(x.clock.now() + 60_000);
      expect(await y.contract(id)).toMatchObject({ outcome: 'void', reason: 'noIndex' });
      expect(await y.contract(unentered.id)).toMatchObject({ outcome: 'void', reason: 'noIndex' });
      expect(await y.contract(fresh.id)).toMatchObject({ outcome: 'void', reason: 'noEntry' });
      y.play(Array.from({ length: 250 }, () => '99'));
      await y.settled();
      expect(await y.contract(running.id)).toMatchObject({ outcome: 'win', points: 15 });
      const verdict = verifyReceipt(await receiptOf(db(), running.id));
      expect(verdict).toEqual({ ok: true, failed: [], isWhole: true });
      await y.close();
    });
  });

  describe('the operator', () => {
    const ops = (name: string, ...args: string[]) =>
      runOps({ db: db(), clock: x.clock, published: () => undefined }, name, args);
    it('can recompute a contract, and is told of one that runs or is none', async () => {
      const { id } = await x.buy(0, 'up', '30s', '10');
      expect(await ops('cycle verify', `${id}`)).toMatchObject({ ok: false });
      x.play([...flat('100', 27), ...flat('101', 5)]);
      await x.settled();
      const { ok, lines } = await ops('cycle verify', `${id}`);
      expect([ok, lines.join(' ')]).toEqual([true, expect.stringContaining('one unbroken chain')]);
      expect(await ops('cycle verify', '999999')).toMatchObject({ ok: false });
      expect(await ops('cycle verify', '1; drop')).toMatchObject({ ok: false });
    });
    it('cannot choose an outcome, not even in the database', async () => {
      const { id } = await x.buy(0, 'up', '30s', '10');
      x.play([...flat('100', 27), ...flat('99', 5)]);
      await x.settled();
      for (const change of [
        `update cycle_contract set outcome = 'win', payout = stake + win where id = ${id}`,
        `update cycle_contract set settlement_price = 1 where id = ${id}`,
        `delete from cycle_contract where id = ${id}`,
        `update cycle_tick set price = 1 where asset = '${market.id}'`,
        `delete from cycle_tick where asset = '${market.id}'`,
        'truncate cycle_tick cascade',
        `insert into cycle_tick values ('${market.id}', 1000, 1000, 5, '${'0'.repeat(64)}')`,
      ])
        await expect(db().query(change), change).rejects.toThrow();
      const running = await x.buy(0, 'up', '30s', '10');
      for (const change of [
        `outcome = 'win', settlement_price = 0, payout = stake + win`,
        `outcome = 'void', payout = stake`,
        'stake = 1',
        'rate = 9',
        'ends_at = ends_at + 1000',
        `direction = 'down'`,
      ])
        await expect(
          db().query(`update cycle_contract set ${change} where id = ${running.id}`),
          change,
        ).rejects.toThrow();
    });
  });
});

const neg = (text: string): string =>
  text === '0' ? '0' : text.startsWith('-') ? text.slice(1) : `-${text}`;
