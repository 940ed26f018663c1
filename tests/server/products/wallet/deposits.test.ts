import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { run } from '../../../../server/base/commands/command.ts';
import { hold, post, release } from '../../../../server/books/ledger/ledger.ts';
import type { SimulatedChain } from '../../../../server/products/wallet/chains/simulated.ts';
import { simulatedConfirmations } from '../../../../server/products/wallet/chains/simulated.ts';
import type { ChainWatcher } from '../../../../server/products/wallet/chains/watcher.ts';
import { confirm } from '../../../../server/products/wallet/deposits/depositBook.ts';
import { withdrawable } from '../../../../server/products/wallet/deposits/unlocked.ts';
import { verifyBooks } from '../../../support/books.ts';
import { addUser, withDatabase } from '../../../support/databases.ts';
import type { TestDeposits } from '../../../support/deposits.ts';
import { openDeposits } from '../../../support/deposits.ts';
import { holds } from '../../../support/holds.ts';

/** A network with something about it changed. */
const asWatcher = (chain: SimulatedChain, changes: PropertyDescriptorMap): ChainWatcher =>
  Object.create(
    {
      ...chain,
      head: () => chain.head(),
      hashAt: chain.hashAt.bind(chain),
      transfers: chain.transfers.bind(chain),
      pending: chain.pending.bind(chain),
      addressAt: chain.addressAt.bind(chain),
    },
    changes,
  );

withDatabase('deposits', (db) => {
  const open = async () => {
    const userId = await addUser(db());
    return { userId, ...(await openDeposits(db(), userId)) };
  };
  const free = (userId: number, asset = 'USDT') => db().transaction((tx) => withdrawable(tx, userId, asset));
  /** How often money was booked to a user for deposits. */
  const bookings = async (userId: number, code: string) =>
    (
      await db().query(
        `select 1 from journal j join posting p on p.journal_id = j.id join account a on a.id = p.account_id
         where a.owner_id = $1 and a.kind = 'spot' and j.code = $2`,
        [userId, code],
      )
    ).length;
  /** Moves money out of the spot account, as a trade does. */
  const spend = ({ deps }: TestDeposits, userId: number, amount: string, to = 'futures' as const) =>
    run(deps, ({ tx, at }) =>
      post(tx, { code: 'transfer', refType: 'test', refId: `${userId} ${amount} ${at}` }, at, [
        { account: { owner: userId, kind: 'spot', asset: 'USDT' }, amount: `-${amount}` },
        { account: { owner: userId, kind: to, asset: 'USDT' }, amount },
      ]),
    );

  it('is told before its block, credited with the first confirmation, and can be withdrawn with the third', async () => {
    const d = await open();
    await d.send('250.5');
    await d.check();
    expect(await d.states()).toEqual(['seen 0']);
    expect(await d.spot()).toBe('0');
    await d.blocks(1);
    expect(await d.states()).toEqual(['credited 1']);
    expect(await d.spot()).toBe('250.5');
    expect(await free(d.userId)).toBe('0');
    await d.blocks(1);
    expect(await d.states()).toEqual(['credited 2']);
    await d.blocks(1);
    expect(await d.states()).toEqual(['unlocked 3']);
    expect(await free(d.userId)).toBe('250.5');
    expect(await bookings(d.userId, 'deposit')).toBe(1);
    const types = await db().query<{ type: string; body: { state?: string; confirmations?: number } }>(
      `select type, body from outbox where stream = $1 and type = 'deposit' order by seq`,
      [`user:${d.userId}`],
    );
    expect(types.map(({ body }) => `${body.state} ${body.confirmations}`)).toEqual([
      'seen 0',
      'seen 0',
      'credited 1',
      'credited 2',
      'unlocked 3',
    ]);
  });

  it('is credited once through looks without end, restarts and days without a look', async () => {
    const d = await open();
    await d.send('100');
    await d.restart();
    d.clock.jump(5 * 24 * 3_600_000);
    await Promise.all([d.check(), d.check(), d.check()]);
    expect(await d.states()).toEqual(['unlocked 3']);
    for (let i = 0; i < 3; i++) {
      await d.restart();
      await d.check();
    }
    expect(await d.spot()).toBe('100');
    expect(await bookings(d.userId, 'deposit')).toBe(1);
  });

  it('takes confirmations in any order: what is unlocked stays so', async () => {
    const d = await open();
    await d.send('100');
    await d.blocks(1);
    const [row] = await d.rows();
    const [{ block_hash: hash } = { block_hash: '' }] = await db().query<{ block_hash: string }>(
      'select block_hash from deposit where id = $1',
      [row?.id],
    );
    const id = row?.id ?? 0;
    for (const count of [3, 1, 3, 0]) await run(d.deps, (work) => confirm(work, id, hash, count));
    expect(await d.states()).toEqual(['unlocked 3']);
    await run(d.deps, (work) => confirm(work, id, 'another block', 3));
    expect(await d.spot()).toBe('100');
    expect(await bookings(d.userId, 'deposit')).toBe(1);
  });

  it.each([1, 2])(
    'takes back what a reorganisation at depth %i drops, and credits it again when it comes back',
    async (depth) => {
      const d = await open();
      await d.send('80');
      await d.blocks(depth);
      expect(await d.spot()).toBe('80');
      await d.chain.reorganise(depth, 'dropped');
      await d.check();
      expect(await d.states()).toEqual(['reversed 0']);
      expect((await d.rows())[0]?.reason).toBe('depositReversed');
      expect(await d.spot()).toBe('0');
      await d.chain.mineAgain();
      await d.blocks(3);
      expect(await d.states()).toEqual(['unlocked 3']);
      expect(await d.spot()).toBe('80');
      expect(await bookings(d.userId, 'deposit')).toBe(2);
      expect(await bookings(d.userId, 'depositReversed')).toBe(1);
    },
  );

  it('books nothing anew for a transaction that a reorganisation moves to another block', async () => {
    const d = await open();
    await d.send('80');
    await d.blocks(2);
    await d.chain.reorganise(2, 'again');
    d.clock.jump(10_000);
    await d.check();
    expect(await d.states()).toEqual(['credited 1']);
    await d.blocks(2);
    expect(await d.states()).toEqual(['unlocked 3']);
    expect(await bookings(d.userId, 'deposit')).toBe(1);
    expect(await bookings(d.userId, 'depositReversed')).toBe(0);
  });

  it('leaves an unlocked deposit with its owner when a deeper reorganisation drops it, and tells the operator', async () => {
    const d = await open();
    await d.send('80');
    await d.blocks(4);
    await d.chain.reorganise(4, 'dropped');
    await d.blocks(2);
    expect(await d.states()).toEqual(['unlocked 3']);
    expect(await d.spot()).toBe('80');
    expect(d.logged).toEqual([expect.objectContaining({ state: 'an unlocked deposit left the chain' })]);
    await d.chain.mineAgain();
    await d.blocks(4);
    expect(await bookings(d.userId, 'deposit')).toBe(1);
  });

  it('finds a transaction again in a block that it had looked through when it was another one', async () => {
    const userId = await addUser(db());
    const d = await openDeposits(db(), userId, (chain) => asWatcher(chain, { unlockAt: { value: 40 } }));
    const tx = await d.send('80');
    await d.blocks(16);
    expect(await d.states()).toEqual(['credited 16']);
    await d.chain.reorganise(16, 'dropped');
    await d.check();
    expect(await d.states()).toEqual(['reversed 0']);
    const { height } = await d.chain.head();
    await db().query('update simulated_transfer set block = $2 where tx = $1', [tx, height - 14]);
    await d.blocks(1);
    expect(await d.states()).toEqual(['credited 16']);
  });

  it('asks a network that answers late one thing at a time', async () => {
    const userId = await addUser(db());
    let requested = 0;
    let answer: () => void = () => undefined;
    const late = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const d = await openDeposits(db(), userId, (chain) =>
      asWatcher(chain, {
        head: { value: async () => (requested++ > 0 ? late.then(() => chain.head()) : chain.head()) },
      }),
    );
    d.follower().start();
    await d.clock.advance(60_000);
    expect(requested).toBe(2);
    answer();
    await d.follower().close();
  });

  it('lets a debt stand when what is taken back was used, and settles it from what comes', async () => {
    const d = await open();
    await d.send('80');
    await d.blocks(1);
    await spend(d, d.userId, '50');
    await d.chain.reorganise(1, 'dropped');
    await d.check();
    expect([await d.spot(), await d.debt()]).toEqual(['0', '50']);
    expect((await d.rows())[0]?.debt).toBe('50');
    await d.send('70');
    await d.blocks(3);
    expect([await d.spot(), await d.debt()]).toEqual(['20', '0']);
    expect(await bookings(d.userId, 'debtPaid')).toBe(1);
    expect(await free(d.userId)).toBe('20');
  });

  it('settles a debt from money that becomes free, and lets nothing leave before', async () => {
    const d = await open();
    await d.send('80');
    await d.blocks(1);
    const held = await run(d.deps, ({ tx, at }) =>
      hold(
        tx,
        { owner: d.userId, kind: 'spot', asset: 'USDT' },
        '80',
        { kind: 'order', refId: `t${d.userId}` },
        at,
      ),
    );
    await run(d.deps, ({ tx, at }) =>
      post(tx, { code: 'trade', refType: 'test', refId: `${d.userId}` }, at, [
        { account: { kind: 'ext_genesis', asset: 'BTC' }, amount: '-1' },
        { account: { owner: d.userId, kind: 'spot', asset: 'BTC' }, amount: '1' },
      ]),
    );
    await d.chain.reorganise(1, 'dropped');
    await d.check();
    expect([await d.spot(), await d.debt()]).toEqual(['80', '80']);
    expect(await free(d.userId, 'BTC')).toBe('0');
    await run(d.deps, ({ tx }) => release(tx, held));
    await d.check();
    expect([await d.spot(), await d.debt()]).toEqual(['0', '0']);
    expect(await free(d.userId, 'BTC')).toBe('1');
  });

  it('lets nothing leave while money that waits for its confirmations has become something else', async () => {
    const d = await open();
    await d.send('80');
    await d.blocks(1);
    await run(d.deps, ({ tx, at }) =>
      post(tx, { code: 'trade', refType: 'test', refId: `${d.userId} swap` }, at, [
        { account: { owner: d.userId, kind: 'spot', asset: 'USDT' }, amount: '-80' },
        { account: { kind: 'ext_genesis', asset: 'USDT' }, amount: '80' },
        { account: { owner: d.userId, kind: 'spot', asset: 'BTC' }, amount: '0.001' },
        { account: { kind: 'ext_genesis', asset: 'BTC' }, amount: '-0.001' },
      ]),
    );
    expect(await free(d.userId, 'BTC')).toBe('0');
    await d.blocks(2);
    expect(await free(d.userId, 'BTC')).toBe('0.001');
  });

  it('does not credit what is below the minimum, nor add it up', async () => {
    const d = await open();
    await d.send('0.999999');
    await d.send('0.5');
    await d.send('1');
    await d.blocks(3);
    expect(await d.rows()).toMatchObject([
      { state: 'small', reason: 'depositSmall' },
      { state: 'small', reason: 'depositSmall' },
      { state: 'unlocked', reason: null },
    ]);
    expect(await d.spot()).toBe('1');
  });

  it('sees no transfer of nothing, of another coin or to another address', async () => {
    const d = await open();
    await d.send('0');
    await d.send('100', d.address, 'FAKE');
    await d.send('100', d.chain.addressAt(100_000));
    await d.blocks(3);
    expect(await d.rows()).toEqual([]);
  });

  it('sends once for each reference, under the id that was signed for', async () => {
    const d = await open();
    const tx = await d.send('5', d.address, 'USDT', `twice ${d.userId}`);
    expect(await d.send('5', d.address, 'USDT', `twice ${d.userId}`)).toBe(tx);
    expect(await simulatedConfirmations(db(), tx, d.clock.now())).toBe(0);
    await d.blocks(2);
    expect(await simulatedConfirmations(db(), tx, d.clock.now())).toBe(2);
    expect(await simulatedConfirmations(db(), 'none', d.clock.now())).toBe(0);
    expect(await d.spot()).toBe('5');
  });

  it('gives a user one address for ever and nobody the same', async () => {
    const a = await open();
    await a.send('100');
    await a.blocks(1);
    const b = await open();
    await b.blocks(3);
    expect(a.address).not.toBe(b.address);
    expect((await openDeposits(db(), a.userId)).address).toBe(a.address);
    expect([await a.spot(), await b.spot()]).toEqual(['100', '0']);
  });

  it('goes on through a network that is lost, and says how old its news are', async () => {
    const userId = await addUser(db());
    let isDown = false;
    const d = await openDeposits(db(), userId, (chain) =>
      asWatcher(chain, {
        head: { value: () => (isDown ? Promise.reject(new Error('no answer')) : chain.head()) },
      }),
    );
    expect(d.follower().status().status).toBe('open');
    isDown = true;
    await d.send('100');
    await d.blocks(30);
    expect(d.follower().status()).toMatchObject({ status: 'late' });
    expect(d.logged).toHaveLength(1);
    isDown = false;
    await d.check();
    expect(d.follower().status().status).toBe('open');
    expect(await d.states()).toEqual(['unlocked 3']);
    expect(d.logged).toHaveLength(2);
  });

  it('keeps every unit through any run of sendings, blocks, reorganisations, spending and restarts', {
    timeout: 120_000,
  }, async () => {
    const step = fc.oneof(
      fc.record({ what: fc.constant('send' as const), amount: fc.integer({ min: 1, max: 500 }) }),
      fc.record({ what: fc.constant('blocks' as const), amount: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ what: fc.constant('drop' as const), amount: fc.integer({ min: 1, max: 2 }) }),
      fc.record({ what: fc.constant('move' as const), amount: fc.integer({ min: 1, max: 2 }) }),
      fc.record({ what: fc.constant('mine' as const), amount: fc.constant(1) }),
      fc.record({ what: fc.constant('spend' as const), amount: fc.integer({ min: 1, max: 300 }) }),
      fc.record({ what: fc.constant('restart' as const), amount: fc.constant(1) }),
    );
    await holds(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const d = await open();
        let sent = 0;
        for (const { what, amount } of steps) {
          if (what === 'send') {
            sent += amount;
            await d.send(`${amount}`);
          }
          if (what === 'blocks') await d.blocks(amount);
          if (what === 'drop') await d.chain.reorganise(amount, 'dropped');
          if (what === 'move') await d.chain.reorganise(amount, 'again');
          if (what === 'mine') await d.chain.mineAgain();
          if (what === 'restart') await d.restart();
          if (what === 'spend' && (await spendable(d)) >= amount) await spend(d, d.userId, `${amount}`);
          await d.check();
        }
        await d.chain.mineAgain();
        await d.blocks(4);
        const rows = await d.rows();
        expect(rows.every(({ state }) => state === 'unlocked')).toBe(true);
        const [own] = await db().query<{ sum: string }>(
          'select coalesce(sum(posted), 0)::int::text as sum from account where owner_id = $1',
          [d.userId],
        );
        expect(own?.sum).toBe(`${sent}`);
        expect(await d.debt()).toBe('0');
      }),
      { numRuns: 15 },
    );
    expect(await verifyBooks(db())).toEqual([]);
  });
  const spendable = async (d: TestDeposits) => Number.parseInt(await d.spot(), 10);

  it('leaves each kind of account its own bound', async () => {
    const owner = await addUser(db());
    const made = await db().query<{ id: number }>(
      `select ledger_account(o, k, 'USDT') as id from (values ($1::bigint, 'spot'), ($1, 'futures'), ($1, 'debt'),
         (null, 'insurance'), (null, 'house_mm'), (null, 'ext_deposit'), (null, 'house_fee')) as t(o, k)`,
      [owner],
    );
    const rows = await db().query<{ kind: string; negative: boolean }>(
      'select kind, may_go_negative as negative from account where id = any($1::bigint[]) order by kind',
      [made.map(({ id }) => id)],
    );
    const negative = rows.filter((row) => row.negative).map(({ kind }) => kind);
    expect([rows.length, negative]).toEqual([7, ['debt', 'ext_deposit', 'house_fee']]);
  });

  describe('the books know of deposits', () => {
    it('and find one that was credited without an entry', async () => {
      const d = await open();
      await d.send('100');
      await d.blocks(3);
      expect(await verifyBooks(db())).toEqual([]);
      await db().query(`update deposit set state = 'reversed' where user_id = $1`, [d.userId]);
      expect(await verifyBooks(db())).toEqual([
        { what: 'deposit', where: expect.stringContaining('deposit'), found: '100', expected: '0' },
        expect.objectContaining({ where: 'what came from outside in USDT' }),
      ]);
      await db().query(`update deposit set state = 'unlocked' where user_id = $1`, [d.userId]);
    });
  });
});
