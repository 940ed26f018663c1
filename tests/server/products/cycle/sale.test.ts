import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Market } from '../../../../domain/index.ts';
import { D, leastOf, RuleError, saleValue, verifyReceipt } from '../../../../domain/index.ts';
import { run, settleCommands } from '../../../../server/base/commands/command.ts';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import { openHouse } from '../../../../server/products/cycle/house.ts';
import { receiptOf } from '../../../../server/products/cycle/receipt.ts';
import { settleDue } from '../../../../server/products/cycle/settle.ts';
import type { CycleWorld } from '../../../support/cycle.ts';
import { cycleFlaws, newCycleMarket, openCycle, plus } from '../../../support/cycle.ts';
import { withDatabase } from '../../../support/databases.ts';
import { runOps } from '../../../support/ops.ts';
import { codeOf } from '../../../support/spot.ts';

const flat = (price: string, seconds: number): string[] => Array.from({ length: seconds }, () => price);

withDatabase('selling a cycle contract back', (db) => {
  let x: CycleWorld;
  let market: Market;
  beforeEach(async () => {
    market = newCycleMarket();
    x = await openCycle(db(), [market], { userCount: 2 });
  });
  afterEach(async () => {
    await x.settled();
    await x.close();
    expect(x.logged).toEqual([]);
    expect(await cycleFlaws(db())).toEqual([]);
    expect(await verifyLedger(db())).toEqual([]);
  });
  const entriesOf = (id: number) =>
    db().query(`select 1 from journal where code = 'cycle' and ref_type = 'contract' and ref_id = $1`, [
      `${id}`,
    ]);
  /** A contract that has its entry at 100. */
  const running = async (cycle: '30s' | '60s' = '60s') => {
    const contract = await x.buy(0, 'up', cycle, '10');
    x.play(['100']);
    await x.settled();
    return contract;
  };
  const next = async (price: string) => {
    x.play([price]);
    await x.settled();
  };

  it('takes the first tick after it was accepted, which nobody knew, and books it once', async () => {
    const [houseBefore] = await x.house();
    const { id, rate, endsAt } = await running();
    x.play(['100.01']);
    const { sale } = await x.asksToSell(0, id, '9');
    // The price moves within the second: what stood when it was accepted is not what is paid.
    await next('100.05');
    const { contract } = await sale;
    const { sale: emitted, payout, profit, version } = contract;
    const value = saleValue(
      { direction: 'up', cycle: '60s', stake: '10', rate, endsAt, entry: '100' },
      { at: emitted?.tick.at ?? 0, price: '100.05' },
      emitted?.volatility ?? '',
    );
    expect(contract).toMatchObject({ outcome: 'sold', settlementPrice: null, points: null, reason: null });
    expect(emitted).toMatchObject({ least: '9', chance: value?.chance, tick: { price: '100.05' } });
    expect([payout, profit]).toEqual([value?.price, plus(value?.price ?? '', '-10')]);
    expect(emitted?.tick.at).toBeGreaterThan(emitted?.acceptedAt ?? Number.POSITIVE_INFINITY);
    expect(await x.money(0)).toEqual([plus('100000', profit ?? ''), '0']);
    expect(await x.house()).toEqual([new D(houseBefore).minus(profit ?? 0).toFixed(), '0']);
    expect(await entriesOf(id)).toHaveLength(1);
    // Its end comes and changes nothing.
    x.play(flat('90', 65));
    await x.settled();
    expect(await x.contract(id)).toEqual(contract);
    expect(await entriesOf(id)).toHaveLength(1);
    const rows = await db().query<{ body: { outcome: string; version: number } }>(
      `select body from outbox where stream = $1 and type = 'cycle' order by seq`,
      [`user:${x.users[0]}`],
    );
    expect(rows.map(({ body }) => [body.version, body.outcome])).toEqual([
      [1, null],
      [2, null],
      [version, 'sold'],
    ]);
    expect(verifyReceipt(await receiptOf(db(), id))).toEqual({ ok: true, failed: [], isWhole: true });
    const parts = await receiptOf(db(), id, x.users[0], 1);
    expect(verifyReceipt(parts)).toMatchObject({ ok: true });
    const checked = await runOps(x.engine.deps, 'cycle verify', [`${id}`]);
    expect([checked.ok, checked.lines.join(' ')]).toEqual([
      true,
      expect.stringContaining('sold back at tick'),
    ]);
  });
  it('says what running contracts would be bought back for, and leaves out what cannot be sold', async () => {
    const short = await running('30s');
    const long = await running();
    const { sales } = await x.engine.sales(x.users[0] ?? 0);
    expect(sales.map(({ id }) => id).sort()).toEqual([short.id, long.id].sort());
    for (const { id, price, least, until } of sales) {
      expect(least).toBe(leastOf(price));
      expect(until).toBe((id === short.id ? short : long).endsAt - 13_000);
      expect(new D(price).gt(8) && new D(price).lt(9.5)).toBe(true);
    }
    expect((await x.engine.sales(x.users[1] ?? 0)).sales).toEqual([]);
    x.play(flat('100', 18));
    expect((await x.engine.sales(x.users[0] ?? 0)).sales.map(({ id }) => id)).toEqual([long.id]);
    x.clock.jump(3_500);
    expect((await x.engine.sales(x.users[0] ?? 0)).sales).toEqual([]);
  });
  it('is priced on one asset while the venue of another does not answer', async () => {
    const other = newCycleMarket();
    const y = await openCycle(db(), [market, other]);
    const { candles } = y.source;
    const sold = await y.buy(0, 'up', '60s', '10');
    const kept = await y.buy(0, 'up', '60s', '10', other.id);
    y.play(['100']);
    await y.settled();
    y.clock.jump(15_000);
    for (const { id } of [market, other]) y.source.tick(id, '100');
    y.source.candles = async (query) => {
      if (query.id === other.id) throw new RuleError('venueAway');
      return candles(query);
    };
    expect((await y.engine.sales(y.users[0] ?? 0)).sales.map(({ id }) => id)).toEqual([sold.id]);
    expect(await codeOf((await y.asksToSell(0, kept.id)).sale)).toBe('venueAway');
    y.play(flat('100', 60));
    await y.settled();
    await y.close();
  });
  it('is not done below the least that was stated, and the contract runs on', async () => {
    const { id } = await running();
    const { sale } = await x.asksToSell(0, id, '9');
    await next('99.97');
    expect(await codeOf(sale)).toBe('saleBelowLeast');
    x.play(flat('101', 62));
    await x.settled();
    expect(await x.contract(id)).toMatchObject({ outcome: 'win' });
    expect(await entriesOf(id)).toHaveLength(1);
  });
  it('of a contract that is as good as lost has no price', async () => {
    const { id } = await running();
    const { sale } = await x.asksToSell(0, id);
    await next('90');
    expect(await codeOf(sale)).toBe('saleUnpriced');
    expect((await x.engine.sales(x.users[0] ?? 0)).sales).toEqual([]);
  });
  it('is refused before the entry, close to the end, of somebody else’s, and of one that has ended', async () => {
    const waiting = await x.buy(0, 'up', '30s', '10');
    const sellNow = async (user: number, id: number) => codeOf((await x.asksToSell(user, id)).sale);
    expect(await sellNow(0, waiting.id)).toBe('saleNotYet');
    const { id } = await running('30s');
    expect(await sellNow(1, id)).toBe('notFound');
    expect(await sellNow(0, 99_999_999)).toBe('notFound');
    x.play(flat('100', 18));
    await x.settled();
    expect(await sellNow(0, id)).toBe('saleTooLate');
    x.play(flat('100', 20));
    await x.settled();
    expect(await sellNow(0, id)).toBe('contractEnded');
  });
  it('is refused while the asset is halted, closed or silent', async () => {
    const { id } = await running();
    const sellNow = async () => codeOf((await x.asksToSell(0, id)).sale);
    await runOps(x.engine.deps, 'cycle close', [market.id]);
    expect(await sellNow()).toBe('saleHalted');
    expect((await x.engine.sales(x.users[0] ?? 0)).sales).toEqual([]);
    await runOps(x.engine.deps, 'cycle open', [market.id]);
    x.clock.jump(3_500);
    expect(await sellNow()).toBe('marketStale');
    x.source.tick(market.id, '100');
    const { sale } = await x.asksToSell(0, id);
    // No index comes within the time that a sale has: it is not decided by a later one.
    for (let i = 0; i < 7; i++) {
      x.clock.jump(1_000);
      if (i === 0) x.clock.jump(3_500);
      x.engine.check();
      await x.settled();
    }
    expect(await codeOf(sale)).toBe('marketStale');
    expect((await x.contract(id)).outcome).toBeNull();
  });

  describe('more than once', () => {
    it('under one key is one sale with one answer', async () => {
      const { id } = await running();
      const first = await x.asksToSell(0, id, '1', 'sale-once-1');
      const second = await x.asksToSell(0, id, '1', 'sale-once-1');
      await next('100.05');
      const answer = await first.sale;
      expect(await second.sale).toEqual(answer);
      const later = await x.asksToSell(0, id, '1', 'sale-once-1');
      expect(await later.sale).toEqual(answer);
      expect(await codeOf((await x.asksToSell(0, id, '2', 'sale-once-1')).sale)).toBe('keyReused');
      expect(await entriesOf(id)).toHaveLength(1);
    });
    it('under two keys is one sale', async () => {
      const { id } = await running();
      const sales = [await x.asksToSell(0, id), await x.asksToSell(0, id)];
      await next('100.05');
      const ends = await Promise.allSettled(sales.map(({ sale }) => sale));
      expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await entriesOf(id)).toHaveLength(1);
    });
    it('is not done under a key that the user was told is void', async () => {
      const { id } = await running();
      const { sale } = await x.asksToSell(0, id, '1', 'sale-void-1');
      const [emitted] = await settleCommands(x.engine.deps, x.users[0] ?? 0, ['sale-void-1']);
      expect(emitted?.done).toBe(false);
      await next('100.05');
      expect(await codeOf(sale)).toBe('keyReused');
      expect((await x.contract(id)).outcome).toBeNull();
    });
  });

  it('that waits when the exchange is closed sells nothing, and what was sold stays sold after a restart', async () => {
    const kept = await running();
    const sold = await running();
    const done = await x.asksToSell(0, sold.id);
    await next('100.05');
    await done.sale;
    const { sale } = await x.asksToSell(0, kept.id);
    await x.close();
    expect(await codeOf(sale)).toBe('marketStale');
    x = await openCycle(db(), [market], { users: x.users, now: x.clock.now() + 120_000 });
    expect(await x.contract(kept.id)).toMatchObject({ outcome: 'void', reason: 'noIndex' });
    expect(await x.contract(sold.id)).toMatchObject({ outcome: 'sold' });
  });
  it('and a settlement that runs against it leave one end, whichever comes first', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 4; i++) ids.push((await x.buy(0, 'up', '60s', '10')).id);
    await next('100');
    const sales = [];
    for (const id of ids) sales.push((await x.asksToSell(0, id)).sale);
    const house = await run(x.engine.deps, openHouse);
    x.play(['100.05']);
    // Another process that takes the contracts for ended: their windows have no index, so that they are void.
    const settled = settleDue(x.engine.deps, house, x.clock.now() + 120_000, 2);
    await Promise.allSettled([x.settled(), settled, ...sales]);
    const ends = await Promise.allSettled(sales);
    for (const [i, id] of ids.entries()) {
      const { outcome } = await x.contract(id);
      expect(outcome).toBe(ends[i]?.status === 'fulfilled' ? 'sold' : 'void');
      expect(await entriesOf(id)).toHaveLength(outcome === 'sold' ? 1 : 0);
    }
  });
  it('cannot be invented in the database', async () => {
    const { id } = await running();
    const set = (payout: string, chance: string, seq = 'entry_seq') =>
      `update cycle_contract set outcome = 'sold', payout = ${payout}, settled_at = 1, sale_accepted_at = entry_at,
       sale_seq = ${seq}, sale_at = entry_at + 1, sale_price = 100, sale_hash = entry_hash, sale_volatility = 0.0006,
       sale_chance = ${chance}, sale_margin = 0.025, sale_least = 0 where id = ${id}`;
    for (const change of [
      set('18', '0.5'),
      set('9', 'null'),
      set('trunc(stake * (1 + rate) * 0.5 * 0.975, 8)', '0.5', '987654'),
      `update cycle_contract set outcome = 'sold', payout = stake where id = ${id}`,
      `update cycle_contract set sale_seq = entry_seq where id = ${id}`,
    ])
      await expect(db().query(change), change).rejects.toThrow();
    x.play(flat('100', 65));
  });
});
