import { custom } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../../../../server/base/commands/command.ts';
import type { Database } from '../../../../../server/base/db/database.ts';
import { addAssets, balancesOf } from '../../../../../server/books/ledger/ledger.ts';
import { verifyLedger } from '../../../../../server/books/ledger/verify.ts';
import { EvmWatcher } from '../../../../../server/products/wallet/chains/evm.ts';
import { hdAddresses } from '../../../../../server/products/wallet/chains/hdAddress.ts';
import { addressOf } from '../../../../../server/products/wallet/deposits/addresses.ts';
import { ChainFollower } from '../../../../../server/products/wallet/deposits/follower.ts';
import { addUser, ownDatabase } from '../../../../support/databases.ts';
import type { EvmNode } from '../../../../support/evmNode.ts';
import { CHAIN_ID, startEvmNode } from '../../../../support/evmNode.ts';
import { FakeClock } from '../../../../support/fakeClock.ts';

/** The first run installs the node. */
const INSTALL_MS = 300_000;
const USDT = 1_000_000n;

let node: EvmNode;
let db: Database;
let token = '';
const clock = new FakeClock();
const logged: unknown[] = [];
beforeAll(async () => {
  node = await startEvmNode();
  db = await ownDatabase();
  await addAssets(db, ['USDT']);
  token = await node.deploy();
}, INSTALL_MS);
afterAll(async () => {
  node?.stop();
  await db?.close();
});

type Answers = (method: string, ask: () => Promise<unknown>) => Promise<unknown>;
const truth: Answers = (_, ask) => ask();

/** A watcher of the node, through whatever stands between. */
function watcherBehind(answers: Answers = truth): EvmWatcher {
  const request = ({ method, params }: { method: string; params?: unknown }) =>
    answers(method, () => node.rpc(method, (params ?? []) as unknown[]));
  return new EvmWatcher(custom({ request }, { retryCount: 0 }), {
    chainId: CHAIN_ID,
    token,
    decimals: 6,
    extendedKey: node.extendedKey,
    confirmations: 3,
    blockMs: 12_000,
  });
}
const deps = () => ({
  db,
  clock,
  published: () => undefined,
  log: (_: string, detail: unknown) => void logged.push(detail),
});

/** A user with an address, and a follower of the chain. */
async function open(answers?: Answers) {
  const userId = await addUser(db);
  const follower = new ChainFollower(deps(), watcherBehind(answers));
  const address = await run(deps(), (work) => addressOf(work, follower.watcher, userId));
  await follower.scan();
  const rows = () =>
    db.query<{ state: string; confirmations: number; place: number; tx: string; amount: string }>(
      `select state, confirmations, place, tx, trim_scale(amount)::text as amount from deposit
       where user_id = $1 order by id`,
      [userId],
    );
  return {
    userId,
    address,
    follower,
    rows,
    check: () => follower.scan(),
    states: async () => (await rows()).map(({ state, confirmations }) => `${state} ${confirmations}`),
    spot: async () => (await balancesOf(db, userId))[0]?.posted ?? '0',
    pay: async (usdt: bigint) => node.send(await node.transfer(token, address, usdt * USDT)),
    async blocks(n: number) {
      for (let i = 0; i < n; i++) {
        await node.mine();
        await follower.scan();
      }
    },
  };
}

describe('deposits from an EVM chain', () => {
  it('come to addresses that follow from the extended public key as wallets number them', async () => {
    const addressAt = hdAddresses(node.extendedKey);
    const own = (await node.rpc('eth_accounts')) as string[];
    expect(own.slice(0, 10).map((each) => each.toLowerCase())).toEqual(
      Array.from({ length: 10 }, (_, i) => addressAt(i).toLowerCase()),
    );
    expect(addressAt(0)).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
    const hidden =
      'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';
    expect(() => hdAddresses(hidden)).toThrow('private');
    expect(() => hdAddresses('xpub123')).toThrow();
  });

  it('are credited with the first confirmation and unlocked with the third, each of one transaction', async () => {
    const d = await open();
    await d.pay(250n);
    await node.send(await node.transferTwice(token, d.address, 20n * USDT, 30n * USDT));
    await d.check();
    expect(await d.rows()).toEqual([]);
    await d.blocks(1);
    expect(await d.states()).toEqual(['credited 1', 'credited 1', 'credited 1']);
    await d.blocks(1);
    expect(await d.states()).toEqual(['credited 2', 'credited 2', 'credited 2']);
    await d.blocks(1);
    expect(await d.rows()).toMatchObject([
      { state: 'unlocked', amount: '250', place: 0 },
      { state: 'unlocked', amount: '20', place: 0 },
      { state: 'unlocked', amount: '30', place: 1 },
    ]);
    expect(await d.spot()).toBe('300');
  });

  it('are no transfers of nothing, of another token, or to anybody else', async () => {
    const d = await open();
    const other = await node.deploy();
    await d.pay(0n);
    await node.send(await node.transfer(other, d.address, 500n * USDT));
    await node.send(await node.transfer(token, '0x000000000000000000000000000000000000dEaD', 500n * USDT));
    await d.blocks(3);
    expect(await d.rows()).toEqual([]);
  });

  it.each([1, 2])(
    'are taken back by a reorganisation at depth %i, and come back with the same transaction',
    async (depth) => {
      const d = await open();
      const raw = await node.transfer(token, d.address, 80n * USDT);
      const before = await node.snapshot();
      await node.send(raw);
      await d.blocks(depth);
      expect(await d.spot()).toBe('80');
      await node.revert(before);
      await node.mine(depth);
      await d.check();
      expect(await d.states()).toEqual(['reversed 0']);
      expect(await d.spot()).toBe('0');
      await node.send(raw);
      await d.blocks(3);
      expect(await d.states()).toEqual(['unlocked 3']);
      expect(await d.spot()).toBe('80');
    },
  );

  it('are booked once when their transaction moves to another block', async () => {
    const d = await open();
    const raw = await node.transfer(token, d.address, 60n * USDT);
    const before = await node.snapshot();
    await node.send(raw);
    await d.blocks(2);
    await node.revert(before);
    await node.mine();
    await node.send(raw);
    await d.blocks(1);
    expect(await d.states()).toEqual(['credited 1']);
    await d.blocks(2);
    expect(await d.spot()).toBe('60');
    const entries = await db.query(
      `select 1 from journal j join posting p on p.journal_id = j.id join account a on a.id = p.account_id
       where a.owner_id = $1`,
      [d.userId],
    );
    expect(entries).toHaveLength(1);
  });

  it('are caught up with after days, in bounded ranges', async () => {
    const d = await open();
    await d.follower.close();
    await d.pay(11n);
    await node.mine(700);
    await d.pay(12n);
    await node.mine(900);
    const ranges: number[] = [];
    const late = new ChainFollower(
      deps(),
      watcherBehind(async (method, ask) => {
        if (method === 'eth_getLogs') ranges.push(1);
        return ask();
      }),
    );
    await late.scan();
    expect(await d.states()).toEqual(['unlocked 3', 'unlocked 3']);
    expect(await d.spot()).toBe('23');
    expect(ranges.length).toBeGreaterThanOrEqual(4);
  });

  it('wait while the node is down, and are there when it is back', async () => {
    let isDown = false;
    const d = await open((_, ask) => (isDown ? Promise.reject(new Error('connection refused')) : ask()));
    isDown = true;
    await d.pay(15n);
    await d.blocks(3);
    clock.jump(600_000);
    expect(d.follower.status().status).toBe('late');
    isDown = false;
    await d.check();
    expect(d.follower.status().status).toBe('open');
    expect(await d.spot()).toBe('15');
  });

  it.each<[string, Answers]>([
    ['another chain', (method, ask) => (method === 'eth_chainId' ? Promise.resolve('0x1') : ask())],
    [
      'logs of another token',
      async (method, ask) => {
        const answer = await ask();
        if (method !== 'eth_getLogs') return answer;
        return (answer as object[]).map((log) => ({
          ...log,
          address: '0x000000000000000000000000000000000000dEaD',
        }));
      },
    ],
    [
      'logs of blocks that were not asked for',
      async (method, ask) => {
        const answer = await ask();
        return method === 'eth_getLogs'
          ? (answer as object[]).map((log) => ({ ...log, blockNumber: '0xffffff' }))
          : answer;
      },
    ],
    [
      'a block that is not in the chain',
      async (method, ask) => {
        const answer = await ask();
        return method === 'eth_getLogs'
          ? (answer as object[]).map((log) => ({ ...log, blockHash: `0x${'ab'.repeat(32)}` }))
          : answer;
      },
    ],
    ['no JSON at all', async (method, ask) => (method === 'eth_getLogs' ? '<html>' : ask())],
  ])('credit nothing on the word of a node that tells of %s', async (_, answers) => {
    const d = await open(answers);
    await d.pay(500n);
    await d.blocks(3);
    expect(await d.spot()).toBe('0');
    const honest = new ChainFollower(deps(), watcherBehind());
    await honest.scan();
    expect(await d.spot()).toBe('500');
  });

  it('leave books that agree', async () => {
    expect(await verifyLedger(db)).toEqual([]);
  });
});
