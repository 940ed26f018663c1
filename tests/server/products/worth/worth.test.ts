import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Dec } from '../../../../domain/index.ts';
import { addAssets, post } from '../../../../server/books/ledger/ledger.ts';
import { WorthKeeper } from '../../../../server/products/worth/keeper.ts';
import { addUser, withDatabase } from '../../../support/databases.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { FakeSource } from '../../../support/fakeSource.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MIDNIGHT = Date.UTC(2026, 10, 18);

let count = 0;

withDatabase('worth', (db) => {
  let clock: FakeClock;
  let source: FakeSource;
  let keeper: WorthKeeper;
  let user: number;
  let marks: [string, Dec][];
  const logged: unknown[] = [];
  const open = async (): Promise<void> => {
    keeper = new WorthKeeper({
      db: db(),
      clock,
      source,
      marks: () => marks,
      log: (event, detail) => void logged.push([event, detail]),
    });
    await keeper.start();
  };
  /** A day of its own for each test: they share the database, and nobody looks back. */
  beforeEach(async () => {
    count += 1;
    clock = new FakeClock(MIDNIGHT + count * 40 * DAY + 10 * HOUR);
    source = new FakeSource(clock, ['WWW-USDT']);
    marks = [];
    source.tick('WWW-USDT', '10');
    await addAssets(db(), ['WWW', 'VVV']);
    user = await addUser(db());
    await db().query('update app_user set created_at = $2 where id = $1', [user, clock.now() - 100 * DAY]);
    await open();
  });
  afterEach(async () => {
    await keeper.close();
    expect(logged).toEqual([]);
  });
  const move = (outside: 'ext_deposit' | 'ext_withdraw', asset: string, amount: Dec) =>
    db().transaction((tx) => {
      const sign = amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
      count += 1;
      return post(tx, { code: 'transfer', refType: 'test', refId: `worth-${count}` }, clock.now(), [
        { account: { kind: outside, asset }, amount: sign },
        { account: { owner: user, kind: 'spot', asset }, amount },
      ]);
    });
  const trade = (amount: Dec) =>
    db().transaction((tx) => {
      count += 1;
      return post(tx, { code: 'trade', refType: 'test', refId: `worth-${count}` }, clock.now(), [
        {
          account: { kind: 'house_mm', asset: 'USDT' },
          amount: amount.startsWith('-') ? amount.slice(1) : `-${amount}`,
        },
        { account: { owner: user, kind: 'spot', asset: 'USDT' }, amount },
      ]);
    });
  /** The next full hour, and the look that comes with it. */
  const nextHour = async (hours = 1): Promise<void> => {
    for (let i = 0; i < hours; i++) {
      const now = clock.now();
      clock.jump(HOUR - (now % HOUR));
      source.tick('WWW-USDT', source.tickers().find(({ id }) => id === 'WWW-USDT')?.last ?? '10');
      await keeper.check();
    }
  };
  const requested = (range: 'day' | 'week' | 'month' | 'year' = 'day') => keeper.of(user, { range });

  it('has nothing to tell before anything was kept', async () => {
    expect(await requested()).toEqual({ points: [], today: null });
  });

  it('is kept at each full hour, at the prices of then', async () => {
    await move('ext_deposit', 'WWW', '2');
    await nextHour();
    source.tick('WWW-USDT', '15');
    await nextHour();
    const { points } = await requested();
    expect(points.slice(-2)).toEqual([
      [clock.now() - HOUR, '20'],
      [clock.now(), '30'],
    ]);
  });

  it('counts unrealised P/L of what has a mark', async () => {
    await move('ext_deposit', 'USDT', '1000');
    await db().query(
      `insert into futures_position (id, user_id, market, side, mode, leverage, quantity, cost, margin, margin_ref,
         realised_price, realised_fees, realised_funding, closed_quantity, closed_cost, closed_value, opened_at,
         updated_at, version)
       values ($1, $2, 'A-PERP', 'short', 'cross', 10, 2, 200, 0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1),
         ($1 + 1, $2, 'B-PERP', 'long', 'cross', 10, 1, 50, 0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1)`,
      [count * 1_000, user],
    );
    marks = [['A-PERP', '90.5']];
    await nextHour();
    expect((await requested()).points.at(-1)?.[1]).toBe('1019');
    marks = [
      ['A-PERP', '90.5'],
      ['B-PERP', '45'],
    ];
    await nextHour();
    expect((await requested()).points.at(-1)?.[1]).toBe('1014');
  });

  describe('from where today’s P/L counts', () => {
    it('is midnight, and what was moved since then stands beside it at its worth when it moved', async () => {
      await move('ext_deposit', 'USDT', '500');
      await nextHour(14);
      expect(clock.now() % DAY).toBe(0);
      await move('ext_deposit', 'WWW', '3');
      await keeper.check();
      source.tick('WWW-USDT', '20');
      await move('ext_withdraw', 'USDT', '-100');
      await trade('-7');
      const { today } = await requested();
      expect(today).toEqual({ since: clock.now(), worth: '500', moved: '-70' });
    });
    it('is the newest moment before midnight that was kept, when midnight was not', async () => {
      await move('ext_deposit', 'USDT', '500');
      await nextHour();
      const at = clock.now();
      clock.jump(20 * HOUR + 62_345);
      source.tick('WWW-USDT', '10');
      await move('ext_deposit', 'USDT', '1');
      expect((await requested()).today).toEqual({ since: at, worth: '500', moved: '1' });
      // A look that comes late says when it was taken.
      expect((await requested()).points.at(-1)).toEqual([clock.now(), '501']);
    });
    it('is the first moment of who came today: all that was granted was moved', async () => {
      const at = clock.now();
      await db().query('update app_user set created_at = $2 where id = $1', [user, at]);
      await move('ext_deposit', 'WWW', '1');
      await nextHour();
      await trade('5');
      expect((await requested()).today).toEqual({ since: at, worth: '0', moved: '10' });
    });
    it('is the first moment that was kept, for who was there before anything was', async () => {
      await move('ext_deposit', 'USDT', '5');
      await nextHour();
      expect((await requested()).today).toEqual({ since: clock.now(), worth: '5', moved: '0' });
    });
  });

  it('values each movement once, through restarts and many looks at once', async () => {
    await move('ext_deposit', 'USDT', '2');
    await nextHour();
    await move('ext_deposit', 'USDT', '40');
    await Promise.all(Array.from({ length: 10 }, () => requested()));
    await keeper.close();
    await open();
    await Promise.all(Array.from({ length: 10 }, () => requested()));
    expect((await requested()).today?.moved).toBe('40');
    await nextHour();
    const hours = (await requested()).points.map(([at]) => at);
    expect(new Set(hours).size).toBe(hours.length);
  });

  it('is not taken while no price is known', async () => {
    await keeper.close();
    await move('ext_deposit', 'USDT', '40');
    clock.jump(2 * HOUR);
    source = new FakeSource(clock, []);
    await open();
    expect((await requested()).points).toEqual([]);
  });

  describe('soon after the start', () => {
    /** An exchange that starts again, and whose source has published some prices only. */
    const restart = async (priced: readonly string[]): Promise<void> => {
      await keeper.close();
      source = new FakeSource(clock, ['WWW-USDT', 'VVV-USDT', 'NOBODYS-USDT']);
      const all = source.tickers;
      source.tickers = () => all().filter(({ id }) => priced.includes(id));
      await open();
    };
    /** Tests share the database, and with it open positions. */
    const markAll = async (mark: Dec): Promise<void> => {
      const open = await db().query<{ market: string }>(
        'select distinct market from futures_position where closed_at is null',
      );
      marks = open.map(({ market }): [string, Dec] => [market, mark]);
    };
    it('waits for the price of what somebody has: what has come in is valued once', async () => {
      await markAll('1');
      await move('ext_deposit', 'USDT', '1');
      await nextHour();
      await move('ext_deposit', 'VVV', '3');
      await restart(['WWW-USDT']);
      expect((await requested()).today?.moved).toBe('0');
      clock.jump(HOUR - (clock.now() % HOUR));
      await restart(['WWW-USDT']);
      expect((await requested()).points).toHaveLength(1);
      await restart(['WWW-USDT', 'VVV-USDT']);
      const { points, today } = await requested();
      expect([points.at(-1), today?.moved]).toEqual([[clock.now(), '31'], '30']);
    });
    it('waits no longer than five minutes, and for nothing that nobody has', async () => {
      const isDue = async () => (await db().query<{ due: boolean }>('select worth_due() as due'))[0]?.due;
      await move('ext_deposit', 'VVV', '3');
      await restart(['WWW-USDT']);
      const dues: unknown[] = [];
      for (const ms of [0, 5 * 60_000, 1]) {
        clock.jump(ms);
        await keeper.check();
        dues.push(await isDue());
      }
      expect(dues).toEqual([true, true, false]);
      await move('ext_deposit', 'VVV', '2');
      await restart(['WWW-USDT', 'VVV-USDT']);
      await keeper.check();
      expect(await isDue()).toBe(false);
    });
    it('waits five minutes also from when a clock was set back', async () => {
      const isDue = async () => (await db().query<{ due: boolean }>('select worth_due() as due'))[0]?.due;
      await move('ext_deposit', 'VVV', '3');
      await restart(['WWW-USDT']);
      clock.jump(-DAY, 0);
      await keeper.check();
      expect(await isDue()).toBe(true);
      clock.jump(5 * 60_000 + 1);
      await keeper.check();
      expect(await isDue()).toBe(false);
    });
    it('waits for the mark of an open position before an hour is kept', async () => {
      await move('ext_deposit', 'USDT', '1000');
      await db().query(
        `insert into futures_position (id, user_id, market, side, mode, leverage, quantity, cost, margin, margin_ref,
           realised_price, realised_fees, realised_funding, closed_quantity, closed_cost, closed_value, opened_at,
           updated_at, version)
         values ($1, $2, 'C-PERP', 'long', 'cross', 10, 1, 50, 0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1)`,
        [count * 1_000 + 7, user],
      );
      clock.jump(HOUR);
      await restart(['WWW-USDT', 'VVV-USDT']);
      expect((await requested()).points).toEqual([]);
      await markAll('60');
      await keeper.check();
      expect((await requested()).points.at(-1)?.[1]).toBe('1010');
    });
  });

  it('goes on after a clock that had run ahead was set right', async () => {
    await move('ext_deposit', 'USDT', '7');
    await nextHour();
    await keeper.close();
    await db().query('insert into worth_point values ($1, $2, 7, 7)', [user, clock.now() + 30 * DAY]);
    await open();
    await nextHour();
    expect((await requested()).points.map(([at]) => at)).toContain(clock.now());
    await db().query('delete from worth_point where at > $1', [clock.now()]);
  });

  it('counts today’s P/L from no point that is still to come', async () => {
    await nextHour();
    const future = clock.now() + HOUR;
    await db().query('update app_user set created_at = $2 where id = $1', [user, clock.now() - 2 * DAY]);
    await db().query('delete from worth_point where user_id = $1', [user]);
    await db().query('insert into worth_point values ($1, $2, 7, 7)', [user, future]);
    expect((await requested()).today).toBeNull();
    await db().query('delete from worth_point where at > $1', [clock.now()]);
  });

  it('goes on when a clock that runs ahead is set right meanwhile, and shows nothing that is still to come', async () => {
    await move('ext_deposit', 'USDT', '7');
    await nextHour();
    clock.jump(3 * DAY);
    await nextHour();
    const ahead = clock.now();
    clock.jump(-3 * DAY);
    await nextHour();
    const shown = (await requested('week')).points.map(([at]) => at);
    expect(shown).toContain(clock.now());
    expect(shown).not.toContain(ahead);
    await db().query('delete from worth_point where at > $1', [clock.now()]);
  });

  it('keeps every hour of eight days, and the first of each day before', async () => {
    await move('ext_deposit', 'USDT', '40');
    const start = clock.now();
    await db().query(
      `insert into worth_point select $1, at, 40, 0 from generate_series($2::bigint, $3::bigint, $4) at`,
      [user, start + HOUR, start + 12 * DAY + 13 * HOUR, HOUR],
    );
    clock.jump(12 * DAY + 13 * HOUR);
    await nextHour();
    const kept = await db().query<{ day: number; points: number }>(
      'select at / $2 as day, count(*) as points from worth_point where user_id = $1 group by 1 order by 1',
      [user, DAY],
    );
    expect(kept.map(({ points }) => points)).toEqual([
      1,
      1,
      1,
      1,
      1,
      ...Array.from({ length: 8 }, () => 24),
      1,
    ]);
    expect((await requested('month')).points).toHaveLength(14);
    expect((await requested('week')).points).toHaveLength(7 * 24 + 1);
    expect(
      (await requested('year')).points.every(
        ([at]) => at % DAY === 0 || at === (kept[0]?.day ?? 0) * DAY + 11 * HOUR,
      ),
    ).toBe(true);
  });
});
