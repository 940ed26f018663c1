import { expect, it } from 'vitest';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import { withdrawable } from '../../../../server/products/wallet/deposits/unlocked.ts';
import { simulatedSigner } from '../../../../server/products/wallet/withdrawals/simulatedSigner.ts';
import { simulatedNetworks } from '../../../../server/products/wallet/withdrawals/testChain.ts';
import { addUser, withDatabase } from '../../../support/databases.ts';
import { openDeposits } from '../../../support/deposits.ts';
import { openWithdraw } from '../../../support/withdraw.ts';

withDatabase('a withdrawal to somebody’s deposit address here', (db) => {
  it('goes over the network, and is credited and unlocked like any deposit', async () => {
    const receiver = await addUser(db());
    const deposits = await openDeposits(db(), receiver);
    const x = await openWithdraw(db(), { now: deposits.clock.now() });
    x.deps.signer = await simulatedSigner(simulatedNetworks(db(), x.clock));
    x.deps.withdrawable = withdrawable;
    const block = async (): Promise<void> => {
      x.clock.jump(10_000);
      await deposits.blocks(1);
      await x.check();
    };
    const { id } = await x.ask(x.user, '300', { address: deposits.address });
    await block();
    expect((await x.row(id)).state).toBe('sent');
    expect(await deposits.states()).toEqual([]);
    await block();
    expect(await x.row(id)).toMatchObject({ state: 'sent', confirmations: 1 });
    expect(await deposits.states()).toEqual(['credited 1']);
    expect([await deposits.spot(), await withdrawable(db(), receiver, 'USDT')]).toEqual(['299', '0']);
    await block();
    await block();
    expect((await x.row(id)).state).toBe('confirmed');
    expect(await deposits.states()).toEqual(['unlocked 3']);
    expect([await deposits.spot(), await withdrawable(db(), receiver, 'USDT')]).toEqual(['299', '299']);
    expect(await x.money(x.user)).toEqual(['99700', '0']);
    expect(await verifyLedger(db())).toEqual([]);
  });
});
