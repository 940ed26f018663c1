import { beforeEach, expect, it } from 'vitest';
import { CHANGE_HOLD_MS, D, toText } from '../../../../domain/index.ts';
import { hold, post } from '../../../../server/books/ledger/ledger.ts';
import { withdrawalsOf } from '../../../../server/products/wallet/withdrawals/withdrawals.ts';
import { roomOf } from '../../../../server/products/wallet/withdrawals/withdrawRoom.ts';
import { cancel, step } from '../../../../server/products/wallet/withdrawals/withdrawSteps.ts';
import { verifyBooks } from '../../../support/books.ts';
import { addUser, withDatabase } from '../../../support/databases.ts';
import type { Withdrawing } from '../../../support/withdraw.ts';
import { BITCOIN, EVM, openWithdraw, TRON } from '../../../support/withdraw.ts';

const HOUR = 3_600_000;

withDatabase('a withdrawal', (db) => {
  let x: Withdrawing;
  beforeEach(async () => {
    x = await openWithdraw(db());
    return async () => expect(await verifyBooks(db())).toEqual([]);
  });

  it('sets its amount aside and books it when it has arrived', async () => {
    const row = await x.ask(x.user, '500');
    expect(row).toMatchObject({
      kind: 'crypto',
      currency: 'USDT',
      chain: 'tron',
      address: TRON,
      amount: '500',
      fee: '1',
      received: '499',
      state: 'requested',
      tx: null,
      confirmations: 0,
      confirmationsNeeded: 3,
      version: 1,
    });
    expect(await x.money(x.user)).toEqual(['100000', '500']);
    expect(x.mails).toMatchObject([{ key: 'withdrawRequested', fields: { amount: '500 USDT', to: TRON } }]);
    for (const to of ['approved', 'sent'] as const)
      await x.act((work) => step(work, row.id, ['requested', 'approved'], to, { tx: `t${row.id}` }));
    expect(await x.money(x.user)).toEqual(['100000', '500']);
    const before = await db().query<{ kind: string; posted: string }>(
      "select kind, posted::float8::text as posted from account where kind in ('ext_withdraw', 'house_fee') and asset = 'USDT' order by kind",
    );
    await x.act((work) => step(work, row.id, ['sent'], 'confirmed'));
    expect(await x.money(x.user)).toEqual(['99500', '0']);
    const after = await db().query<{ kind: string; posted: string }>(
      "select kind, posted::float8::text as posted from account where kind in ('ext_withdraw', 'house_fee') and asset = 'USDT' order by kind",
    );
    const sum = (rows: readonly { posted: string }[], i: number) => Number(rows[i]?.posted ?? 0);
    expect([sum(after, 0) - sum(before, 0), sum(after, 1) - sum(before, 1)]).toEqual([499, 1]);
  });

  it.each([
    ['99.999999', {}, 'withdrawTooSmall'],
    ['100', {}, 'requested'],
    ['1000000', {}, 'requested'],
    ['1000000.000001', {}, 'withdrawTooLarge'],
    ['0', {}, 'amountZero'],
    ['-100', {}, 'amountInvalid'],
    ['1e3', {}, 'amountInvalid'],
    ['100.0000001', {}, 'amountTooFine'],
    ['9999999999999999999', {}, 'withdrawTooLarge'],
    ['100', { currency: 'EUR' }, 'chainUnknown'],
    ['100', { chain: 'bitcoin' }, 'chainUnknown'],
    ['100', { chain: 'ethereum' }, 'addressNetwork'],
    ['100', { address: '' }, 'addressEmpty'],
    ['100', { address: `${TRON.slice(0, -1)}x` }, 'addressChecksum'],
    ['100', { address: 'x' }, 'addressInvalid'],
    ['100', { proof: 'made up' }, 'proofInvalid'],
  ])('of %s %j is %s', async (amount, request, emitted) => {
    await x.fund(x.user, 'USDT', '4000000');
    const before = await x.money(x.user);
    expect(await x.codeOf(x.user, amount, request)).toBe(emitted);
    if (emitted !== 'requested') expect(await x.money(x.user)).toEqual(before);
    if (emitted !== 'requested') expect(x.mails).toEqual([]);
  });

  it('of another currency is bounded by its worth', async () => {
    await x.fund(x.user, 'BTC', '30');
    const toBitcoin = { currency: 'BTC', chain: 'bitcoin', address: BITCOIN };
    expect(await x.codeOf(x.user, '0.00199999', toBitcoin)).toBe('withdrawTooSmall');
    expect(await x.codeOf(x.user, '20.00000001', toBitcoin)).toBe('withdrawTooLarge');
    expect(await x.codeOf(x.user, '0.002', toBitcoin)).toBe('requested');
    expect(await x.codeOf(x.user, '20', toBitcoin)).toBe('requested');
    expect((await roomOf(db(), x.user, x.clock.now())).day.used).toBe('1000100');
    x.prices['BTC'] = undefined;
    expect(await x.codeOf(x.user, '1', toBitcoin)).toBe('rateMissing');
  });

  it('is bounded by the identity level', async () => {
    for (const [level, most] of [
      [0, '2000'],
      [1, '10000'],
    ] as const) {
      await db().query('update app_user set level = $2 where id = $1', [x.user, level]);
      expect(await x.codeOf(x.user, `${most}.000001`)).toBe('withdrawLevelLimit');
      expect(await x.codeOf(x.user, most)).toBe('requested');
    }
  });

  it('counts into 24 hours that roll, and a cancelled one gives its share back', async () => {
    await x.fund(x.user, 'USDT', '200000000');
    // 99 of a million each: what is left is 999,999.
    await db().query(
      `insert into withdrawal (user_id, kind, currency, amount, fee, received, worth, hold_id, chain, address,
         confirmations_needed, tx, state, created_at, updated_at)
       select $1::bigint, 'crypto', 'USDT', 1000000, 1, 999999, 1000000, (select id from hold where kind = 'withdrawal' and ref_id = 'day' || n || '-' || $1::bigint),
         'tron', 'x', 3, 'day' || n || '-' || $1::bigint, 'confirmed', $2::bigint + n, 1
       from generate_series(1, 99) n`,
      await heldFor(x, 99),
    );
    expect((await roomOf(db(), x.user, x.clock.now())).day).toEqual({
      most: '99999999',
      used: '99000000',
      left: '999999',
    });
    expect(await x.codeOf(x.user, '1000000')).toBe('withdrawDayLimit');
    const last = await x.ask(x.user, '999999');
    expect(await x.codeOf(x.user, '100')).toBe('withdrawDayLimit');
    await x.act((work) => cancel(work, x.user, last.id));
    expect((await roomOf(db(), x.user, x.clock.now())).day.left).toBe('999999');
    const again = await x.ask(x.user, '999999');
    await x.act((work) => step(work, again.id, ['requested'], 'rejected', { reason: 'no' }));
    expect(await x.codeOf(x.user, '999999')).toBe('requested');
    x.clock.jump(24 * HOUR);
    expect((await roomOf(db(), x.user, x.clock.now())).day.used).toBe('0');
  });

  it('rests after a change of the account, and says until when and after what', async () => {
    const until = x.clock.now() + CHANGE_HOLD_MS;
    await db().query('update app_user set held_until = $2 where id = $1', [x.user, until]);
    await db().query(
      `insert into account_event (user_id, what, device, address, at) values ($1, 'passwordChanged', 'd', 'a', $2)`,
      [x.user, x.clock.now()],
    );
    expect(await x.codeOf(x.user, '100')).toBe('withdrawHeld');
    expect((await roomOf(db(), x.user, x.clock.now())).held).toEqual({ until, after: 'passwordChanged' });
    x.clock.jump(CHANGE_HOLD_MS);
    expect(await x.codeOf(x.user, '100')).toBe('requested');
  });

  it('takes no money that waits for its confirmations', async () => {
    x.locked.set(x.user, '99900.5');
    expect(await x.codeOf(x.user, '100')).toBe('withdrawLocked');
    expect(await x.codeOf(x.user, '100000.000001')).toBe('insufficientBalance');
    x.locked.set(x.user, '99900');
    expect(await x.codeOf(x.user, '100')).toBe('requested');
  });

  it('waits until what is owed is settled', async () => {
    const owe = (amount: string, refId: string) =>
      x.act((work) =>
        post(work.tx, { code: 'debtPaid', refType: 'test', refId: `${refId}-${x.user}` }, work.at, [
          { account: { owner: x.user, kind: 'debt', asset: 'USDT' }, amount },
          { account: { kind: 'ext_deposit', asset: 'USDT' }, amount: toText(new D(amount).neg()) },
        ]),
      );
    await owe('-0.01', 'owing');
    expect(await x.codeOf(x.user, '100')).toBe('withdrawOwing');
    expect(await x.money(x.user)).toEqual(['100000', '0']);
    await owe('0.01', 'settled');
    expect(await x.codeOf(x.user, '100')).toBe('requested');
  });

  it('of everything succeeds once among fifty at the same time', async () => {
    const emitted = await Promise.all(Array.from({ length: 50 }, () => x.codeOf(x.user, '100000')));
    expect(emitted.filter((each) => each === 'requested')).toHaveLength(1);
    expect(emitted.filter((each) => each === 'insufficientBalance')).toHaveLength(49);
    expect(await x.money(x.user)).toEqual(['100000', '100000']);
  });

  it('and an order for the same money at the same time: one of them', async () => {
    const account = { owner: x.user, kind: 'spot', asset: 'USDT' } as const;
    const order = (n: number) =>
      x
        .act((work) => hold(work.tx, account, '60000', { kind: 'order', refId: `o${x.user}-${n}` }, work.at))
        .then(() => 'order')
        .catch(() => 'no order');
    const emitted = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? order(n) : x.codeOf(x.user, '60000'))),
    );
    expect(emitted.filter((each) => each === 'order' || each === 'requested')).toHaveLength(1);
    expect(await x.money(x.user)).toEqual(['100000', '60000']);
  });

  it('uses a proof once, and only its owner’s, for its purpose, while it is fresh', async () => {
    const proof = await x.proofOf(x.user);
    const emitted = await Promise.all(Array.from({ length: 20 }, () => x.codeOf(x.user, '100', { proof })));
    expect(emitted.filter((each) => each === 'requested')).toHaveLength(1);
    expect(emitted.filter((each) => each === 'proofInvalid')).toHaveLength(19);
    expect(await x.money(x.user)).toEqual(['100000', '100']);
    expect(await x.codeOf(x.user, '100', { proof: await x.proofOf(x.user, 'addressBook') })).toBe(
      'proofInvalid',
    );
    expect(await x.codeOf(x.user, '100', { proof: await x.proofOf(await addUser(db())) })).toBe(
      'proofInvalid',
    );
    const old = await x.proofOf(x.user);
    // A refusal uses it up no more than it uses money.
    expect(await x.codeOf(x.user, '99', { proof: old })).toBe('withdrawTooSmall');
    x.clock.jump(300_000);
    expect(await x.codeOf(x.user, '100', { proof: old })).toBe('proofInvalid');
  });

  it('goes to nobody’s own deposit address, and to somebody else’s like to any other', async () => {
    const other = await addUser(db());
    const watch = `test:${x.user}`;
    await db().query('insert into chain_watch (watch, scanned) values ($1, 0)', [watch]);
    await db().query('insert into deposit_address values ($1, $2, 0, $3, 1)', [watch, x.user, TRON]);
    expect(await x.codeOf(x.user, '100')).toBe('addressOwn');
    await db().query('update deposit_address set user_id = $2 where watch = $1', [watch, other]);
    expect(await x.codeOf(x.user, '100')).toBe('requested');
  });

  it('is one of twenty that may be under way', async () => {
    for (let i = 0; i < 20; i++) expect(await x.codeOf(x.user, '100')).toBe('requested');
    expect(await x.codeOf(x.user, '100')).toBe('withdrawalsTooMany');
    const { rows } = await withdrawalsOf(db(), x.user, { limit: 50 }, x.clock.now());
    await x.act((work) => cancel(work, x.user, rows[0]?.id ?? 0));
    expect(await x.codeOf(x.user, '100')).toBe('requested');
  });

  it('can be cancelled by its owner while it is requested, and no later', async () => {
    const row = await x.ask(x.user, '700');
    const other = await addUser(db());
    await expect(x.act((work) => cancel(work, other, row.id))).rejects.toMatchObject({ code: 'notFound' });
    const cancelled = await Promise.allSettled(
      Array.from({ length: 10 }, () => x.act((work) => cancel(work, x.user, row.id))),
    );
    expect(cancelled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await x.money(x.user)).toEqual(['100000', '0']);
    const next = await x.ask(x.user, '700');
    await x.act((work) => step(work, next.id, ['requested'], 'approved'));
    await expect(x.act((work) => cancel(work, x.user, next.id))).rejects.toMatchObject({
      code: 'withdrawFixed',
    });
    expect(await x.money(x.user)).toEqual(['100000', '700']);
  });

  it('goes its way and no other, whoever asks the database', async () => {
    const { id } = await x.ask(x.user, '100');
    const set = (what: string) => db().query(`update withdrawal set ${what} where id = $1`, [id]);
    for (const what of [
      "state = 'confirmed', tx = 'x'",
      "state = 'sent', tx = 'y'",
      'amount = 200, received = 199',
      `address = '${EVM}'`,
    ])
      await expect(set(what)).rejects.toThrow();
    await set("state = 'approved'");
    await set("signed = 'raw', tx = 'z'");
    for (const what of ["signed = 'other'", "tx = 'other'", "state = 'rejected'"])
      await expect(set(what)).rejects.toThrow();
    await set("state = 'sent'");
    await expect(set("state = 'requested'")).rejects.toThrow();
  });

  it('is listed to its owner alone, page by page, by state and currency', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 7; i++) ids.push((await x.ask(x.user, `${100 + i}`)).id);
    await x.act((work) => cancel(work, x.user, ids[3] ?? 0));
    const page = (more: object) => withdrawalsOf(db(), x.user, { limit: 3, ...more }, x.clock.now());
    const first = await page({});
    const second = await page({ before: first.next });
    const third = await page({ before: second.next });
    expect([first, second, third].flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(ids.toReversed());
    expect(third.next).toBeNull();
    expect((await page({ state: 'cancelled' })).rows.map(({ id }) => id)).toEqual([ids[3]]);
    expect((await page({ currency: 'BTC' })).rows).toEqual([]);
    expect((await withdrawalsOf(db(), await addUser(db()), { limit: 9 }, x.clock.now())).rows).toEqual([]);
  });
});

/** Holds for withdrawals that are over, so that they can be made up as rows. */
async function heldFor(x: Withdrawing, most: number): Promise<readonly unknown[]> {
  for (let n = 1; n <= most; n++)
    await x.act(async (work) => {
      const account = { owner: x.user, kind: 'spot', asset: 'USDT' } as const;
      const id = await hold(
        work.tx,
        account,
        '1000000',
        { kind: 'withdrawal', refId: `day${n}-${x.user}` },
        work.at,
      );
      await work.tx.query('select ledger_release(p_hold => $1, p_amount => null)', [id]);
    });
  return [x.user, x.clock.now() - 1_000];
}
