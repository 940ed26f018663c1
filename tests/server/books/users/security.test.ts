import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestExchange, User } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';
import { TRON } from '../../../support/withdraw.ts';

let x: TestExchange;
beforeAll(async () => {
  x = await openExchange();
});
afterAll(() => x.close());

const profileOf = async (token: string) => (await x.ask('account.profile', {}, { token })).data;
const isIn = async (token: string) => (await x.ask('account.profile', {}, { token })).code === 200;
async function mailsTo(address: string): Promise<string[]> {
  const { messages } = (await x.ask('dev.outbox')).data;
  return messages
    .filter(({ to }: { to: string }) => to === address)
    .map(({ text }: { text: string }) => text);
}
const codeOf = (secret: string, at: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

/** A code to a phone. */
async function phoneCode(phone: string, purpose: string, token: string): Promise<string> {
  expect((await x.ask('common.sendSms', { phone, purpose }, { token })).code).toBe(200);
  return x.codeFor(phone);
}
/** A code to where the user is reached so far. */
async function oldCodeOf(
  to: string,
  purpose: string,
  token: string,
  call: 'common.sendEmail' | 'common.sendSms' = 'common.sendEmail',
): Promise<string> {
  const body = call === 'common.sendSms' ? { phone: '', purpose } : { email: '', purpose };
  expect((await x.ask(call, body, { token })).code).toBe(200);
  return x.codeFor(to);
}
/** Somebody who registered by phone and has no mail. */
async function newByPhone(phone: string): Promise<{ token: string }> {
  const temporary = (await x.ask('common.temporaryToken', {})).data.token;
  const code = await phoneCode(phone, 'register', temporary);
  const body = { contact: { kind: 'phone', phone }, code, password: 'tide1234x', agreed: true };
  return (await x.ask('account.register', body)).data;
}
const lastEvent = async (token: string) =>
  (await x.ask('account.logins', { limit: 1 }, { token })).data.rows[0].what;

/** A user with time-based codes; `at` of the next good code is half a minute later each time. */
async function guarded(): Promise<User & { secret: string; recovery: string[] }> {
  const user = await x.newUser();
  const options = { token: user.token };
  const { secret, uri } = (await x.ask('account.totpStart', { password: user.password }, options)).data;
  expect(uri).toMatch(/^otpauth:\/\/totp\//);
  const answer = await x.ask('account.totpConfirm', { totp: codeOf(secret, Date.now() - 30_000) }, options);
  return { ...user, secret, recovery: answer.data.recoveryCodes };
}

describe('a changed password', () => {
  it('ends other sessions, keeps this one, rests withdrawals and is told by mail', async () => {
    const user = await x.newUser();
    const other = (await x.logIn(user)).data.token;
    const body = { old: user.password, password: 'changed123x' };
    expect((await x.ask('account.changePassword', body, { token: user.token })).code).toBe(200);
    expect(await isIn(user.token)).toBe(true);
    expect(await isIn(other)).toBe(false);
    expect((await profileOf(user.token)).heldUntil).toBeGreaterThan(Date.now());
    expect((await mailsTo(user.email)).join()).toMatch(/password was changed/);
    expect((await x.logIn(user)).code).toBe('loginRefused');
    expect((await x.logIn({ ...user, password: 'changed123x' })).code).toBe(200);
  });
  it('needs the old one', async () => {
    const user = await x.newUser();
    const body = { old: 'wrong123x', password: 'changed123x' };
    expect((await x.ask('account.changePassword', body, { token: user.token })).code).toBe('passwordWrong');
    expect((await x.logIn(user)).code).toBe(200);
  });
});

describe('time-based codes', () => {
  it('are asked for at every login, and count once', async () => {
    const user = await guarded();
    expect((await x.logIn(user)).code).toBe('totpRequired');
    expect((await x.logIn(user, '000000')).code).toBe('totpInvalid');
    const now = codeOf(user.secret, Date.now());
    expect((await x.logIn(user, now)).code).toBe(200);
    expect((await x.logIn(user, now)).code).toBe('totpInvalid');
  });
  it('give way to a recovery code, each once', async () => {
    const user = await guarded();
    expect(user.recovery).toHaveLength(10);
    const [first = ''] = user.recovery;
    expect((await x.logIn(user, first.toLowerCase())).code).toBe(200);
    expect((await x.logIn(user, first)).code).toBe('totpInvalid');
    expect((await profileOf(user.token)).recoveryCodesLeft).toBe(9);
  });
  it('guard every change of the account', async () => {
    const user = await guarded();
    const options = { token: user.token };
    const body = { old: user.password, password: 'changed123x' };
    expect((await x.ask('account.changePassword', body, options)).code).toBe('totpRequired');
    const totp = codeOf(user.secret, Date.now());
    expect((await x.ask('account.changePassword', { ...body, totp }, options)).code).toBe(200);
  });
  it('go with the password and a code, and end other sessions', async () => {
    const user = await guarded();
    const other = (await x.logIn(user, user.recovery[0])).data.token;
    const options = { token: user.token };
    const wrong = { password: 'wrong123x', totp: user.recovery[1] };
    expect((await x.ask('account.totpOff', wrong, options)).code).toBe('passwordWrong');
    const right = { password: user.password, totp: user.recovery[1] };
    expect((await x.ask('account.totpOff', right, options)).code).toBe(200);
    expect(await isIn(other)).toBe(false);
    expect((await x.logIn(user)).code).toBe(200);
  });
  it('are not begun anew while they are on', async () => {
    const user = await guarded();
    const body = { password: user.password };
    expect((await x.ask('account.totpStart', body, { token: user.token })).code).toBe('totpOn');
  });
  it('keep their secret unreadable in the database', async () => {
    const user = await guarded();
    const rows = await x.db.query('select totp_secret from app_user');
    expect(JSON.stringify(rows)).not.toContain(user.secret);
  });
});

describe('contacts', () => {
  it('change with a code from both mailboxes; the old one is told', async () => {
    const user = await x.newUser();
    const other = (await x.logIn(user)).data.token;
    const options = { token: user.token };
    await x.ask('common.sendEmail', { email: '', purpose: 'changeEmail' }, options);
    const oldCode = await x.codeFor(user.email);
    const email = `new.${user.email}`;
    const code = await x.mailCode(email, 'bindEmail', user.token);
    const wrong = { oldCode: code, email, code };
    expect((await x.ask('account.changeEmail', wrong, options)).code).toBe('codeInvalid');
    expect((await x.ask('account.changeEmail', { oldCode, email, code }, options)).code).toBe(200);
    expect((await mailsTo(user.email))[0]).toMatch(/address of your account was changed/);
    expect(await isIn(other)).toBe(false);
    expect((await x.logIn({ ...user, email })).code).toBe(200);
  });
  it('of somebody else cannot be bound, and nobody learns that they exist', async () => {
    const [user, victim] = [await x.newUser(), await x.newUser()];
    const options = { token: user.token };
    const sent = await x.ask('common.sendEmail', { email: victim.email, purpose: 'bindEmail' }, options);
    const free = await x.ask(
      'common.sendEmail',
      { email: 'free2@people.example', purpose: 'bindEmail' },
      options,
    );
    expect(sent).toEqual(free);
    expect((await mailsTo(victim.email))[0]).toMatch(/nothing was changed/);
  });
  it('bind a first phone with the password and a code of the mail; nothing rests, and both are told', async () => {
    const user = await x.newUser();
    const other = (await x.logIn(user)).data.token;
    const options = { token: user.token };
    const phone = '+4915112345678';
    const code = await phoneCode(phone, 'bindPhone', user.token);
    const oldCode = await oldCodeOf(user.email, 'changePhone', user.token);
    const body = { oldCode, phone, code, password: user.password };
    const bind = async (more: object) =>
      (await x.ask('account.bindPhone', { ...body, ...more }, options)).code;
    expect(await bind({ password: 'wrong123x' })).toBe('passwordWrong');
    // The session and the password come without the mail's code: that of an own phone opens nothing.
    expect(await bind({ oldCode: code })).toBe('codeInvalid');
    expect((await profileOf(user.token)).measures.phone).toBe(false);
    expect(await bind({})).toBe(200);
    expect(await profileOf(user.token)).toMatchObject({ heldUntil: null, heldAfter: null });
    expect((await profileOf(user.token)).measures.phone).toBe(true);
    expect(await isIn(other)).toBe(true);
    for (const to of [user.email, phone]) {
      const [published] = await mailsTo(to);
      expect(published).toMatch(/phone number was added/);
      expect(published).not.toMatch(/rest/);
    }
    expect(await lastEvent(user.token)).toBe('phoneAdded');
  });
  it('change the phone: withdrawals rest, other sessions end, mail and both phones are told', async () => {
    const user = await x.newUser();
    const bind = async (phone: string) => {
      const code = await phoneCode(phone, 'bindPhone', user.token);
      const oldCode = await oldCodeOf(user.email, 'changePhone', user.token);
      const body = { oldCode, phone, code, password: user.password };
      return x.ask('account.bindPhone', body, { token: user.token });
    };
    expect((await bind('+4915112345670')).code).toBe(200);
    const other = (await x.logIn(user)).data.token;
    expect((await bind('+4915112345671')).code).toBe(200);
    expect((await profileOf(user.token)).heldUntil).toBeGreaterThan(Date.now());
    expect((await profileOf(user.token)).heldAfter).toBe('phoneChanged');
    expect(await isIn(other)).toBe(false);
    for (const to of [user.email, '+4915112345670', '+4915112345671'])
      expect((await mailsTo(to))[0]).toMatch(/phone number of your account was changed/);
  });
  it('bind a first mail only with a code of the phone; it takes codes over, so that withdrawals rest', async () => {
    const phone = '+4915112345672';
    const { token } = await newByPhone(phone);
    const other = (await x.ask('account.login', { contact: { kind: 'phone', phone }, password: 'tide1234x' }))
      .data.token;
    const email = 'first.mail@people.example';
    const code = await x.mailCode(email, 'bindEmail', token);
    const bind = async (oldCode: string) =>
      (await x.ask('account.bindEmail', { oldCode, email, code, password: 'tide1234x' }, { token })).code;
    expect(await bind(code)).toBe('codeInvalid');
    expect(await bind(await oldCodeOf(phone, 'changeEmail', token, 'common.sendSms'))).toBe(200);
    expect((await profileOf(token)).heldAfter).toBe('emailAdded');
    expect(await isIn(other)).toBe(false);
    for (const to of [phone, email]) expect((await mailsTo(to))[0]).toMatch(/e-mail address was added/);
  });
});

describe('withdrawals', () => {
  it('do not rest after time-based codes are turned on, and do after they are turned off', async () => {
    const user = await guarded();
    expect((await profileOf(user.token)).heldUntil).toBeNull();
    expect((await mailsTo(user.email))[0]).toMatch(/turned on/);
    expect((await mailsTo(user.email))[0]).not.toMatch(/rest/);
    const off = { password: user.password, totp: user.recovery[0] };
    expect((await x.ask('account.totpOff', off, { token: user.token })).code).toBe(200);
    expect((await profileOf(user.token)).heldAfter).toBe('totpOff');
  });
  it('rest after a first funding password of an older account, and say that it was set', async () => {
    const user = await x.newUser();
    await x.db.query('update app_user set created_at = created_at - $1', [2 * 24 * 3_600_000]);
    const code = await oldCodeOf(user.email, 'fundPassword', user.token);
    const body = { password: 'funds123x', code };
    expect((await x.ask('account.setFundPassword', body, { token: user.token })).code).toBe(200);
    expect((await profileOf(user.token)).heldAfter).toBe('fundPasswordSet');
    expect((await mailsTo(user.email))[0]).toMatch(/was set at .* Withdrawals are paused for 24 hours/);
  });
});

describe('the funding password', () => {
  it('tells nobody without a code what the login password is, and who has one seldom', async () => {
    const y = await openExchange({}, { limitFactor: 1 });
    const user = await y.newUser();
    const options = { token: user.token };
    const tried = async (code: string) =>
      (await y.ask('account.setFundPassword', { password: user.password, code }, options)).code;
    expect(await tried('000000')).toBe('codeInvalid');
    await y.ask('common.sendEmail', { email: '', purpose: 'fundPassword' }, options);
    const code = await y.codeFor(user.email);
    const codes = [];
    for (let i = 0; i < 6; i++) codes.push(await tried(code));
    expect(codes).toEqual([...Array(5).fill('fundPasswordSame'), 'codeInvalid']);
    await y.close();
  });

  it('is set by a code to the bound address, and differs from the login’s', async () => {
    const user = await x.newUser();
    const options = { token: user.token };
    const sent = await x.ask('common.sendEmail', { email: '', purpose: 'fundPassword' }, options);
    expect(sent.code).toBe(200);
    const code = await x.codeFor(user.email);
    const same = { password: user.password, code };
    expect((await x.ask('account.setFundPassword', same, options)).code).toBe('fundPasswordSame');
    expect((await x.ask('account.setFundPassword', { password: 'funds123x', code }, options)).code).toBe(200);
    expect((await profileOf(user.token)).measures.fundPassword).toBe(true);
  });
});

describe('codes for what leaves the account', () => {
  it.each(['withdrawal', 'addressBook'])('go to the bound address alone: %s', async (purpose) => {
    const user = await x.newUser();
    const before = (await mailsTo(user.email)).length;
    const about = { currency: 'USDT', chain: 'tron', address: TRON, amount: '150' };
    const body = { purpose, ...(purpose === 'withdrawal' ? { about } : {}) };
    const sent = await x.ask('common.sendEmail', { email: '', ...body }, { token: user.token });
    expect(sent.code).toBe(200);
    expect(await mailsTo(user.email)).toHaveLength(before + 1);
    const temporary = (await x.ask('common.temporaryToken', {})).data.token;
    const options = { email: user.email, ...body };
    const nobody = await x.ask('common.sendEmail', options, { token: temporary });
    expect(nobody.code).toBe(401);
  });
});

describe('sessions', () => {
  it('are listed with their device, and end one by one or all but this', async () => {
    const user = await x.newUser();
    const agent =
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36';
    const contact = { kind: 'email', email: user.email };
    const phone = await x.ask(
      'account.login',
      { contact, password: user.password },
      { headers: { 'user-agent': agent } },
    );
    const list = (await x.ask('account.sessions', {}, { token: user.token })).data.sessions;
    expect(list).toHaveLength(2);
    const android = list.find(({ device }: { device: string }) => device === 'Chrome · Android');
    expect(android.isCurrent).toBe(false);
    expect((await x.ask('account.endSession', { id: android.id }, { token: user.token })).data.ended).toBe(1);
    expect(await isIn(phone.data.token)).toBe(false);
    const more = [(await x.logIn(user)).data.token, (await x.logIn(user)).data.token];
    expect((await x.ask('account.endSession', {}, { token: user.token })).data.ended).toBe(2);
    expect(await Promise.all(more.map(isIn))).toEqual([false, false]);
    expect(await isIn(user.token)).toBe(true);
  });
  it('end by logging out, and when they rest too long', async () => {
    const user = await x.newUser();
    await x.ask('account.logout', {}, { token: user.token });
    expect(await isIn(user.token)).toBe(false);
    const { token } = (await x.logIn(user)).data;
    await x.db.query('update session set seen_at = $1', [Date.now() - 8 * 24 * 3_600_000]);
    expect(await isIn(token)).toBe(false);
  });
  it('leave a history that tells of changes and logins', async () => {
    const user = await x.newUser();
    await x.logIn(user);
    const body = { old: user.password, password: 'changed123x' };
    await x.ask('account.changePassword', body, { token: user.token });
    const { rows, more } = (await x.ask('account.logins', { limit: 2 }, { token: user.token })).data;
    expect(rows.map(({ what }: { what: string }) => what)).toEqual(['passwordChanged', 'login']);
    expect(more).toBe(true);
    const next = await x.ask('account.logins', { before: rows[1].id }, { token: user.token });
    expect(next.data.rows.map(({ what }: { what: string }) => what)).toEqual(['registered']);
  });
});

it('shows the anti-phishing word in every mail that follows', async () => {
  const user = await x.newUser();
  const options = { token: user.token };
  expect((await x.ask('account.setAntiPhishing', { word: '<b>' }, options)).code).toBe('wordInvalid');
  expect((await x.ask('account.setAntiPhishing', { word: 'high tide' }, options)).code).toBe(200);
  await x.ask('account.changePassword', { old: user.password, password: 'changed123x' }, options);
  expect((await mailsTo(user.email))[0]).toMatch(/high tide/);
});
