import { describe, expect, it } from 'vitest';
import type { RefusalCode } from '../../../../domain/index.ts';
import { RuleError } from '../../../../domain/index.ts';
import type { Database, Queries } from '../../../../server/base/db/database.ts';
import { digestOf } from '../../../../server/base/digest.ts';
import type { CodeTry, Requester, Sending } from '../../../../server/books/users/codes.ts';
import {
  CODE_MS,
  canonicalContact,
  requesterOf,
  tryCode,
  writeCode,
} from '../../../../server/books/users/codes.ts';
import type { Messages } from '../../../../server/books/users/messages.ts';
import { takeProof } from '../../../../server/books/users/proofs.ts';
import { addUser, withDatabase } from '../../../support/databases.ts';
import { codeOf } from '../../../support/spot.ts';

const AT = 1_000_000_000;
const OWNER: Requester = { by: 'token aa', from: '10.0.0.1' };
/** Another page at the same address, and somebody elsewhere. */
const [BESIDE, ELSEWHERE]: readonly [Requester, Requester] = [
  { by: 'token bb', from: '10.0.0.1' },
  { by: 'token cc', from: '10.0.0.9' },
];

describe('a contact', () => {
  const isPhone = (number: string) => number.startsWith('+49');
  it.each([
    [
      { kind: 'email', email: ' Ada@Example.COM ' },
      { kind: 'email', value: 'ada@example.com' },
    ],
    [
      { kind: 'phone', phone: '+4915112345678' },
      { kind: 'phone', value: '+4915112345678' },
    ],
  ] as const)('%j is %j', (contact, canonical) => {
    expect(canonicalContact(contact, isPhone)).toEqual(canonical);
  });
  it.each([
    [{ kind: 'email', email: '' }],
    [{ kind: 'email', email: 'ada' }],
    [{ kind: 'email', email: 'ada@example.com\nBcc: all@example.com' }],
    [{ kind: 'phone', phone: '' }],
    [{ kind: 'phone', phone: '015112345678' }],
    [{ kind: 'phone', phone: '+12025550100' }],
  ] as const)('%j is refused', (contact) => {
    expect(() => canonicalContact(contact, isPhone)).toThrow(RuleError);
  });
});

it('who requests a code is a user, else a page by its token, else nobody, from a network', () => {
  const from = { address: '2001:db8::1', device: 'x', language: 'en_us' } as const;
  const temporary = new Uint8Array([1, 255]);
  const network = '2001:db8:0:0::/64';
  expect(requesterOf(from)).toEqual({ by: 'nobody', from: network });
  expect(requesterOf({ ...from, temporary })).toEqual({ by: 'token 01ff', from: network });
  expect(requesterOf({ ...from, temporary, user: { userId: 7, sessionId: 1 } })).toEqual({
    by: 'user 7',
    from: network,
  });
});

it.each([
  ['', 'codeEmpty'],
  ['12345', 'codeInvalid'],
  ['1234567', 'codeInvalid'],
  ['12345６', 'codeInvalid'],
  ['123456\n', 'codeInvalid'],
])('what is no code, %j, is refused before the database is read, and costs no try', async (code, refusal) => {
  const none: Queries = { query: () => Promise.reject(new Error('no database')) };
  const contact = { kind: 'email', value: 'ada@example.com' } as const;
  expect(await codeOf(tryCode(none, { contact, purpose: 'login', code, requester: OWNER }, AT))).toBe(
    refusal,
  );
});

let contacts = 0;
/** A mailbox of its own, to which codes go. */
function newMailbox(db: Database) {
  const contact = { kind: 'email', value: `box${++contacts}@example.com` } as const;
  const messages: Record<string, string>[] = [];
  const writer = {
    purpose: (_: string, purpose: string) => `words of ${purpose}`,
    write: async (_tx: Queries, _to: object, key: string, at: number, fields: object) =>
      void messages.push({ key, at: `${at}`, ...fields }),
  } as unknown as Messages;
  const code = (index: number) => messages.at(index)?.['code'] ?? '';
  const attempt = (text: string, more: Partial<CodeTry> & { at?: number } = {}) =>
    tryCode(db, { contact, purpose: 'login', code: text, requester: OWNER, ...more }, more.at ?? AT);
  return {
    ...{ contact, messages, code, attempt },
    send: (more: Partial<Sending> = {}, at = AT) =>
      writeCode(
        db,
        writer,
        { to: contact, requester: OWNER, purpose: 'login', language: 'en_us', ...more },
        at,
      ),
    refusal: (text: string, more: Partial<CodeTry> & { at?: number } = {}) => codeOf(attempt(text, more)),
    /** A code of six digits that is none of those that were sent. */
    wrong: () =>
      ['000001', '000002', '000003', '000004'].find((text) =>
        messages.every((each) => each['code'] !== text),
      ) ?? '',
  };
}

// Tries are counted by the statement that reads a code: without a database their rules would be the test's own.
withDatabase('a code', (db) => {
  it('is six digits in a message that says what it is for and how long', async () => {
    const { send, messages } = newMailbox(db());
    await send();
    const [message] = messages;
    expect(message).toMatchObject({ key: 'code', minutes: '10', purpose: 'words of login', at: `${AT}` });
    expect(message?.['code']).toMatch(/^\d{6}$/);
    const confirmed = { about: 'withdrawal 7', fields: { amount: '5 USDT', to: 'bc1x' } };
    await send({ purpose: 'withdrawal', confirmed });
    expect(messages[1]).toMatchObject({ key: 'codeWithdrawal', amount: '5 USDT', to: 'bc1x' });
  });

  it('is good until ten minutes have gone, to the millisecond', async () => {
    const { send, code, refusal } = newMailbox(db());
    await send();
    expect(await refusal(code(0), { at: AT + CODE_MS })).toBe('codeInvalid');
    expect(await refusal(code(0), { at: AT + CODE_MS - 1 })).toBeUndefined();
  });

  it('is good for its purpose and its contact alone', async () => {
    const { send, code, refusal } = newMailbox(db());
    await send();
    expect(await refusal(code(0), { purpose: 'retrieve' })).toBe('codeInvalid');
    expect(await refusal(code(0), { contact: newMailbox(db()).contact })).toBe('codeInvalid');
    expect(await refusal(code(0))).toBeUndefined();
  });

  it('is void after the next one of its requester, and after no one else’s', async () => {
    const { send, code, refusal } = newMailbox(db());
    await send();
    await send({ requester: ELSEWHERE });
    // The newest at this address is another page's: the own one counts all the same.
    await send({ requester: BESIDE });
    await send({ purpose: 'retrieve' });
    expect(await refusal(code(0))).toBeUndefined();
    await send();
    expect([await refusal(code(0)), await refusal(code(-1))]).toEqual(['codeInvalid', undefined]);
  });

  it('is void after five tries, the right one too', async () => {
    const { send, code, refusal, wrong } = newMailbox(db());
    await send();
    for (let i = 0; i < 4; i++) expect(await refusal(wrong())).toBe('codeInvalid');
    expect(await refusal(code(0))).toBeUndefined();
    expect(await refusal(code(0))).toBe('codeInvalid');
  });

  it('keeps its tries where the exchange has no time for what it is good for, and for nothing else', async () => {
    const { send, code, attempt } = newMailbox(db());
    await send();
    const refused = (refusal: RefusalCode) => async () => {
      throw new RuleError(refusal);
    };
    const meanwhile = async (refusal: RefusalCode) => {
      const tried = await attempt(code(0));
      return codeOf(tried.meanwhile(refused(refusal)));
    };
    for (let i = 0; i < 9; i++) expect(await meanwhile('unavailable')).toBe('unavailable');
    // A password that is tried with it is counted.
    for (let i = 0; i < 4; i++) expect(await meanwhile('loginRefused')).toBe('loginRefused');
    expect(await (await attempt(code(0))).meanwhile(async () => 'done')).toBe('done');
    expect(await codeOf(attempt(code(0)))).toBe('codeInvalid');
    const other = await send().then(() => attempt(code(-1), { requester: BESIDE }));
    await codeOf(other.meanwhile(refused('unavailable')));
    for (let i = 0; i < 2; i++)
      expect(await codeOf(attempt(code(-1), { requester: BESIDE }))).toBeUndefined();
    expect(await codeOf(attempt(code(-1), { requester: BESIDE }))).toBe('codeInvalid');
  });

  it('keeps its tries though others try at the same address, of whom two are let', async () => {
    const { send, code, refusal, wrong } = newMailbox(db());
    await send();
    expect(await refusal(wrong(), { requester: BESIDE })).toBe('codeInvalid');
    // A page that was loaded again has another token, and the right code.
    expect(await refusal(code(0), { requester: BESIDE })).toBeUndefined();
    expect(await refusal(code(0), { requester: BESIDE })).toBe('codeInvalid');
    for (let i = 0; i < 4; i++) await refusal(wrong());
    expect(await refusal(code(0))).toBeUndefined();
  });

  it('is refused elsewhere, whether right or wrong, and costs its owner nothing', async () => {
    const { send, code, refusal, wrong } = newMailbox(db());
    await send();
    for (let i = 0; i < 9; i++)
      expect(await refusal(i % 2 ? code(0) : wrong(), { requester: ELSEWHERE })).toBe('codeInvalid');
    expect(await refusal(code(0))).toBeUndefined();
  });

  it('is taken once, in the transaction that it is good for, with what its message named', async () => {
    const { send, code, attempt } = newMailbox(db());
    await send({ confirmed: { about: 'withdrawal 7', fields: { amount: '5', to: 'x' } } });
    const [first, second] = [await attempt(code(0)), await attempt(code(0))];
    const back = new Error('taken back');
    const undone = db().transaction(async (tx) => {
      expect(await first(tx)).toBe('withdrawal 7');
      throw back;
    });
    await expect(undone).rejects.toBe(back);
    expect(await db().transaction(first)).toBe('withdrawal 7');
    expect(await codeOf(db().transaction(second))).toBe('codeInvalid');
  });

  it('is kept as a hash that differs from contact to contact', async () => {
    const { send, code, contact } = newMailbox(db());
    await send();
    const [row] = await db().query<{ hash: Uint8Array }>('select hash from code where contact = $1', [
      contact.value,
    ]);
    expect(new Uint8Array(row?.hash ?? [])).toEqual(digestOf(`login\n${contact.value}\n${code(0)}`));
  });
});

withDatabase('a proof', (db) => {
  const PURPOSE = 'withdrawal';
  let tokens = 0;
  const newProof = async (about = '') => {
    const userId = await addUser(db());
    const proof = `token ${++tokens}`;
    await db().query(
      'insert into proof (hash, user_id, purpose, expires_at, about) values ($1, $2, $3, $4, $5)',
      [digestOf(proof), userId, PURPOSE, AT + 10, about],
    );
    return { userId, proven: { purpose: PURPOSE, proof, about } as const };
  };
  const refusal = (...taken: Parameters<typeof takeProof> extends [Queries, ...infer Rest] ? Rest : never) =>
    codeOf(db().transaction((tx) => takeProof(tx, ...taken)));

  it('is taken once, by its user, for its purpose, before it ends', async () => {
    const { userId, proven } = await newProof();
    const other = await newProof();
    expect(await refusal(other.userId, proven, AT)).toBe('proofInvalid');
    expect(await refusal(userId, { ...proven, purpose: 'addressBook' }, AT)).toBe('proofInvalid');
    expect(await refusal(userId, { ...proven, proof: `${proven.proof} ` }, AT)).toBe('proofInvalid');
    expect(await refusal(userId, proven, AT + 10)).toBe('proofInvalid');
    expect(await refusal(userId, proven, AT + 9)).toBeUndefined();
    expect(await refusal(userId, proven, AT)).toBe('proofInvalid');
  });

  it('is no proof of anything but what its message named, and stays for that', async () => {
    const { userId, proven } = await newProof('5 USDT to ada');
    for (const about of ['', '5 USDT to bob', '5 USDT to ada '])
      expect(await refusal(userId, { ...proven, about }, AT)).toBe('proofOther');
    expect(await refusal(userId, proven, AT)).toBeUndefined();
  });

  it('of two withdrawals at once is taken by one', async () => {
    const { userId, proven } = await newProof();
    const both = await Promise.all([refusal(userId, proven, AT), refusal(userId, proven, AT)]);
    expect(both.toSorted()).toEqual(['proofInvalid', undefined]);
  });
});
