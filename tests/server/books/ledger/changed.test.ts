import { describe, expect, it } from 'vitest';
import type { Database, Queries } from '../../../../server/base/db/database.ts';
import { singleRow, sqlStateOf } from '../../../../server/base/db/database.ts';
import { verifyChanged } from '../../../../server/books/ledger/changed.ts';
import { addHouseAccounts, giveStock, stockedAssets } from '../../../../server/books/ledger/house.ts';
import type { AccountRef } from '../../../../server/books/ledger/ledger.ts';
import { hold, post } from '../../../../server/books/ledger/ledger.ts';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import { addUser, withDatabase } from '../../../support/databases.ts';
import { codeOf } from '../../../support/spot.ts';

const AT = 1_700_000_000_000;
const spotOf = (owner: number): AccountRef => ({ owner, kind: 'spot', asset: 'USDT' });
const genesis: AccountRef = { kind: 'ext_genesis', asset: 'USDT' };
let causes = 0;

/** Books an amount from one account to another. @returns the entry's number. */
const pay = (db: Database, from: AccountRef, to: AccountRef, amount: string): Promise<number> =>
  db.transaction((tx) =>
    post(tx, { code: 'transfer', refType: 'changed', refId: `${++causes}` }, AT, [
      { account: from, amount: `-${amount}` },
      { account: to, amount },
    ]),
  );

// The proof of what has changed is a list of statements, as is the house's funding.
withDatabase('the proof of what has changed', (db) => {
  /** What is found above an entry after a change behind the triggers, which is taken back. */
  async function foundAfter(since: number, falsify: string): Promise<readonly string[]> {
    const found: string[] = [];
    const back = new Error('taken back');
    const work = async (tx: Queries) => {
      await tx.query("set local session_replication_role = 'replica'");
      for (const text of falsify.split(';')) await tx.query(text);
      found.push(...(await verifyChanged(tx, since)).map(({ what }) => what));
      throw back;
    };
    await expect(db().transaction(work)).rejects.toBe(back);
    return [...new Set(found)].toSorted();
  }
  const last = '(select max(id) from journal)';

  it('finds what is wrong above an entry and in the accounts that were touched since', async () => {
    const [ada, bob] = [await addUser(db()), await addUser(db())];
    await pay(db(), genesis, spotOf(ada), '10');
    const before = await pay(db(), genesis, spotOf(bob), '10');
    await pay(db(), spotOf(ada), spotOf(bob), '4');
    await db().transaction((tx) => hold(tx, spotOf(ada), '3', { kind: 'order', refId: 'a' }, AT));
    const own = (owner: number) => `(select id from account where owner_id = ${owner} and kind = 'spot')`;
    const cases: readonly (readonly [falsify: string, found: readonly string[]])[] = [
      ['select 1', []],
      [
        `update posting set amount = amount - 1 where line = 1 and journal_id = ${last}`,
        ['chain', 'journal'],
      ],
      [`delete from posting where line = 1 and journal_id = ${last}`, ['journal']],
      [`update journal set lines = 3 where id = ${last}`, ['journal']],
      [`update posting set asset = 'BTC' where line = 1 and journal_id = ${last}`, ['asset', 'journal']],
      [`update posting set balance_after = 7 where line = 1 and journal_id = ${last}`, ['chain', 'posted']],
      [`update account set posted = posted + 1 where id = ${own(bob)}`, ['posted']],
      [`update account set held = 2 where id = ${own(ada)}`, ['held']],
      ['update hold set remaining = 1', ['held']],
      [
        `alter table account drop constraint account_covered; update account set held = 7 where id = ${own(ada)};
         update hold set remaining = 7, amount = 7`,
        ['overdrawn'],
      ],
    ];
    for (const [falsify, found] of cases)
      expect([falsify, await foundAfter(before, falsify)]).toEqual([falsify, found]);
  });

  it('looks at nothing that was not touched since, which is the night’s work', async () => {
    const [ada, bob] = [await addUser(db()), await addUser(db())];
    const first = await pay(db(), genesis, spotOf(ada), '10');
    const since = await pay(db(), genesis, spotOf(bob), '10');
    const falsify = `update account set posted = posted + 1 where owner_id = ${ada}`;
    expect(await foundAfter(since, falsify)).toEqual([]);
    expect(await foundAfter(first - 1, falsify)).toEqual(['posted']);
    expect(
      await foundAfter(since, `update posting set amount = amount * 2 where journal_id = ${first}`),
    ).toEqual([]);
  });

  it('finds nothing in sound books, whatever it begins with', async () => {
    for (const since of [0, 1, Number.MAX_SAFE_INTEGER]) expect(await verifyChanged(db(), since)).toEqual([]);
  });
});

withDatabase('the house’s accounts', (db) => {
  const FUND = { kind: 'house_convert', asset: 'USDT' } as const;
  const posted = async (kind: string): Promise<readonly string[]> =>
    (
      await db().query<{ row: string }>(
        `select asset || ' ' || trim_scale(posted) || ' ' || may_go_negative as row from account
         where owner_id is null and kind = $1 order by asset`,
        [kind],
      )
    ).map(({ row }) => row);

  describe('of a kind', () => {
    it('are made once for each asset, however often and by how many at once', async () => {
      const assets = ['BTC', 'USDT', 'BTC'];
      await Promise.all([1, 2, 3].map(() => addHouseAccounts(db(), 'house_cycle', assets)));
      await addHouseAccounts(db(), 'house_cycle', []);
      expect(await posted('house_cycle')).toEqual(['BTC 0 false', 'USDT 0 false']);
    });

    it('lose no more than they hold', async () => {
      const ada = await addUser(db());
      await addHouseAccounts(db(), 'house_cycle', ['USDT']);
      const account: AccountRef = { kind: 'house_cycle', asset: 'USDT' };
      await pay(db(), genesis, account, '5');
      expect(await codeOf(pay(db(), account, spotOf(ada), '5.00000001'))).toBe('insufficientBalance');
      await pay(db(), account, spotOf(ada), '5');
      expect(await posted('house_cycle')).toContain('USDT 0 false');
    });
  });

  it('are funded once for a purpose and an asset, for ever, and by one of two that begin at once', async () => {
    await addHouseAccounts(db(), FUND.kind, ['USDT', 'BTC']);
    const fund = (refType: string) =>
      db()
        .transaction((tx) => giveStock(tx, FUND, refType, '100', AT))
        .then(() => 'funded', sqlStateOf);
    expect([...(await stockedAssets(db(), 'convert', ['USDT', 'BTC']))]).toEqual([]);
    expect((await Promise.all([fund('convert'), fund('convert')])).toSorted()).toEqual(['23505', 'funded']);
    expect(await fund('convert')).toBe('23505');
    expect([...(await stockedAssets(db(), 'convert', ['USDT', 'BTC']))]).toEqual(['USDT']);
    expect([...(await stockedAssets(db(), 'convert', ['BTC']))]).toEqual([]);
    // Another purpose is another funding, also of the same account.
    expect([...(await stockedAssets(db(), 'convert:2', ['USDT']))]).toEqual([]);
    expect(await fund('convert:2')).toBe('funded');
    expect(await posted(FUND.kind)).toEqual(['BTC 0 false', 'USDT 200 false']);
    expect(await verifyLedger(db())).toEqual([]);
    const { sum } = singleRow(
      await db().query<{ sum: string }>(
        "select trim_scale(sum(posted))::text as sum from account where asset = 'USDT'",
      ),
    );
    expect(sum).toBe('0');
  });
});
