import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestExchange, User } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';

const FUND_PASSWORD = 'moon1234x';

let x: TestExchange;
beforeAll(async () => {
  x = await openExchange();
}, 60_000);
afterAll(() => x.close());

/** Somebody with a funding password. */
async function newOwner(): Promise<User> {
  const user = await x.newUser();
  const code = await x.mailCode(user.email, 'fundPassword', user.token);
  const body = { password: FUND_PASSWORD, code };
  expect((await x.ask('account.setFundPassword', body, user)).code).toBe(200);
  return user;
}
async function proofOf(user: User, purpose = 'apiKey'): Promise<string> {
  const code = await x.mailCode(user.email, purpose, user.token);
  const { data } = await x.ask('withdraw.prove', { purpose, fundPassword: FUND_PASSWORD, code }, user);
  return data.proof;
}
const request = { name: 'bot', kind: 'hmac', spot: true, futures: false, addresses: [] };
const keysOf = async (user: User) => (await x.ask('apiKey.list', {}, user)).data.keys;
const lastMail = async ({ email }: User) => {
  const { messages } = (await x.ask('dev.outbox')).data;
  return messages.find(({ to }: { to: string }) => to === email);
};

describe('API keys', () => {
  it('are made by a proof of their own, whose secret is shown once and sealed at rest', async () => {
    const user = await newOwner();
    const add = (proof: string, more: object = {}) =>
      x.ask('apiKey.add', { ...request, proof, ...more }, user);
    expect((await add('made-up')).code).toBe('proofInvalid');
    const proof = await proofOf(user);
    // What is wrong with the request is said before the proof is used up.
    expect((await add(proof, { addresses: ['10.0.0.300'] })).code).toBe('apiKeyAddress');
    expect((await add(proof, { kind: 'ed25519', publicKey: 'x' })).code).toBe('apiKeyPublic');
    const { code, data } = await add(proof, { addresses: ['10.0.0.1', '2001:DB8::1', '10.0.0.1'] });
    expect(code).toBe(200);
    expect(data.key).toMatchObject({ name: 'bot', spot: true, futures: false, usedAt: null });
    expect(data.key.addresses).toEqual(['10.0.0.1', '2001:db8:0:0:0:0:0:1']);
    expect(data.key.apiKey).toMatch(/^[A-Za-z0-9]{64}$/);
    expect((await add(proof)).code).toBe('proofInvalid');
    const [row] = await x.db.query<{ secret: string }>('select secret from api_key where api_key = $1', [
      data.key.apiKey,
    ]);
    expect(row?.secret).not.toContain(data.secret);
    expect(JSON.stringify(await keysOf(user))).not.toContain(data.secret);
    expect((await lastMail(user)).text).toContain('The API key bot was made');
    const { rows } = (await x.ask('account.logins', {}, user)).data;
    expect(rows[0].what).toBe('apiKeyAdded');
  });

  it('are refused for what is wrong with them, and of more than thirty, without using the proof up', async () => {
    const [user, other] = [await newOwner(), await newOwner()];
    const proof = await proofOf(user);
    const add = (more: object = {}) => x.ask('apiKey.add', { ...request, proof, ...more }, user);
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const codes = [
      { name: 'x'.repeat(41) },
      { name: 'a\u202eb' },
      { addresses: ['10.0.0.1', 'example.org'] },
      { addresses: ['', ' \t'] },
      { publicKey: 'AAAA' },
      { kind: 'ed25519' },
      { kind: 'ed25519', publicKey: publicKey.export({ type: 'spki', format: 'pem' }) },
    ].map(async (more) => (await add(more)).code);
    expect(await Promise.all(codes)).toEqual([
      ...['labelInvalid', 'labelInvalid', 'apiKeyAddress', 'apiKeyAddress'],
      ...['apiKeyPublic', 'apiKeyPublic', 'apiKeyPublic'],
    ]);
    const fill = (owner: User, count: number) =>
      x.db.query(
        `insert into api_key (user_id, name, api_key, kind, secret, spot, futures, addresses, created_at)
         select id, 'k', uid || lpad(n::text, 64 - length(uid), '0'), 'hmac', 'x', true, false, '{}', 1
         from app_user, generate_series(1, $2::int) n where uid = $1`,
        [owner.uid, count],
      );
    await fill(user, 30);
    await fill(other, 30);
    const before = await keysOf(user);
    expect((await add()).code).toBe('apiKeysTooMany');
    // One that has ended makes room, of the user's own alone.
    expect((await x.ask('apiKey.end', { id: before[0].id }, other)).code).toBe('notFound');
    expect((await add()).code).toBe('apiKeysTooMany');
    expect((await x.ask('apiKey.end', { id: before[0].id }, user)).code).toBe(200);
    expect((await x.ask('apiKey.end', { id: before[0].id }, user)).code).toBe('notFound');
    const { code, data } = await add({ name: '  ' });
    expect([code, data.key.name, (await keysOf(user)).length]).toEqual([200, 'API', 30]);
  });

  it('are not made by a proof that was given for something else', async () => {
    const user = await newOwner();
    const proof = await proofOf(user, 'addressBook');
    expect((await x.ask('apiKey.add', { ...request, proof }, user)).code).toBe('proofInvalid');
    expect(await keysOf(user)).toEqual([]);
  });

  it('keep of Ed25519 the public key alone, and end for their owner only', async () => {
    const [user, other] = [await newOwner(), await newOwner()];
    const { publicKey } = generateKeyPairSync('ed25519');
    const pem = publicKey.export({ type: 'spki', format: 'pem' });
    const proof = await proofOf(user);
    const { data } = await x.ask('apiKey.add', { ...request, kind: 'ed25519', publicKey: pem, proof }, user);
    expect(data.secret).toBeNull();
    expect((await x.ask('apiKey.end', { id: data.key.id }, other)).code).toBe('notFound');
    expect(await keysOf(user)).toHaveLength(1);
    expect((await x.ask('apiKey.end', { id: data.key.id }, user)).code).toBe(200);
    expect(await keysOf(user)).toEqual([]);
    expect((await lastMail(user)).text).toContain('was ended');
  });

  it('end with a change of the password, and with its reset', async () => {
    const user = await newOwner();
    await x.ask('apiKey.add', { ...request, proof: await proofOf(user) }, user);
    expect(await keysOf(user)).toHaveLength(1);
    const password = 'tide5678y';
    await x.ask('account.changePassword', { old: user.password, password }, user);
    expect(await keysOf(user)).toEqual([]);
    expect((await lastMail(user)).text).toContain('Other sessions and every API key have ended');
    await x.ask('apiKey.add', { ...request, proof: await proofOf(user) }, user);
    const code = await x.mailCode(user.email, 'retrieve');
    const contact = { kind: 'email', email: user.email };
    expect((await x.ask('account.retrieve', { contact, code, password: 'tide9012z' })).code).toBe(200);
    const { data } = await x.logIn({ email: user.email, password: 'tide9012z' });
    expect((await x.ask('apiKey.list', {}, { token: data.token })).data.keys).toEqual([]);
  });
});
