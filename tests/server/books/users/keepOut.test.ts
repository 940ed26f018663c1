import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallName } from '../../../../domain/contract/index.ts';
import type { TestExchange, User } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';

/** An exchange behind a proxy, which says from where somebody calls, with the limits that users meet. */
let x: TestExchange;
beforeAll(async () => {
  x = await openExchange({ TRUST_PROXY: '1' }, { limitFactor: 1 });
});
afterAll(() => x.close());

const WRONG = 'wrong1234x';
let places = 0;
/** An address that nobody has called from yet. */
const newPlace = (): string => `198.51.100.${(places += 1)}`;
const from = (place: string) => ({ headers: { 'x-forwarded-for': place } });

interface RequestOptions {
  readonly place: string;
  readonly token?: string;
}
const ask = (name: CallName, body: unknown, { place, token }: RequestOptions) =>
  x.ask(name, body, { ...from(place), ...(token === undefined ? {} : { token }) });
const newToken = async (place: string): Promise<string> =>
  (await ask('common.temporaryToken', {}, { place })).data.token;
const contactOf = ({ email }: Pick<User, 'email'>) => ({ kind: 'email', email });
const logIn = (user: Pick<User, 'email' | 'password'>, options: RequestOptions, more: object = {}) =>
  ask('account.login', { contact: contactOf(user), password: user.password, ...more }, options);
const sendCode = async (email: string, purpose: string, options: RequestOptions) =>
  (await ask('common.sendEmail', { email, purpose }, options)).code;
/** How many messages with codes somebody was sent. */
const codesTo = async (email: string): Promise<number> =>
  (await x.db.query("select 1 from message where recipient = $1 and subject like '%code%'", [email])).length;

/** Somebody who opened an account at a place, and at no other. */
async function newAt(place: string): Promise<User> {
  const email = `p${(places += 1)}@keep.example`;
  const token = await newToken(place);
  expect(await sendCode(email, 'register', { place, token })).toBe(200);
  const body = { contact: contactOf({ email }), code: await x.codeFor(email), password: 'tide1234x' };
  const { data } = await ask('account.register', { ...body, agreed: true }, { place, token });
  return { email, password: 'tide1234x', token: data.token, uid: data.uid };
}

/** Strangers try ten passwords, from places enough that none of them waits. */
async function tryTen(user: User): Promise<void> {
  for (let i = 0; i < 5; i++) {
    const place = newPlace();
    for (const _ of [1, 2]) await logIn({ ...user, password: WRONG }, { place });
  }
}

describe('wrong passwords of strangers', () => {
  it('keep the owner out neither where they have been before nor elsewhere', async () => {
    const home = newPlace();
    const user = await newAt(home);
    await tryTen(user);
    expect((await logIn(user, { place: home })).code).toBe(200);
    const place = newPlace();
    const token = await newToken(place);
    expect((await logIn(user, { place, token })).code).toBe('loginCodeRequired');
    expect(await sendCode(user.email, 'login', { place, token })).toBe(200);
    const code = await x.codeFor(user.email);
    expect((await logIn({ ...user, password: WRONG }, { place, token }, { code })).code).toBe('loginRefused');
    expect((await logIn(user, { place, token }, { code })).code).toBe(200);
    // It was good once, and this is a known place now.
    expect((await logIn(user, { place, token }, { code })).code).toBe('codeInvalid');
    expect((await logIn(user, { place })).code).toBe(200);
  });
  it('get no further without the mailbox, and learn not who has an account', async () => {
    const user = await newAt(newPlace());
    const ghost = { email: 'ghost@keep.example', password: WRONG, token: '', uid: '' };
    const answers = [];
    for (const each of [user, ghost]) {
      await tryTen(each);
      const place = newPlace();
      const token = await newToken(place);
      const options = { place, token };
      answers.push([
        await logIn({ ...each, password: WRONG }, options),
        await sendCode(each.email, 'login', options),
        await logIn(each, options, { code: '000000' }),
      ]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(await codesTo(ghost.email)).toBe(0);
  });
  it('from one place wait for a code there too', async () => {
    const home = newPlace();
    const user = await newAt(home);
    // Waits grow with each wrong one, so that right ones spend the rest.
    for (let i = 0; i < 10; i++) expect((await logIn(user, { place: home })).code).toBe(200);
    expect((await logIn(user, { place: home })).code).toBe('loginCodeRequired');
  });
});

describe('codes that strangers ask for', () => {
  it('leave the owner all of theirs, of each purpose', async () => {
    const home = newPlace();
    const user = await newAt(home);
    for (let i = 0; i < 7; i++) {
      const place = newPlace();
      expect(await sendCode(user.email, 'retrieve', { place, token: await newToken(place) })).toBe(200);
    }
    const token = await newToken(home);
    expect(await sendCode(user.email, 'retrieve', { place: home, token })).toBe(200);
    const options = { place: home, token: user.token };
    for (const purpose of ['fundPassword', 'changeEmail', 'addressBook'])
      expect(await sendCode('', purpose, options)).toBe(200);
  });
  it('flood nobody’s mailbox, and stop nobody who is known there', async () => {
    const home = newPlace();
    const user = await newAt(home);
    const before = await codesTo(user.email);
    const codes = [];
    for (let i = 0; i < 14; i++) {
      const place = newPlace();
      codes.push(await sendCode(user.email, 'retrieve', { place, token: await newToken(place) }));
    }
    // The first of the twelve opened the account.
    expect(codes.slice(10)).toEqual([200, ...Array(3).fill('tooManyRequests')]);
    expect((await codesTo(user.email)) - before).toBe(11);
    expect(await sendCode(user.email, 'retrieve', { place: home, token: await newToken(home) })).toBe(200);
  });
  it('count when they were sent, not when they were refused', async () => {
    const place = newPlace();
    const token = await newToken(place);
    const email = 'refused@keep.example';
    expect(await sendCode(email, 'register', { place, token })).toBe(200);
    // Too soon after the first: each of these is refused.
    for (let i = 0; i < 40; i++)
      expect(await sendCode(email, 'register', { place, token })).toBe('tooManyRequests');
    // From the same address, for others and for other purposes.
    expect(await sendCode('other@keep.example', 'register', { place, token })).toBe(200);
    expect(await sendCode(email, 'retrieve', { place, token })).toBe(200);
  });
  it('void no code of the owner, and neither do wrong tries of theirs, from the same address either', async () => {
    const home = newPlace();
    const user = await newAt(home);
    const token = await newToken(home);
    await sendCode(user.email, 'retrieve', { place: home, token });
    const code = await x.codeFor(user.email);
    const fresh = { contact: contactOf(user), password: 'fresh1234x' };
    const wrong = { ...fresh, code: code === '111111' ? '222222' : '111111' };
    const stranger = newPlace();
    const other = await newToken(home);
    await sendCode(user.email, 'retrieve', { place: stranger, token: await newToken(stranger) });
    for (const options of [{ place: stranger }, { place: home }, { place: home, token: other }])
      for (let i = 0; i < 5; i++)
        expect((await ask('account.retrieve', wrong, options)).code).toBe('codeInvalid');
    // On another device the code is useless.
    expect((await ask('account.retrieve', { ...fresh, code }, { place: stranger })).code).toBe('codeInvalid');
    expect((await ask('account.retrieve', { ...fresh, code }, { place: home, token })).code).toBe(200);
  });
  it('are good for a page that was loaded anew at the same address', async () => {
    const home = newPlace();
    const user = await newAt(home);
    await sendCode(user.email, 'retrieve', { place: home, token: await newToken(home) });
    const body = { contact: contactOf(user), password: 'fresh1234x', code: await x.codeFor(user.email) };
    expect((await ask('account.retrieve', body, { place: home, token: await newToken(home) })).code).toBe(
      200,
    );
  });
});

describe('hashes', () => {
  it('are made so often for one user, with a right password too', async () => {
    const place = newPlace();
    const user = await newAt(place);
    const options = { place, token: user.token };
    const codes = [];
    for (let i = 0; i < 11; i++)
      codes.push((await ask('account.totpStart', { password: user.password }, options)).code);
    expect(codes).toEqual([...Array(10).fill(200), 'tooManyRequests']);
  });
  it('are made only for who has the code, where one is asked', async () => {
    const place = newPlace();
    const user = await newAt(place);
    const options = { place, token: user.token };
    const phone = { phone: '+14155550166', oldCode: '000000', code: '000000' };
    // Were the password looked at first, the eleventh would be too many.
    for (let i = 0; i < 12; i++)
      expect((await ask('account.bindPhone', { ...phone, password: WRONG }, options)).code).toBe(
        'codeInvalid',
      );
  });
});
