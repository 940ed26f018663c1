import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person, TestExchange } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';

const FUND_PASSWORD = 'moon1234x';

let x: TestExchange;
beforeAll(async () => {
  x = await openExchange();
}, 60_000);
afterAll(() => x.close());

/** Somebody with a funding password. */
async function newOwner(): Promise<Person> {
  const person = await x.newPerson();
  const code = await x.mailCode(person.email, 'fundPassword', person.token);
  const body = { password: FUND_PASSWORD, code };
  expect((await x.ask('account.setFundPassword', body, person)).code).toBe(200);
  return person;
}
async function proofOf(person: Person, purpose = 'apiKey'): Promise<string> {
  const code = await x.mailCode(person.email, purpose, person.token);
  const { data } = await x.ask('withdraw.prove', { purpose, fundPassword: FUND_PASSWORD, code }, person);
  return data.proof;
}
const request = { name: 'bot', kind: 'hmac', spot: true, futures: false, addresses: [] };
const keysOf = async (person: Person) => (await x.ask('apiKey.list', {}, person)).data.keys;
const lastMail = async ({ email }: Person) => {
  const { messages } = (await x.ask('dev.outbox')).data;
  return messages.find(({ to }: { to: string }) => to === email);
};

describe('API keys', () => {
  it('are made by a proof of their own, whose secret is shown once and sealed at rest', async () => {
    const person = await newOwner();
    const add = (proof: string, more: object = {}) =>
      x.ask('apiKey.add', { ...request, proof, ...more }, person);
    expect((await add('made-up')).code).toBe('proofInvalid');
    const proof = await proofOf(person);
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
    expect(JSON.stringify(await keysOf(person))).not.toContain(data.secret);
    expect((await lastMail(person)).text).toContain('The API key bot was made');
    const { rows } = (await x.ask('account.logins', {}, person)).data;
    expect(rows[0].what).toBe('apiKeyAdded');
  });

  it('are not made by a proof that was given for something else', async () => {
    const person = await newOwner();
    const proof = await proofOf(person, 'addressBook');
    expect((await x.ask('apiKey.add', { ...request, proof }, person)).code).toBe('proofInvalid');
    expect(await keysOf(person)).toEqual([]);
  });

  it('keep of Ed25519 the public key alone, and end for their owner only', async () => {
    const [person, other] = [await newOwner(), await newOwner()];
    const { publicKey } = generateKeyPairSync('ed25519');
    const pem = publicKey.export({ type: 'spki', format: 'pem' });
    const proof = await proofOf(person);
    const { data } = await x.ask(
      'apiKey.add',
      { ...request, kind: 'ed25519', publicKey: pem, proof },
      person,
    );
    expect(data.secret).toBeNull();
    expect((await x.ask('apiKey.end', { id: data.key.id }, other)).code).toBe('notFound');
    expect(await keysOf(person)).toHaveLength(1);
    expect((await x.ask('apiKey.end', { id: data.key.id }, person)).code).toBe(200);
    expect(await keysOf(person)).toEqual([]);
    expect((await lastMail(person)).text).toContain('was ended');
  });

  it('end with a change of the password, and with its reset', async () => {
    const person = await newOwner();
    await x.ask('apiKey.add', { ...request, proof: await proofOf(person) }, person);
    expect(await keysOf(person)).toHaveLength(1);
    const password = 'tide5678y';
    await x.ask('account.changePassword', { old: person.password, password }, person);
    expect(await keysOf(person)).toEqual([]);
    expect((await lastMail(person)).text).toContain('Other sessions and every API key have ended');
    await x.ask('apiKey.add', { ...request, proof: await proofOf(person) }, person);
    const code = await x.mailCode(person.email, 'retrieve');
    const contact = { kind: 'email', email: person.email };
    expect((await x.ask('account.retrieve', { contact, code, password: 'tide9012z' })).code).toBe(200);
    const { data } = await x.logIn({ email: person.email, password: 'tide9012z' });
    expect((await x.ask('apiKey.list', {}, { token: data.token })).data.keys).toEqual([]);
  });
});
