import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completeGuest } from '../../../../server/books/people/guests.ts';
import type { TestExchange } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';

let x: TestExchange;
beforeAll(async () => {
  x = await openExchange();
});
afterAll(() => x.close());

const password = 'tide1234x';
const guest = async (): Promise<string> => (await x.ask('account.guest', { agreed: true })).data.token;
const codeOf = async (token: string): Promise<string> =>
  (await x.ask('account.profile', {}, { token })).data.inviteCode;

let count = 0;
/** Makes a guest's account whole by an address of its own. */
async function complete(token: string, more: object = {}) {
  const email = `whole.${++count}@people.example`;
  const code = await x.mailCode(email, 'register', token);
  const contact = { kind: 'email', email };
  return x.ask('account.complete', { contact, code, password, ...more }, { token });
}

describe('a guest who becomes whole', () => {
  it('names who invited them, and is in their team', async () => {
    const ann = await x.newPerson();
    const token = await guest();
    expect((await complete(token, { inviteCode: await codeOf(ann.token) })).code).toBe(200);
    expect((await x.ask('team.info', {}, { token })).data.inviter).not.toBeNull();
    expect((await x.ask('team.info', {}, ann)).data.direct.registered).toBe(1);
  });

  it('is invited by somebody who came after the guest did', async () => {
    const token = await guest();
    const late = await x.newPerson();
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
      password,
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
      { contact: { kind: 'email', email: emails[1] ?? '' }, code: codes[1] ?? '', password },
      caller as Parameters<typeof completeGuest>[2],
    );
    await expect(second).rejects.toMatchObject({ code: 'contactBound' });
    const logins = await Promise.all(emails.map((email = '') => x.logIn({ email, password })));
    expect(logins.map(({ code }) => code)).toEqual([200, 'loginRefused']);
  });
});
