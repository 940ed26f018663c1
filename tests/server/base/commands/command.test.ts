import { describe, expect, it } from 'vitest';
import { D, RuleError, toText } from '../../../../domain/index.ts';
import type { CommandDeps, Transaction } from '../../../../server/base/commands/command.ts';
import { privateStream, run, runOnce, settleCommands } from '../../../../server/base/commands/command.ts';
import type { Database } from '../../../../server/base/db/database.ts';
import { singleRow } from '../../../../server/base/db/database.ts';
import type { AccountRef } from '../../../../server/books/ledger/ledger.ts';
import { balancesOf, hold, lockAccounts, post } from '../../../../server/books/ledger/ledger.ts';
import { deviceClock } from '../../../../server/host/device/clock.ts';
import { verifyBooks } from '../../../support/books.ts';
import { addUser, faster, withEachDatabase } from '../../../support/databases.ts';
import { isLong } from '../../../support/often.ts';

let numbers = 0;
const newKey = () => `key-${String(++numbers).padStart(8, '0')}`;
const spotOf = (owner: number): AccountRef => ({ owner, kind: 'spot', asset: 'USDT' });
const futuresOf = (owner: number): AccountRef => ({ owner, kind: 'futures', asset: 'USDT' });

withEachDatabase('a command', (db, engine) => {
  /** A transaction that begins again rests before it does so. */
  let retries = 0;
  const countingClock: CommandDeps['clock'] = {
    ...deviceClock,
    after(ms, rested) {
      retries += 1;
      return deviceClock.after(ms, rested);
    },
  };
  const deps = (published: CommandDeps['published'] = () => undefined, on: Database = db()): CommandDeps => ({
    db: on,
    clock: countingClock,
    published,
  });
  const move = (work: Transaction, from: AccountRef, to: AccountRef, amount: string) =>
    post(work.tx, { code: 'transfer', refType: 'test', refId: `${++numbers}` }, work.at, [
      { account: from, amount: `-${amount}` },
      { account: to, amount },
    ]);
  const richUser = async (amount: string): Promise<number> => {
    const user = await addUser(db());
    await run(deps(), (work) => move(work, { kind: 'ext_genesis', asset: 'USDT' }, spotOf(user), amount));
    return user;
  };
  const transferring = (userId: number, key: string, request: Record<string, unknown>, on = deps()) =>
    runOnce(on, { userId, key, call: 'funds.transfer', request }, async (work) => {
      const id = await move(work, spotOf(userId), futuresOf(userId), String(request['amount']));
      await work.publishBalances(userId);
      return { id, amount: request['amount'] };
    });
  const state = async (user: number) =>
    (await balancesOf(db(), user)).map((row) => `${row.account} ${row.posted} ${row.held}`);
  const emitted = (user: number) =>
    db().query<{ seq: number; type: string; body: Record<string, unknown> }>(
      'select seq, type, body from outbox where stream = $1 order by seq',
      [privateStream(user)],
    );
  const failureOf = (work: Promise<unknown>) =>
    work.then(
      () => 'accepted',
      (error: unknown) => (error instanceof RuleError ? error.code : error),
    );

  describe('that comes again', () => {
    it('has the first answer and no second effect', async () => {
      const user = await richUser('10');
      const key = newKey();
      const first = await transferring(user, key, { amount: '4' });
      expect(await transferring(user, key, { amount: '4' })).toEqual(first);
      expect(await state(user)).toEqual(['spot 6 0', 'futures 4 0']);
      expect(await emitted(user)).toHaveLength(2);
    });

    it('is the same in whatever order its fields come, also deep within', async () => {
      const user = await richUser('10');
      const key = newKey();
      const first = await transferring(user, key, { amount: '4', deep: { a: 1, b: [{ c: 1, d: 2 }] } });
      const again = await transferring(user, key, { deep: { b: [{ d: 2, c: 1 }], a: 1 }, amount: '4' });
      expect(again).toEqual(first);
      expect(await state(user)).toContain('spot 6 0');
    });

    it.each([
      ['another value', { amount: '5', list: [1, 2] }],
      ['one field more', { amount: '4', list: [1, 2], more: null }],
      ['one field less', { amount: '4' }],
      ['another order of a list', { amount: '4', list: [2, 1] }],
      ['another kind of value', { amount: 4, list: [1, 2] }],
    ])('is refused with %s', async (_, other) => {
      const user = await richUser('10');
      const key = newKey();
      await transferring(user, key, { amount: '4', list: [1, 2] });
      expect(await failureOf(transferring(user, key, other))).toBe('keyReused');
      expect(await state(user)).toContain('spot 6 0');
    });

    it('is refused for another call, and is its own for another user', async () => {
      const [one, two] = [await richUser('10'), await richUser('10')];
      const key = newKey();
      await transferring(one, key, { amount: '4' });
      const other = runOnce(
        deps(),
        { userId: one, key, call: 'funds.other', request: { amount: '4' } },
        async () => 1,
      );
      expect(await failureOf(other)).toBe('keyReused');
      await transferring(two, key, { amount: '3' });
      expect([await state(one), await state(two)].flat()).toEqual([
        'spot 6 0',
        'futures 4 0',
        'spot 7 0',
        'futures 3 0',
      ]);
    });

    it('many times at once acts once, and all have the same answer', async () => {
      const user = await richUser('10');
      const key = newKey();
      const answers = await Promise.all(
        Array.from({ length: 30 }, () => transferring(user, key, { amount: '1' })),
      );
      expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
      expect(await state(user)).toEqual(['spot 9 0', 'futures 1 0']);
    });

    it('after a refusal is a command like any other', async () => {
      const user = await richUser('10');
      const key = newKey();
      expect(await failureOf(transferring(user, key, { amount: '11' }))).toBe('insufficientBalance');
      expect(await emitted(user)).toEqual([]);
      await transferring(user, key, { amount: '2' });
      expect(await state(user)).toEqual(['spot 8 0', 'futures 2 0']);
    });

    it.each([[null], [undefined], ['text'], [{ list: [1, '2'], none: null }], [[]]])(
      'has the answer %j again',
      async (answer) => {
        const user = await addUser(db());
        const ask = { userId: user, key: newKey(), call: 'test', request: {} };
        expect(await runOnce(deps(), ask, async () => answer)).toEqual(answer);
        expect((await runOnce(deps(), ask, async () => 'second')) ?? undefined).toEqual(answer ?? undefined);
      },
    );
  });

  it('can be asked about by its own user alone', async () => {
    const [one, two] = [await richUser('10'), await richUser('10')];
    const [key, unknown] = [newKey(), newKey()];
    const response = await transferring(one, key, { amount: '4' });
    expect(await settleCommands(deps(), one, [unknown, key])).toEqual([
      { key: unknown, done: false, response: null },
      { key, done: true, response },
    ]);
    expect(await settleCommands(deps(), two, [key])).toEqual([{ key, done: false, response: null }]);
  });

  it('that was asked after before it acted never acts', async () => {
    const user = await richUser('10');
    const key = newKey();
    expect(await settleCommands(deps(), user, [key])).toEqual([{ key, done: false, response: null }]);
    expect(await failureOf(transferring(user, key, { amount: '2' }))).toBe('keyReused');
    expect(await settleCommands(deps(), user, [key])).toEqual([{ key, done: false, response: null }]);
  });

  it('and a question after it, at the same time, agree', async () => {
    for (let i = 0; i < 10; i++) {
      const user = await richUser('10');
      const key = newKey();
      const [moved, [requested]] = await Promise.all([
        transferring(user, key, { amount: '2' }).then(
          () => true,
          () => false,
        ),
        settleCommands(deps(), user, [key]),
      ]);
      expect(requested?.done).toBe(moved);
    }
  });

  it('is refused to a frozen account', async () => {
    const user = await richUser('10');
    await db().query('update app_user set frozen_at = 1 where id = $1', [user]);
    expect(await failureOf(transferring(user, newKey(), { amount: '1' }))).toBe('accountFrozen');
    expect(await state(user)).toEqual(['spot 10 0']);
  });

  it('that overlooks a refusal is not answered as done', async () => {
    const user = await richUser('10');
    const published: string[] = [];
    const ask = { userId: user, key: newKey(), call: 'test', request: {} };
    const work = runOnce(
      deps((stream) => published.push(stream)),
      ask,
      async (own) => {
        await own.publish(user, 'note', {});
        await move(own, spotOf(user), futuresOf(user), '11').catch(() => undefined);
        return 'done';
      },
    );
    await expect(work).rejects.toThrow();
    expect([published, await emitted(user), await settleCommands(deps(), user, [ask.key])]).toEqual([
      [],
      [],
      [{ key: ask.key, done: false, response: null }],
    ]);
  });

  // The built-in database takes one transaction after the other: what meets there met before.
  describe.runIf(isLong || engine === faster)('for ALL, 50 at once:', () => {
    const all = async (user: number, kind: 'spot' | 'futures'): Promise<string> => {
      const row = (await balancesOf(db(), user)).find(({ account }) => account === kind);
      return row ? toText(new D(row.posted).minus(row.held)) : '0';
    };
    const outcomes = async (works: readonly Promise<unknown>[]) => {
      const counts: Record<string, number> = {};
      for (const each of await Promise.all(works.map(failureOf)))
        counts[String(each)] = (counts[String(each)] ?? 0) + 1;
      return counts;
    };
    const once = (user: number, work: (own: Transaction) => Promise<unknown>) =>
      runOnce(deps(), { userId: user, key: newKey(), call: 'test', request: {} }, async (own) => {
        await work(own);
        await own.publishBalances(user);
      });

    it('transfers of the amount that each has seen', async () => {
      const user = await richUser('123.45678901');
      const amount = await all(user, 'spot');
      const works = Array.from({ length: 50 }, () =>
        once(user, (own) => move(own, spotOf(user), futuresOf(user), amount)),
      );
      expect(await outcomes(works)).toEqual({ accepted: 1, insufficientBalance: 49 });
      expect(await state(user)).toEqual(['spot 0 0', 'futures 123.45678901 0']);
    });

    it('payments to and fro between two users: none has to begin again', async () => {
      const [one, two] = [await richUser('100'), await richUser('100')];
      const before = retries;
      const works = Array.from({ length: 50 }, (_, i) => {
        const [from, to] = i % 2 === 0 ? [one, two] : [two, one];
        return once(from, (own) => move(own, spotOf(from), spotOf(to), '1'));
      });
      expect(await outcomes(works)).toEqual({ accepted: 50 });
      expect(retries).toBe(before);
      expect(await state(one)).toEqual(['spot 100 0']);
    });

    it('first bookings that make the same accounts, crosswise: none has to begin again', async () => {
      const before = retries;
      for (let round = 0; round < 10; round++) {
        const [one, two] = [await addUser(db()), await addUser(db())];
        const works = Array.from({ length: 8 }, (_, i) => {
          const accounts = [spotOf(one), futuresOf(two)];
          if (i % 2 === 0) accounts.reverse();
          return once(one, (own) =>
            post(own.tx, { code: 'playGrant', refType: 'test', refId: newKey() }, own.at, [
              ...accounts.map((account) => ({ account, amount: '1' })),
              { account: { kind: 'ext_genesis', asset: 'USDT' }, amount: '-2' },
            ]),
          );
        });
        expect(await outcomes(works)).toEqual({ accepted: 8 });
      }
      expect(retries).toBe(before);
    });

    it('holds', async () => {
      const user = await richUser('7');
      const works = Array.from({ length: 50 }, () =>
        once(user, (own) => hold(own.tx, spotOf(user), '7', { kind: 'order', refId: newKey() }, own.at)),
      );
      expect(await outcomes(works)).toEqual({ accepted: 1, insufficientBalance: 49 });
      expect(await state(user)).toEqual(['spot 7 7']);
    });

    it('holds and transfers and payments to others, mixed', async () => {
      const [user, other] = [await richUser('7'), await addUser(db())];
      const kinds: ((own: Transaction) => Promise<unknown>)[] = [
        (own) => hold(own.tx, spotOf(user), '7', { kind: 'order', refId: newKey() }, own.at),
        (own) => move(own, spotOf(user), futuresOf(user), '7'),
        (own) => move(own, spotOf(user), spotOf(other), '7'),
        (own) => move(own, spotOf(user), { kind: 'ext_withdraw', asset: 'USDT' }, '7'),
      ];
      const works = Array.from({ length: 50 }, (_, i) =>
        once(user, kinds[i % kinds.length] ?? (() => Promise.resolve())),
      );
      expect(await outcomes(works)).toEqual({ accepted: 1, insufficientBalance: 49 });
      expect(await verifyBooks(db())).toEqual([]);
    });

    /** Each pays two accounts of somebody else, who pays somebody else. */
    const ring = async (begin: (own: Transaction, from: number, to: number) => Promise<unknown>) => {
      const users = await Promise.all(Array.from({ length: 5 }, () => richUser('100')));
      return outcomes(
        Array.from({ length: 50 }, (_, i) => {
          const [from, to] = [users[i % 5] ?? 0, users[(i * 3 + 1) % 5] ?? 0];
          return once(from, async (own) => {
            await begin(own, from, to);
            await move(own, spotOf(from), futuresOf(to), '1');
            await move(own, spotOf(from), spotOf(to), '1');
          });
        }),
      );
    };
    it('payments in a ring that wait for each other: all get through', async () => {
      expect(await ring(() => Promise.resolve())).toEqual({ accepted: 50 });
      expect(await verifyBooks(db())).toEqual([]);
    }, 60_000);

    it('payments in a ring that lock first: none has to begin again', async () => {
      const before = retries;
      const refs = (from: number, to: number) => [spotOf(from), spotOf(to), futuresOf(from), futuresOf(to)];
      expect(await ring((own, from, to) => lockAccounts(own.tx, refs(from, to)))).toEqual({ accepted: 50 });
      expect(retries).toBe(before);
    }, 60_000);
  });

  describe('tells', () => {
    it('without gaps, in the order of the commits, while many go on', async () => {
      const user = await addUser(db());
      let isDone = false;
      const looks: number[][] = [];
      const watch = async () => {
        while (!isDone) looks.push((await emitted(user)).map(({ seq }) => seq));
      };
      const work = (n: number) =>
        run(deps(), async (own) => {
          await own.publish(user, 'note', { n });
          // The later a number was drawn, the sooner it would like to be committed.
          if (engine.engine === 'postgres') await own.tx.query('select pg_sleep($1)', [((40 - n) % 8) / 500]);
          if (n % 5 === 0) throw new Error('taken back');
          await own.publish(user, 'note', { n });
        }).catch((error: Error) => error.message);
      const watching = watch();
      const results = await Promise.all(Array.from({ length: 40 }, (_, i) => work(i)));
      isDone = true;
      await watching;
      expect(results.filter((each) => each !== undefined)).toEqual(Array(8).fill('taken back'));
      const gapless = (seqs: readonly number[]) => seqs.every((seq, i) => seq === i + 1);
      expect(looks.filter((seqs) => !gapless(seqs) || seqs.length % 2 === 1)).toEqual([]);
      const rows = await emitted(user);
      expect([rows.length, gapless(rows.map(({ seq }) => seq))]).toEqual([64, true]);
    });

    it('each change of a balance once, with the newest state', async () => {
      const user = await richUser('10');
      await run(deps(), (work) => work.publishBalances(user));
      await run(deps(), (work) => work.publishBalances(user));
      await transferring(user, newKey(), { amount: '2.50' });
      const rows = await emitted(user);
      expect(
        rows.map(({ seq, type, body }) => [seq, type, body['account'], body['posted'], body['held']]),
      ).toEqual([
        [1, 'balance', 'spot', '10', '0'],
        expect.arrayContaining(['balance']),
        expect.arrayContaining(['balance']),
      ]);
      expect(
        rows
          .slice(1)
          .map(({ body }) => `${body['account']} ${body['posted']}`)
          .sort(),
      ).toEqual(['futures 2.5', 'spot 7.5']);
      const now = new Map((await balancesOf(db(), user)).map((row) => [row.account as string, row.version]));
      for (const { body } of rows.slice(1)) expect(body['version']).toBe(now.get(String(body['account'])));
    });

    it('nothing when the transaction fails, at the commit too', async () => {
      const user = await richUser('10');
      const published: string[] = [];
      const failing = (end: (work: Transaction) => Promise<unknown>) =>
        run(
          deps((stream) => published.push(stream)),
          async (work) => {
            await work.publish(user, 'note', {});
            await end(work);
          },
        );
      await expect(failing(() => Promise.reject(new Error('x')))).rejects.toThrow('x');
      await expect(failing((work) => work.tx.query('select 1 / 0'))).rejects.toThrow();
      await expect(
        failing((work) =>
          post(work.tx, { code: 'transfer', refType: 'bad', refId: newKey() }, work.at, [
            { account: spotOf(user), amount: '-1' },
            { account: futuresOf(user), amount: '2' },
          ]),
        ),
      ).rejects.toThrow();
      expect([published, await emitted(user)]).toEqual([[], []]);
      await run(deps(), (work) => work.publish(user, 'note', {}));
      expect((await emitted(user)).map(({ seq }) => seq)).toEqual([1]);
    });

    it('after the commit: whoever hears of it can read it, and once a stream', async () => {
      const user = await richUser('10');
      let isInside = false;
      const watched: Database = {
        ...db(),
        transaction: (work) => {
          isInside = true;
          return db()
            .transaction(work)
            .finally(() => {
              isInside = false;
            });
        },
      };
      const received: { stream: string; isInside: boolean; rows: Promise<readonly unknown[]> }[] = [];
      const published = (stream: string) => received.push({ stream, isInside, rows: emitted(user) });
      await transferring(user, newKey(), { amount: '1' }, deps(published, watched));
      expect(received.map(({ stream, isInside: inside }) => [stream, inside])).toEqual([
        [privateStream(user), false],
      ]);
      expect(await singleRow(received).rows).toHaveLength(2);
    });

    it('nobody twice when the transaction had to begin again', async () => {
      const [one, two] = [await addUser(db()), await addUser(db())];
      const published: string[] = [];
      let tries = 0;
      await run(
        deps((stream) => published.push(stream)),
        async (work) => {
          tries += 1;
          await work.publish(tries === 1 ? one : two, 'note', { tries });
          if (tries === 1)
            await work.tx.query(`do $$ begin raise exception 'x' using errcode = '40001'; end $$`);
        },
      );
      expect(published).toEqual([privateStream(two)]);
      expect([await emitted(one), (await emitted(two)).length]).toEqual([[], 1]);
    });

    it('and is done although a listener fails', async () => {
      const user = await richUser('10');
      const failing = () => {
        throw new Error('listener');
      };
      const answer = await transferring(user, newKey(), { amount: '1' }, deps(failing));
      expect(answer).toMatchObject({ amount: '1' });
      expect(await state(user)).toContain('futures 1 0');
    });
  });
});
