import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_BASE, calls } from '../../../../domain/contract/index.ts';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import { runOps as runAs } from '../../../../server/host/opsCommands.ts';
import { sendSimulated } from '../../../../server/products/wallet/chains/simulated.ts';
import type { TestExchange, User } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';
import { runOps } from '../../../support/ops.ts';

/** Until a block has come, and some. */
const BLOCK_MS = 40_000;
const TX = 'ab'.repeat(32);
let x: TestExchange;
let someone: User;
let other: User;
beforeAll(async () => {
  x = await openExchange();
  [someone, other] = [await x.newUser(), await x.newUser()];
}, 60_000);
afterAll(() => x.close());

const ops = (name: string, ...args: string[]) => runOps(x.exchange.accounts, name, args);
const by = (user: User) => ({ token: user.token });
const addressOn = async (chain: string, user = someone): Promise<string> =>
  (await x.ask('deposit.address', { chain }, by(user))).data.address;
async function newVoucher(user = someone): Promise<string> {
  const content = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)], { type: 'image/png' }), 'voucher.png');
  const answer = await fetch(`http://${x.base}${API_BASE}${calls['common.upload'].path}`, {
    method: 'POST',
    body: form,
    headers: { authorization: user.token },
  });
  return ((await answer.json()) as { data: { id: string } }).data.id;
}
/** Reports a deposit with a picture of the user's own, which is sent first unless one is named. */
const report = async (
  more: { readonly voucher?: string; readonly [name: string]: unknown } = {},
  user = someone,
) => {
  const voucher = more.voucher ?? (await newVoucher(user));
  return x.ask('deposit.notify', { chain: 'tron', amount: '120', ...more, voucher }, by(user));
};
const spotOf = async (user: User): Promise<string> =>
  (await x.ask('account.balances', {}, by(user))).data.balances.find(
    (row: { account: string; asset: string }) => row.account === 'spot' && row.asset === 'USDT',
  ).posted;

describe('deposits by calls', () => {
  it('say what can be deposited where, and why other coins cannot', async () => {
    const { data } = await x.ask('deposit.infos', {}, by(someone));
    expect(data).toMatchObject({
      isSimulated: true,
      locked: [],
      debts: [],
      test: { least: '1', most: '10000' },
    });
    expect(data.networks).toMatchObject([
      {
        chain: 'tron',
        standard: 'TRC20',
        asset: 'USDT',
        least: '1',
        creditAt: 1,
        unlockAt: 3,
        arrivalMs: 10_000,
      },
      { chain: 'ethereum', standard: 'ERC20', asset: 'USDT', least: '10', creditAt: 1, unlockAt: 3 },
    ]);
    const taken = data.coins.filter(({ refusal }: { refusal: string | null }) => refusal === null);
    expect(taken).toEqual([{ asset: 'USDT', refusal: null }]);
  });

  it('give everybody an address of their own on each network, always the same', async () => {
    const first = await addressOn('tron');
    expect(first).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
    expect(await addressOn('tron')).toBe(first);
    expect(await addressOn('ethereum')).toMatch(/^0x[0-9a-fA-F]{40}$/);
    expect(await addressOn('tron', other)).not.toBe(first);
    const { data } = await x.ask('deposit.address', { chain: 'tron' }, by(someone));
    expect(data.code).toBe(`tidemark-simulated:tron/${first}`);
  });

  it(
    'tell a test deposit over the private channel, from no block to credited',
    async () => {
      const socket = await x.openSocket();
      const { ticket } = (await x.ask('account.ticket', {}, by(someone))).data;
      socket.say({ op: 'auth', id: 1, ticket });
      await socket.receives(({ t, id }) => t === 'ok' && id === 1);
      socket.say({ op: 'sub', id: 2, ch: ['me'] });
      await socket.receives(({ t, id }) => t === 'ok' && id === 2);
      const key = x.newKey();
      const request = { chain: 'tron', amount: '150' };
      const sent = await x.ask('deposit.test', request, { ...by(someone), key });
      expect((await x.ask('deposit.test', request, { ...by(someone), key })).data).toEqual(sent.data);
      const deposit =
        (state: string) => (message: { t: string; d?: { type?: string; body?: { state?: string } } }) =>
          message.t === 'delta' && message.d?.type === 'deposit' && message.d.body?.state === state;
      expect((await socket.receives(deposit('seen'))).d.body).toMatchObject({
        tx: sent.data.tx,
        confirmations: 0,
      });
      expect((await socket.receives(deposit('credited'))).d.body).toMatchObject({
        amount: '150',
        confirmations: 1,
      });
      socket.end();
      expect(await spotOf(someone)).toBe('10150');
      const { data } = await x.ask('deposit.infos', {}, by(someone));
      expect(data.locked).toEqual([{ asset: 'USDT', amount: '150' }]);
      const list = await x.ask('deposit.list', { chain: 'tron' }, by(someone));
      expect(list.data).toMatchObject({ rows: [{ tx: sent.data.tx, unlockAt: 3 }], next: null });
      const { id } = list.data.rows[0];
      expect((await x.ask('deposit.detail', { id }, by(someone))).data.deposit.id).toBe(id);
      expect((await x.ask('deposit.detail', { id }, by(other))).code).toBe('notFound');
      expect(await verifyLedger(x.db)).toEqual([]);
    },
    BLOCK_MS,
  );

  it.each([
    ['0', 'amountZero'],
    ['0.5', 'testAmount'],
    ['10000.000001', 'testAmount'],
    ['1.0000001', 'amountTooFine'],
    ['-5', 'bodyInvalid'],
    ['1e3', 'bodyInvalid'],
    ['NaN', 'bodyInvalid'],
  ])('send no test money of %s', async (amount, code) => {
    const answer = await x.ask(
      'deposit.test',
      { chain: 'tron', amount },
      { ...by(someone), key: x.newKey() },
    );
    expect(answer.code).toBe(code);
  });
});

describe('a notice of a missing deposit', () => {
  it('waits with its voucher, which its owner alone sees', async () => {
    const { data } = await report({ tx: `0x${TX.toUpperCase()}` });
    expect(data.notice).toMatchObject({ state: 'waiting', amount: '120', tx: TX, deposit: null });
    const { id } = data.notice;
    const picture = await x.ask('deposit.voucher', { id }, by(someone));
    const { format, width } = await sharp(Buffer.from(picture.data.content, 'base64')).metadata();
    expect([format, width]).toEqual(['jpeg', 30]);
    expect((await x.ask('deposit.voucher', { id }, by(other))).code).toBe('notFound');
    expect((await x.ask('deposit.notices', {}, by(someone))).data.rows[0].id).toBe(id);
    expect((await report({ tx: TX })).code).toBe('noticeKnown');
  });

  it('is refused without a picture of the own, with a wrong transaction, and beyond five', async () => {
    expect((await report({ voucher: await newVoucher(other) })).code).toBe('voucherMissing');
    expect((await report({ voucher: 'A'.repeat(43) })).code).toBe('voucherMissing');
    expect((await report({ voucher: '../../\u0000' })).code).toBe('bodyInvalid');
    expect((await report({ tx: 'abc' })).code).toBe('txInvalid');
    expect((await report({ amount: '0' })).code).toBe('amountZero');
    const voucher = await newVoucher();
    expect((await report({ voucher })).code).toBe(200);
    expect((await report({ voucher })).code).toBe('noticeKnown');
    // A user sends four files at the same time at most.
    const vouchers: string[] = [];
    for (let i = 0; i < 6; i++) vouchers.push(await newVoucher());
    const many = await Promise.all(vouchers.map((each) => report({ voucher: each })));
    expect(many.filter(({ code }) => code === 200)).toHaveLength(3);
    expect(many.find(({ code }) => code !== 200)?.code).toBe('noticesTooMany');
  });

  it('is credited by the operator in two steps, once, also when the network tells of it afterwards', async () => {
    const tx = 'cd'.repeat(32);
    const { id } = (await report({ tx }, other)).data.notice;
    const before = await spotOf(other);
    const shown = await ops('deposits credit', `${id}`, tx, '119.5', 'seen on the chain');
    expect(shown.ok).toBe(true);
    expect(shown.lines.join('\n')).toContain(`${before} now, 10119.5 then`);
    expect(await spotOf(other)).toBe(before);
    const word = /--confirm (\w+)/.exec(shown.lines.join('\n'))?.[1] ?? '';
    const wrong = await ops('deposits credit', `${id}`, tx, '500', 'seen on the chain', word);
    expect(wrong).toEqual({ ok: false, lines: ['Something has changed since: look again.'] });
    // Above what one operator may decide on, the second one books it.
    const credit = (who: string) => {
      const deps = { ...x.exchange.accounts, twoAbove: '100' };
      return runAs(deps, { who, why: '' }, 'deposits credit', [
        `${id}`,
        tx,
        '119.5',
        'seen on the chain',
        word,
      ]);
    };
    expect((await credit('ann@host')).lines[0]).toContain('Another operator');
    expect(await spotOf(other)).toBe(before);
    const [done, again] = [await credit('bob@host'), await credit('bob@host')];
    expect([done.ok, again.ok]).toEqual([true, false]);
    expect(await spotOf(other)).toBe('10119.5');
    const address = await addressOn('tron', other);
    const block = {
      chain: 'tron',
      asset: 'USDT',
      address,
      reference: 'late',
      id: tx,
      at: Date.now() - 60_000,
    };
    await x.db.transaction((own) => sendSimulated(own, { ...block, amount: '119.5' }));
    await x.ask('deposit.test', { chain: 'tron', amount: '1' }, { ...by(other), key: x.newKey() });
    await expect
      .poll(async () => (await x.db.query('select block from deposit where tx = $1', [tx]))[0], {
        timeout: 10_000,
      })
      .toMatchObject({ block: expect.any(Number) });
    expect(await spotOf(other)).toBe('10119.5');
    const { rows } = (await x.ask('deposit.notices', { state: 'credited' }, by(other))).data;
    expect(rows).toMatchObject([{ id, reason: 'seen on the chain' }]);
    expect(await verifyLedger(x.db)).toEqual([]);
  });

  it('is rejected with a reason that the user reads; what is wrong is answered in a line', async () => {
    const { id } = (await report({}, other)).data.notice;
    expect((await ops('deposits notices')).lines.some((line) => line.startsWith(`${id} `))).toBe(true);
    expect((await ops('deposits reject', `${id}`, ' ')).ok).toBe(false);
    expect((await ops('deposits reject', `${id}`, 'the picture shows another address')).ok).toBe(true);
    const { rows } = (await x.ask('deposit.notices', { state: 'rejected' }, by(other))).data;
    expect(rows).toMatchObject([{ id, reason: 'the picture shows another address' }]);
    for (const args of [
      [`${id}`, TX, '1', 'why'],
      ['x', TX, '1', 'why'],
      ['999999', TX, '1', 'why'],
    ])
      expect((await ops('deposits credit', ...args)).ok).toBe(false);
    const next = (await report({}, other)).data.notice.id;
    for (const [tx = '', amount = ''] of [
      ['abc', '1'],
      [TX, '0'],
      [TX, '1e9'],
      [TX, '-1'],
      ['cd'.repeat(32), '1'],
    ])
      expect((await ops('deposits credit', `${next}`, tx, amount, 'why')).ok).toBe(false);
    expect((await ops('deposits list', 'unlocked')).lines.join()).toContain('by hand');
    expect((await ops('deposits networks')).lines.join()).toMatch(
      /simulated:tron {2}block \d+ at .*2 addresses/,
    );
    const picture = await ops('deposits voucher', `${next}`);
    expect((await sharp(Buffer.from(picture.lines[0] ?? '', 'base64')).metadata()).format).toBe('jpeg');
  });
});
