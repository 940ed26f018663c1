import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { login } from '../../../../server/books/users/access.ts';
import type { AccountDeps, Caller, UserCaller } from '../../../../server/books/users/context.ts';
import { changePassword } from '../../../../server/books/users/security.ts';
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

describe('a login that is under way', () => {
  it('opens nothing when the password is reset meanwhile', async () => {
    const user = await x.newUser();
    await expect(logInMeanwhile(user, () => resetPassword(user))).rejects.toMatchObject({
      code: 'loginRefused',
    });
    expect(await liveSessions(user)).toBe(0);
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
    const [row] = await x.db.query<UserCaller['user']>(
      `select u.id as "userId", s.id as "sessionId" from app_user u join session s on s.user_id = u.id where u.uid = $1`,
      [user.uid],
    );
    if (!row) throw new Error('nobody is logged in');
    const attempt = changePassword(
      meanwhile(() => resetPassword(user)),
      { old: user.password, password: 'thief1234z' },
      { ...caller, user: row },
    );
    await expect(attempt).rejects.toMatchObject({ code: 'passwordWrong' });
    expect((await x.logIn({ email: user.email, password: NEW })).code).toBe(200);
    expect((await x.logIn({ email: user.email, password: 'thief1234z' })).code).toBe('loginRefused');
  });
});
