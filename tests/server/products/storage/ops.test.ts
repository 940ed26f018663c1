import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../../../server/base/commands/command.ts';
import { resetPlay } from '../../../../server/books/ledger/play.ts';
import { holdsOf } from '../../../../server/books/ledger/records.ts';
import { plansOf } from '../../../../server/products/storage/plans.ts';
import { withDatabase } from '../../../support/databases.ts';
import { runOps } from '../../../support/ops.ts';
import { codeOf } from '../../../support/spot.ts';
import type { StorageWorld } from '../../../support/storage.ts';
import { openStorage } from '../../../support/storage.ts';

withDatabase('an operator of storage plans', (db) => {
  let x: StorageWorld;
  beforeEach(async () => {
    x = await openStorage(db());
  });
  afterEach(() => x.close());
  const ops = (name: string, ...args: string[]) => runOps(x.deps, name, args);
  const GOOD = ['rate=0.0003', 'days=30', 'share=0.8', 'least=100', 'most=5000', 'quota=100000'];
  const add = async (...terms: string[]): Promise<string> => {
    const { lines } = await ops('plans add', 'USDT', ...GOOD, ...terms);
    return /Plan (\d+) is open/.exec(lines[0] ?? '')?.[1] ?? '';
  };

  it('finds the default plans, once, whatever has been made of them', async () => {
    const before = await plansOf(db());
    expect(before.filter(({ quota }) => quota === '5000000')).toHaveLength(3);
    await x.close();
    x = await openStorage(db());
    expect(await plansOf(db())).toHaveLength(before.length);
  });
  it('adds, lists, closes and opens a plan', async () => {
    const id = await add();
    const line = async () => (await ops('plans list')).lines.find((each) => each.startsWith(`${id}  `));
    expect(await line()).toBe(
      `${id}  USDT  rate=0.0003 days=30 share=0.8 least=100 most=5000 quota=100000  100000 left, 0 taken  open  version 1`,
    );
    expect((await ops('plans close', id)).ok).toBe(true);
    expect(await line()).toContain('closed');
    expect(await codeOf(x.open(0, Number(id), '100'))).toBe('planClosed');
    expect((await ops('plans open', id)).ok).toBe(true);
    expect((await x.open(0, Number(id), '100')).state).toBe('running');
  });
  it('changes a plan for new orders alone, and who has seen the old terms is asked again', async () => {
    const id = await add();
    const order = await x.open(0, Number(id), '1000');
    expect(await ops('plans change', id, 'rate=0.0001', 'days=7')).toEqual({
      lines: [`Plan ${id} has changed for new orders; 1000 USDT run on as they are.`],
      ok: true,
    });
    expect(await x.order(0, order.id)).toMatchObject({ rate: '0.0003', days: 30, promised: '9' });
    expect((await x.planOf(Number(id))).version).toBe(2);
    expect(await x.open(0, Number(id), '1000')).toMatchObject({ rate: '0.0001', days: 7 });
  });
  it.each([
    ['plans add', ['usdt', ...GOOD], 'asset'],
    ['plans add', ['USDT', ...GOOD, 'rate=1'], 'rate'],
    ['plans add', ['USDT', ...GOOD, 'rate=NaN'], 'rate'],
    ['plans add', ['USDT', ...GOOD, 'days=0.5'], 'days'],
    ['plans add', ['USDT', ...GOOD, 'share=2'], 'share'],
    ['plans add', ['USDT', 'rate=0.0003'], 'days'],
    ['plans add', ['USDT', ...GOOD, 'colour=red'], 'no term'],
    ['plans change', ['999999', 'rate=0.0001'], 'no plan'],
    ['plans change', ["1'; drop table storage_plan", 'rate=0.0001'], 'no plan'],
    ['plans close', ['x'], 'no plan'],
    ['plans fund', ['USDT', '-5', 'a'], 'no amount'],
    ['plans fund', ['USDT', '5', ''], 'reference'],
  ])('%s %j is refused', async (name, args, why) => {
    const before = JSON.stringify(await plansOf(db()));
    const { lines, ok } = await ops(name, ...args);
    expect([ok, lines.join()]).toEqual([false, expect.stringContaining(why)]);
    expect(JSON.stringify(await plansOf(db()))).toBe(before);
  });
  it('must say what changes', async () => {
    expect((await ops('plans change', await add())).ok).toBe(false);
  });
  it('gives the house money once for each reference', async () => {
    const [before] = await x.house();
    expect((await ops('plans fund', 'USDT', '1000.5', `wire-${x.users[0]}`)).ok).toBe(true);
    expect((await ops('plans fund', 'USDT', '1000.5', `wire-${x.users[0]}`)).ok).toBe(false);
    expect(Number((await x.house())[0]) - Number(before)).toBeCloseTo(1000.5, 8);
  });
  it('sees what interest is promised beside the books', async () => {
    const plan = await x.plan();
    const [, held] = await x.house();
    await x.open(0, plan, '1000');
    const { lines, ok } = await ops('ledger verify');
    const [posted, promised] = await x.house();
    expect(Number(promised) - Number(held)).toBeCloseTo(9, 8);
    expect(ok).toBe(true);
    expect(lines).toContain(
      `Storage plans: ${promised} USDT of interest promised, the house has ${posted} for it.`,
    );
  });

  describe('what is in escrow', () => {
    it('is why an asset is frozen, and keeps play money from being reset', async () => {
      const order = await x.open(0, await x.plan(), '1000');
      const user = x.users[0] ?? 0;
      expect((await holdsOf(db(), user, 'USDT')).holds).toEqual([
        {
          account: 'escrow',
          kind: 'storage',
          reference: String(order.id),
          amount: '1000',
          at: order.openedAt,
        },
      ]);
      const reset = () => run(x.deps, (work) => resetPlay(work, user, `reset-${user}-${x.clock.now()}`));
      expect(await codeOf(reset())).toBe('resetBlocked');
      await x.revoke(0, order.id);
      expect((await holdsOf(db(), user, 'USDT')).holds).toEqual([]);
      expect(await codeOf(reset())).toBeUndefined();
    });
  });
});
