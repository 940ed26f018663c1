import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { CallName } from '../../../domain/contract/index.ts';
import { verifyLedger } from '../../../server/books/ledger/verify.ts';
import { openPglite } from '../../../server/host/database/database.ts';
import { moveAll } from '../../../server/host/move/moveToPostgres.ts';
import { addUser, engines, migratedFolder, SCHEMA } from '../../support/databases.ts';
import type { TestExchange } from '../../support/exchange.ts';
import { openExchange } from '../../support/exchange.ts';

const [, postgres] = engines;
const folder = migratedFolder('tm-move-');
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A server that listens on a socket alone, as a setting names it. */
const addressOf = (place: string): string => {
  const [, user, name, host] = /\/\/([^@]*)@\/(\w+)\?host=(.+)$/.exec(place) ?? [];
  return `postgres://${user}@${host}/${name}`;
};

const asking =
  (x: TestExchange, token: string) =>
  async (name: CallName, body: object = {}) => {
    const answer = await x.ask(name, body, { token, key: x.newKey() });
    expect([name, answer.code]).toEqual([name, 200]);
    return answer.data;
  };

describe.skipIf(postgres.missing !== undefined)(`a folder that moves to ${postgres.name}`, () => {
  it('is the same exchange there: users, money, orders and positions, and goes on', async () => {
    const before = await openExchange({ DATA_DIR: folder });
    const user = await before.newUser();
    const ask = asking(before, user.token);
    await ask('account.transfer', { asset: 'USDT', from: 'spot', to: 'futures', amount: '1000' });
    const price = String(Math.floor(Number(before.exchange.source.last('BTC-USDT')) * 0.8));
    const { order } = await ask('spot.place', {
      ...{ market: 'BTC-USDT', side: 'buy', type: 'limit', quantity: '0.01', price },
    });
    await ask('spot.place', { market: 'BTC-USDT', side: 'buy', type: 'market', total: '100' });
    await ask('perpetual.place', {
      ...{ market: 'BTC-USDT-PERP', side: 'long', type: 'market', quantity: '0.01' },
    });
    const had = await ask('account.balances');
    await before.close();

    const url = await postgres.newPlace();
    const source = await openPglite(folder, SCHEMA);
    const target = await postgres.open(url);
    const { ok, lines } = await moveAll(source, target);
    expect([ok, lines.join(' ')]).toEqual([true, expect.stringContaining('same sum on both sides')]);
    await expect(moveAll(source, target)).rejects.toThrow('holds users or entries');
    await source.close();
    await target.close();

    const after = await openExchange({ DATA_DIR: folder, DATABASE_URL: addressOf(url) });
    const { data } = await after.logIn(user);
    const again = asking(after, data.token);
    const has = await again('account.balances');
    const spotOf = ({ balances }: typeof had) =>
      balances.filter((row: { account: string }) => row.account === 'spot');
    expect(spotOf(has)).toEqual(spotOf(had));
    expect((await again('perpetual.state')).positions).toHaveLength(1);
    expect((await again('spot.cancel', { id: order.id })).order.status).toBe('cancelled');
    // Numbers go on behind those that came over, and what may not be changed still may not.
    const next = await again('spot.place', { market: 'BTC-USDT', side: 'buy', type: 'market', total: '100' });
    expect(next.order.id).toBeGreaterThan(order.id);
    await expect(after.db.query('update journal set code = code')).rejects.toThrow();
    expect(await verifyLedger(after.db)).toEqual([]);
    await after.close();
  }, 120_000);

  it('leaves the other side as it was when anything fails', async () => {
    const source = await openPglite(folder, SCHEMA);
    const target = await postgres.fresh();
    const list = 'select conname from pg_constraint order by conname';
    const whole = await target.query(list);
    // The line is lost when all is copied, and triggers are on their way back.
    const transaction: typeof target.transaction = (work) =>
      target.transaction((tx) =>
        work({
          async query(text, params) {
            if (text.includes('enable trigger')) throw new Error('lost');
            return tx.query(text, params);
          },
        }),
      );
    const cut = { ...target, query: target.query, transaction };
    await expect(moveAll(source, cut)).rejects.toThrow('lost');
    expect(await target.query(list)).toEqual(whole);
    expect(await target.query('select 1 from app_user')).toEqual([]);
    await addUser(target);
    await expect(moveAll(source, target)).rejects.toThrow('give an empty one');
    await source.close();
    await target.close();
  }, 120_000);
});
