import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, NOTIFICATIONS_KEPT, NOTIFICATIONS_KEPT_MS } from '../../../../domain/index.ts';
import type { Database } from '../../../../server/base/db/database.ts';
import { accountIds } from '../../../../server/books/ledger/ledger.ts';
import { recordsOf } from '../../../../server/books/ledger/records.ts';
import { openTemporary } from '../../../../server/books/users/sessions.ts';
import { databaseOutbox } from '../../../../server/edge/realtime/outbox.ts';
import { privateState } from '../../../../server/host/privateState.ts';
import { orderNames } from '../../../../server/matching/orderNames.ts';
import { sweep } from '../../../../server/products/notifications/store.ts';
import { quoteBank } from '../../../../server/products/wallet/withdrawals/withdrawBank.ts';
import { addUser, withOneDatabase } from '../../../support/databases.ts';
import { openDeposits } from '../../../support/deposits.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { openFutures, perpetualPair } from '../../../support/perpetual.ts';
import { readBy } from '../../../support/rowsRead.ts';
import { newMarket, openSpot } from '../../../support/spot.ts';
import { openWithdraw } from '../../../support/withdraw.ts';

/** Rows that a table gets beside the few that the work is about. */
const MORE = 3_000;
/** What work may read of a table that has so many. */
const FEW = 500;

withOneDatabase('what is done again and again', (database) => {
  let db: Database;
  beforeAll(async () => {
    db = database();
    await db.query(`insert into app_user (uid, email, password_hash, invite_code, created_at)
    select (900000000 + n)::text, 'round ' || n, 'x', 'R' || n, 1 from generate_series(1, ${MORE}) n`);
  });

  /** Rows that some work reads of a table. */
  const readOf = async (table: string, work: () => Promise<unknown>): Promise<number> =>
    (await readBy(db, work)).get(table) ?? 0;

  /** All users, as a part of an insert. */
  const USERS =
    "(select id, row_number() over (order by id) as n from app_user where email like 'round %') p";

  describe('reads what it is about', () => {
    it('a block that has come, however many users have an address', async () => {
      const x = await openDeposits(db, await addUser(db));
      await db.query(`insert into deposit_address (watch, user_id, index, address, created_at)
      select w.watch, p.id, p.n, 'address ' || p.n, 1 from chain_watch w, ${USERS}`);
      // The first reads those that are new.
      await x.blocks(1);
      expect(await readOf('deposit_address', () => x.blocks(1))).toBeLessThan(FEW);
    });

    it('a settlement of funding, however many there have been', async () => {
      const clock = new FakeClock(Date.UTC(2026, 10, 18, 15, 59));
      const x = await openFutures(db, [perpetualPair()], { clock, hours: 1 });
      const settle = async (): Promise<void> => {
        for (let second = 0; second < 61; second++) {
          x.source.tick(x.market.replace('-PERP', ''), '100');
          x.source.tick(x.market, '100');
          await x.pass(1_000);
        }
      };
      await x.mark('100');
      await x.place(0, { side: 'long', quantity: '1' });
      await settle();
      await db.query(`insert into futures_funding select c.* from (select * from futures_funding limit 1) f,
      generate_series(1, ${MORE}) n, lateral jsonb_populate_record(null::futures_funding, to_jsonb(f) || jsonb_build_object('id', -n, 'at', n)) c`);
      x.clock.jump(59 * 60_000);
      expect(await readOf('futures_funding', settle)).toBeLessThan(FEW);
      expect((await x.funding(0)).filter(({ at }) => at > MORE)).toHaveLength(2);
      await x.stop();
    });

    it('events that are no longer kept, however many are', async () => {
      await db.query(`insert into stream_head (stream, seq) select 'user:' || id, 2 from ${USERS}`);
      await db.query(
        `insert into outbox select 'user:' || id, 1, 'funding', '{}', 0 from ${USERS} where n <= 10`,
      );
      await db.query(`insert into outbox select 'user:' || id, s, 'funding', '{}', s
      from ${USERS}, generate_series(2, 10) s`);
      const clock = new FakeClock(DAY_MS + 1);
      const outbox = databaseOutbox({ db, clock, stateOf: () => Promise.reject(new Error('no state')) });
      const kept = async () =>
        (await db.query('select 1 from outbox where stream like $1', ['user:%'])).length;
      const before = await kept();
      expect(await readOf('outbox', async () => outbox.purge?.())).toBeLessThan(2 * MORE);
      expect(before - (await kept())).toBe(10);
    });

    it('notifications that are more than is kept, of users who have got new ones', async () => {
      const user = await addUser(db);
      await db.query(`insert into notification (user_id, id, kind, ref, body, mail_due, at)
      select id, 1, 'alert', 'old', '{}', false, 10 from ${USERS}`);
      await db.query(`insert into notification (user_id, id, kind, ref, body, mail_due, at)
      select ${user}, n, 'alert', 'new ' || n, '{}', false, 1000 + n
      from generate_series(1, ${NOTIFICATIONS_KEPT + 5}) n`);
      const now = NOTIFICATIONS_KEPT_MS + 1;
      expect(await readOf('notification', () => sweep(db, now, 1_100))).toBeLessThan(3 * NOTIFICATIONS_KEPT);
      const left = await db.query<{ id: number }>(
        'select id from notification where user_id = $1 order by id',
        [user],
      );
      expect(left.map(({ id }) => id)).toEqual(Array.from({ length: NOTIFICATIONS_KEPT }, (_, i) => i + 6));
    });
  });

  describe('what a call needs is found, however many rows there are of others', () => {
    it('an account of the house', async () => {
      // No account of a user has such a kind; here they stand for what an index has to go past.
      for (let n = 0; n < 8; n++) await accountIds(db, [{ kind: 'house_fee', asset: 'USDT' }]);
      await db.query(
        `insert into account (owner_id, kind, asset) select id, 'house_fee', 'USDT' from ${USERS}`,
      );
      const find = () => accountIds(db, [{ kind: 'house_fee', asset: 'USDT' }]);
      expect(await readOf('account', find)).toBeLessThan(FEW);
      await db.query("delete from account where owner_id is not null and kind = 'house_fee'");
    });

    it('the records and the sums of a user, however much has been booked for them', async () => {
      const user = await addUser(db);
      const [own, house] = await accountIds(db, [
        { owner: user, kind: 'futures', asset: 'USDT' },
        { kind: 'house_perpetual', asset: 'USDT' },
      ]);
      const entries = Array.from({ length: MORE }, (_, n) => n);
      await db.query('select ledger_write($1::jsonb, $2::jsonb, null, $3::jsonb, $3::jsonb, 1)', [
        JSON.stringify(entries.map((n) => ({ code: 'fee', ref_type: 'round', ref_id: `${n}`, lines: 2 }))),
        JSON.stringify(
          entries.flatMap((entry) => [
            { entry, account: own, amount: '0.5' },
            { entry, account: house, amount: '-0.5' },
          ]),
        ),
        '[]',
      ]);
      const state = () => privateState(db, user);
      expect(await readOf('posting', state)).toBeLessThan(FEW);
      expect((await state()).realizedPl).toBe('1500');
      const records = () => recordsOf(db, user, { limit: 50 });
      expect(await readOf('posting', records)).toBeLessThan(FEW);
      const { rows, next } = await records();
      expect(rows).toHaveLength(50);
      expect(rows[0]).toMatchObject({ balance: '1500' });
      const more = await recordsOf(db, user, { limit: 50, before: next ?? '' });
      expect(more.rows[0]).toMatchObject({ balance: '1475' });
    });

    it('a temporary token, which ends those that have expired', async () => {
      await db.query(
        `insert into temporary_token select sha256(n::text::bytea), 1000 from generate_series(1, ${MORE}) n`,
      );
      expect(await readOf('temporary_token', () => openTemporary(db, 1))).toBeLessThan(FEW);
    });

    it('a quote for a bank, which ends those of the user that have expired', async () => {
      const x = await openWithdraw(db);
      await db.query("update app_user set verified_name = 'A B' where id = $1", [x.user]);
      await db.query(
        `insert into bank_quote select 'quote of ' || id, id, 'EUR', 9, 1, 8, 1, 1 from ${USERS}`,
      );
      const quote = () => quoteBank(x.deps, x.user, { fiat: 'EUR', amount: '100' });
      expect(await readOf('bank_quote', quote)).toBeLessThan(FEW);
    });

    it('the day from which on one point of worth is kept, however old the points are', async () => {
      const user = await addUser(db);
      await db.query(
        `insert into worth_point select ${user}, n * 1000, 1, 1 from generate_series(1, ${MORE}) n`,
      );
      const thin = () => db.query('select worth_thin(p_before => $1)', [400 * DAY_MS]);
      expect(await readOf('worth_point', thin)).toBeLessThan(FEW);
    });

    it('a withdrawal, however many its user has had', async () => {
      const x = await openWithdraw(db);
      const { id } = await x.ask(x.user, '100');
      const copies = (table: string, which: string, changes: string) =>
        db.query(`insert into ${table} overriding system value select c.* from (select * from ${table} where ${which}) o,
        generate_series(1, ${MORE}) n, lateral jsonb_populate_record(null::${table}, to_jsonb(o) || ${changes}) c`);
      await copies(
        'hold',
        `kind = 'withdrawal' and ref_id = '${id}'`,
        "jsonb_build_object('id', 1000000000 + n, 'ref_id', 'copy ' || n, 'remaining', 0)",
      );
      await copies(
        'withdrawal',
        `id = ${id}`,
        `jsonb_build_object('id', 1000000000 + n, 'hold_id', 1000000000 + n, 'state', 'confirmed', 'tx', 'copy ' || n,
        'created_at', 1, 'noticed', 'confirmed')`,
      );
      expect(await readOf('withdrawal', () => x.ask(x.user, '100'))).toBeLessThan(FEW);
      expect(await readOf('withdrawal', () => x.check(1_000))).toBeLessThan(FEW);
    });

    it('an order by its name, however many its owner has', async () => {
      const x = await openSpot(db, newMarket());
      const { order } = await x.place(0, { side: 'buy', type: 'limit', quantity: '1', price: '9' });
      await db.query(`insert into spot_order select c.* from (select * from spot_order where id = ${order.id}) o,
      generate_series(1, ${MORE}) n, lateral jsonb_populate_record(null::spot_order, to_jsonb(o)
        || jsonb_build_object('id', 1000000000 + n, 'client_id', 'copy ' || n, 'list_client_id', 'list ' || n, 'status', 'cancelled')) c`);
      await db.query(`insert into spot_order select c.* from (select * from spot_order where id = ${order.id}) o,
      generate_series(1, ${MORE}) n, lateral jsonb_populate_record(null::spot_order, to_jsonb(o)
        || jsonb_build_object('id', 1000003000 + n, 'client_id', 'copy ' || n % 1000, 'status', 'cancelled', 'entry_id', o.id)) c`);
      const names = orderNames(db, 'spot_order');
      const [user = 0] = x.users;
      const found: (number | undefined)[] = [];
      const find = async () => {
        for (const name of ['copy 1500', 'copy 7', 'no such name']) found.push(await names.idOf(user, name));
        for (const name of ['list 1500', 'no such list']) found.push(await names.listOf(user, name));
      };
      expect(await readOf('spot_order', find)).toBeLessThan(FEW);
      expect(found).toEqual([1000001500, 1000005007, undefined, 1000001500, undefined]);
      await x.close();
    });
  });
});
