import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallName } from '../../../../domain/contract/index.ts';
import { calls, StorageRow } from '../../../../domain/contract/index.ts';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import type { Answer, TestExchange, User } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';

const BOOT_MS = 60_000;
let x: TestExchange;
let ann: User;
beforeAll(async () => {
  x = await openExchange();
  ann = await x.newUser();
}, BOOT_MS);
afterAll(() => x.close());

/** Every answer is what the contract says it is. */
async function ask(name: CallName, body: object = {}, key = x.newKey()): Promise<Answer> {
  const answer = await x.ask(name, body, { token: ann.token, key });
  if (answer.code === 200)
    expect(v.safeParse(calls[name].response, answer.data).issues, name).toBeUndefined();
  return answer;
}
const usdt = async (): Promise<Record<string, string>> => {
  const { balances } = (await ask('account.balances')).data;
  return Object.fromEntries(
    balances
      .filter(({ asset }: { asset: string }) => asset === 'USDT')
      .map(({ account, posted, held }: Record<string, string>) => [account, `${posted} ${held}`]),
  );
};

describe('storage plans over the wire', () => {
  it('refuse numbers and amounts that are none, and are never at fault', async () => {
    const before = await usdt();
    for (const odd of [1e300, -1, 0, 0.5, '1', null, Number.MAX_SAFE_INTEGER]) {
      const good = { plan: 1, version: 1, amount: '100', autoRenew: false, agreed: true };
      for (const [name, body] of [
        ['storage.open', { ...good, plan: odd }],
        ['storage.open', { ...good, version: odd }],
        ['storage.redeem', { id: odd, cost: '0' }],
        ['storage.revoke', { id: odd }],
        ['storage.renew', { id: odd, autoRenew: true }],
        ['storage.detail', { id: odd }],
      ] as const) {
        const { status, data } = await ask(name, body);
        expect([name, odd, status >= 400 && status < 500, data]).toEqual([name, odd, true, null]);
      }
      for (const name of ['storage.list', 'storage.payouts', 'team.members'] as const)
        expect((await ask(name, { before: odd, level: 'direct', limit: odd })).status).toBeLessThan(500);
    }
    for (const amount of ['-100', '0x64', '1e3', 'NaN', '1_000', '00100', '100.', 100, '9'.repeat(20)])
      expect(
        (await ask('storage.open', { plan: 1, version: 1, amount, autoRenew: false, agreed: true })).data,
      ).toBeNull();
    for (const more of [{ rate: '99' }, { userId: 1 }, { share: '0' }])
      expect(
        (
          await ask('storage.open', {
            plan: 1,
            version: 1,
            amount: '100',
            autoRenew: false,
            agreed: true,
            ...more,
          })
        ).code,
      ).toBe('bodyInvalid');
    expect(await usdt()).toEqual(before);
  });
  it('are opened once however often they are asked for, shown in balances, and revoked', async () => {
    const { plans } = (await ask('storage.plans')).data;
    const [plan] = plans;
    expect(plan).toMatchObject({ asset: 'USDT', days: 7, status: 'open' });
    const request = { plan: plan.id, version: plan.version, amount: '1000', autoRenew: true, agreed: true };
    const key = x.newKey();
    const all = await Promise.all(Array.from({ length: 10 }, () => ask('storage.open', request, key)));
    const [first] = all;
    expect(all.every(({ data }) => JSON.stringify(data) === JSON.stringify(first?.data))).toBe(true);
    expect((await ask('storage.open', { ...request, amount: '999' }, key)).code).toBe('keyReused');
    expect(await usdt()).toMatchObject({ spot: '9000 0', escrow: '1000 1000' });
    const { id } = first?.data.order ?? {};
    expect((await ask('storage.renew', { id, autoRenew: false })).data.order.autoRenew).toBe(false);
    expect((await ask('storage.list', { state: 'running' })).data.rows).toHaveLength(1);
    expect((await ask('storage.detail', { id })).data.order.version).toBe(2);
    expect((await ask('storage.payouts', { order: id })).data.rows).toEqual([]);
    expect((await ask('storage.summary')).data.assets).toMatchObject([
      { asset: 'USDT', escrow: '1000', promised: '1.4' },
    ]);
    expect((await ask('account.holds', { asset: 'USDT' })).data.holds).toMatchObject([{ account: 'escrow' }]);
    expect((await ask('storage.revoke', { id })).data.order.state).toBe('revoked');
    expect((await ask('storage.revoke', { id })).code).toBe('storageEnded');
    expect(await usdt()).toMatchObject({ spot: '10000 0', escrow: '0 0' });
    const { rows } = (await ask('account.records', { kind: 'storage' })).data;
    expect(rows.map(({ amount }: { amount: string }) => amount)).toEqual(['1000', '-1000']);
    expect(await verifyLedger(x.db)).toEqual([]);
  });
  it('are told on the private channel, whole', async () => {
    const { plans } = (await ask('storage.plans')).data;
    const socket = await x.openSocket();
    const { ticket } = (await ask('account.ticket')).data;
    socket.say({ op: 'auth', ticket });
    socket.say({ op: 'sub', id: 1, ch: ['me'] });
    await socket.receives(({ t, ch }) => t === 'snap' && ch === 'me');
    const { id: plan, version, least } = plans[0];
    const request = { plan, version, amount: least, autoRenew: false, agreed: true };
    const { order } = (await ask('storage.open', request)).data;
    const emitted = await socket.receives(({ d }) => d?.type === 'storage');
    expect(v.parse(StorageRow, emitted.d.body)).toEqual(order);
    const escrow = await socket.receives(({ d }) => d?.type === 'balance' && d.body.account === 'escrow');
    expect(escrow.d.body).toMatchObject({ posted: least, held: least });
    socket.end();
  });
});
