import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completeGuest } from '../../../../server/books/users/guests.ts';
import type { TestExchange } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';

let x: TestExchange;
beforeAll(async () => {
  x = await openExchange();
});
afterAll(() => x.close());

const guest = async (): Promise<string> => (await x.ask('account.guest', { agreed: true })).data.token;
const good = { password: 'tide1234x' };

it('begins with play money in one call, and trades', async () => {
  expect((await x.ask('account.guest', { agreed: false })).code).toBe('agreementRequired');
  const token = await guest();
  const { data: profile } = await x.ask('account.profile', {}, { token });
  expect(profile).toMatchObject({ email: null, phone: null, isPlay: true });
  const { data } = await x.ask('account.balances', {}, { token });
  expect(data.balances).toContainEqual(
    expect.objectContaining({ account: 'spot', asset: 'USDT', posted: '10000' }),
  );
  const order = { market: 'BTC-USDT', side: 'buy', type: 'market', total: '100' };
  const { data: placed } = await x.ask('spot.place', order, { token, key: 'guest-buys-0000001' });
  expect(placed.order.status).toBe('filled');
});

it('takes nothing out, changes nothing that keeps an account, and has no team', async () => {
  const token = await guest();
  for (const name of [
    'withdraw.infos',
    'withdraw.addresses',
    'team.info',
    'identity.state',
    'account.totpStart',
    'account.setFundPassword',
    'account.changePassword',
  ] as const)
    expect([name, (await x.ask(name, {}, { token })).code]).toEqual([name, 'guestLimited']);
  // Nobody is invited by somebody who may vanish.
  const { inviteCode } = (await x.ask('account.profile', {}, { token })).data;
  const invited = { contact: { kind: 'email', email: 'a@people.example' }, code: '123456', agreed: true };
  expect((await x.ask('account.register', { ...good, ...invited, inviteCode })).code).toBe('inviteUnknown');
});

it('becomes a whole account by an address and a password, and keeps what it has', async () => {
  const token = await guest();
  const email = 'was.guest@people.example';
  const contact = { kind: 'email', email };
  const code = await x.mailCode(email, 'register', token);
  const complete = (body: object, by = token) => x.ask('account.complete', body, { token: by });
  expect((await complete({ contact, code, password: '123' })).code).toBe('passwordForm');
  expect((await complete({ ...good, contact, code: '000000' })).code).toBe('codeInvalid');
  const { uid } = (await x.ask('account.profile', {}, { token })).data;
  expect((await complete({ ...good, contact, code })).status).toBe(200);
  expect((await complete({ ...good, contact, code })).code).toBe('contactBound');
  const { data } = await x.logIn({ email, ...good });
  expect(data.uid).toBe(uid);
  expect((await x.ask('team.info', {}, { token })).status).toBe(200);
  const { balances } = (await x.ask('account.balances', {}, { token: data.token })).data;
  expect(balances).toContainEqual(expect.objectContaining({ asset: 'USDT', posted: '10000' }));
});

it('cannot take an address that has an account', async () => {
  const owner = await x.newUser();
  const token = await guest();
  const contact = { kind: 'email', email: owner.email };
  await x.ask('common.sendEmail', { email: owner.email, purpose: 'register' }, { token });
  const code = await x.codeFor(owner.email);
  expect((await x.ask('account.complete', { ...good, contact, code }, { token })).status).not.toBe(200);
  expect((await x.logIn(owner)).data.uid).toBe(owner.uid);
});

it('comes as seldom from one address as other accounts, and not where money is real', async () => {
  const strict = await openExchange({ PEOPLE_PER_ADDRESS: '1' }, { limitFactor: 1 });
  const codes = [];
  for (let turn = 0; turn < 3; turn++) codes.push((await strict.ask('account.guest', { agreed: true })).code);
  expect(codes.at(-1)).toBe('tooManyRequests');
  await strict.close();
});

const codeOf = async (token: string): Promise<string> =>
  (await x.ask('account.profile', {}, { token })).data.inviteCode;

let count = 0;
/** Makes a guest's account whole by an address of its own. */
async function complete(token: string, more: object = {}) {
  const email = `whole.${++count}@people.example`;
  const code = await x.mailCode(email, 'register', token);
  const contact = { kind: 'email', email };
  return x.ask('account.complete', { contact, code, ...good, ...more }, { token });
}

describe('a guest who becomes whole', () => {
  it('names who invited them, and is in their team', async () => {
    const ann = await x.newUser();
    const token = await guest();
    expect((await complete(token, { inviteCode: await codeOf(ann.token) })).code).toBe(200);
    expect((await x.ask('team.info', {}, { token })).data.inviter).not.toBeNull();
    expect((await x.ask('team.info', {}, ann)).data.direct.registered).toBe(1);
  });

  it('is invited by somebody who came after the guest did', async () => {
    const token = await guest();
    const late = await x.newUser();
    expect((await complete(token, { inviteCode: await codeOf(late.token) })).code).toBe(200);
    expect((await x.ask('team.info', {}, late)).data.direct.registered).toBe(1);
  });

  it('is invited neither by themselves nor by another guest', async () => {
    const [token, other] = [await guest(), await guest()];
    for (const each of [token, other])
      expect((await complete(token, { inviteCode: await codeOf(each) })).code).toBe('inviteUnknown');
  });

  it('becomes so once: of two requests at the same time, the second changes nothing and says so', async () => {
    const token = await guest();
    const emails = ['first.of.two@people.example', 'second.of.two@people.example'];
    const codes: string[] = [];
    for (const email of emails) codes.push(await x.mailCode(email, 'register', token));
    const request = (i: number) => ({
      contact: { kind: 'email', email: emails[i] },
      code: codes[i],
      ...good,
    });
    const { accounts } = x.exchange;
    // The first comes in while the second one's password is being made a hash.
    const hash: typeof accounts.hasher.hash = async (...given) => {
      expect((await x.ask('account.complete', request(0), { token })).code).toBe(200);
      return accounts.hasher.hash(...given);
    };
    const [session] = await x.db.query<{ userId: number; sessionId: number }>(
      'select user_id as "userId", id as "sessionId" from session order by id desc limit 1',
    );
    if (!session) throw new Error('nobody is logged in');
    const caller = {
      address: '127.0.0.1',
      device: 'a',
      language: 'en_us',
      user: { ...session, isGuest: true },
    };
    const deps = { ...accounts, hasher: { ...accounts.hasher, hash } };
    const second = completeGuest(
      deps,
      { contact: { kind: 'email', email: emails[1] ?? '' }, code: codes[1] ?? '', ...good },
      caller as Parameters<typeof completeGuest>[2],
    );
    await expect(second).rejects.toMatchObject({ code: 'contactBound' });
    const logins = await Promise.all(emails.map((email = '') => x.logIn({ email, ...good })));
    expect(logins.map(({ code }) => code)).toEqual([200, 'loginRefused']);
  });
});
