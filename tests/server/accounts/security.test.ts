import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person, TestExchange } from '../../support/exchange.ts';
import { openExchange } from '../../support/exchange.ts';

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

/** A person with time-based codes; `at` of the next good code is half a minute later each time. */
async function guarded(): Promise<Person & { secret: string; recovery: string[] }> {
  const person = await x.newPerson();
  const asked = { token: person.token };
  const { secret, uri } = (await x.ask('account.totpStart', { password: person.password }, asked)).data;
  expect(uri).toMatch(/^otpauth:\/\/totp\//);
  const answer = await x.ask('account.totpConfirm', { totp: codeOf(secret, Date.now() - 30_000) }, asked);
  return { ...person, secret, recovery: answer.data.recoveryCodes };
}

describe('a changed password', () => {
  it('ends other sessions, keeps this one, rests withdrawals and is told by mail', async () => {
    const person = await x.newPerson();
    const other = (await x.logIn(person)).data.token;
    const body = { old: person.password, password: 'changed123x' };
    expect((await x.ask('account.changePassword', body, { token: person.token })).code).toBe(200);
    expect(await isIn(person.token)).toBe(true);
    expect(await isIn(other)).toBe(false);
    expect((await profileOf(person.token)).heldUntil).toBeGreaterThan(Date.now());
    expect((await mailsTo(person.email)).join()).toMatch(/password was changed/);
    expect((await x.logIn(person)).code).toBe('loginRefused');
    expect((await x.logIn({ ...person, password: 'changed123x' })).code).toBe(200);
  });
  it('needs the old one', async () => {
    const person = await x.newPerson();
    const body = { old: 'wrong123x', password: 'changed123x' };
    expect((await x.ask('account.changePassword', body, { token: person.token })).code).toBe('passwordWrong');
    expect((await x.logIn(person)).code).toBe(200);
  });
});

describe('time-based codes', () => {
  it('are asked for at every login, and count once', async () => {
    const person = await guarded();
    expect((await x.logIn(person)).code).toBe('totpRequired');
    expect((await x.logIn(person, '000000')).code).toBe('totpInvalid');
    const now = codeOf(person.secret, Date.now());
    expect((await x.logIn(person, now)).code).toBe(200);
    expect((await x.logIn(person, now)).code).toBe('totpInvalid');
  });
  it('give way to a recovery code, each once', async () => {
    const person = await guarded();
    expect(person.recovery).toHaveLength(10);
    const [first = ''] = person.recovery;
    expect((await x.logIn(person, first.toLowerCase())).code).toBe(200);
    expect((await x.logIn(person, first)).code).toBe('totpInvalid');
    expect((await profileOf(person.token)).recoveryCodesLeft).toBe(9);
  });
  it('guard every change of the account', async () => {
    const person = await guarded();
    const asked = { token: person.token };
    const body = { old: person.password, password: 'changed123x' };
    expect((await x.ask('account.changePassword', body, asked)).code).toBe('totpRequired');
    const totp = codeOf(person.secret, Date.now());
    expect((await x.ask('account.changePassword', { ...body, totp }, asked)).code).toBe(200);
  });
  it('go with the password and a code, and end other sessions', async () => {
    const person = await guarded();
    const other = (await x.logIn(person, person.recovery[0])).data.token;
    const asked = { token: person.token };
    const wrong = { password: 'wrong123x', totp: person.recovery[1] };
    expect((await x.ask('account.totpOff', wrong, asked)).code).toBe('passwordWrong');
    const right = { password: person.password, totp: person.recovery[1] };
    expect((await x.ask('account.totpOff', right, asked)).code).toBe(200);
    expect(await isIn(other)).toBe(false);
    expect((await x.logIn(person)).code).toBe(200);
  });
  it('are not begun anew while they are on', async () => {
    const person = await guarded();
    const body = { password: person.password };
    expect((await x.ask('account.totpStart', body, { token: person.token })).code).toBe('totpOn');
  });
  it('keep their secret unreadable in the database', async () => {
    const person = await guarded();
    const rows = await x.db.query('select totp_secret from app_user');
    expect(JSON.stringify(rows)).not.toContain(person.secret);
  });
});

describe('contacts', () => {
  it('change with a code from both mailboxes; the old one is told', async () => {
    const person = await x.newPerson();
    const other = (await x.logIn(person)).data.token;
    const asked = { token: person.token };
    await x.ask('common.sendEmail', { email: '', purpose: 'changeEmail' }, asked);
    const oldCode = await x.codeFor(person.email);
    const email = `new.${person.email}`;
    const code = await x.mailCode(email, 'bindEmail', person.token);
    const wrong = { oldCode: code, email, code };
    expect((await x.ask('account.changeEmail', wrong, asked)).code).toBe('codeInvalid');
    expect((await x.ask('account.changeEmail', { oldCode, email, code }, asked)).code).toBe(200);
    expect((await mailsTo(person.email))[0]).toMatch(/address of your account was changed/);
    expect(await isIn(other)).toBe(false);
    expect((await x.logIn({ ...person, email })).code).toBe(200);
  });
  it('of somebody else cannot be bound, and nobody learns that they exist', async () => {
    const [person, victim] = [await x.newPerson(), await x.newPerson()];
    const asked = { token: person.token };
    const sent = await x.ask('common.sendEmail', { email: victim.email, purpose: 'bindEmail' }, asked);
    const free = await x.ask(
      'common.sendEmail',
      { email: 'free2@people.example', purpose: 'bindEmail' },
      asked,
    );
    expect(sent).toEqual(free);
    expect((await mailsTo(victim.email))[0]).toMatch(/nothing was changed/);
  });
  it('bind a phone with the password', async () => {
    const person = await x.newPerson();
    const asked = { token: person.token };
    await x.ask('common.sendSms', { phone: '+4915112345678', purpose: 'bindPhone' }, asked);
    const code = await x.codeFor('+4915112345678');
    const body = { phone: '+4915112345678', code, password: person.password };
    expect((await x.ask('account.bindPhone', { ...body, password: 'wrong123x' }, asked)).code).toBe(
      'passwordWrong',
    );
    expect((await x.ask('account.bindPhone', body, asked)).code).toBe(200);
    expect((await profileOf(person.token)).measures.phone).toBe(true);
  });
});

describe('the funding password', () => {
  it('is set by a code to the bound address, and differs from the login’s', async () => {
    const person = await x.newPerson();
    const asked = { token: person.token };
    const sent = await x.ask('common.sendEmail', { email: '', purpose: 'fundPassword' }, asked);
    expect(sent.code).toBe(200);
    const code = await x.codeFor(person.email);
    const same = { password: person.password, code };
    expect((await x.ask('account.setFundPassword', same, asked)).code).toBe('fundPasswordSame');
    expect((await x.ask('account.setFundPassword', { password: 'funds123x', code }, asked)).code).toBe(200);
    expect((await profileOf(person.token)).measures.fundPassword).toBe(true);
  });
});

describe('codes for what leaves the account', () => {
  it.each(['withdrawal', 'addressBook'])('go to the bound address alone: %s', async (purpose) => {
    const person = await x.newPerson();
    const before = (await mailsTo(person.email)).length;
    const sent = await x.ask('common.sendEmail', { email: '', purpose }, { token: person.token });
    expect(sent.code).toBe(200);
    expect(await mailsTo(person.email)).toHaveLength(before + 1);
    const temporary = (await x.ask('common.temporaryToken', {})).data.token;
    const nobody = await x.ask('common.sendEmail', { email: person.email, purpose }, { token: temporary });
    expect(nobody.code).toBe(401);
  });
});

describe('sessions', () => {
  it('are listed with their device, and end one by one or all but this', async () => {
    const person = await x.newPerson();
    const agent =
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36';
    const contact = { kind: 'email', email: person.email };
    const phone = await x.ask(
      'account.login',
      { contact, password: person.password },
      { headers: { 'user-agent': agent } },
    );
    const list = (await x.ask('account.sessions', {}, { token: person.token })).data.sessions;
    expect(list).toHaveLength(2);
    const android = list.find(({ device }: { device: string }) => device === 'Chrome · Android');
    expect(android.isCurrent).toBe(false);
    expect((await x.ask('account.endSession', { id: android.id }, { token: person.token })).data.ended).toBe(
      1,
    );
    expect(await isIn(phone.data.token)).toBe(false);
    const more = [(await x.logIn(person)).data.token, (await x.logIn(person)).data.token];
    expect((await x.ask('account.endSession', {}, { token: person.token })).data.ended).toBe(2);
    expect(await Promise.all(more.map(isIn))).toEqual([false, false]);
    expect(await isIn(person.token)).toBe(true);
  });
  it('end by logging out, and when they rest too long', async () => {
    const person = await x.newPerson();
    await x.ask('account.logout', {}, { token: person.token });
    expect(await isIn(person.token)).toBe(false);
    const { token } = (await x.logIn(person)).data;
    await x.db.query('update session set seen_at = $1', [Date.now() - 8 * 24 * 3_600_000]);
    expect(await isIn(token)).toBe(false);
  });
  it('leave a history that tells of changes and logins', async () => {
    const person = await x.newPerson();
    await x.logIn(person);
    const body = { old: person.password, password: 'changed123x' };
    await x.ask('account.changePassword', body, { token: person.token });
    const { rows, more } = (await x.ask('account.logins', { limit: 2 }, { token: person.token })).data;
    expect(rows.map(({ what }: { what: string }) => what)).toEqual(['passwordChanged', 'login']);
    expect(more).toBe(true);
    const next = await x.ask('account.logins', { before: rows[1].id }, { token: person.token });
    expect(next.data.rows.map(({ what }: { what: string }) => what)).toEqual(['registered']);
  });
});

it('shows the anti-phishing word in every mail that follows', async () => {
  const person = await x.newPerson();
  const asked = { token: person.token };
  expect((await x.ask('account.setAntiPhishing', { word: '<b>' }, asked)).code).toBe('wordInvalid');
  expect((await x.ask('account.setAntiPhishing', { word: 'high tide' }, asked)).code).toBe(200);
  await x.ask('account.changePassword', { old: person.password, password: 'changed123x' }, asked);
  expect((await mailsTo(person.email))[0]).toMatch(/high tide/);
});
