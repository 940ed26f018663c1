import { beforeEach, describe, expect, it } from 'vitest';
import { post } from '../../../../server/books/ledger/ledger.ts';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import { WithdrawEngine } from '../../../../server/products/wallet/withdrawals/withdrawEngine.ts';
import { step } from '../../../../server/products/wallet/withdrawals/withdrawSteps.ts';
import { addUser, withDatabase } from '../../../support/databases.ts';
import { runOps } from '../../../support/ops.ts';
import type { Withdrawing } from '../../../support/withdraw.ts';
import { BITCOIN, FakeSigner, openWithdraw } from '../../../support/withdraw.ts';

withDatabase('a withdrawal among others', (db) => {
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

  describe('beside more than one round takes', () => {
    /** Withdrawals of several users, as nobody has so many under way. */
    async function many(most: number, input = {}, amount = '100'): Promise<number[]> {
      const ids: number[] = [];
      for (let user = x.user; ids.length < most; user = await addUser(db())) {
        if (user !== x.user) await x.fund(user, 'USDT', '2000');
        await x.fund(user, 'BTC', '1');
        for (let i = 0; i < 15 && ids.length < most; i++) ids.push((await x.ask(user, amount, input)).id);
      }
      return ids;
    }
    const statesOf = async (ids: readonly number[]): Promise<string[]> =>
      (
        await db().query<{ state: string }>(
          'select distinct state from withdrawal where id = any ($1::bigint[])',
          [ids],
        )
      ).map(({ state }) => state);
    const approveAll = () => db().query("update withdrawal set state = 'approved' where state = 'requested'");

    it('is sent although what nobody signs for waits before it', async () => {
      await many(50, { currency: 'BTC', chain: 'bitcoin', address: BITCOIN }, '0.01');
      const { id } = await x.ask(x.user, '100');
      await approveAll();
      await x.check();
      expect(await stateOf(id)).toBe('sent');
    });

    it('is sent although what cannot be signed was there before, which goes on once it can', async () => {
      const stuck = await many(60);
      const { id } = await x.ask(x.user, '100');
      await approveAll();
      const { sign } = x.signer;
      x.signer.sign = async (order, nonce) => {
        if (stuck.includes(order.id)) throw new Error('the token refuses');
        return sign.call(x.signer, order, nonce);
      };
      for (let i = 0; i < 2; i++) await x.check();
      expect([await stateOf(id), await statesOf(stuck)]).toEqual(['sent', ['approved']]);
      x.signer.sign = sign;
      for (let i = 0; i < 2; i++) await x.check();
      expect(await statesOf(stuck)).toEqual(['sent']);
    });

    it('is followed although what no block takes was sent before', async () => {
      const stuck = await many(50);
      const { id } = await x.ask(x.user, '100');
      await approveAll();
      for (let i = 0; i < 2; i++) await x.check();
      const mined = [...x.signer.seen.values()].filter(({ signed }) => JSON.parse(signed).id === id);
      for (const each of mined) each.depth = 3;
      for (let i = 0; i < 2; i++) await x.check();
      expect([await stateOf(id), await statesOf(stuck)]).toEqual(['confirmed', ['sent']]);
    });
  });

  it('that another key of the chain has signed goes on under the new one, and one of another chain does not', async () => {
    const [ask, name] = [() => x.ask(x.user, '100'), x.signer.name];
    const [stored, sent] = [await ask(), await ask()];
    x.signer.fails = 'broadcast';
    await x.check(10_000);
    x.signer.fails = undefined;
    await db().query("update withdrawal set state = 'sent' where id = $1", [sent.id]);
    const other = new FakeSigner();
    await new WithdrawEngine({ ...x.deps, signer: other }).check();
    expect([await stateOf(stored.id), await stateOf(sent.id), other.seen.size]).toEqual([
      'approved',
      'sent',
      0,
    ]);
    const next = new FakeSigner(`${x.signer.network}next`);
    const engine = new WithdrawEngine({ ...x.deps, signer: next });
    const third = await ask();
    x.clock.jump(10_000);
    await engine.check();
    next.mine(3);
    await engine.check();
    for (const { id } of [stored, sent, third]) expect([id, await stateOf(id)]).toEqual([id, 'confirmed']);
    // What was signed goes out as it was; only the third is the new key's, and its own first.
    expect([...next.seen.keys()].sort()).toEqual(
      [`${name}-tx-0`, `${name}-tx-1`, `${next.name}-tx-0`].sort(),
    );
    expect(next.signed.map(({ id, nonce }) => [id, nonce])).toEqual([[third.id, 0]]);
  });

  it('is written of once to its owner, also where it has arrived before anybody looked', async () => {
    const { id } = await x.ask(x.user, '5000');
    await ops('approve', `${id}`);
    await x.act((work) => step(work, id, ['approved'], 'sent', { tx: `by hand ${id}` }));
    await x.act((work) => step(work, id, ['sent'], 'confirmed'));
    for (let i = 0; i < 2; i++) await x.check();
    expect(x.mails.map(({ key }) => key)).toEqual(['withdrawRequested', 'withdrawSent']);
  });

  it('that cannot be written of holds up neither money nor another letter', async () => {
    const [first, second] = [await x.ask(x.user, '5000'), await x.ask(x.user, '5001')];
    const { write } = x.deps.messages;
    x.deps.messages.write = async (tx, to, key, at, fields) => {
      if (key === 'withdrawEnded' && fields?.['amount'] === '5000 USDT') throw new Error('no words');
      return write(tx, to, key, at, fields);
    };
    for (const { id } of [first, second]) await ops('reject', `${id}`, 'no');
    await x.check();
    expect(
      x.mails.filter(({ key }) => key === 'withdrawEnded').map(({ fields }) => fields['amount']),
    ).toEqual(['5001 USDT']);
    expect(x.logged).toEqual([['withdrawals', expect.objectContaining({ what: 'notice', id: first.id })]]);
    x.deps.messages.write = write;
    await x.check();
    expect(x.mails.filter(({ key }) => key === 'withdrawEnded')).toHaveLength(2);
  });

  it.each([
    ['requested', '1000'],
    ['approved', '1001'],
  ])('that is %s when its user comes to owe something rests until that is settled', async (state, amount) => {
    const { id } = await x.ask(x.user, amount);
    if (state === 'approved') await ops('approve', `${id}`);
    const owe = (debt: string, back: string) =>
      x.act((work) =>
        post(work.tx, { code: 'debtPaid', refType: 'test', refId: `${debt}-${x.user}` }, work.at, [
          { account: { owner: x.user, kind: 'debt', asset: 'BTC' }, amount: debt },
          { account: { kind: 'ext_deposit', asset: 'BTC' }, amount: back },
        ]),
      );
    await owe('-0.00000001', '0.00000001');
    await x.check(60_000);
    expect([await stateOf(id), x.signer.signed]).toEqual([state, []]);
    const byHand = state === 'approved' ? ['sent', `${id}`, 'a'.repeat(64)] : ['approve', `${id}`];
    expect((await ops(byHand[0] ?? '', ...byHand.slice(1))).lines.join()).toContain('owes');
    await owe('0.00000001', '-0.00000001');
    await x.check();
    expect(await stateOf(id)).toBe('sent');
  });

  it('begins nothing more once the exchange closes, and goes on at the next start', async () => {
    const [first, second] = [await x.ask(x.user, '100'), await x.ask(x.user, '100')];
    const { broadcast } = x.signer;
    let closed: Promise<void> | undefined;
    x.signer.broadcast = async (send) => {
      closed ??= x.engine.close();
      return broadcast.call(x.signer, send);
    };
    await x.check(10_000);
    await closed;
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['sent', 'approved']);
    await new WithdrawEngine(x.deps).check();
    expect(await stateOf(second.id)).toBe('sent');
  });

  it('is written of while a node does not answer', async () => {
    const [stuck, rejected] = [await x.ask(x.user, '100'), await x.ask(x.user, '5000')];
    const { broadcast } = x.signer;
    let answer: () => void = () => undefined;
    const late = new Promise<void>((resolve) => {
      answer = resolve;
    });
    x.signer.broadcast = async (send) => late.then(() => broadcast.call(x.signer, send));
    x.clock.jump(10_000);
    const round = x.engine.check();
    await expect.poll(() => x.signer.signed.length).toBe(1);
    await ops('reject', `${rejected.id}`, 'no');
    x.engine.start();
    await x.clock.advance(1_000);
    await expect.poll(() => x.mails.filter(({ key }) => key === 'withdrawEnded').length).toBe(1);
    expect(await stateOf(stuck.id)).toBe('approved');
    answer();
    await Promise.all([round, x.engine.close()]);
    expect(await stateOf(stuck.id)).toBe('sent');
  });
});
