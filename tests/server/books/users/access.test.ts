import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RuleError } from '../../../../domain/index.ts';
import type { TestExchange } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';

let x: TestExchange;
beforeAll(async () => {
  x = await openExchange();
});
afterAll(() => x.close());

const email = (address: string) => ({ kind: 'email', email: address });
const good = { password: 'tide1234x', agreed: true };

describe('registering', () => {
  it('opens an account with play money, logged in', async () => {
    const code = await x.mailCode('New.Person@People.example'.toLowerCase(), 'register');
    const { status, data } = await x.ask('account.register', {
      ...good,
      contact: email(' New.Person@People.example '),
      code,
    });
    expect(status).toBe(200);
    const profile = (await x.ask('account.profile', {}, { token: data.token })).data;
    expect(profile).toMatchObject({
      uid: data.uid,
      level: 0,
      identity: 'none',
      creditScore: 100,
      isPlay: true,
    });
    const { balances, uid } = (await x.ask('account.balances', {}, { token: `Bearer ${data.token}` })).data;
    expect(uid).toBe(data.uid);
    expect(balances).toContainEqual({
      account: 'spot',
      asset: 'USDT',
      posted: '10000',
      held: '0',
      version: 1,
    });
  });

  it.each([
    ['an empty address', { contact: email('  ') }, 'emailEmpty'],
    ['no address', { contact: email('me@home') }, 'emailInvalid'],
    ['an empty number', { contact: { kind: 'phone', phone: '+1' } }, 'phoneEmpty'],
    ['a number no country has', { contact: { kind: 'phone', phone: '+19999999999' } }, 'phoneInvalid'],
    ['a short password', { password: 'abc12' }, 'passwordForm'],
    ['a long password', { password: 'abc12'.repeat(5) }, 'passwordForm'],
    ['a password without digits', { password: 'abcdefgh' }, 'passwordForm'],
    ['a password without letters', { password: '12345678' }, 'passwordForm'],
    ['a password that everybody has', { password: 'Password123' }, 'passwordCommon'],
    ['no password', { password: '' }, 'passwordEmpty'],
    ['no agreement', { agreed: false }, 'agreementRequired'],
    ['an invite code of nobody', { inviteCode: 'NOBODY22' }, 'inviteUnknown'],
    ['no code', { code: '' }, 'codeEmpty'],
    ['a wrong code', { code: '000000' }, 'codeInvalid'],
    ['a level of one’s own choice', { level: 2 }, 'bodyInvalid'],
    ['a role', { role: 'admin' }, 'bodyInvalid'],
  ])('refuses %s', async (_, wrong, code) => {
    const body = { ...good, contact: email('nobody@people.example'), code: '123456', ...wrong };
    const answer = await x.ask('account.register', body);
    expect([answer.code, answer.data]).toEqual([code, null]);
    expect(answer.status).toBeLessThan(500);
    expect(await x.db.query("select 1 from app_user where email like 'nobody@%'")).toEqual([]);
  });

  it('takes a phone, and an invitation', async () => {
    const { data: inviter } = await x.ask('account.profile', {}, { token: (await x.newUser()).token });
    await x.ask(
      'common.sendSms',
      { phone: '+14155550132', purpose: 'register' },
      { token: await x.temporary() },
    );
    const { data } = await x.ask('account.register', {
      ...good,
      contact: { kind: 'phone', phone: '+14155550132' },
      code: await x.codeFor('+14155550132'),
      inviteCode: inviter.inviteCode.toLowerCase(),
    });
    const profile = (await x.ask('account.profile', {}, { token: data.token })).data;
    expect([profile.email, profile.phone]).toEqual([null, '+14••••132']);
    const [row] = await x.db.query<{ uid: string }>(
      'select i.uid from app_user u join app_user i on i.id = u.invited_by where u.uid = $1',
      [data.uid],
    );
    expect(row?.uid).toBe(inviter.uid);
  });

  it('tells an owner by mail that the address has an account, and tells nobody else', async () => {
    const user = await x.newUser();
    await x.db.query('delete from message');
    const token = await x.temporary();
    const known = await x.ask('common.sendEmail', { email: user.email, purpose: 'register' }, { token });
    const unknown = await x.ask(
      'common.sendEmail',
      { email: 'free@people.example', purpose: 'register' },
      { token },
    );
    expect(known).toEqual(unknown);
    const { messages } = (await x.ask('dev.outbox')).data;
    const sent = messages.find(({ to }: { to: string }) => to === user.email);
    expect(sent.subject).toMatch(/already have an account/);
    expect(sent.text).not.toMatch(/\d{6}/);
  });

  it('lets two with the same code in once', async () => {
    const code = await x.mailCode('twice@people.example', 'register');
    const body = { ...good, contact: email('twice@people.example'), code };
    const answers = await Promise.all([1, 2, 3].map(() => x.ask('account.register', body)));
    expect(answers.filter(({ code: outcome }) => outcome === 200)).toHaveLength(1);
    expect(answers.filter(({ code: outcome }) => outcome === 'codeInvalid')).toHaveLength(2);
  });
});

describe('a code', () => {
  it('is good after as many repetitions as a busy exchange asks for', async () => {
    const code = await x.mailCode('busy@people.example', 'register');
    const body = { ...good, contact: email('busy@people.example'), code };
    const { hasher } = x.exchange.accounts;
    const hash = vi.spyOn(hasher, 'hash').mockRejectedValue(new RuleError('unavailable'));
    for (let i = 0; i < 7; i++) expect((await x.ask('account.register', body)).status).toBe(503);
    hash.mockRestore();
    expect((await x.ask('account.register', body)).status).toBe(200);
  });

  it('is void after five wrong tries', async () => {
    const code = await x.mailCode('tries@people.example', 'register');
    const body = { ...good, contact: email('tries@people.example') };
    const wrong = code === '111111' ? '222222' : '111111';
    for (let i = 0; i < 5; i++)
      expect((await x.ask('account.register', { ...body, code: wrong })).code).toBe('codeInvalid');
    expect((await x.ask('account.register', { ...body, code })).code).toBe('codeInvalid');
  });
  it('is good for its purpose, its contact and ten minutes', async () => {
    const user = await x.newUser();
    const code = await x.mailCode('purpose@people.example', 'register');
    const retrieved = await x.ask('account.retrieve', {
      contact: email(user.email),
      code,
      password: 'other123x',
    });
    expect(retrieved.code).toBe('codeInvalid');
    await x.db.query("update code set expires_at = 1 where contact = 'purpose@people.example'");
    const body = { ...good, contact: email('purpose@people.example'), code };
    expect((await x.ask('account.register', body)).code).toBe('codeInvalid');
  });
  it('is not kept as it is', async () => {
    const code = await x.mailCode('hash@people.example', 'register');
    const rows = await x.db.query('select * from code');
    expect(JSON.stringify(rows)).not.toContain(code);
  });
  it('needs a temporary token or a login', async () => {
    const body = { email: 'x@people.example', purpose: 'register' };
    expect((await x.ask('common.sendEmail', body)).code).toBe('temporaryTokenInvalid');
    expect((await x.ask('common.sendEmail', body, { token: 'nonsense' })).code).toBe('temporaryTokenInvalid');
    const { token } = await x.newUser();
    expect((await x.ask('common.sendEmail', body, { token })).code).toBe(200);
  });
  it('for a change of an account is for users who are logged in', async () => {
    const token = await x.temporary();
    const answer = await x.ask('common.sendEmail', { email: '', purpose: 'changeEmail' }, { token });
    expect([answer.status, answer.code]).toEqual([401, 401]);
  });
});

describe('logging in', () => {
  it('answers unknown users and wrong passwords alike', async () => {
    const user = await x.newUser();
    const wrong = await x.logIn({ ...user, password: 'wrong123x' });
    const unknown = await x.logIn({ email: 'ghost@people.example', password: 'wrong123x' });
    expect(wrong).toEqual(unknown);
    expect([wrong.status, wrong.code, wrong.data]).toEqual([403, 'loginRefused', null]);
  });
  it('keeps neither passwords nor tokens as they are', async () => {
    const user = await x.newUser('verysecret9');
    const rows = [
      ...(await x.db.query('select * from app_user')),
      ...(await x.db.query("select encode(token_hash, 'escape') as hash, device from session")),
    ];
    expect(JSON.stringify(rows)).not.toContain('verysecret9');
    expect(JSON.stringify(rows)).not.toContain(user.token);
  });
  it.each(['', 'Bearer', 'Bearer undefined', 'null', 'x'.repeat(5_000), 'Basic YTpi'])(
    'takes %j for nobody',
    async (token) => {
      const answer = await x.ask('account.profile', {}, { token });
      expect([answer.status, answer.code]).toEqual([401, 401]);
      expect(answer.message).toBe('Login status expired, please log in again!');
    },
  );
  it('speaks the caller’s language', async () => {
    const answer = await x.ask('account.profile', {}, { headers: { locale: 'de' } });
    expect(answer.message).toMatch(/^[A-Z].*(Anmeldung|angemeldet|anmelden)/i);
  });
  it('waits after three wrong passwords, the right one too', async () => {
    const strict = await openExchange({}, { limitFactor: 1 });
    try {
      const user = await strict.newUser();
      const wrong = async () => (await strict.logIn({ ...user, password: 'wrong123x' })).code;
      const codes = [await wrong(), await wrong(), await wrong()];
      expect(codes).toEqual(['loginRefused', 'loginRefused', 'loginRefused']);
      // How long it waits is a test of the limits, by a clock of theirs.
      expect((await strict.logIn(user)).code).toBe('tooManyRequests');
    } finally {
      await strict.close();
    }
  });
});

describe('a password that was forgotten', () => {
  it('is set anew by a code; every session ends, and withdrawals rest', async () => {
    const user = await x.newUser();
    const code = await x.mailCode(user.email, 'retrieve');
    const answer = await x.ask('account.retrieve', {
      contact: email(user.email),
      code,
      password: 'fresh123x',
    });
    expect(answer.code).toBe(200);
    expect((await x.ask('account.profile', {}, { token: user.token })).code).toBe(401);
    expect((await x.logIn(user)).code).toBe('loginRefused');
    const { data } = await x.logIn({ ...user, password: 'fresh123x' });
    const { heldUntil } = (await x.ask('account.profile', {}, { token: data.token })).data;
    expect(heldUntil).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  });
  it('sends nothing to users it does not know, and says the same', async () => {
    await x.db.query('delete from message');
    const token = await x.temporary();
    const answer = await x.ask(
      'common.sendEmail',
      { email: 'ghost2@people.example', purpose: 'retrieve' },
      { token },
    );
    expect(answer.code).toBe(200);
    expect((await x.ask('dev.outbox')).data.messages).toEqual([]);
    const refused = await x.ask('account.retrieve', {
      contact: email('ghost2@people.example'),
      code: '123456',
      password: 'fresh123x',
    });
    expect(refused.code).toBe('codeInvalid');
  });
});
