import { expect, it } from 'vitest';
import type { Transaction } from '../../../../server/base/commands/command.ts';
import { run } from '../../../../server/base/commands/command.ts';
import { post } from '../../../../server/books/ledger/ledger.ts';
import type { Caller } from '../../../../server/books/users/context.ts';
import { Limits } from '../../../../server/books/users/limits.ts';
import { addressOf } from '../../../../server/products/wallet/deposits/addresses.ts';
import { depositHandlers } from '../../../../server/products/wallet/deposits/depositHandlers.ts';
import { Deposits } from '../../../../server/products/wallet/deposits/deposits.ts';
import { verifyBooks } from '../../../support/books.ts';
import { addUser, withDatabase } from '../../../support/databases.ts';
import type { TestDeposits } from '../../../support/deposits.ts';
import { openDeposits } from '../../../support/deposits.ts';
import { runOps } from '../../../support/ops.ts';

withDatabase('a deposit that changes', (db) => {
  const open = async () => {
    const userId = await addUser(db());
    return { userId, ...(await openDeposits(db(), userId)) };
  };
  /** The transaction stands in another block from now on, with another amount in it. */
  const moveTo = async (d: TestDeposits, tx: string, amount: string): Promise<void> => {
    await db().query('update simulated_transfer set amount = $2 where tx = $1', [tx, amount]);
    await d.chain.reorganise(1, 'again');
    await d.blocks(1);
  };
  const give = ({ tx, at }: Transaction, owner: number, amount: string) =>
    post(tx, { code: 'transfer', refType: 'test', refId: `${owner} ${amount}` }, at, [
      { account: { owner, kind: 'spot', asset: 'USDT' }, amount },
      {
        account: { kind: 'ext_genesis', asset: 'USDT' },
        amount: amount.startsWith('-') ? amount.slice(1) : `-${amount}`,
      },
    ]);
  /** A notice of a user that waits for the operator. */
  const report = async (userId: number, address: string, tx: string): Promise<number> => {
    const voucher = `${userId} ${tx}`;
    await db().query(
      `insert into upload (id, user_id, width, height, content, place, at)
       values ($1, $2, 1, 1, '\\x00', 'database', 1)`,
      [voucher, userId],
    );
    const [row] = await db().query<{ id: number }>(
      `insert into deposit_notice (user_id, watch, chain, asset, address, amount, tx, voucher, created_at, updated_at)
       values ($1, 'simulated:tron', 'tron', 'USDT', $2, 20, $3, $4, 1, 1) returning id`,
      [userId, address, tx, voucher],
    );
    return row?.id ?? 0;
  };

  it.each([
    ['0.5', '20', { state: 'unlocked', reason: null, debt: '0' }, '20', '0'],
    ['0.999999', '1', { state: 'unlocked', reason: null }, '1', '0'],
    ['20', '15', { state: 'unlocked', reason: null, debt: '0' }, '15', '0'],
    ['20', '35', { state: 'unlocked', reason: null, debt: '0' }, '35', '0'],
    ['20', '1', { state: 'unlocked', reason: null }, '1', '0'],
    ['20', '0.999999', { state: 'small', reason: 'depositSmall', debt: '0' }, '0', '0'],
    ['0.5', '0.6', { state: 'small', reason: 'depositSmall' }, '0', '0'],
    ['20 spent', '0.5', { state: 'small', reason: 'depositSmall', debt: '20' }, '0', '20'],
    ['20 spent', '15', { state: 'unlocked', reason: null, debt: '0' }, '0', '5'],
  ])('from %s to %s is as if it had come so', async (from, to, row, spot, debt) => {
    const d = await open();
    const [first = '', isSpent] = from.split(' ');
    const tx = await d.send(first);
    await d.blocks(1);
    if (isSpent) await run(d.deps, (work) => give(work, d.userId, `-${first}`));
    await moveTo(d, tx, to);
    await d.blocks(3);
    expect(await d.rows()).toMatchObject([{ ...row, amount: to }]);
    expect([await d.spot(), await d.debt()]).toEqual([spot, debt]);
    expect(d.logged).toEqual([]);
    expect(await verifyBooks(db())).toEqual([]);
  });

  it('to too little after it was credited can be credited by hand once', async () => {
    const d = await open();
    const tx = await d.send('20');
    await d.blocks(1);
    await moveTo(d, tx, '0.5');
    const id = await report(d.userId, d.address, tx);
    const credit = (...confirm: string[]) =>
      runOps(d.deps, 'deposits credit', [`${id}`, tx, '0.5', 'seen', ...confirm]);
    const shown = (await credit()).lines.join('\n');
    expect(shown).toContain('below the minimum');
    const word = /--confirm (\w+)/.exec(shown)?.[1] ?? '';
    expect([(await credit(word)).ok, (await credit(word)).ok, await d.spot()]).toEqual([true, false, '0.5']);
    await d.blocks(3);
    expect([await d.states(), await d.spot()]).toEqual([['unlocked 3'], '0.5']);
    expect(await verifyBooks(db())).toEqual([]);
  });

  it('whose transaction is another user’s is shown as that to the operator', async () => {
    const d = await open();
    const other = await addUser(db());
    const address = await run(d.deps, (work) => addressOf(work, d.chain, other));
    const tx = await d.send('20');
    const id = await report(other, address, tx);
    const show = async () => (await runOps(d.deps, 'deposits credit', [`${id}`, tx, '20', 'seen'])).lines;
    const before = await show();
    expect(before.join('\n')).not.toContain('THE SAME');
    await d.blocks(1);
    const [owner] = await db().query<{ uid: string }>('select uid from app_user where id = $1', [d.userId]);
    expect(await show()).toContain(
      `THE SAME TRANSACTION IS DEPOSIT ${(await d.rows())[0]?.id} OF ${owner?.uid}.`,
    );
    // What was shown before that was known stands for something else.
    const word = /--confirm (\w+)/.exec(before.join('\n'))?.[1] ?? '';
    expect(await runOps(d.deps, 'deposits credit', [`${id}`, tx, '20', 'seen', word])).toEqual({
      ok: false,
      lines: ['Something has changed since: look again.'],
    });
  });

  it('that cannot be booked holds up no other one, and is booked once it can be', async () => {
    const d = await open();
    const other = await addUser(db());
    const address = await run(d.deps, (work) => addressOf(work, d.chain, other));
    const spotOfOther = async () =>
      (
        await db().query<{ posted: string }>(
          "select posted::int::text as posted from account where owner_id = $1 and kind = 'spot'",
          [other],
        )
      )[0]?.posted;
    await run(d.deps, (work) => give(work, d.userId, '9999999999999999990'));
    await d.send('100');
    await d.send('50', address);
    await d.blocks(1);
    expect(await spotOfOther()).toBe('50');
    expect(d.follower().status()).toMatchObject({ status: 'open', block: (await d.chain.head()).height });
    const [row] = await d.rows();
    expect(row).toMatchObject({ state: 'seen' });
    expect(d.logged).toEqual([
      expect.objectContaining({ state: 'could not be booked', deposit: row?.id, watch: 'simulated:tron' }),
    ]);
    await run(d.deps, (work) => give(work, d.userId, '-9999999999999999990'));
    await d.blocks(3);
    expect([await d.states(), await d.spot()]).toEqual([['unlocked 3'], '100']);
    expect(await verifyBooks(db())).toEqual([]);
  });

  it('of test money whose answer was lost is answered again, although no more may be sent', async () => {
    const d = await open();
    const limits = new Limits();
    const handlers = depositHandlers(
      { ...d.deps, limits, isPlay: true },
      new Deposits(d.deps, [d.follower().watcher]),
    );
    const send = (key: string, amount = '5') =>
      handlers['deposit.test']({ chain: 'tron', amount }, {
        user: { userId: d.userId },
        key,
      } as unknown as Caller);
    const sent = await send('a-key-of-a-test-1');
    await limits.take('testDeposits', `user ${d.userId}`, 29);
    expect(await send('a-key-of-a-test-1')).toEqual(sent);
    await expect(send('a-key-of-a-test-1', '6')).rejects.toMatchObject({ code: 'keyReused' });
    await expect(send('a-key-of-a-test-2')).rejects.toMatchObject({ code: 'tooManyRequests' });
  });

  it.each([
    ['ethereum', true, true, 'depositNetwork'],
    ['tron', false, true, 'testOff'],
    ['tron', true, false, 'testOff'],
  ] as const)(
    'of test money on %s, play %s, simulated %s, is refused',
    async (chain, isPlay, isSimulated, code) => {
      const d = await open();
      const watcher = Object.create(d.follower().watcher, { isSimulated: { value: isSimulated } });
      const deposits = new Deposits(d.deps, [watcher]);
      const handlers = depositHandlers({ ...d.deps, limits: new Limits(), isPlay }, deposits);
      const caller = { user: { userId: d.userId }, key: 'a-key-of-a-test-3' } as unknown as Caller;
      await expect(handlers['deposit.test']({ chain, amount: '5' }, caller)).rejects.toMatchObject({ code });
      expect(await db().query('select 1 from simulated_transfer where address = $1', [d.address])).toEqual(
        [],
      );
    },
  );

  it('is looked for once more for all who come during a look, and by nobody after the end', async () => {
    const userId = await addUser(db());
    let heads = 0;
    const d = await openDeposits(db(), userId, (chain) => {
      const { head } = chain;
      chain.head = () => {
        heads += 1;
        return head.call(chain);
      };
      return chain;
    });
    const tx = await d.send('20');
    const first = d.check();
    const others = Array.from({ length: 20 }, () => d.check());
    await Promise.all([first, ...others]);
    expect([heads, (await d.rows()).map((row) => row.tx)]).toEqual([3, [tx]]);
    const last = [d.check(), d.check(), d.check()];
    await d.follower().close();
    await Promise.all(last);
    await d.check();
    expect(heads).toBe(4);
  });
});
