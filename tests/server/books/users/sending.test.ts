import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database, Queries } from '../../../../server/base/db/database.ts';
import type { Purpose } from '../../../../server/books/users/codes.ts';
import type { AccountDeps, Caller } from '../../../../server/books/users/context.ts';
import { Limits } from '../../../../server/books/users/limits.ts';
import type { Messages, Recipient } from '../../../../server/books/users/messages.ts';
import {
  boundContact,
  LoginNeededError,
  reachedContact,
  sendCode,
} from '../../../../server/books/users/sending.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { codeOf } from '../../../support/spot.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const ADA = { id: 7, email: 'ada@example.com', phone: '+491511', anti_phishing: 'owl' };
const BOB = { id: 8, email: null, phone: '+491522', anti_phishing: null };
const stranger: Caller = { address: '10.0.0.9', device: 'Chrome', language: 'en_us' };
const ada: Caller = { ...stranger, address: '10.0.0.1', user: { userId: 7, sessionId: 1 } };
const mail = (email: string) => ({ kind: 'email', email }) as const;

/** Two users with what they have bound, and the messages that are written. */
function openSending({ isKnownPlace = false } = {}) {
  const written: { to: Recipient; key: string; fields: Readonly<Record<string, string>> }[] = [];
  const state = { isAway: false };
  const query = async <Row>(text: string, [first]: readonly unknown[] = []): Promise<readonly Row[]> => {
    const users = [ADA, BOB];
    if (text.includes('from account_event')) return (isKnownPlace ? [{}] : []) as Row[];
    if (!text.includes('from app_user')) return [];
    return users.filter(({ id, email, phone }) => [id, email, phone].includes(first as never)) as Row[];
  };
  const messages = {
    isLocal: (kind: string) => kind === 'phone',
    purpose: (_: string, purpose: string) => purpose,
    write: async (_tx: Queries, to: Recipient, key: string, _at: number, fields = {}) => {
      if (state.isAway) throw new Error('away');
      written.push({ to, key, fields });
    },
  };
  const db = { query, transaction: (work: (tx: Queries) => Promise<unknown>) => work({ query }) };
  const deps = {
    ...{ clock: new FakeClock(), published: () => undefined, limits: new Limits(), isPhone: () => true },
    db: db as unknown as Database,
    messages: messages as unknown as Messages,
    confirmedBy: async () => ({ about: 'withdrawal', fields: { amount: '5', to: 'bc1' } }),
  } as unknown as AccountDeps;
  return {
    ...{ deps, written, state },
    send: (purpose: Purpose, email: string, caller: Caller, about?: Parameters<typeof sendCode>[4]) =>
      sendCode(deps, mail(email), purpose, caller, about),
  };
}
const about = { currency: 'BTC', chain: 'btc', address: 'bc1', amount: '5' };

describe('the message with a code', () => {
  it.each<[Purpose, string, Caller, string | undefined]>([
    ['register', 'new@example.com', stranger, 'code'],
    ['register', 'ada@example.com', stranger, 'exists'],
    ['retrieve', 'ada@example.com', stranger, 'code'],
    ['retrieve', 'new@example.com', stranger, undefined],
    ['login', 'ada@example.com', stranger, 'code'],
    ['login', 'new@example.com', stranger, undefined],
    ['bindEmail', 'new@example.com', ada, 'code'],
    ['bindEmail', 'ada@example.com', { ...ada, user: { userId: 8, sessionId: 2 } }, 'taken'],
    ['changeEmail', '', ada, 'code'],
  ])('for %s to %j is what its owner may know, and its answer says nothing of it', async (...given) => {
    const [purpose, email, caller, key] = given;
    const { send, written } = openSending();
    expect(await send(purpose, email, caller)).toEqual({
      againInMs: 60_000,
      validMs: 600_000,
      isLocal: false,
    });
    expect(written.map((each) => each.key)).toEqual(key === undefined ? [] : [key]);
    for (const { fields } of written) if (key !== 'code') expect(fields).toEqual({});
  });

  it('has the word of its owner, and none for an address that nobody has', async () => {
    const { send, written } = openSending();
    await send('login', 'ADA@example.com', stranger);
    await send('bindEmail', 'new@example.com', ada);
    expect(written.map(({ to }) => [to.address, to.antiPhishing])).toEqual([
      ['ada@example.com', 'owl'],
      ['new@example.com', null],
    ]);
  });

  it('of a withdrawal says what it confirms, and is not sent without that', async () => {
    const { send, written } = openSending();
    expect(await codeOf(send('withdrawal', '', ada))).toBe('bodyInvalid');
    expect(await codeOf(send('login', 'ada@example.com', stranger, about))).toBe('bodyInvalid');
    await send('withdrawal', '', ada, about);
    expect(written).toMatchObject([{ key: 'codeWithdrawal', fields: { amount: '5', to: 'bc1' } }]);
  });

  it.each<Purpose>(['withdrawal', 'changeEmail', 'changePhone', 'apiKey', 'fundPassword', 'addressBook'])(
    'for %s goes to nobody but its user: what strangers receive of us is of their own doing',
    async (purpose) => {
      const { send, written, deps } = openSending();
      const bob = { ...ada, user: { userId: 8, sessionId: 2 } };
      const more = purpose === 'withdrawal' ? about : undefined;
      for (const [email, caller] of [
        ['new@example.com', ada],
        ['ada@example.com', bob],
      ] as const)
        expect(await codeOf(send(purpose, email, caller, more))).toBe('contactMissing');
      expect(written).toEqual([]);
      expect(await deps.limits.isOver('codesOfUser', '7')).toBe(false);
      await send(purpose, 'Ada@Example.com', ada, more);
      expect(written.map(({ to }) => to.address)).toEqual(['ada@example.com']);
    },
  );

  it.each<Purpose>(['withdrawal', 'changeEmail', 'bindPhone', 'apiKey', 'fundPassword'])(
    'for %s is for people with a session, who are looked for before anything is counted',
    async (purpose) => {
      const { send, deps } = openSending();
      const error = await send(purpose, '', stranger).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(LoginNeededError);
      expect(await deps.limits.isOver('codesFromAddress', stranger.address)).toBe(false);
    },
  );
});

describe('how often codes are sent', () => {
  it('is once a minute for a requester, a contact and a purpose', async () => {
    const { send } = openSending();
    await send('login', 'ada@example.com', stranger);
    await expect(send('login', 'ada@example.com', stranger)).rejects.toMatchObject({ retryAfterS: 60 });
    await send('retrieve', 'ada@example.com', stranger);
    vi.advanceTimersByTime(60_000);
    await send('login', 'ada@example.com', { ...stranger, address: '10.0.0.10' });
  });

  it('is the same for contacts that nobody has: a refusal does not say who has an account', async () => {
    const { send } = openSending();
    const [known, unknown] = ['10.0.0.8', '10.0.0.9'].map((address) => ({ ...stranger, address }));
    if (!known || !unknown) throw new Error('two callers');
    for (const wait of [0, 0, 60_000]) {
      vi.advanceTimersByTime(wait);
      const both = [send('login', 'ada@example.com', known), send('login', 'new@example.com', unknown)];
      const [first, second] = await Promise.all(both.map((each) => codeOf(each)));
      expect(first).toBe(second);
    }
  });

  it('has an end for all strangers together, and never for its owner or where they have been', async () => {
    const { send, deps } = openSending();
    for (let i = 0; i < 12; i++)
      await send('login', 'ada@example.com', { ...stranger, address: `10.0.1.${i}` });
    const next = { ...stranger, address: '10.0.2.1' };
    expect(await codeOf(send('login', 'ada@example.com', next))).toBe('tooManyRequests');
    expect(await codeOf(send('changeEmail', 'ada@example.com', ada))).toBeUndefined();
    const known = openSending({ isKnownPlace: true });
    const same = { ...known.deps, limits: deps.limits };
    expect(
      await codeOf(sendCode(same, mail('ada@example.com'), 'login', { ...next, address: '10.0.2.2' })),
    ).toBe(undefined);
  });

  it('counts only what was sent: one that could not be written is free again at once', async () => {
    const { send, state, written } = openSending();
    state.isAway = true;
    for (let i = 0; i < 3; i++)
      await expect(send('login', 'ada@example.com', stranger)).rejects.toThrow('away');
    state.isAway = false;
    await send('login', 'ada@example.com', stranger);
    expect(written.length).toBe(1);
  });
});

describe('where codes go that prove a user', () => {
  it('is the mail, else the phone; what is not bound is missing', async () => {
    const { deps } = openSending();
    expect(await reachedContact(deps, 7)).toEqual({ kind: 'email', value: 'ada@example.com' });
    expect(await reachedContact(deps, 8)).toEqual({ kind: 'phone', value: '+491522' });
    expect(await codeOf(boundContact(deps, 8, 'email'))).toBe('contactMissing');
    expect(await codeOf(boundContact(deps, 9, 'phone'))).toBe('notFound');
  });
});
