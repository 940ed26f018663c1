import { beforeAll, describe, expect, it } from 'vitest';
import { RuleError } from '../../../../domain/index.ts';
import type { Database, Queries } from '../../../../server/base/db/database.ts';
import { constraintOf, singleRow, sqlStateOf } from '../../../../server/base/db/database.ts';
import type { AccountRef, Cause, Line } from '../../../../server/books/ledger/ledger.ts';
import {
  accountId,
  addAssets,
  balancesOf,
  hold,
  post,
  release,
} from '../../../../server/books/ledger/ledger.ts';
import { holdsOf, recordsOf } from '../../../../server/books/ledger/records.ts';
import { countLedger } from '../../../../server/books/ledger/verify.ts';
import { verifyBooks } from '../../../support/books.ts';
import { addUser, withEachDatabase } from '../../../support/databases.ts';

const AT = 1_700_000_000_000;
const genesis: AccountRef = { kind: 'ext_genesis', asset: 'USDT' };
const spotOf = (owner: number, asset = 'USDT'): AccountRef => ({ owner, kind: 'spot', asset });
const futuresOf = (owner: number, asset = 'USDT'): AccountRef => ({ owner, kind: 'futures', asset });
let causes = 0;
const because = (code: Cause['code'] = 'transfer'): Cause => ({
  code,
  refType: 'test',
  refId: `${++causes}`,
});
const move = (from: AccountRef, to: AccountRef, amount: string): Line[] => [
  { account: from, amount: amount.startsWith('-') ? amount.slice(1) : `-${amount}` },
  { account: to, amount },
];
const codeOf = (error: unknown) => (error instanceof RuleError ? error.code : (sqlStateOf(error) ?? error));
const failureOf = (work: Promise<unknown>) => work.then(() => 'accepted', codeOf);

withEachDatabase('the ledger', (db) => {
  const booked = (lines: readonly Line[], cause = because()) =>
    db().transaction((tx) => post(tx, cause, AT, lines));
  const granted = async (amount: string, asset = 'USDT'): Promise<number> => {
    const user = await addUser(db());
    const from: AccountRef = { kind: 'ext_genesis', asset };
    await booked(move(from, spotOf(user, asset), amount), because('playGrant'));
    return user;
  };
  const held = (account: AccountRef, amount: string, refId = `${++causes}`) =>
    db().transaction((tx) => hold(tx, account, amount, { kind: 'order', refId }, AT));
  const state = async (user: number) =>
    (await balancesOf(db(), user)).map((row) => `${row.account} ${row.asset} ${row.posted} ${row.held}`);

  describe('books', () => {
    it('a grant, a transfer, a hold and its release, and proves all of it', async () => {
      const user = await granted('10.00000001');
      await booked(move(spotOf(user), futuresOf(user), '4'));
      const id = await held(futuresOf(user), '3.5');
      expect(await state(user)).toEqual(['spot USDT 6.00000001 0', 'futures USDT 4 3.5']);
      expect(await holdsOf(db(), user, 'USDT')).toEqual({
        holds: [{ account: 'futures', kind: 'order', reference: expect.any(String), amount: '3.5', at: AT }],
      });
      expect(await db().transaction((tx) => release(tx, id, '1.25'))).toBe('1.25');
      expect(await state(user)).toContain('futures USDT 4 2.25');
      expect(await db().transaction((tx) => release(tx, id))).toBe('2.25');
      expect(await db().transaction((tx) => release(tx, id))).toBe('0');
      expect(await state(user)).toContain('futures USDT 4 0');
      expect((await holdsOf(db(), user, 'USDT')).holds).toEqual([]);
      expect(await verifyBooks(db())).toEqual([]);
      const { entries, postings, accounts } = await countLedger(db());
      expect(entries).toBeGreaterThanOrEqual(2);
      expect(postings).toBeGreaterThanOrEqual(2 * entries);
      expect(accounts).toBeGreaterThanOrEqual(3);
    });

    it('several assets in one entry, each to zero', async () => {
      const user = await granted('10');
      await booked([
        ...move(spotOf(user), { kind: 'ext_genesis', asset: 'USDT' }, '10'),
        ...move({ kind: 'ext_genesis', asset: 'BTC' }, spotOf(user, 'BTC'), '0.00000001'),
      ]);
      expect(await state(user)).toEqual(['spot BTC 0.00000001 0', 'spot USDT 0 0']);
    });

    it('the balance and the version after each line, in the order of the lines', async () => {
      const user = await granted('5');
      const entry = await booked([
        ...move(spotOf(user), futuresOf(user), '2'),
        ...move(spotOf(user), futuresOf(user), '1'),
      ]);
      const rows = await db().query<{ text: string }>(
        `select line || ' ' || trim_scale(amount) || ' ' || trim_scale(balance_after) || ' ' || account_version as text
         from posting where journal_id = $1 order by line`,
        [entry],
      );
      expect(rows.map(({ text }) => text)).toEqual(['1 -2 3 2', '2 2 2 1', '3 -1 2 3', '4 1 3 2']);
    });

    it('pages of records that lose and repeat nothing', async () => {
      const user = await granted('5');
      for (let i = 0; i < 5; i++) await booked(move(spotOf(user), futuresOf(user), '1'));
      const seen: string[] = [];
      let before: string | undefined;
      do {
        const page = await recordsOf(db(), user, { limit: 3, before } as Parameters<typeof recordsOf>[2]);
        seen.push(...page.rows.map(({ id }) => id));
        before = page.next ?? undefined;
      } while (before !== undefined);
      const all = await recordsOf(db(), user, { limit: 100 } as Parameters<typeof recordsOf>[2]);
      expect(all.rows).toHaveLength(11);
      expect(seen).toEqual(all.rows.map(({ id }) => id));
    });

    it('the same accounts for many that need them first at the same time', async () => {
      await addAssets(db(), ['NEW1', 'NEW2']);
      const user = await addUser(db());
      const made = await Promise.all(
        Array.from({ length: 16 }, () => db().transaction((tx) => accountId(tx, spotOf(user, 'NEW1')))),
      );
      expect(new Set(made).size).toBe(1);
    });
  });

  describe('refuses', () => {
    it('an entry that does not sum to zero, at once', async () => {
      const user = await granted('5');
      const before = await countLedger(db());
      const lines = [
        { account: spotOf(user), amount: '-5' },
        { account: futuresOf(user), amount: '4.99999999' },
      ];
      expect(await failureOf(booked(lines))).toBe('23514');
      expect(await countLedger(db())).toEqual(before);
      expect(await state(user)).toEqual(['spot USDT 5 0']);
    });

    it('an entry that sums to zero over two assets only', async () => {
      const user = await granted('5');
      const lines = [
        { account: spotOf(user), amount: '-5' },
        { account: spotOf(user, 'BTC'), amount: '5' },
      ];
      expect(await failureOf(booked(lines))).toBe('23514');
      expect(await state(user)).toEqual(['spot USDT 5 0']);
    });

    it('the same cause twice, and any one of its parts makes another', async () => {
      const user = await granted('5');
      const cause = because();
      const lines = move(spotOf(user), futuresOf(user), '1');
      await booked(lines, cause);
      const error = await booked(lines, cause).catch((thrown: unknown) => thrown);
      expect([sqlStateOf(error), constraintOf(error)]).toEqual(['23505', 'journal_once']);
      await booked(lines, { ...cause, code: 'realizedPl' });
      await booked(lines, { ...cause, refType: 'other' });
      expect(await state(user)).toEqual(['spot USDT 2 0', 'futures USDT 3 0']);
    });

    it('the same hold twice', async () => {
      const user = await granted('5');
      await held(spotOf(user), '1', 'same');
      expect(await failureOf(held(spotOf(user), '1', 'same'))).toBe('23505');
      expect(await state(user)).toEqual(['spot USDT 5 1']);
    });

    it.each([
      ['5.00000001', '0'],
      ['4.00000001', '1'],
      ['9999999999999999999', '0'],
    ])('to book out %s of 5 while %s is held', async (amount, frozen) => {
      const user = await granted('5');
      if (frozen !== '0') await held(spotOf(user), frozen);
      expect(await failureOf(booked(move(spotOf(user), futuresOf(user), amount)))).toBe(
        'insufficientBalance',
      );
      expect(await state(user)).toEqual([`spot USDT 5 ${frozen}`]);
    });

    it('to hold more than is available', async () => {
      const user = await granted('5');
      await held(spotOf(user), '3');
      expect(await failureOf(held(spotOf(user), '2.00000001'))).toBe('insufficientBalance');
      await held(spotOf(user), '2');
      expect(await failureOf(held(spotOf(user), '0.00000001'))).toBe('insufficientBalance');
      expect(await state(user)).toEqual(['spot USDT 5 5']);
    });

    it('to release more than remains', async () => {
      const user = await granted('5');
      const id = await held(spotOf(user), '3');
      await db().transaction((tx) => release(tx, id, '1'));
      expect(await failureOf(db().transaction((tx) => release(tx, id, '2.00000001')))).toBe('23514');
      expect(await state(user)).toEqual(['spot USDT 5 2']);
    });

    it('to release a hold or to book on an account that is not there', async () => {
      expect(await failureOf(db().transaction((tx) => release(tx, 999_999_999)))).toBe('23503');
      const lines = JSON.stringify([{ account: 999_999_999, amount: '1' }]);
      const text = "select ledger_post('transfer', 'test', 'nowhere', 1, $1::jsonb)";
      expect(await failureOf(db().query(text, [lines]))).toBe('23503');
    });

    it('an asset that is not known', async () => {
      const user = await addUser(db());
      expect(await failureOf(booked(move(genesis, spotOf(user, 'NOPE'), '1')))).toBe('assetUnknown');
    });

    it('to let the insurance go below zero, while the house may', async () => {
      const insurance: AccountRef = { kind: 'insurance', asset: 'ETH' };
      const fee: AccountRef = { kind: 'house_fee', asset: 'ETH' };
      expect(await failureOf(booked(move(insurance, fee, '0.1')))).toBe('insufficientBalance');
      await booked(move(fee, insurance, '0.1'));
      await booked(move(insurance, fee, '0.1'));
      expect(await failureOf(booked(move(insurance, fee, '0.00000001')))).toBe('insufficientBalance');
    });

    it("to let a user's account go below zero by its flag", async () => {
      const user = await granted('1');
      const text = 'update account set may_go_negative = true where owner_id = $1';
      expect(await failureOf(db().query(text, [user]))).toBe('23514');
    });
  });

  const notAmounts = ['NaN', 'Infinity', '-Infinity', '10000000000000000000', '1e19', '1e400', '0.000000001'];
  const tooFine = ['1e-30', '1.0000000000000000001', '0.123456789'];
  describe.each([...notAmounts, ...tooFine])('refuses the amount %s', (amount) => {
    it('in an entry', async () => {
      const user = await granted('5');
      const lines: Line[] = [
        { account: spotOf(user), amount },
        {
          account: genesis,
          amount: amount === 'NaN' ? amount : (move(genesis, genesis, amount)[0]?.amount ?? ''),
        },
      ];
      expect(await failureOf(booked(lines))).toMatch(/^(amountInvalid|insufficientBalance)$/);
      expect(await state(user)).toEqual(['spot USDT 5 0']);
    });
    it('in a hold', async () => {
      const user = await granted('5');
      expect(await failureOf(held(spotOf(user), amount))).toMatch(/^(amountInvalid|insufficientBalance)$/);
      expect(await state(user)).toEqual(['spot USDT 5 0']);
    });
    it('in a release', async () => {
      const user = await granted('5');
      const id = await held(spotOf(user), '5');
      expect(await failureOf(db().transaction((tx) => release(tx, id, amount)))).toMatch(
        /^(amountInvalid|23514)$/,
      );
      expect(await state(user)).toEqual(['spot USDT 5 5']);
    });
  });
  it.each(['0', '-0', '-1'])('refuses to hold %s', async (amount) => {
    const user = await granted('5');
    expect(await failureOf(held(spotOf(user), amount))).toBe('amountInvalid');
    expect(await state(user)).toEqual(['spot USDT 5 0']);
  });
  it('refuses to release less than nothing', async () => {
    const user = await granted('5');
    const id = await held(spotOf(user), '5');
    expect(await failureOf(db().transaction((tx) => release(tx, id, '-1')))).toBe('amountInvalid');
  });
  it('refuses a line of nothing', async () => {
    const user = await granted('5');
    const lines = [
      { account: genesis, amount: '0' },
      { account: spotOf(user), amount: '0' },
    ];
    expect(await failureOf(booked(lines))).toBe('amountInvalid');
  });
  it('refuses an entry without lines', async () => {
    expect(await failureOf(booked([]))).toBe('23514');
  });

  describe('is append-only:', () => {
    it.each([
      'update posting set amount = amount',
      'update posting set balance_after = 0 where false or line = 1',
      'delete from posting',
      'truncate posting',
      'update journal set at = 0',
      'delete from journal',
      'truncate journal cascade',
      'truncate account cascade',
    ])('%s', async (text) => {
      await granted('5');
      const before = await countLedger(db());
      expect(await failureOf(db().query(text))).toBe('42501');
      expect(await countLedger(db())).toEqual(before);
    });
    it('a line that is added to an entry of the past', async () => {
      const user = await granted('5');
      const account = await db().transaction((tx) => accountId(tx, spotOf(user)));
      const entry = await booked(move(spotOf(user), futuresOf(user), '1'));
      const text = `insert into posting select $1, 2 + n, $2, 'USDT', 2 * n - 3, 0, 100 + n from generate_series(1, 2) n`;
      expect(await failureOf(db().query(text, [entry, account]))).toBe('23514');
    });
  });
});

withEachDatabase('the proof of the ledger', (db) => {
  let user = 0;
  beforeAll(async () => {
    user = await addUser(db());
    await db().transaction(async (tx) => {
      await post(tx, because('playGrant'), AT, move(genesis, spotOf(user), '10'));
      await post(tx, because(), AT, move(spotOf(user), futuresOf(user), '4'));
      await post(tx, because(), AT, move(spotOf(user), futuresOf(user), '1'));
      await hold(tx, spotOf(user), '3', { kind: 'order', refId: 'a' }, AT);
    });
  });

  /** What is found in books that somebody has changed behind the triggers; the change is taken back. */
  async function foundAfter(falsify: string): Promise<readonly string[]> {
    const found: string[] = [];
    const back = new Error('taken back');
    const work = async (tx: Queries) => {
      await tx.query('alter table posting disable trigger user');
      await tx.query('alter table journal disable trigger user');
      for (const text of falsify.split(';')) await tx.query(text);
      found.push(...(await verifyBooks(tx)).map(({ what }) => what));
      throw back;
    };
    await expect((db() as Database).transaction(work)).rejects.toBe(back);
    return [...new Set(found)].sort();
  }
  const spot = "(select id from account where kind = 'spot')";
  const last = `(select max(journal_id) from posting)`;

  it.each([
    [
      'an amount',
      `update posting set amount = amount - 1 where line = 1 and journal_id = ${last}`,
      ['chain', 'journal', 'posted'],
    ],
    [
      'both amounts of an entry',
      `update posting set amount = amount * 2 where journal_id = ${last}`,
      ['chain', 'posted'],
    ],
    [
      'a line that is gone',
      `delete from posting where line = 1 and journal_id = ${last}`,
      ['journal', 'posted'],
    ],
    [
      'an entry that is gone',
      `delete from posting where journal_id = ${last}; delete from journal where id = (select max(id) from journal)`,
      ['posted'],
    ],
    ['the lines of an entry', `delete from posting where journal_id = ${last}`, ['journal', 'posted']],
    ['a balance', `update account set posted = posted + 1 where kind = 'spot'`, ['asset', 'posted']],
    [
      'two balances that make up for each other',
      `update account set posted = posted + case kind when 'spot' then 1 else -1 end where kind in ('spot', 'futures')`,
      ['posted'],
    ],
    [
      'a running balance',
      `update posting set balance_after = balance_after + 1 where line = 1 and journal_id = ${last}`,
      ['chain'],
    ],
    ['what was made or lost', `update account set realized = 1 where kind = 'futures'`, ['realized']],
    ['the sum of what is held', `update account set held = held - 1 where kind = 'spot'`, ['held']],
    ['a hold', 'update hold set remaining = remaining - 1', ['held']],
    ['a hold that is gone', 'delete from hold', ['held']],
    [
      'a hold of another account',
      `update hold set account_id = (select id from account where kind = 'futures')`,
      ['held'],
    ],
    [
      'an account that is overdrawn',
      `alter table account drop constraint account_covered; update account set held = 8 where id = ${spot}; update hold set remaining = 8, amount = 8`,
      ['overdrawn'],
    ],
    ['the asset of an entry', `update posting set asset = 'BTC' where journal_id = ${last}`, ['asset']],
    ['the asset of all accounts', `update account set asset = 'BTC'`, ['asset']],
    [
      'a version that was used already',
      `update account set version = version - 1 where kind = 'futures'`,
      ['chain'],
    ],
  ])('finds %s', async (_, falsify, expected) => {
    expect(await foundAfter(falsify)).toEqual(expected);
    expect(await verifyBooks(db())).toEqual([]);
  });

  it('says where, what is there and what should be', async () => {
    const found: unknown[] = [];
    const back = new Error('taken back');
    const work = async (tx: Queries) => {
      await tx.query("update account set held = 2.5 where kind = 'spot'");
      found.push(...(await verifyBooks(tx)));
      throw back;
    };
    await expect(db().transaction(work)).rejects.toBe(back);
    const { id } = singleRow(await db().query<{ id: number }>(`select ${spot} as id`));
    expect(found).toEqual([
      {
        what: 'held',
        where: `account ${id}`,
        found: '2.500000000000000000',
        expected: '3.000000000000000000',
      },
    ]);
  });
});
