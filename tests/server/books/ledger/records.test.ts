import { expect, it } from 'vitest';
import type { AccountRef, Cause } from '../../../../server/books/ledger/ledger.ts';
import { hold, post, release } from '../../../../server/books/ledger/ledger.ts';
import { holdsOf, recordsOf } from '../../../../server/books/ledger/records.ts';
import { addUser, withDatabase } from '../../../support/databases.ts';

const AT = 1_700_000_000_000;
type Request = Partial<Parameters<typeof recordsOf>[2]>;
let causes = 0;

// Filters, pages and sums of records are one statement each.
withDatabase('records of a user', (db) => {
  const spotOf = (owner: number, asset = 'USDT'): AccountRef => ({ owner, kind: 'spot', asset });
  const futuresOf = (owner: number): AccountRef => ({ owner, kind: 'futures', asset: 'USDT' });
  const escrowOf = (owner: number): AccountRef => ({ owner, kind: 'escrow', asset: 'USDT' });
  const genesis = (asset = 'USDT'): AccountRef => ({ kind: 'ext_genesis', asset });
  const pay = (
    from: AccountRef,
    to: AccountRef,
    amount: string,
    at = AT,
    code: Cause['code'] = 'transfer',
  ): Promise<number> =>
    db().transaction((tx) =>
      post(tx, { code, refType: 'records', refId: `${++causes}` }, at, [
        { account: from, amount: `-${amount}` },
        { account: to, amount },
      ]),
    );
  const read = (owner: number, request: Request = {}) =>
    recordsOf(db(), owner, { limit: 100, ...request } as never);
  const linesOf = async (owner: number, request: Request = {}) =>
    (await read(owner, request)).rows.map(
      ({ account, amount, balance }) => `${account} ${amount} ${balance}`,
    );

  it('are the lines of the own spot and futures accounts, newest first, with the balance after each', async () => {
    const [ada, bob] = [await addUser(db()), await addUser(db())];
    await pay(genesis(), spotOf(ada), '10.50');
    await pay(spotOf(ada), futuresOf(ada), '0.00000001');
    await pay(spotOf(ada), escrowOf(ada), '2');
    await pay(spotOf(ada), spotOf(bob), '1');
    expect(await linesOf(ada)).toEqual([
      'spot -1 7.49999999',
      'spot -2 8.49999999',
      'futures 0.00000001 0.00000001',
      'spot -0.00000001 10.49999999',
      'spot 10.5 10.5',
    ]);
    expect(await linesOf(bob)).toEqual(['spot 1 1']);
  });

  it('are those of an asset, an account, a kind and a time whose both ends are included', async () => {
    const ada = await addUser(db());
    await pay(genesis(), spotOf(ada), '10', AT, 'playGrant');
    await pay(genesis('BTC'), spotOf(ada, 'BTC'), '3', AT + 1, 'playGrant');
    await pay(spotOf(ada), futuresOf(ada), '4', AT + 2);
    const cases: readonly (readonly [Request, number])[] = [
      [{}, 4],
      [{ asset: 'BTC' }, 1],
      [{ account: 'futures' }, 1],
      [{ account: 'spot', asset: 'USDT' }, 2],
      [{ kind: 'playGrant' }, 2],
      [{ kind: 'transfer', account: 'futures' }, 1],
      [{ from: AT + 1 }, 3],
      [{ from: AT + 1, to: AT + 1 }, 1],
      [{ to: AT }, 1],
      [{ from: AT + 3 }, 0],
      [{ asset: 'GONE' }, 0],
    ];
    for (const [request, count] of cases)
      expect([request, (await read(ada, request)).rows.length]).toEqual([request, count]);
  });

  it.each([1, 2, 3, 5, 6, 7])(
    'are the same in pages of %i, while new ones come in between',
    async (limit) => {
      const ada = await addUser(db());
      await pay(genesis(), spotOf(ada), '10');
      // Two lines of one entry may lie on two pages.
      for (let i = 0; i < 3; i++) await pay(spotOf(ada), futuresOf(ada), '1');
      const all = (await read(ada)).rows.map(({ id }) => id);
      expect(all.length).toBe(7);
      const seen: string[] = [];
      for (let before: string | null | undefined; before !== null; ) {
        const page = await read(ada, { limit, ...(before === undefined ? {} : { before }) });
        expect(page.rows.length).toBeGreaterThan(0);
        seen.push(...page.rows.map(({ id }) => id));
        await pay(futuresOf(ada), spotOf(ada), '0.1');
        before = page.next;
      }
      expect(seen).toEqual(all);
    },
  );

  it('end where they end: a page that is just full names no next one', async () => {
    const ada = await addUser(db());
    await pay(genesis(), spotOf(ada), '10');
    await pay(spotOf(ada), futuresOf(ada), '1');
    const [full, less] = [await read(ada, { limit: 3 }), await read(ada, { limit: 2 })];
    expect([full.rows.length, full.next]).toEqual([3, null]);
    expect(less.next).toBe(less.rows[1]?.id);
    expect(await read(ada, { before: '1.0' })).toEqual({ rows: [], next: null });
  });

  it('of what is frozen are the open holds of an asset, the newest first, without those of others', async () => {
    const [ada, bob] = [await addUser(db()), await addUser(db())];
    for (const owner of [ada, bob]) await pay(genesis(), spotOf(owner), '10');
    await pay(genesis('BTC'), spotOf(ada, 'BTC'), '1');
    const held = (account: AccountRef, amount: string, refId: string, at: number) =>
      db().transaction((tx) => hold(tx, account, amount, { kind: 'order', refId }, at));
    const first = await held(spotOf(ada), '3.10', 'first', AT);
    await held(spotOf(ada), '2', 'second', AT + 1);
    await held(spotOf(ada, 'BTC'), '1', 'other asset', AT);
    await held(spotOf(bob), '5', 'other user', AT);
    const holds = async () =>
      (await holdsOf(db(), ada, 'USDT')).holds.map(({ reference, amount }) => `${reference} ${amount}`);
    expect(await holds()).toEqual(['second 2', 'first 3.1']);
    await db().transaction((tx) => release(tx, first, '3'));
    expect(await holds()).toEqual(['second 2', 'first 0.1']);
    await db().transaction((tx) => release(tx, first));
    expect(await holds()).toEqual(['second 2']);
    expect((await holdsOf(db(), ada, 'GONE')).holds).toEqual([]);
  });
});
