import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestOf } from '../../../../server/base/digest.ts';
import { login, retrieve } from '../../../../server/books/users/access.ts';
import type { AccountDeps, Caller, UserCaller } from '../../../../server/books/users/context.ts';
import { removePasskey } from '../../../../server/books/users/passkeys.ts';
import * as security from '../../../../server/books/users/security.ts';
import type { TestExchange, User } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';
import { runOps } from '../../../support/ops.ts';

let x: TestExchange;
beforeAll(async () => {
  x = await openExchange();
});
afterAll(() => x.close());

const NEW = 'moon5678y';
const caller: Caller = { address: '10.0.0.9', device: 'Chrome · Android', language: 'en_us' };

/** Accounts whose hashes are slow enough for something else to happen right after one. */
const meanwhile = (event: () => Promise<unknown>): AccountDeps => {
  const { accounts } = x.exchange;
  return {
    ...accounts,
    hasher: {
      ...accounts.hasher,
      async verify(...given) {
        const isRight = await accounts.hasher.verify(...given);
        await event();
        return isRight;
      },
    },
  };
};

/** Accounts to which something happens right after a question to the database, outside of a transaction. */
function rightAfter(question: string, event: () => Promise<unknown>): AccountDeps {
  const { accounts } = x.exchange;
  const db: AccountDeps['db'] = {
    ...accounts.db,
    async query<Row>(text: string, params?: readonly unknown[]) {
      const rows = await accounts.db.query<Row>(text, params);
      if (text.startsWith(question)) await event();
      return rows;
    },
  };
  return { ...accounts, db };
}

async function resetPassword({ email }: User): Promise<void> {
  const token = await x.temporary();
  await x.ask('common.sendEmail', { email, purpose: 'retrieve' }, { token });
  const code = await x.codeFor(email);
  const contact = { kind: 'email', email };
  expect((await x.ask('account.retrieve', { contact, code, password: NEW }, { token })).code).toBe(200);
}

const logInMeanwhile = ({ email, password }: User, event: () => Promise<unknown>) =>
  login(meanwhile(event), { contact: { kind: 'email', email }, password }, caller);

const liveSessions = async ({ uid }: User): Promise<number> =>
  (
    await x.db.query(
      'select s.id from session s join app_user u on u.id = s.user_id where u.uid = $1 and s.ended_at is null',
      [uid],
    )
  ).length;

async function sessionOf({ uid }: User): Promise<UserCaller['user']> {
  const [row] = await x.db.query<UserCaller['user']>(
    `select u.id as "userId", s.id as "sessionId" from app_user u join session s on s.user_id = u.id where u.uid = $1`,
    [uid],
  );
  if (!row) throw new Error('nobody is logged in');
  return row;
}

describe('a login that is under way', () => {
  it('opens nothing when the password is reset meanwhile', async () => {
    const user = await x.newUser();
    await expect(logInMeanwhile(user, () => resetPassword(user))).rejects.toMatchObject({
      code: 'loginRefused',
    });
    expect(await liveSessions(user)).toBe(0);
  });

  it('opens nothing when a second factor is turned on after it was looked at', async () => {
    const user = await x.newUser();
    const deps = rightAfter('select totp_secret', () =>
      x.db.query('update app_user set totp_on = true where uid = $1', [user.uid]),
    );
    const contact = { kind: 'email', email: user.email } as const;
    const attempt = login(deps, { contact, password: user.password }, caller);
    await expect(attempt).rejects.toMatchObject({ code: 'totpRequired' });
    expect(await liveSessions(user)).toBe(1);
  });

  it('opens nothing that lives on once the account is free again, when it is frozen meanwhile', async () => {
    const user = await x.newUser();
    const freeze = () => runOps(x.exchange.accounts, 'users freeze', [user.uid]);
    const attempt = logInMeanwhile(user, freeze).then(
      () => 'opened',
      ({ code }) => code,
    );
    expect(await attempt).toBe('accountFrozen');
    expect((await runOps(x.exchange.accounts, 'users unfreeze', [user.uid])).ok).toBe(true);
    expect(await liveSessions(user)).toBe(0);
  });
});

describe('a change of the password that is under way', () => {
  it('does not replace the one that its owner has set by a reset meanwhile', async () => {
    const user = await x.newUser();
    const row = await sessionOf(user);
    const attempt = security.changePassword(
      meanwhile(() => resetPassword(user)),
      { old: user.password, password: 'thief1234z' },
      { ...caller, user: row },
    );
    await expect(attempt).rejects.toMatchObject({ code: 'passwordWrong' });
    expect((await x.logIn({ email: user.email, password: NEW })).code).toBe(200);
    expect((await x.logIn({ email: user.email, password: 'thief1234z' })).code).toBe('loginRefused');
  });
});

it('a code to a contact that its user leaves meanwhile sets no password', async () => {
  const user = await x.newUser();
  const deps = rightAfter('select id, uid, password_hash', () =>
    x.db.query("update app_user set email = 'new@people.example' where uid = $1", [user.uid]),
  );
  const token = await x.temporary();
  const contact = { kind: 'email', email: user.email } as const;
  const code = await x.mailCode(user.email, 'retrieve', token);
  const request = { contact, code, password: NEW };
  await expect(retrieve(deps, request, { ...caller, temporary: digestOf(token) })).rejects.toMatchObject({
    code: 'codeInvalid',
  });
  const now = await x.logIn({ email: 'new@people.example', password: user.password });
  expect(now.code).toBe(200);
});

/** What takes a guard from an account, by the password that its owner resets meanwhile. */
describe('a change that the old password proves, and that is under way', () => {
  const FACTOR = 'AAAAA-AAAAA';
  const PHONE = '+4915112345690';
  const kept = async ({ uid }: User) =>
    x.db.query(
      `select totp_on, phone, email is not null as mail, (select count(*)::int from passkey p where p.user_id = u.id) as passkeys
       from app_user u where uid = $1`,
      [uid],
    );
  const send = (call: 'common.sendEmail' | 'common.sendSms', body: object, { token }: User) =>
    x.ask(call, body, { token });

  it.each([
    [
      'turning the second factor off',
      (deps: AccountDeps, { password }: User, own: UserCaller) =>
        security.turnTotpOff(deps, { password, totp: FACTOR }, own),
    ],
    [
      'removing a passkey',
      async (deps: AccountDeps, { password }: User, own: UserCaller) => {
        const [row] = await x.db.query<{ id: number }>('select id from passkey where user_id = $1', [
          own.user.userId,
        ]);
        return removePasskey(deps, { id: row?.id ?? 0, password, totp: FACTOR }, own);
      },
    ],
    [
      'binding a phone',
      async (deps: AccountDeps, user: User, own: UserCaller) => {
        await send('common.sendEmail', { email: '', purpose: 'changePhone' }, user);
        const oldCode = await x.codeFor(user.email);
        await send('common.sendSms', { phone: PHONE, purpose: 'bindPhone' }, user);
        const code = await x.codeFor(PHONE);
        return security.bindPhone(
          deps,
          { oldCode, phone: PHONE, code, password: user.password, totp: FACTOR },
          own,
        );
      },
    ],
  ] as const)('%s does not happen', async (_, attempt) => {
    const user = await x.newUser();
    const own: UserCaller = { ...caller, user: await sessionOf(user) };
    const { userId } = own.user;
    await x.db.query("update app_user set totp_on = true, totp_secret = 'sealed' where id = $1", [userId]);
    await x.db.query('insert into recovery_code values ($1, $2)', [userId, digestOf(FACTOR)]);
    await x.db.query(
      `insert into passkey (user_id, credential, public_key, counter, rp_id, handle, label, created_at)
       values ($1, $2, ''::bytea, 0, 'localhost', 'h', 'phone', 0)`,
      [userId, `c${userId}`],
    );
    const before = await kept(user);
    const deps = meanwhile(() => resetPassword(user));
    await expect(attempt(deps, user, own)).rejects.toMatchObject({ code: 'passwordWrong' });
    expect(await kept(user)).toEqual(before);
  });
});
