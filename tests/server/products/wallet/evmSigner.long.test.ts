import { custom } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../../server/base/db/database.ts';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import { EvmSigner } from '../../../../server/products/wallet/withdrawals/evmSigner.ts';
import { ownDatabase } from '../../../support/databases.ts';
import type { EvmNode } from '../../../support/evmNode.ts';
import { CHAIN_ID, startEvmNode } from '../../../support/evmNode.ts';
import type { Withdrawing } from '../../../support/withdraw.ts';
import { EVM, openWithdraw } from '../../../support/withdraw.ts';

/** The first run installs the node. */
const INSTALL_MS = 300_000;
/** The second account of the node's own words, which everybody knows. */
const account = mnemonicToAccount('test test test test test test test test test test test junk', {
  addressIndex: 1,
});
const KEY = Buffer.from(account.getHdKey().privateKey ?? []).toString('hex');
const toEvm = { chain: 'ethereum', address: EVM };

let node: EvmNode;
let db: Database;
let token = '';
beforeAll(async () => {
  node = await startEvmNode();
  db = await ownDatabase();
  token = await node.deploy();
}, INSTALL_MS);
afterAll(async () => {
  expect(await verifyLedger(db)).toEqual([]);
  node?.stop();
  await db?.close();
});

type Answers = (method: string, ask: () => Promise<unknown>) => Promise<unknown>;
/** A signer on the node, through whatever stands between. */
function signerBehind(answers: Answers = (_, ask) => ask(), chainId = CHAIN_ID): EvmSigner {
  const request = ({ method, params }: { method: string; params?: unknown }) =>
    answers(method, () => node.rpc(method, (params ?? []) as unknown[]));
  return new EvmSigner(custom({ request }, { retryCount: 0 }), { chainId, token, decimals: 6, key: KEY });
}
async function open(signer = signerBehind()): Promise<Withdrawing> {
  const x = await openWithdraw(db);
  x.deps.signer = signer;
  return x;
}
const nonceOf = async (): Promise<number> =>
  Number(await node.rpc('eth_getTransactionCount', [account.address, 'pending']));
/** What the token says was moved to the address, in its smallest units. */
async function paid(tx: string): Promise<readonly [to: string, units: bigint]> {
  const { logs } = (await node.rpc('eth_getTransactionReceipt', [tx])) as {
    logs: { topics: string[]; data: string }[];
  };
  return [`0x${logs[0]?.topics[2]?.slice(26)}`, BigInt(logs[0]?.data ?? 0)];
}

it('pays a withdrawal in the token, once, and follows it into the chain', async () => {
  const x = await open();
  const { id } = await x.ask(x.user, '150.000001', toEvm);
  await x.check(10_000);
  const sent = await x.row(id);
  expect(sent).toMatchObject({
    state: 'sent',
    confirmations: 0,
    tx: expect.stringMatching(/^0x[0-9a-f]{64}$/),
  });
  await x.check();
  expect(await x.row(id)).toMatchObject({ confirmations: 0 });
  for (const [confirmations, state] of [
    [1, 'sent'],
    [2, 'sent'],
    [3, 'confirmed'],
  ]) {
    await node.mine();
    await x.check();
    expect(await x.row(id)).toMatchObject({ confirmations, state });
  }
  expect(await paid(sent.tx ?? '')).toEqual([EVM.toLowerCase(), 147_000_001n]);
  expect(await x.money(x.user)).toEqual(['99849.999999', '0']);
  expect(x.logged).toEqual([]);
});

it('pays coins of the chain itself', async () => {
  const x = await open();
  await x.fund(x.user, 'ETH', '1');
  const before = BigInt(String(await node.rpc('eth_getBalance', [EVM, 'latest'])));
  const { id } = await x.ask(x.user, '0.1', { ...toEvm, currency: 'ETH' });
  await x.check(10_000);
  await node.mine(3);
  await x.check();
  expect((await x.row(id)).state).toBe('confirmed');
  const after = BigInt(String(await node.rpc('eth_getBalance', [EVM, 'latest'])));
  expect(after - before).toBe(99_000_000_000_000_000n);
});

it('sends once though every answer to a sending is lost', async () => {
  const before = await nonceOf();
  const x = await open(
    signerBehind(async (method, ask) => {
      const answer = await ask();
      if (method === 'eth_sendRawTransaction') throw new Error('the answer was lost');
      return answer;
    }),
  );
  const { id } = await x.ask(x.user, '200', toEvm);
  await x.check(10_000);
  await x.check();
  await node.mine(3);
  await x.check();
  await x.check();
  expect((await x.row(id)).state).toBe('confirmed');
  expect(await nonceOf()).toBe(before + 1);
});

it('waits while the node is silent, slow or on another chain, and signs nothing meanwhile', async () => {
  const before = await nonceOf();
  let isDown = true;
  const x = await open(
    signerBehind(async (_, ask) => {
      if (isDown) throw new Error('no answer');
      return ask();
    }),
  );
  const { id } = await x.ask(x.user, '200', toEvm);
  await x.check(10_000);
  expect(await x.row(id)).toMatchObject({ state: 'approved', tx: null });
  x.deps.signer = signerBehind(undefined, CHAIN_ID + 1);
  await x.check();
  expect(await x.row(id)).toMatchObject({ state: 'approved', tx: null });
  expect(await nonceOf()).toBe(before);
  isDown = false;
  x.deps.signer = signerBehind();
  await x.check();
  await node.mine(3);
  await x.check();
  expect((await x.row(id)).state).toBe('confirmed');
});

it('does not sign what the chain would refuse', async () => {
  const x = await open();
  await x.fund(x.user, 'ETH', '100000');
  x.prices['ETH'] = '10';
  const before = await nonceOf();
  // The key has ten thousand.
  const { id } = await x.ask(x.user, '90000', { ...toEvm, currency: 'ETH' });
  await db.query("update withdrawal set state = 'approved' where id = $1", [id]);
  await x.check();
  expect(await x.row(id)).toMatchObject({ state: 'approved', tx: null });
  expect(await nonceOf()).toBe(before);
  await db.query("update withdrawal set state = 'rejected' where id = $1", [id]);
  await db.query('select ledger_release(hold_id, null) from withdrawal where id = $1', [id]);
});

it('sends the same transaction again when a reorganisation has taken it out', async () => {
  const x = await open();
  const { id } = await x.ask(x.user, '200', toEvm);
  const before = await node.snapshot();
  await x.check(10_000);
  await node.mine(2);
  await x.check();
  const seen = await x.row(id);
  expect(seen).toMatchObject({ state: 'sent', confirmations: 2 });
  await node.revert(before);
  await x.check(15_000);
  await node.mine(3);
  await x.check();
  expect(await x.row(id)).toMatchObject({ state: 'confirmed', tx: seen.tx });
  expect(await paid(seen.tx ?? '')).toEqual([EVM.toLowerCase(), 197_000_000n]);
});
