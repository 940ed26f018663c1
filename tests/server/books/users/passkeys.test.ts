import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAuthenticator } from '../../../support/authenticator.ts';
import type { TestExchange, User } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';

let x: TestExchange;
beforeAll(async () => {
  x = await openExchange();
});
afterAll(() => x.close());

type Phone = ReturnType<typeof newAuthenticator>;

async function start({ token, password }: User) {
  return (await x.ask('account.passkeyStart', { password }, { token })).data;
}
async function withPasskey(): Promise<{ user: User; phone: Phone; id: number }> {
  const [user, phone] = [await x.newUser(), newAuthenticator()];
  const body = { label: ' My phone ', passkey: phone.make(await start(user)) };
  const { code, data } = await x.ask('account.passkeyAdd', body, { token: user.token });
  expect(code).toBe(200);
  return { user, phone, id: data.id };
}
const challenge = async () => (await x.ask('account.passkeyChallenge', {})).data;
const ownChallenge = (token: string) => x.ask('account.passkeyProof', {}, { token });
const logIn = (passkey: unknown) => x.ask('account.passkeyLogin', { passkey });
const lastEvent = async (token: string) =>
  (await x.ask('account.logins', { limit: 1 }, { token })).data.rows[0].what;

describe('a passkey', () => {
  it('is added with the password, is listed, is told by mail, and rests withdrawals', async () => {
    const { user, phone } = await withPasskey();
    const { token } = user;
    const { rpId, rows } = (await x.ask('account.passkeys', {}, { token })).data;
    expect(rpId).toBe('localhost');
    expect(rows).toMatchObject([{ label: 'My phone', usedAt: null }]);
    const profile = (await x.ask('account.profile', {}, { token })).data;
    expect(profile).toMatchObject({ heldAfter: 'passkeyAdded' });
    expect(profile.heldUntil).toBeGreaterThan(Date.now());
    const { messages } = (await x.ask('dev.outbox')).data;
    expect(messages.filter(({ to }: { to: string }) => to === user.email)).toContainEqual(
      expect.objectContaining({ subject: 'A passkey was added' }),
    );
    const again = await start(user);
    expect(again.passkeys).toEqual([phone.id]);
    const known = { label: '', passkey: phone.make(again) };
    expect((await x.ask('account.passkeyAdd', known, { token })).code).toBe('passkeyInvalid');
  });
  it('is the twentieth of a user at most, however many were begun before', async () => {
    const { user } = await withPasskey();
    await x.db.query(
      `insert into passkey (user_id, credential, public_key, counter, rp_id, handle, label, created_at)
       select p.user_id, p.credential || n, p.public_key, 0, p.rp_id, p.handle, 'Other', p.created_at
       from passkey p join app_user u on u.id = p.user_id, generate_series(1, 18) n where u.uid = $1`,
      [user.uid],
    );
    const [first, second] = [await start(user), await start(user)];
    const add = async (offer: Parameters<Phone['make']>[0]) => {
      const passkey = newAuthenticator().make(offer);
      return (await x.ask('account.passkeyAdd', { label: '', passkey }, { token: user.token })).code;
    };
    expect([await add(first), await add(second)]).toEqual([200, 'passkeysTooMany']);
    const { rows } = (await x.ask('account.passkeys', {}, { token: user.token })).data;
    expect(rows).toHaveLength(20);
  });
  it('is not begun without the password', async () => {
    const { token } = await x.newUser();
    const { code } = await x.ask('account.passkeyStart', { password: 'wrong1234' }, { token });
    expect(code).toBe('passwordWrong');
  });
  it('logs its owner in, with neither password nor code', async () => {
    const { user, phone } = await withPasskey();
    const offer = await challenge();
    expect(offer).toMatchObject({ rpId: 'localhost', passkeys: [] });
    const { code, data } = await logIn(phone.sign(offer));
    expect([code, data.uid]).toEqual([200, user.uid]);
    expect(await lastEvent(data.token)).toBe('login');
    const { rows } = (await x.ask('account.passkeys', {}, { token: data.token })).data;
    expect(rows[0].usedAt).toBeGreaterThan(0);
  });
  it.each([
    ['a challenge that was answered before', {}, true],
    ['a challenge that was never made', { challenge: 'AAAA' }, false],
    ['another place', { rpId: 'evil.example' }, false],
    ['another origin', { origin: 'https://evil.example' }, false],
    ['no finger', { isVerified: false }, false],
  ])('is refused for %s', async (_, change, isUsed) => {
    const { phone } = await withPasskey();
    const offer = await challenge();
    if (isUsed) expect((await logIn(phone.sign(offer))).code).toBe(200);
    expect((await logIn(phone.sign({ ...offer, ...change }))).code).toBe('passkeyInvalid');
  });
  it('is refused when its count does not rise: it is a copy', async () => {
    const { phone } = await withPasskey();
    phone.count(7);
    expect((await logIn(phone.sign(await challenge()))).code).toBe(200);
    phone.count(7);
    expect((await logIn(phone.sign(await challenge()))).code).toBe('passkeyInvalid');
  });
  it('is refused with the signature of another, and when nobody has it', async () => {
    const { phone } = await withPasskey();
    const other = newAuthenticator();
    const offer = await challenge();
    expect((await logIn({ ...other.sign(offer), id: phone.id })).code).toBe('passkeyInvalid');
    expect((await logIn(other.sign(await challenge()))).code).toBe('passkeyUnknown');
  });
  it('that is removed with the password logs nobody in', async () => {
    const { user, phone, id } = await withPasskey();
    const own = { token: user.token };
    const other = await x.newUser();
    const remove = (password: string, offer = own) => x.ask('account.passkeyRemove', { id, password }, offer);
    expect((await remove('wrong1234')).code).toBe('passwordWrong');
    expect((await remove(other.password, { token: other.token })).code).toBe('notFound');
    expect((await remove(user.password)).code).toBe(200);
    expect(await lastEvent(user.token)).toBe('passkeyRemoved');
    expect((await logIn(phone.sign(await challenge()))).code).toBe('passkeyUnknown');
  });
});

describe('a proof by passkey', () => {
  const codeFor = async ({ email, token }: User): Promise<string> => {
    await x.ask('common.sendEmail', { email: '', purpose: 'addressBook' }, { token });
    return x.codeFor(email);
  };
  const prove = (user: User, code: string, passkey: unknown) =>
    x.ask('withdraw.prove', { purpose: 'addressBook', code, passkey }, { token: user.token });

  it('stands for the funding password, beside the code', async () => {
    const { user, phone } = await withPasskey();
    const code = await codeFor(user);
    const offer = (await ownChallenge(user.token)).data;
    expect(offer.passkeys).toEqual([phone.id]);
    const answer = await prove(user, code, phone.sign(offer));
    expect(answer.code).toBe(200);
    const proof = { on: true, proof: answer.data.proof };
    expect((await x.ask('withdraw.setWhitelist', proof, { token: user.token })).code).toBe(200);
  });
  it('is no proof without the code, of another user, or by a login’s challenge', async () => {
    const { user, phone } = await withPasskey();
    const stranger = await withPasskey();
    const code = await codeFor(user);
    const of = async () => (await ownChallenge(user.token)).data;
    expect((await prove(user, '000000', phone.sign(await of()))).code).toBe('codeInvalid');
    expect((await prove(user, code, stranger.phone.sign(await of()))).code).toBe('passkeyUnknown');
    expect((await prove(user, code, phone.sign(await challenge()))).code).toBe('passkeyInvalid');
    expect((await logIn(phone.sign(await of()))).code).toBe('passkeyInvalid');
    expect((await ownChallenge((await x.newUser()).token)).code).toBe('passkeyUnknown');
  });
});
