import { beforeEach, expect, it } from 'vitest';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import { runOps as runAs } from '../../../../server/host/opsCommands.ts';
import { WithdrawEngine } from '../../../../server/products/wallet/withdrawals/withdrawEngine.ts';
import { cancel, step } from '../../../../server/products/wallet/withdrawals/withdrawSteps.ts';
import { withDatabase } from '../../../support/databases.ts';
import { runOps } from '../../../support/ops.ts';
import type { Withdrawing } from '../../../support/withdraw.ts';
import { BITCOIN, openWithdraw } from '../../../support/withdraw.ts';

const HOUR = 3_600_000;

withDatabase('a withdrawal on its way', (db) => {
  let x: Withdrawing;
  beforeEach(async () => {
    // What other tests left under way is none of this one's.
    await db().query(
      `with gone as (update withdrawal set state = 'cancelled' where state = 'requested' returning hold_id)
       select ledger_release(hold_id, null) from gone`,
    );
    await db().query(
      "update withdrawal set signer = 'gone' where state in ('approved', 'sent') and signer is null",
    );
    x = await openWithdraw(db());
    return async () => expect(await verifyLedger(db())).toEqual([]);
  });
  const stateOf = async (id: number): Promise<string> => (await x.row(id)).state;
  const ops = (name: string, ...args: readonly string[]) => runOps(x.deps, `withdrawals ${name}`, args);

  it('is approved after ten seconds when it is small, sent, and confirmed when it is deep enough', async () => {
    const { id } = await x.ask(x.user, '1000');
    await x.check();
    expect(await stateOf(id)).toBe('requested');
    await x.check(10_000);
    expect(await x.row(id)).toMatchObject({ state: 'sent', tx: `${x.signer.name}-tx-0`, confirmations: 0 });
    expect(x.signer.signed).toMatchObject([{ id, currency: 'USDT', chain: 'tron', amount: '999', nonce: 0 }]);
    const versions: number[] = [];
    for (const depth of [1, 1, 2, 3]) {
      x.signer.mine(depth);
      await x.check(1_000);
      const row = await x.row(id);
      versions.push(row.version);
      expect(row).toMatchObject({ confirmations: depth, state: depth < 3 ? 'sent' : 'confirmed' });
    }
    expect(versions[0]).toBe(versions[1]);
    expect(await x.money(x.user)).toEqual(['99000', '0']);
    await x.check(1_000);
    expect(x.mails.map(({ key }) => key)).toEqual(['withdrawRequested', 'withdrawSent']);
    expect(x.logged).toEqual([]);
  });

  it('that is not small waits for the operator', async () => {
    const { id } = await x.ask(x.user, '1000.000001');
    await x.check(HOUR);
    expect(await stateOf(id)).toBe('requested');
    expect((await ops('list')).lines.join()).toContain(`${id}  requested`);
    expect((await ops('approve', `${id}`)).lines).toEqual([`Withdrawal ${id} is approved.`]);
    await x.check();
    expect(await stateOf(id)).toBe('sent');
    for (const [name, ...more] of [
      ['approve'],
      ['reject', 'because'],
      ['sent', 'made-up'],
      ['confirm'],
      ['fail', 'because'],
    ] as const)
      expect((await ops(name, `${id}`, ...more)).ok).toBe(false);
    expect(await stateOf(id)).toBe('sent');
  });

  it('of more than one operator may decide on is approved by the second, and by nobody twice', async () => {
    const [large, small] = [await x.ask(x.user, '5001'), await x.ask(x.user, '5000')];
    const by = (who: string, { id }: { readonly id: number }, name = 'approve', ...more: string[]) =>
      runAs({ ...x.deps, twoAbove: '5000' }, { who, why: '' }, `withdrawals ${name}`, [`${id}`, ...more]);
    expect((await by('ann@host', small)).lines).toEqual([`Withdrawal ${small.id} is approved.`]);
    // The same user at another machine, or in another container, is no other operator.
    for (const who of ['ann@host', 'ann@host', 'ann@f00dcafe'])
      expect((await by(who, large)).lines[0]).toContain('Another operator');
    await x.check(HOUR);
    expect(await stateOf(large.id)).toBe('requested');
    expect((await by('bob@host', large)).lines).toEqual([`Withdrawal ${large.id} is approved.`]);
    // One alone may keep money in.
    const third = await x.ask(x.user, '6000');
    expect((await by('ann@host', third, 'reject', 'no')).lines).toEqual([
      `Withdrawal ${third.id} is rejected.`,
    ]);
    await expect(db().query("update ops_consent set who = 'x'")).rejects.toThrow();
  });

  it('neither begins nor goes on while withdrawals are paused, can be taken back, and goes on after', async () => {
    const [small, large, third] = [
      await x.ask(x.user, '1000'),
      await x.ask(x.user, '1001'),
      await x.ask(x.user, '1002'),
    ];
    await ops('approve', `${large.id}`);
    expect((await ops('pause', 'somebody', 'looks')).ok).toBe(true);
    await x.check(HOUR);
    expect([await stateOf(small.id), await stateOf(large.id), x.signer.seen.size]).toEqual([
      'requested',
      'approved',
      0,
    ]);
    expect((await ops('approve', `${third.id}`)).lines.join()).toContain('paused');
    await expect(x.ask(x.user, '5')).rejects.toMatchObject({ code: 'withdrawalsPaused' });
    await x.act((work) => cancel(work, x.user, third.id));
    expect((await ops('resume')).lines).toEqual(['The books agree. Withdrawals go on.']);
    await x.check();
    expect([await stateOf(small.id), await stateOf(large.id)]).toEqual(['sent', 'sent']);
  });

  it('is rejected with a reason that its owner reads, and gives everything back', async () => {
    const { id } = await x.ask(x.user, '5000');
    expect((await ops('reject', `${id}`)).ok).toBe(false);
    expect((await ops('reject', `${id}`, 'Please', 'verify', 'the address')).ok).toBe(true);
    expect(await x.row(id)).toMatchObject({ state: 'rejected', reason: 'Please verify the address' });
    expect(await x.money(x.user)).toEqual(['100000', '0']);
    expect((await ops('approve', `${id}`)).ok).toBe(false);
    await x.check();
    expect(x.mails.at(-1)?.key).toBe('withdrawEnded');
    expect((await ops('show', `${id}`)).lines.join('\n')).toContain('reason: Please verify the address');
  });

  it.each([['0'], ['x'], ['999999999'], ['1; drop table withdrawal'], ['']])(
    'of the number "%s" is none',
    async (id) => {
      for (const name of ['show', 'approve', 'confirm']) expect((await ops(name, id)).ok).toBe(false);
      expect((await ops('reject', id, 'no')).ok).toBe(false);
      expect((await ops('list', 'nonsense')).ok).toBe(false);
    },
  );

  it('whose account changes before it is looked at rests, and so does one that is approved', async () => {
    const [small, large] = [await x.ask(x.user, '100'), await x.ask(x.user, '5000')];
    await ops('approve', `${large.id}`);
    const until = x.clock.now() + HOUR;
    await db().query('update app_user set held_until = $2 where id = $1', [x.user, until]);
    await x.check(10_000);
    expect([await stateOf(small.id), await stateOf(large.id)]).toEqual(['requested', 'approved']);
    expect((await x.row(small.id)).restsUntil).toBe(until);
    expect((await ops('approve', `${small.id}`)).lines.join()).toContain('rest until');
    await x.check(HOUR);
    expect([await stateOf(small.id), await stateOf(large.id)]).toEqual(['sent', 'sent']);
    await db().query('update app_user set frozen_at = 1 where id = $1', [x.user]);
    const { id } = await x.ask(x.user, '100');
    await x.check(HOUR);
    expect(await stateOf(id)).toBe('requested');
    expect((await ops('approve', `${id}`)).lines.join()).toContain('frozen');
    expect(await stateOf(id)).toBe('requested');
  });

  it('that is approved rests by hand too while its user rests or is frozen, and can still be rejected', async () => {
    await x.fund(x.user, 'BTC', '1');
    const { id } = await x.ask(x.user, '0.01', { currency: 'BTC', chain: 'bitcoin', address: BITCOIN });
    expect((await ops('approve', `${id}`)).ok).toBe(true);
    const send = () => ops('sent', `${id}`, `${id}`.padStart(64, 'c'));
    await db().query('update app_user set held_until = $2 where id = $1', [x.user, x.clock.now() + HOUR]);
    expect((await send()).lines.join()).toContain('rest until');
    await db().query('update app_user set held_until = null, frozen_at = 1 where id = $1', [x.user]);
    expect((await send()).lines.join()).toContain('frozen');
    expect(await stateOf(id)).toBe('approved');
    expect((await ops('reject', `${id}`, 'not theirs')).ok).toBe(true);
    expect(await x.money(x.user, 'BTC')).toEqual(['1', '0']);
  });

  it('is not sent when the account changes while it is being signed', async () => {
    const { id } = await x.ask(x.user, '100');
    const { sign } = x.signer;
    x.signer.sign = async (order, nonce) => {
      await db().query('update app_user set held_until = $2 where id = $1', [x.user, x.clock.now() + HOUR]);
      return sign.call(x.signer, order, nonce);
    };
    await x.check(10_000);
    expect([await stateOf(id), x.signer.seen.size]).toEqual(['approved', 0]);
    expect((await x.row(id)).restsUntil).toBe(x.clock.now() + HOUR);
    x.signer.sign = sign;
    await x.check(HOUR);
    expect([await stateOf(id), x.signer.seen.size]).toEqual(['sent', 1]);
    expect((await x.row(id)).restsUntil).toBeNull();
  });

  it('that nobody signs for is sent by the operator, with the transaction', async () => {
    await x.fund(x.user, 'BTC', '1');
    const { id } = await x.ask(x.user, '0.01', { currency: 'BTC', chain: 'bitcoin', address: BITCOIN });
    await x.check(10_000);
    await x.check();
    expect(await stateOf(id)).toBe('approved');
    const tx = `${id}`.padStart(64, 'a');
    expect((await ops('sent', `${id}`)).ok).toBe(false);
    expect((await ops('sent', `${id}`, 'abc')).ok).toBe(false);
    expect((await ops('sent', `${id}`, tx)).ok).toBe(true);
    expect(await x.row(id)).toMatchObject({ state: 'sent', tx });
    const second = await x.ask(x.user, '0.01', { currency: 'BTC', chain: 'bitcoin', address: BITCOIN });
    await x.check(10_000);
    // It stands for the first, however it is written.
    for (const same of [tx, `0x${tx}`, tx.toUpperCase()])
      expect((await ops('sent', `${second.id}`, same)).ok).toBe(false);
    expect(await stateOf(second.id)).toBe('approved');
    expect((await ops('confirm', `${id}`)).ok).toBe(true);
    expect(await x.money(x.user, 'BTC')).toEqual(['0.99', '0.01']);
    expect((await ops('sent', `${second.id}`, `0x${`${second.id}`.padStart(64, 'B')}`)).ok).toBe(true);
    expect(await x.row(second.id)).toMatchObject({ tx: `${second.id}`.padStart(64, 'b') });
    expect((await ops('fail', `${second.id}`, 'came back')).ok).toBe(true);
    expect(await x.row(second.id)).toMatchObject({ state: 'failed', reason: 'came back' });
    expect(await x.money(x.user, 'BTC')).toEqual(['0.99', '0']);
  });

  it.each(['sign', 'broadcast', 'status'] as const)('is tried again after %s has failed', async (what) => {
    const { id } = await x.ask(x.user, '100');
    x.signer.fails = what;
    await x.check(10_000);
    expect(await stateOf(id)).toBe(what === 'status' ? 'sent' : 'approved');
    await x.check();
    expect(x.logged.length).toBeGreaterThan(0);
    x.signer.fails = undefined;
    await x.check();
    x.signer.mine(3);
    await x.check();
    expect(await stateOf(id)).toBe('confirmed');
    expect([x.signer.seen.size, new Set(x.signer.signed.map(({ nonce }) => nonce)).size]).toEqual([1, 1]);
  });

  it('that was reverted by its chain gives everything back, and not before it is deep', async () => {
    const { id } = await x.ask(x.user, '100');
    await x.check(10_000);
    x.signer.mine(2, false);
    await x.check();
    expect(await stateOf(id)).toBe('sent');
    x.signer.mine(3, false);
    await x.check();
    expect(await stateOf(id)).toBe('failed');
    expect(await x.money(x.user)).toEqual(['100000', '0']);
  });

  it('that a reorganisation takes out of its block is sent again, as it was', async () => {
    const { id } = await x.ask(x.user, '100');
    await x.check(10_000);
    x.signer.mine(2);
    await x.check();
    const [sent] = x.signer.seen.values();
    x.signer.seen.clear();
    expect(await x.row(id)).toMatchObject({ state: 'sent', confirmations: 2 });
    await x.check(14_999);
    expect(x.signer.seen.size).toBe(0);
    // It has none of the confirmations of before.
    expect(await x.row(id)).toMatchObject({ state: 'sent', confirmations: 0 });
    await x.check(1);
    expect([...x.signer.seen.values()]).toEqual([{ ...sent, depth: 0 }]);
    x.signer.mine(3);
    await x.check();
    expect(await stateOf(id)).toBe('confirmed');
  });

  it('that a reorganisation takes out of its block is sent again also where the clock was set back', async () => {
    const { id } = await x.ask(x.user, '100');
    await x.check(10_000);
    expect(await stateOf(id)).toBe('sent');
    x.signer.seen.clear();
    x.clock.jump(-HOUR, 0);
    await x.check(1_000);
    await x.check(15_000);
    expect(x.signer.seen.size).toBe(1);
  });

  it('takes the next nonce, after what the chain has seen of the key', async () => {
    x.signer.chainNonce = 7;
    const ids: number[] = [];
    for (let i = 0; i < 5; i++) ids.push((await x.ask(x.user, '100')).id);
    await x.check(10_000);
    await x.check();
    expect(x.signer.signed.map(({ id, nonce }) => [id, nonce])).toEqual(ids.map((id, i) => [id, 7 + i]));
  });

  it('that is cancelled in the instant in which it is approved is one of both', async () => {
    for (let i = 0; i < 10; i++) {
      const { id } = await x.ask(x.user, '100');
      x.clock.jump(10_000);
      const [cancelled] = await Promise.allSettled([
        x.act((work) => cancel(work, x.user, id)),
        x.engine.check(),
      ]);
      await x.check();
      expect(await stateOf(id)).toBe(cancelled.status === 'fulfilled' ? 'cancelled' : 'sent');
    }
  });

  it('is sent once, wherever the exchange was cut off', async () => {
    // Everything between two lasting steps is thrown away; another process goes on from what is stored.
    for (const cut of ['after approving', 'after signing', 'after storing', 'after sending'] as const) {
      const { id } = await x.ask(x.user, '100');
      x.clock.jump(10_000);
      if (cut === 'after approving') await x.act((work) => step(work, id, ['requested'], 'approved'));
      if (cut === 'after signing') x.signer.fails = 'sign';
      if (cut === 'after storing') x.signer.fails = 'broadcast';
      await new WithdrawEngine(x.deps).check();
      x.signer.fails = undefined;
      const before = x.signer.signed.filter((each) => each.id === id);
      if (cut === 'after storing') expect(before).toHaveLength(1);
      const next = new WithdrawEngine(x.deps);
      await next.check();
      await next.check();
      x.signer.mine(3);
      await next.check();
      expect([cut, await stateOf(id)]).toEqual([cut, 'confirmed']);
      const sent = [...x.signer.seen.values()].filter(({ signed }) => JSON.parse(signed).id === id);
      expect([cut, sent.length]).toEqual([cut, 1]);
    }
    expect(await x.money(x.user)).toEqual(['99600', '0']);
  });
});
