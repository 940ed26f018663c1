import { afterEach, describe, expect, it } from 'vitest';
import { D } from '../../../../domain/index.ts';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import { fundingSumsOf, ratesOf } from '../../../../server/products/perpetual/history.ts';
import { withDatabase } from '../../../support/databases.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import type { FakeSource } from '../../../support/fakeSource.ts';
import type { Futures, Setup } from '../../../support/perpetual.ts';
import { flawsOf, openFutures, perpetualPair } from '../../../support/perpetual.ts';

const HOUR = 3_600_000;
/** A minute before funding at 16:00 UTC. */
const nearDue = (): FakeClock => new FakeClock(Date.UTC(2026, 10, 18, 15, 59));

withDatabase('funding', (db) => {
  let x: Futures;
  const open = async (setup: Setup = {}, pairs = [perpetualPair()]): Promise<void> => {
    x = await openFutures(db(), pairs, { clock: nearDue(), ...setup });
    await x.mark('100');
  };
  afterEach(async () => {
    expect(await flawsOf(x)).toEqual([]);
    expect(await verifyLedger(db())).toEqual([]);
    expect(x.logged).toEqual([]);
    await x.stop();
  });
  /** Goes to the settlement, with a price that is published every second: the last trades stand so far off the index. */
  const settle = async (index = '100', last = '100'): Promise<void> => {
    for (let second = 0; second < 61; second++) {
      x.source.tick(x.market.replace('-PERP', ''), index);
      x.source.tick(x.market, last);
      await x.pass(1_000);
    }
  };

  it('is paid by longs to shorts when perpetuals are dear, and sums to what the house has', async () => {
    await open();
    await x.place(0, { side: 'long', quantity: '3' });
    await x.place(1, { side: 'short', quantity: '1' });
    const [before] = await x.money('house_perpetual');
    await settle('100', '100.2');
    const [row] = (await ratesOf(db(), { market: x.market, limit: 5 })).rows;
    // A premium of 0.2 % pulled down by at most 0.05 %.
    expect(new D(row?.rate ?? 0).gt('0.0014')).toBe(true);
    expect(new D(row?.rate ?? 0).lte('0.0015')).toBe(true);
    const [[paid], [got]] = [await x.funding(0), await x.funding(1)];
    const sumsOf = async (i: number, from?: number) =>
      (await fundingSumsOf(db(), x.users[i] ?? 0, from === undefined ? {} : { from })).rows;
    const paidSum = new D(paid?.amount ?? 0).negated().toFixed();
    expect(await sumsOf(0)).toEqual([{ market: x.market, received: '0', paid: paidSum, count: 1 }]);
    expect(await sumsOf(1)).toEqual([{ market: x.market, received: got?.amount, paid: '0', count: 1 }]);
    expect(await sumsOf(1, (got?.at ?? 0) + 1)).toEqual([]);
    const value = new D(row?.mark ?? 0).times(row?.rate ?? 0);
    expect(paid?.amount).toBe(value.times(-3).toDecimalPlaces(8, D.ROUND_FLOOR).toFixed());
    expect(got?.amount).toBe(value.toDecimalPlaces(8, D.ROUND_FLOOR).toFixed());
    const kept = new D(paid?.amount ?? 0).plus(got?.amount ?? 0).negated();
    expect(new D((await x.money('house_perpetual'))[0]).minus(before).eq(kept)).toBe(true);
    expect(x.position(0)?.realised.funding).toBe(paid?.amount);
  });
  it('of an isolated position comes out of its margin and moves its liquidation', async () => {
    await open();
    await x.terms(0, { mode: 'isolated', leverage: 10 });
    await x.place(0, { side: 'long', quantity: '5' });
    await settle();
    const [row] = await x.funding(0);
    // Without a premium the rate is the interest: 0.01 % of 500.
    expect(row).toMatchObject({ amount: '-0.05', rate: '0.0001', quantity: '5' });
    expect(x.position(0)).toMatchObject({ margin: '49.955', realised: { funding: '-0.05' } });
    expect((await x.money(0))[1]).toBe('49.955');
  });
  it('never takes more than what backs a position', async () => {
    await open({ funds: '60' });
    await x.terms(0, { mode: 'isolated', leverage: 20 });
    await x.place(0, { side: 'long', quantity: '5' });
    const { id } = x.position(0) ?? { id: 0 };
    await x.engine.run({
      users: [x.users[0] ?? 0],
      decide: (batch) => {
        const position = batch.position(x.users[0] ?? 0, x.market);
        if (position) batch.setPosition({ ...position, margin: '0.01' });
      },
    });
    x.source.setStatus(x.market, 'closed');
    await x.pass(0);
    x.source.setStatus(x.market, 'open');
    // Settled while nothing may be liquidated: the price is silent until the very moment.
    await x.pass(61_000);
    expect(await x.funding(0)).toEqual([]);
    x.source.tick(x.market, '100.01');
    await x.pass(1_000);
    expect(x.position(0)?.id === id || x.position(0) === undefined).toBe(true);
    expect(new D((await x.money(0))[0]).gte(0)).toBe(true);
  });
  it('is due to whoever is open at the moment, and to nobody else', async () => {
    await open();
    await x.place(0, { side: 'long', quantity: '1' });
    await x.close(0);
    await settle();
    await x.place(1, { side: 'long', quantity: '1' });
    await x.pass(1_000);
    expect(await x.funding(0)).toEqual([]);
    expect(await x.funding(1)).toEqual([]);
  });
  it('comes every eight hours, or every hour at an eighth of the rate', async () => {
    await open({ hours: 1 });
    await x.place(0, { side: 'short', quantity: '8' });
    await settle();
    for (let hour = 0; hour < 3; hour++) {
      await x.clock.advance(HOUR - 2_000);
      x.source.tick(x.market, '100');
      x.source.tick(x.market.replace('-PERP', ''), '100');
      await x.pass(2_000);
    }
    expect((await x.funding(0)).map(({ rate, amount }) => [rate, amount])).toEqual(
      Array.from({ length: 4 }, () => ['0.0000125', '0.01']),
    );
    await x.pass(250);
    expect(x.engine.marks.rows()[0]?.[4]).toBe(Date.UTC(2026, 10, 18, 20));
  });
  it('is due in time where the clock ran ahead when the exchange began, and was set right since', async () => {
    const clock = nearDue();
    clock.jump(24 * HOUR, 0);
    await open({ clock });
    clock.jump(-24 * HOUR, 0);
    await x.mark('100');
    await x.place(0, { side: 'long', quantity: '1' });
    await settle();
    expect((await x.funding(0)).map(({ at }) => at)).toEqual([Date.UTC(2026, 10, 18, 16)]);
    expect(x.engine.marks.premiumOf(x.market)?.dueAt).toBe(Date.UTC(2026, 10, 19));
  });
  it('is paid once for a moment at which the clock was twice', async () => {
    await open();
    await x.place(0, { side: 'long', quantity: '1' });
    x.clock.jump(2 * HOUR, 0);
    await x.mark('100');
    await x.pass(1_000);
    const first = await x.funding(0);
    expect(first.map(({ at }) => at)).toEqual([Date.UTC(2026, 10, 18, 16)]);
    x.clock.jump(-2 * HOUR, 0);
    await x.mark('100');
    await settle();
    expect(await x.funding(0)).toEqual(first);
    expect(x.engine.marks.premiumOf(x.market)?.dueAt).toBe(Date.UTC(2026, 10, 19));
  });
  it('is paid once, however often a settlement is begun', async () => {
    await open();
    await x.place(0, { side: 'long', quantity: '1' });
    await x.place(1, { side: 'long', quantity: '2' });
    let left = 0;
    x.breakWhen((text) => text.includes('futures_write') && left-- <= 0);
    await settle();
    x.breakWhen(undefined);
    expect(await x.funding(0)).toEqual([]);
    x.logged.length = 0;
    for (let round = 0; round < 3; round++) {
      const { users, clock, market } = x;
      await x.stop();
      const pair = perpetualPair(market.replace('-USDT-PERP', ''));
      x = await openFutures(db(), [pair], { users, clock });
    }
    await x.pass(0);
    expect(await x.funding(0)).toHaveLength(1);
    expect(await x.funding(1)).toHaveLength(1);
  });
  it('is settled late when the exchange was down at its moment', async () => {
    await open();
    await x.place(0, { side: 'long', quantity: '1' });
    await x.pass(55_000);
    x.source.tick(x.market, '100');
    await x.pass(5_000);
    const { users, clock, market } = x;
    const kept = await db().query('select 1 from futures_premium where market = $1', [market]);
    expect(kept).toHaveLength(1);
    await x.stop();
    clock.jump(3 * HOUR);
    const pair = perpetualPair(market.replace('-USDT-PERP', ''));
    x = await openFutures(db(), [pair], { users, clock });
    await x.mark('100');
    await x.pass(1_000);
    expect((await x.funding(0)).map(({ at }) => at)).toEqual([Date.UTC(2026, 10, 18, 16)]);
    expect(x.engine.marks.premiumOf(market)?.dueAt).toBe(Date.UTC(2026, 10, 19));
  });
  describe('of intervals during which the exchange was down', () => {
    const [FIRST, HOURS] = [Date.UTC(2026, 10, 18, 16), 3];
    /** Closes of index and perpetual in each hour that was missed, as the source has them afterwards. */
    const closes = [
      ['100', '101'],
      ['90', '90'],
      ['80', '79'],
    ] as const;
    const past = (source: FakeSource): void => {
      const minutes = (which: 0 | 1) =>
        Array.from({ length: 60 * HOURS }, (_, i) => {
          const close = closes[Math.floor(i / 60)]?.[which] ?? '0';
          const at = FIRST - HOUR + i * 60_000;
          return { at, open: close, high: close, low: close, close, volume: '1' };
        });
      source.minutesOf.set(x.market.replace('-PERP', ''), minutes(0));
      source.minutesOf.set(x.market, minutes(1));
    };
    const again = async (more: Setup = {}): Promise<void> => {
      const { users, clock, market } = x;
      await x.stop();
      const pair = perpetualPair(market.replace('-USDT-PERP', ''));
      x = await openFutures(db(), [pair], { users, clock, hours: 1, ...more });
    };
    /** A minute before the first of them somebody is long and somebody is short, and the exchange ends. */
    const leave = async (): Promise<void> => {
      await open({ hours: 1 });
      await x.terms(0, { mode: 'isolated', leverage: 2 });
      await x.place(0, { side: 'long', quantity: '1' });
      await x.place(1, { side: 'short', quantity: '2' });
      x.clock.jump((HOURS - 0.5) * HOUR + 60_000);
    };
    const paid = async (i: number) =>
      (await x.funding(i)).toReversed().map(({ at, rate, mark, amount }) => [at, rate, mark, amount]);
    const expected = [
      // An eighth of 1 % less 0.05 %, held at 0.75 %; nothing but interest; and the same below.
      [FIRST, '0.0009375', '101', '-0.0946875'],
      [FIRST + HOUR, '0.0000125', '90', '-0.001125'],
      [FIRST + 2 * HOUR, '-0.0009375', '79.2', '0.07425'],
    ];

    it('is settled for each of them, in their order, before anything else', async () => {
      await leave();
      await again({ before: past });
      expect(await paid(0)).toEqual(expected);
      expect((await paid(1)).map(([, , , amount]) => amount)).toEqual(['0.189375', '0.00225', '-0.1485']);
      const recorded = await ratesOf(db(), { market: x.market, limit: 10 });
      expect(recorded.rows.map(({ at, rate, mark, index }) => [at, rate, mark, index])).toEqual([
        [FIRST + 2 * HOUR, '-0.0009375', '79.2', '80'],
        [FIRST + HOUR, '0.0000125', '90', '90'],
        [FIRST, '0.0009375', '101', '100'],
      ]);
      expect(x.engine.marks.premiumOf(x.market)?.dueAt).toBe(FIRST + HOURS * HOUR);
      await again({ before: past });
      expect(await paid(0)).toEqual(expected);
    });
    it('is settled once, though it is cut off in the middle', async () => {
      await leave();
      // The second of them is recorded, and cannot be paid.
      let payments = 0;
      const breaks = (text: string) => text.includes('futures_write') && ++payments === 2;
      await again({ before: past, breaks });
      expect(await paid(0)).toEqual(expected.slice(0, 1));
      expect(x.logged).toHaveLength(1);
      x.logged.length = 0;
      await x.pass(1_000);
      expect(await paid(0)).toEqual(expected);
      expect(await paid(1)).toHaveLength(3);
    });
  });

  it('is settled in a market, though the past of another one cannot be read, which follows when it can', async () => {
    const pairs = [perpetualPair(), perpetualPair()];
    await open({ hours: 1 }, pairs);
    const ids = pairs.map(([, { id }]) => id);
    for (const market of ids) await x.mark('100', { id: market });
    for (const market of ids) await x.place(0, { market, side: 'long', quantity: '1' });
    const { users, clock } = x;
    await x.stop();
    clock.jump(HOUR);
    let isBroken = true;
    const before = (source: FakeSource): void => {
      const { candles } = source;
      source.candles = (query) =>
        isBroken && query.id === ids[0] ? Promise.reject(new Error('no history')) : candles(query);
    };
    x = await openFutures(db(), pairs, { users, clock, hours: 1, before });
    for (const id of ids) await x.mark('100', { id });
    await x.pass(1_000);
    expect((await x.funding(0)).map(({ market }) => market)).toEqual([ids[1]]);
    expect(new Set(x.logged.map((each) => JSON.stringify(each)))).toEqual(
      new Set([JSON.stringify(['funding', { error: 'Error: no history', markets: [ids[0]] }])]),
    );
    x.logged.length = 0;
    isBroken = false;
    await x.pass(1_000);
    const rows = await x.funding(0);
    expect(rows.map(({ market }) => market)).toEqual([ids[0], ids[1]]);
    expect(new Set(rows.map(({ at }) => at)).size).toBe(1);
  });

  describe('of a market with hours', () => {
    it('is not settled while it is closed', async () => {
      await open();
      await x.place(0, { side: 'long', quantity: '1' });
      x.source.setStatus(x.market, 'closed');
      await settle();
      expect(await x.funding(0)).toEqual([]);
      x.source.setStatus(x.market, 'open');
      await settle();
      expect(await x.funding(0)).toEqual([]);
    });
  });
});
