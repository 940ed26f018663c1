import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import type { TestExchange, User } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';
import { runOps } from '../../../support/ops.ts';
import { BITCOIN, EVM, TRON } from '../../../support/withdraw.ts';

const FUND_PASSWORD = 'moon1234x';
const CARD = {
  holder: 'Ada Lovelace',
  bank: 'Analytical Bank',
  branch: 'London',
  code: 'ANBKGB2L',
  number: '4242 4242 4242 4242',
};

let x: TestExchange;
/** An exchange opens in seconds, on a busy machine in tens of them. */
const OPEN_MS = 60_000;
beforeAll(async () => {
  x = await openExchange();
}, OPEN_MS);
afterAll(async () => {
  expect(await verifyLedger(x.db)).toEqual([]);
  await x.close();
});

const idOf = async ({ uid }: User): Promise<number> =>
  (await x.db.query<{ id: number }>('select id from app_user where uid = $1', [uid]))[0]?.id ?? 0;

/** Somebody of today with a funding password. */
async function newOwner(level = 1): Promise<User> {
  const user = await x.newUser();
  const code = await x.mailCode(user.email, 'fundPassword', user.token);
  const set = await x.ask(
    'account.setFundPassword',
    { password: FUND_PASSWORD, code },
    { token: user.token },
  );
  expect(set.code).toBe(200);
  await x.db.query('update app_user set level = $2 where uid = $1', [user.uid, level]);
  return user;
}
/** @param about what the code of a withdrawal confirms: the request when not given. */
async function prove(user: User, purpose = 'withdrawal', more: object = {}, about: object = request) {
  const named = purpose === 'withdrawal' ? about : undefined;
  const code = await x.mailCode(user.email, purpose, user.token, named);
  const body = { purpose, fundPassword: FUND_PASSWORD, code, ...more };
  return x.ask('withdraw.prove', body, { token: user.token });
}
/** A proof without waiting for a minute to pass between two codes. */
async function proofOf(user: User, purpose = 'withdrawal', about: object = request): Promise<string> {
  const { data } = await prove(user, purpose, {}, about);
  return data.proof;
}
const ask = (user: User, name: Parameters<TestExchange['ask']>[0], body: object = {}, key = x.newKey()) =>
  x.ask(name, body, { token: user.token, key });
const request = { currency: 'USDT', chain: 'tron', address: TRON, amount: '150' };
const spotOf = async (user: User) => {
  const { balances } = (await ask(user, 'account.balances')).data;
  const found = balances.find(
    (row: { account: string; asset: string }) => row.account === 'spot' && row.asset === 'USDT',
  );
  return [found.posted, found.held];
};

describe('withdraw.infos', () => {
  it('says everything that a form shows', async () => {
    const user = await newOwner();
    const { data } = await ask(user, 'withdraw.infos');
    expect(data).toMatchObject({
      paused: false,
      held: null,
      proof: { fundPassword: true, code: 'email', totp: false, passkey: false },
      whitelist: { on: false, offAt: null },
      level: 1,
      levelMost: '10000',
      day: { most: '99999999', used: '0', left: '99999999' },
      pending: { count: 0, most: 20 },
      bank: { blocked: 'identityNeeded', verifiedName: null, fee: '5', day: { most: '200' } },
    });
    const usdt = data.currencies.find(({ currency }: { currency: string }) => currency === 'USDT');
    expect(usdt).toMatchObject({
      available: '10000',
      withdrawable: '10000',
      locked: '0',
      bounds: { least: '100', most: '1000000', levelMost: '10000', dayLeft: '99999999' },
    });
    expect(usdt.chains.map(({ chain, fee }: { chain: string; fee: string }) => [chain, fee])).toEqual([
      ['tron', '1'],
      ['ethereum', '3'],
    ]);
    const one = (await ask(user, 'withdraw.infos', { currency: 'BTC' })).data.currencies;
    expect(one).toHaveLength(1);
    expect(one[0].bounds.least).toMatch(/^0\.00\d+$/);
    expect((await ask(user, 'withdraw.infos', { currency: 'EUR' })).code).toBe('assetUnknown');
  });
  it('does not rest after the first funding password of an account of today', async () => {
    const user = await newOwner();
    expect((await ask(user, 'withdraw.infos')).data.held).toBeNull();
    const mails = await x.db.query<{ subject: string }>(
      'select subject from message order by id desc limit 1',
    );
    expect(mails[0]?.subject).toContain('funding password was set');
  });
  it('says until when withdrawals rest, and after what', async () => {
    const user = await x.newUser();
    const age = 2 * 86_400_000;
    await x.db.query('update app_user set created_at = created_at - $2 where uid = $1', [user.uid, age]);
    const code = await x.mailCode(user.email, 'fundPassword', user.token);
    await x.ask('account.setFundPassword', { password: FUND_PASSWORD, code }, { token: user.token });
    const { data } = await ask(user, 'withdraw.infos');
    expect(data.held.after).toBe('fundPasswordSet');
    expect(data.held.until).toBeGreaterThan(data.now + 23 * 3_600_000);
    expect((await ask(user, 'withdraw.send', { ...request, proof: await proofOf(user) })).code).toBe(
      'withdrawHeld',
    );
    expect(await spotOf(user)).toEqual(['10000', '0']);
  });
});

describe('a proof', () => {
  it('needs a funding password, the right one, and the code that was sent for it', async () => {
    const bare = await x.newUser();
    expect((await prove(bare)).code).toBe('fundPasswordMissing');
    const user = await newOwner();
    const wrong = { fundPassword: 'wrong1234x' };
    expect((await prove(user, 'withdrawal', wrong)).code).toBe('fundPasswordWrong');
    // Who has no code learns nothing of the password.
    expect((await prove(user, 'withdrawal', { ...wrong, code: '000000' })).code).toBe('codeInvalid');
    const body = { purpose: 'withdrawal', fundPassword: FUND_PASSWORD, code: '000000' };
    expect((await ask(user, 'withdraw.prove', body)).code).toBe('codeInvalid');
    const other = await x.mailCode(user.email, 'addressBook', user.token);
    expect((await ask(user, 'withdraw.prove', { ...body, code: other })).code).toBe('codeInvalid');
  });
  it('needs the authenticator when it is on', async () => {
    const user = await newOwner();
    await x.db.query('update app_user set totp_on = true, totp_secret = $2 where uid = $1', [
      user.uid,
      await x.exchange.accounts.vault.seal('JBSWY3DPEHPK3PXP'),
    ]);
    expect((await prove(user)).code).toBe('totpRequired');
    expect((await prove(user, 'withdrawal', { totp: '000000' })).code).toBe('totpInvalid');
  });
});

describe('the code of a withdrawal', () => {
  const mailTo = async ({ email }: User): Promise<string> => {
    const { messages } = (await x.ask('dev.outbox')).data;
    return messages.find(({ to }: { to: string }) => to === email).text;
  };
  it('names amount and address, with the word by which the user knows our mails', async () => {
    const user = await newOwner();
    await ask(user, 'account.setAntiPhishing', { word: 'Leuchtturm' });
    await x.mailCode('', 'withdrawal', user.token, { ...request, amount: '150.50' });
    const emitted = await mailTo(user);
    for (const part of ['150.5 USDT', TRON, 'tron', 'Leuchtturm']) expect(emitted).toContain(part);
    await x.mailCode('', 'addressBook', user.token);
    for (const part of ['allowing withdrawals to any address', 'Leuchtturm'])
      expect(await mailTo(user)).toContain(part);
    await x.mailCode(user.email, 'retrieve');
    for (const part of ['resetting the password', 'Leuchtturm']) expect(await mailTo(user)).toContain(part);
  });
  it('goes to nobody who does not say what it is for', async () => {
    const user = await newOwner();
    const options = { token: user.token };
    const send = (body: object) => x.ask('common.sendEmail', { email: '', ...body }, options);
    expect((await send({ purpose: 'withdrawal' })).code).toBe('bodyInvalid');
    expect((await send({ purpose: 'addressBook', about: request })).code).toBe('bodyInvalid');
    expect((await send({ purpose: 'withdrawal', about: { ...request, address: EVM } })).code).toBe(
      'addressNetwork',
    );
    const card = { card: 1_000_000, fiat: 'EUR', amount: '100' };
    expect((await send({ purpose: 'withdrawal', about: card })).code).toBe('notFound');
  });
  it('proves this one and no other', async () => {
    const user = await newOwner();
    const proof = await proofOf(user);
    const { address } = (await ask(await x.newUser(), 'deposit.address', { chain: 'tron' })).data;
    for (const more of [{ amount: '151' }, { address }])
      expect((await ask(user, 'withdraw.send', { ...request, ...more, proof })).code).toBe('proofOther');
    expect(await spotOf(user)).toEqual(['10000', '0']);
    expect((await ask(user, 'withdraw.send', { ...request, amount: '150.0', proof })).code).toBe(200);
  });
});

describe('a withdrawal over the wire', () => {
  it('happens once, whatever is sent how often, and no secret is kept of it', async () => {
    const user = await newOwner();
    const key = x.newKey();
    const body = { ...request, proof: await proofOf(user) };
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => ask(user, 'withdraw.send', body, key)));
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200, 200]);
    expect(await spotOf(user)).toEqual(['10000', '150']);
    expect((await ask(user, 'withdraw.send', { ...body, amount: '151' }, key)).code).toBe('keyReused');
    expect((await ask(user, 'withdraw.send', body)).code).toBe('proofInvalid');
    const { holds } = (await ask(user, 'account.holds', { asset: 'USDT' })).data;
    const { id } = answers[0]?.data.withdrawal ?? {};
    expect(holds).toMatchObject([{ kind: 'withdrawal', reference: String(id), amount: '150' }]);
    const stored = await x.db.query<{ text: string }>(
      "select (c.*)::text || (select string_agg((p.*)::text, '') from proof p) as text from command c",
    );
    for (const secret of [FUND_PASSWORD, body.proof])
      expect(stored.map(({ text }) => text).join()).not.toContain(secret);
  });
  it('is told to the private channel, step by step, and goes to whoever has the address here', async () => {
    const [sender, receiver] = [await newOwner(), await x.newUser()];
    const { address } = (await ask(receiver, 'deposit.address', { chain: 'tron' })).data;
    const socket = await x.openSocket();
    const { ticket } = (await ask(sender, 'account.ticket')).data;
    socket.say({ op: 'auth', ticket });
    socket.say({ op: 'sub', ch: ['me'] });
    await socket.receives(({ t }) => t === 'snap');
    const sent = await ask(sender, 'withdraw.send', {
      ...request,
      address,
      proof: await proofOf(sender, 'withdrawal', { ...request, address }),
    });
    expect(sent.data.withdrawal).toMatchObject({ state: 'requested', received: '149', tx: null });
    const { id } = sent.data.withdrawal;
    // Nobody waits for blocks here: what was requested lies in the past.
    await x.db.query('update withdrawal set created_at = created_at - 10000 where id = $1', [id]);
    const emitted = await socket.receives(({ d }) => d?.type === 'withdrawal' && d.body.state === 'sent');
    expect(emitted.d.body.tx).toMatch(/^[0-9a-f]{64}$/);
    await x.db.query('update simulated_transfer set block = block - 10 where tx = $1', [emitted.d.body.tx]);
    const end = await socket.receives(({ d }) => d?.type === 'withdrawal' && d.body.state === 'confirmed');
    expect(end.d.body).toMatchObject({ id, confirmations: expect.any(Number), confirmationsNeeded: 3 });
    expect(await spotOf(sender)).toEqual(['9850', '0']);
    const { rows } = (await ask(sender, 'account.records', { kind: 'withdrawal' })).data;
    expect(rows).toMatchObject([{ amount: '-150', balance: '9850', account: 'spot', asset: 'USDT' }]);
    socket.end();
  }, 30_000);
  it('can be cancelled, seen and listed by its owner alone', async () => {
    const [user, other] = [await newOwner(), await x.newUser()];
    const { id } = (
      await ask(user, 'withdraw.send', {
        ...request,
        amount: '5000',
        proof: await proofOf(user, 'withdrawal', { ...request, amount: '5000.0' }),
      })
    ).data.withdrawal;
    for (const name of ['withdraw.detail', 'withdraw.cancel'] as const)
      expect(await ask(other, name, { id })).toMatchObject({ status: 404, code: 'notFound', data: null });
    expect((await ask(other, 'withdraw.list')).data).toEqual({ rows: [], next: null });
    expect((await ask(user, 'withdraw.detail', { id })).data.withdrawal).toMatchObject({
      id,
      amount: '5000',
    });
    const key = x.newKey();
    const [first, second] = [
      await ask(user, 'withdraw.cancel', { id }, key),
      await ask(user, 'withdraw.cancel', { id }, key),
    ];
    expect(second).toEqual(first);
    expect(first.data.withdrawal.state).toBe('cancelled');
    expect((await ask(user, 'withdraw.cancel', { id })).code).toBe('withdrawFixed');
    expect(await spotOf(user)).toEqual(['10000', '0']);
  });
  it.each([
    [{ amount: '-150' }, 'bodyInvalid'],
    [{ amount: '1e3' }, 'bodyInvalid'],
    [{ amount: 150 }, 'bodyInvalid'],
    [{ amount: '1'.repeat(20) }, 'bodyInvalid'],
    [{ amount: '0' }, 'amountZero'],
    [{ amount: '100.0000001' }, 'amountTooFine'],
    [{ fee: '-100' }, 'bodyInvalid'],
    [{ state: 'confirmed' }, 'bodyInvalid'],
    [{ chain: 'TRON' }, 'bodyInvalid'],
    [{ chain: 'dogecoin' }, 'chainUnknown'],
    [{ address: EVM }, 'addressNetwork'],
    [{ address: BITCOIN }, 'addressNetwork'],
    [{ address: 'x'.repeat(301) }, 'bodyInvalid'],
    [{ address: "'; drop table withdrawal; --" }, 'addressInvalid'],
  ])('with %j is %s, and the books stay as they were', async (more, code) => {
    const user = await newOwner();
    const proof = await proofOf(user);
    const answer = await ask(user, 'withdraw.send', { ...request, proof, ...more });
    expect(answer.code).toBe(code);
    expect(answer.message).not.toBe('');
    expect(await spotOf(user)).toEqual(['10000', '0']);
    // What was refused has used nothing up.
    expect((await ask(user, 'withdraw.send', { ...request, proof })).code).toBe(200);
  });
});

describe('the address book', () => {
  const saved = { currency: 'USDT', chain: 'tron', address: TRON, label: 'Cold wallet' };
  it('keeps addresses in their one writing, each once', async () => {
    const user = await newOwner();
    const added = await ask(user, 'withdraw.addAddress', {
      currency: 'ETH',
      chain: 'ethereum',
      address: ` ${EVM.toLowerCase()} `,
      label: '',
    });
    expect(added.data.address).toMatchObject({
      currency: 'ETH',
      chain: 'ethereum',
      family: 'evm',
      address: EVM,
    });
    for (const address of [EVM, `0x${EVM.slice(2).toUpperCase()}`])
      expect(
        (await ask(user, 'withdraw.addAddress', { currency: 'ETH', chain: 'ethereum', address, label: '' }))
          .code,
      ).toBe('addressKnown');
    // Another currency on the same chain is another entry.
    expect((await ask(user, 'withdraw.addAddress', { ...saved, chain: 'ethereum', address: EVM })).code).toBe(
      200,
    );
    expect((await ask(user, 'withdraw.addAddress', { ...saved, address: EVM })).code).toBe('addressNetwork');
    expect((await ask(user, 'withdraw.addAddress', { ...saved, label: 'x'.repeat(41) })).code).toBe(
      'labelInvalid',
    );
    expect((await ask(user, 'withdraw.addresses')).data.addresses).toHaveLength(2);
    const { id } = added.data.address;
    const other = await x.newUser();
    expect((await ask(other, 'withdraw.removeAddress', { id })).code).toBe('notFound');
    expect((await ask(user, 'withdraw.removeAddress', { id })).code).toBe(200);
    expect((await ask(user, 'withdraw.removeAddress', { id })).code).toBe('notFound');
    expect((await ask(other, 'withdraw.addresses')).data.addresses).toEqual([]);
  });
  it('can be all that is allowed, new addresses after a day; that ends a day after it was proven', async () => {
    const user = await newOwner();
    expect((await ask(user, 'withdraw.setWhitelist', { on: true })).data.whitelist).toEqual({
      on: true,
      offAt: null,
    });
    const proof = await proofOf(user);
    const send = () => ask(user, 'withdraw.send', { ...request, proof });
    expect((await send()).code).toBe('addressNotListed');
    const { id } = (await ask(user, 'withdraw.addAddress', saved)).data.address;
    expect((await send()).code).toBe('addressTooNew');
    await x.db.query('update withdraw_address set created_at = created_at - 86400000 where id = $1', [id]);
    expect((await ask(user, 'withdraw.setWhitelist', { on: false })).code).toBe('proofInvalid');
    expect((await ask(user, 'withdraw.setWhitelist', { on: false, proof })).code).toBe('proofInvalid');
    expect((await send()).code).toBe(200);
    const off = await ask(user, 'withdraw.setWhitelist', {
      on: false,
      proof: await proofOf(user, 'addressBook'),
    });
    expect(off.data.whitelist.on).toBe(true);
    expect(off.data.whitelist.offAt).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    // Asking again changes nothing; switching it on again takes the request back.
    expect((await ask(user, 'withdraw.setWhitelist', { on: false })).data).toEqual(off.data);
    await x.db.query('update app_user set whitelist_off_at = 1 where uid = $1', [user.uid]);
    expect((await ask(user, 'withdraw.addresses')).data.whitelist).toEqual({ on: false, offAt: null });
    expect((await ask(user, 'withdraw.setWhitelist', { on: true })).data.whitelist.on).toBe(true);
  });
});

describe('bank cards', () => {
  async function newVerified(): Promise<User> {
    const user = await newOwner();
    const { ok } = await runOps(x.exchange.accounts, 'users verify', [user.email, 'ADA', 'LOVELACE']);
    expect(ok).toBe(true);
    return user;
  }
  it('are for nobody whom the operator cannot find or name', async () => {
    for (const args of [['nobody@people.example', 'Ada'], [(await newOwner()).email], ['', ''], []])
      expect((await runOps(x.exchange.accounts, 'users verify', args)).ok).toBe(false);
  });
  it('are for users who are verified, in their name, and their numbers are never told again', async () => {
    const bare = await newOwner();
    expect((await ask(bare, 'withdraw.addCard', CARD)).code).toBe('identityNeeded');
    expect((await ask(bare, 'withdraw.bankQuote', { fiat: 'EUR', amount: '100' })).code).toBe(
      'identityNeeded',
    );
    const user = await newVerified();
    expect((await ask(user, 'withdraw.addCard', { ...CARD, holder: 'Charles Babbage' })).code).toBe(
      'holderDiffers',
    );
    expect((await ask(user, 'withdraw.addCard', { ...CARD, number: '4242424242424241' })).code).toBe(
      'cardNumberInvalid',
    );
    expect((await ask(user, 'withdraw.addCard', { ...CARD, holder: '<script>' })).code).toBe('holderInvalid');
    const { card } = (await ask(user, 'withdraw.addCard', CARD)).data;
    expect(card).toMatchObject({ holder: 'Ada Lovelace', number: '•••• 4242', code: 'ANBKGB2L' });
    expect((await ask(user, 'withdraw.addCard', { ...CARD, number: '4242424242424242' })).code).toBe(
      'cardKnown',
    );
    const rows = await x.db.query<{ text: string }>('select (c.*)::text as text from bank_card c');
    expect(rows.map(({ text }) => text).join()).not.toContain('424242424242');
    const other = await newVerified();
    expect((await ask(other, 'withdraw.cards')).data.cards).toEqual([]);
    expect((await ask(other, 'withdraw.removeCard', { id: card.id })).code).toBe('notFound');
    expect((await ask(user, 'withdraw.removeCard', { id: card.id })).code).toBe(200);
    expect((await ask(user, 'withdraw.cards')).data.cards).toEqual([]);
    expect((await ask(user, 'withdraw.addCard', CARD)).code).toBe(200);
  });
  it('are paid at a locked rate, each quote once, and by the operator', async () => {
    const user = await newVerified();
    const { card } = (await ask(user, 'withdraw.addCard', CARD)).data;
    expect((await ask(user, 'withdraw.infos')).data.bank).toMatchObject({
      blocked: null,
      verifiedName: 'ADA LOVELACE',
      currencies: expect.arrayContaining(['EUR', 'JPY']),
    });
    for (const [amount, code] of [
      ['99.99', 'withdrawTooSmall'],
      ['100.001', 'amountTooFine'],
      ['10000.01', 'withdrawLevelLimit'],
      ['0', 'amountZero'],
    ])
      expect((await ask(user, 'withdraw.bankQuote', { fiat: 'EUR', amount })).code).toBe(code);
    expect((await ask(user, 'withdraw.bankQuote', { fiat: 'XXX', amount: '100' })).code).toBe('bodyInvalid');
    const quote = (await ask(user, 'withdraw.bankQuote', { fiat: 'EUR', amount: '100' })).data;
    expect(quote).toMatchObject({ fee: '5', market: '0.86', rate: '0.8557', received: '81.29' });
    const about = { card: card.id, fiat: 'EUR', amount: '100' };
    const proofs = [await proofOf(user, 'withdrawal', about), await proofOf(user, 'withdrawal', about)];
    const pay = (more: object) => ask(user, 'withdraw.toBank', { quote: quote.id, card: card.id, ...more });
    expect((await pay({ proof: proofs[0], card: card.id + 1_000 })).code).toBe('notFound');
    expect((await pay({ proof: proofs[0], quote: 'made-up' })).code).toBe('quoteExpired');
    const other = await newVerified();
    const stolen = { quote: quote.id, card: card.id, proof: await proofOf(other) };
    expect((await ask(other, 'withdraw.toBank', stolen)).code).toBe('notFound');
    expect(await spotOf(user)).toEqual(['10000', '0']);
    const emitted = await Promise.all(Array.from({ length: 20 }, (_, i) => pay({ proof: proofs[i % 2] })));
    const codes = emitted.map(({ code }) => code);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.every((code) => [200, 'quoteUsed', 'proofInvalid'].includes(code as never))).toBe(true);
    expect(codes).toContain('quoteUsed');
    expect(await spotOf(user)).toEqual(['10000', '100']);
    const { withdrawal } = emitted.find(({ code }) => code === 200)?.data ?? {};
    expect(withdrawal).toMatchObject({
      kind: 'bank',
      fiat: 'EUR',
      received: '81.29',
      card: '•••• 4242',
      tx: null,
    });
    const ops = (name: string, ...args: string[]) =>
      runOps(x.exchange.accounts, `withdrawals ${name}`, [String(withdrawal.id), ...args]);
    expect((await ops('show')).lines.join('\n')).toContain('4242424242424242: Ada Lovelace, Analytical Bank');
    // That somebody looked at a whole number is kept, the number is not.
    const acts = `select a.name, e.answer from ops_act a join ops_act_end e on e.act_id = a.id
      where a.name = 'withdrawals show' and a.args = jsonb_build_array($1::text)`;
    expect(await x.db.query(acts, [String(withdrawal.id)])).toEqual([
      { name: 'withdrawals show', answer: '' },
    ]);
    for (const [name, ...args] of [['approve'], ['sent', 'REF-1'], ['confirm']] as const)
      expect((await ops(name, ...args)).ok).toBe(true);
    expect((await ask(user, 'withdraw.detail', { id: withdrawal.id })).data.withdrawal).toMatchObject({
      state: 'confirmed',
      tx: 'REF-1',
    });
    expect(await spotOf(user)).toEqual(['9900', '0']);
  });
  it('are not paid at a rate whose time has passed, nor beyond the limit of 24 hours', async () => {
    const user = await newVerified();
    const { card } = (await ask(user, 'withdraw.addCard', CARD)).data;
    const quote = (await ask(user, 'withdraw.bankQuote', { fiat: 'JPY', amount: '100' })).data;
    expect(quote.received).toBe('14178');
    await x.db.query('update bank_quote set expires_at = 1 where id = $1', [quote.id]);
    const proof = await proofOf(user);
    expect((await ask(user, 'withdraw.toBank', { quote: quote.id, card: card.id, proof })).code).toBe(
      'quoteExpired',
    );
    await x.db.query('update app_user set level = 0 where id = $1', [await idOf(user)]);
    expect((await ask(user, 'withdraw.bankQuote', { fiat: 'JPY', amount: '100' })).code).toBe('fiatLimit');
    expect(await spotOf(user)).toEqual(['10000', '0']);
  });
});
