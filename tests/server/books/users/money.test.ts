import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallName } from '../../../../domain/contract/index.ts';
import { calls } from '../../../../domain/contract/index.ts';
import { verifyBooks } from '../../../support/books.ts';
import type { TestExchange, User } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';
import { isLong } from '../../../support/often.ts';

let x: TestExchange;
beforeAll(async () => {
  x = await openExchange();
});
afterAll(async () => {
  expect(await verifyBooks(x.db)).toEqual([]);
  await x.close();
});

const balanceOf = async (user: User, account = 'spot', asset = 'USDT'): Promise<string> => {
  const { balances } = (await x.ask('account.balances', {}, { token: user.token })).data;
  return balances.find(
    (row: { account: string; asset: string }) => row.account === account && row.asset === asset,
  )?.posted;
};
const move = (user: User, amount: unknown, key: string | undefined = x.newKey(), more: object = {}) =>
  x.ask(
    'account.transfer',
    { asset: 'USDT', from: 'spot', to: 'futures', amount, ...more },
    { token: user.token, key },
  );

describe('a transfer', () => {
  it('moves money once, whatever is sent how often', async () => {
    const user = await x.newUser();
    const key = x.newKey();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => move(user, '1.00000001', key)));
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200, 200]);
    expect([await balanceOf(user), await balanceOf(user, 'futures')]).toEqual([
      '9998.99999999',
      '10001.00000001',
    ]);
    expect((await move(user, '2', key)).code).toBe('keyReused');
    expect(await balanceOf(user)).toBe('9998.99999999');
  });
  it('needs a key', async () => {
    const user = await x.newUser();
    for (const key of ['', 'short', 'x'.repeat(65), 'with space here']) {
      expect((await move(user, '1', key)).code).toBe('keyMissing');
    }
    const body = { asset: 'USDT', from: 'spot', to: 'futures', amount: '1' };
    expect((await x.ask('account.transfer', body, { token: user.token })).code).toBe('keyMissing');
    expect(await balanceOf(user)).toBe('10000');
  });
  it('of everything succeeds once among fifty at the same time', async () => {
    const user = await x.newUser();
    const answers = await Promise.all(Array.from({ length: 50 }, () => move(user, '10000')));
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.filter((code) => code === 'insufficientBalance')).toHaveLength(49);
    expect([await balanceOf(user), await balanceOf(user, 'futures')]).toEqual(['0', '20000']);
  });
  it('of two ways at once neither makes nor loses anything', async () => {
    const user = await x.newUser();
    await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        i % 2 === 0 ? move(user, '7') : move(user, '7', x.newKey(), { from: 'futures', to: 'spot' }),
      ),
    );
    expect([await balanceOf(user), await balanceOf(user, 'futures')]).toEqual(['10000', '10000']);
  });
  it.each([
    [{ to: 'spot' }, 'sameAccount'],
    [{ from: 'house_fee' }, 'bodyInvalid'],
    [{ asset: 'NOSUCH' }, 'assetUnknown'],
    [{ asset: "U'; drop table account; --" }, 'bodyInvalid'],
    [{ fee: '-100' }, 'bodyInvalid'],
    [{ __proto__: null, userId: 1 }, 'bodyInvalid'],
  ])('with %j is %s', async (more, code) => {
    const user = await x.newUser();
    expect((await move(user, '1', x.newKey(), more)).code).toBe(code);
    expect(await balanceOf(user)).toBe('10000');
  });
  it('of a user who is frozen is refused', async () => {
    const user = await x.newUser();
    await x.db.query('update app_user set frozen_at = 1 where uid = $1', [user.uid]);
    expect((await move(user, '1')).code).toBe(401);
  });
});

describe('play money', () => {
  it('is taken back and granted anew', async () => {
    const user = await x.newUser();
    await move(user, '123.45');
    const key = x.newKey();
    const options = { token: user.token, key };
    const first = await x.ask('account.resetPlay', {}, options);
    expect(first.code).toBe(200);
    expect(await x.ask('account.resetPlay', {}, options)).toEqual(first);
    expect([await balanceOf(user), await balanceOf(user, 'futures')]).toEqual(['10000', '10000']);
    const { rows } = (await x.ask('account.records', {}, { token: user.token })).data;
    expect(new Set(rows.map(({ kind }: { kind: string }) => kind))).toEqual(
      new Set(['playGrant', 'playReturn', 'transfer']),
    );
  });
  it('stays while some of it is held', async () => {
    const user = await x.newUser();
    await x.db.query(
      `select ledger_hold(a.id, 5, 'order', 'o1', 1) from account a join app_user u on u.id = a.owner_id
       where u.uid = $1 and a.asset = 'USDT' and a.kind = 'spot'`,
      [user.uid],
    );
    const answer = await x.ask('account.resetPlay', {}, { token: user.token, key: x.newKey() });
    expect(answer.code).toBe('resetBlocked');
    const { holds } = (await x.ask('account.holds', { asset: 'USDT' }, { token: user.token })).data;
    expect(holds).toMatchObject([{ account: 'spot', kind: 'order', reference: 'o1', amount: '5' }]);
    expect((await move(user, '9996')).code).toBe('insufficientBalance');
    expect((await move(user, '9995')).code).toBe(200);
  });
});

describe('a call whose answer was lost', () => {
  it('is found by its key', async () => {
    const user = await x.newUser();
    const key = x.newKey();
    const { data } = await move(user, '1', key);
    const options = await x.ask('account.commands', { keys: [key] }, { token: user.token });
    expect(options.data.commands).toEqual([{ key, done: true, response: data }]);
  });
  it('that never arrived can no longer arrive once it was asked after', async () => {
    const user = await x.newUser();
    const key = x.newKey();
    const options = await x.ask('account.commands', { keys: [key] }, { token: user.token });
    expect(options.data.commands).toEqual([{ key, done: false, response: null }]);
    expect((await move(user, '1', key)).code).toBe('keyReused');
    expect(await balanceOf(user)).toBe('10000');
  });
  it('that was refused is no command: its key may be used again', async () => {
    const user = await x.newUser();
    const key = x.newKey();
    expect((await move(user, '99999', key)).code).toBe('insufficientBalance');
    expect((await move(user, '1', key)).code).toBe(200);
  });
});

describe('records', () => {
  it('go on page by page without a hole or a double, with the balance after each', async () => {
    const user = await x.newUser();
    for (let i = 1; i <= 12; i++) await move(user, String(i));
    const options = { token: user.token };
    const all: { id: string; balance: string; amount: string; account: string }[] = [];
    for (let before: string | null | undefined; before !== null; ) {
      const body = { asset: 'USDT', account: 'spot', limit: 5, ...(before === undefined ? {} : { before }) };
      const { rows, next } = (await x.ask('account.records', body, options)).data;
      all.push(...rows);
      before = next;
    }
    expect(new Set(all.map(({ id }) => id)).size).toBe(13);
    expect(all.map(({ amount }) => amount)).toEqual([
      ...Array.from({ length: 12 }, (_, i) => `-${12 - i}`),
      '10000',
    ]);
    expect(all[0]?.balance).toBe('9922');
  });
  it('are filtered by kind and time', async () => {
    const user = await x.newUser();
    await move(user, '3');
    const options = { token: user.token };
    const kinds = (await x.ask('account.records', { kind: 'transfer' }, options)).data.rows;
    expect(kinds).toHaveLength(2);
    expect((await x.ask('account.records', { to: 1 }, options)).data.rows).toEqual([]);
    expect((await x.ask('account.records', { from: Date.now() + 1_000 }, options)).data.rows).toEqual([]);
  });
});

/** Amounts that are none, and bodies that are none: from the outside cases where they are present. */
const odd: unknown[] = [
  '-1',
  '+1',
  '0x10',
  '1e3',
  '1_000',
  ' 1',
  '1 ',
  '',
  '.5',
  '5.',
  '00.1',
  'NaN',
  'Infinity',
  '1,5',
  '１',
  '1'.repeat(20),
  `0.${'0'.repeat(18)}1`,
  '1e50000000',
  1,
  0,
  -1,
  1.5,
  null,
  true,
  [],
  ['1'],
  {},
  { toString: '1' },
];
const badBodies = [
  '',
  '{',
  '[]',
  'null',
  '1',
  '"x"',
  '{"amount":1e999}',
  '{"__proto__":{"x":1}}',
  '[['.repeat(10_000),
  `{"a":"${'x'.repeat(70_000)}"}`,
  '{"amount":"1","amount":"2"}',
  '\u0000',
  '{"asset":"USDT\u0000"}',
];
const shared = (() => {
  try {
    const text = readFileSync('../shared/cases/bad-inputs.json', 'utf8');
    const found: unknown[] = [];
    const walk = (value: unknown): void => {
      if (typeof value === 'string' || typeof value === 'number') found.push(value);
      else if (typeof value === 'object' && value !== null)
        for (const inner of Object.values(value)) walk(inner);
    };
    walk(JSON.parse(text));
    return found;
  } catch {
    return [];
  }
})();

/** Some at a time: one after the other they take minutes. */
async function together<T>(all: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
  for (let i = 0; i < all.length; i += 16) await Promise.all(all.slice(i, i + 16).map(work));
}

describe('bad input', () => {
  it(`of ${odd.length + shared.length} kinds changes nothing, and is never our fault`, async () => {
    const user = await x.newUser();
    await together([...odd, ...shared], async (amount) => {
      const answer = await move(user, amount);
      const isAmount = typeof amount === 'string' && /^(0|[1-9]\d{0,18})(\.\d{1,18})?$/.test(amount);
      if (answer.code !== 200 || !isAmount)
        expect([amount, answer.status < 500, answer.data]).toEqual([amount, true, null]);
      if (!isAmount) expect(answer.code).not.toBe(200);
      expect(JSON.stringify(answer)).not.toMatch(/select|insert|\bat .*\.ts/);
    });
    expect((await move(user, '0')).code).toBe('amountZero');
    expect((await move(user, '0.000000001')).code).toBe('amountTooFine');
    expect((await move(user, '9999999999999999999')).code).toBe('insufficientBalance');
  });
  let user: User | undefined;
  /** Who was in at the call before, unless that logged them out. */
  async function somebody(): Promise<User> {
    const { code } = await x.ask('account.profile', {}, { token: user?.token ?? '' });
    if (!user || code !== 200) user = await x.newUser();
    return user;
  }
  // Each day every call meets a third of the odd values and bodies, and each of these a third of the calls.
  it.each((Object.keys(calls) as CallName[]).map((name, place) => [name, place] as const))(
    'to %s is boring',
    async (name, place) => {
      const { token } = await somebody();
      const isOfToday = (_: unknown, i: number): boolean => isLong || i % 3 === place % 3;
      await together(badBodies.filter(isOfToday), async (body) => {
        const answer = await x.post(`/api${calls[name].path}`, body, { token, key: x.newKey() });
        expect([body.slice(0, 40), answer.status < 500]).toEqual([body.slice(0, 40), true]);
      });
      await together(odd.filter(isOfToday), async (value) => {
        const body = {
          contact: value,
          email: value,
          phone: value,
          code: value,
          password: value,
          id: value,
          keys: value,
        };
        expect((await x.ask(name, body, { token, key: x.newKey() })).status).toBeLessThan(500);
      });
    },
  );
});
