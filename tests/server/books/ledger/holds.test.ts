import { describe, expect, it } from 'vitest';
import type { Queries } from '../../../../server/base/db/database.ts';
import { addAssets, hold, post } from '../../../../server/books/ledger/ledger.ts';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import { addUser, withEachDatabase } from '../../../support/databases.ts';

class Undo extends Error {}

withEachDatabase('holds and what they are for', (db) => {
  /** Two users with money, in a transaction that is taken back. */
  const tried = async (work: (tx: Queries, users: readonly [number, number]) => Promise<void>) => {
    const users = [await addUser(db()), await addUser(db())] as const;
    const trial = db().transaction(async (tx) => {
      await addAssets(tx, ['USDT']);
      for (const owner of users)
        await post(tx, { code: 'playGrant', refType: 'test', refId: `hold ${owner}` }, 1, [
          { account: { kind: 'ext_genesis', asset: 'USDT' }, amount: '-1000' },
          { account: { owner, kind: 'spot', asset: 'USDT' }, amount: '1000' },
        ]);
      await work(tx, users);
      throw new Undo();
    });
    await expect(trial).rejects.toThrow(Undo);
  };
  const order = (tx: Queries, id: number, owner: number, quantity: string) =>
    tx.query(
      `insert into spot_order (id, rank, user_id, client_id, market, side, type, tif, post_only, price, quantity,
         filled, filled_total, paid, fee, fee_asset, status, version, created_at, updated_at)
       values ($1, $1, $2, $3, 'BTC-USDT', 'buy', 'limit', 'GTC', false, 10.1, $4, 0, 0, 0, 0, 'BTC', 'open', 1, 1, 1)`,
      [id, owner, `c${id}`, quantity],
    );
  const held = (tx: Queries, id: number, owner: number, amount: string) =>
    hold(tx, { owner, kind: 'spot', asset: 'USDT' }, amount, { kind: 'order', refId: `${id}.${id}` }, 1);

  describe('agree', () => {
    it('when a live order has its own', () =>
      tried(async (tx, [one]) => {
        await order(tx, 901, one, '2');
        await held(tx, 901, one, '20.2');
        expect(await verifyLedger(tx)).toEqual([]);
      }));
  });

  describe('differ', () => {
    it('when a live order has none', () =>
      tried(async (tx, [one]) => {
        await order(tx, 902, one, '2');
        expect(await verifyLedger(tx)).toEqual([
          { what: 'held', where: 'order hold 902.902', found: 'none', expected: `20.2 of ${one}` },
        ]);
      }));
    it('when a hold is for nothing that lives', () =>
      tried(async (tx, [one]) => {
        await order(tx, 903, one, '2');
        await held(tx, 903, one, '20.2');
        await tx.query("update spot_order set status = 'cancelled' where id = 903");
        expect(await verifyLedger(tx)).toEqual([
          { what: 'held', where: 'order hold 903.903', found: `20.2 of ${one}`, expected: 'none' },
        ]);
      }));
    it('when the money is of somebody else, as after two engines gave one number twice', () =>
      tried(async (tx, [one, other]) => {
        await order(tx, 904, one, '2');
        await held(tx, 904, other, '20.2');
        expect(await verifyLedger(tx)).toHaveLength(2);
      }));
    it('when the amount is not what the order can still cost', () =>
      tried(async (tx, [one]) => {
        await order(tx, 905, one, '2');
        await held(tx, 905, one, '20.1');
        expect(await verifyLedger(tx)).toEqual([
          { what: 'held', where: 'order hold 905.905', found: `20.1 of ${one}`, expected: `20.2 of ${one}` },
        ]);
      }));
  });
});
