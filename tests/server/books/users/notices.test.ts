import { describe, expect, it } from 'vitest';
import { CHANGE_HOLD_MS } from '../../../../domain/index.ts';
import type { Transaction } from '../../../../server/base/commands/command.ts';
import type { Messages, Recipient } from '../../../../server/books/users/messages.ts';
import {
  noteChange,
  notify,
  protect,
  recipientOf,
  recipientsOf,
} from '../../../../server/books/users/notices.ts';

const AT = Date.UTC(2026, 10, 20, 9, 5, 59);
const caller = { device: 'Firefox', address: '10.0.0.1', language: 'en_us' } as const;

interface Contacts {
  readonly email: string | null;
  readonly phone: string | null;
  readonly language?: string;
  readonly anti_phishing?: string | null;
}

/** A transaction on one user, which writes down in order what is done in it. */
function openWork({ language = 'de', anti_phishing = 'owl', ...contacts }: Contacts) {
  const done: unknown[][] = [];
  const work: Transaction = {
    at: AT,
    tx: {
      async query<Row>(text: string, params: readonly unknown[] = []) {
        if (text.startsWith('select')) return [{ ...contacts, language, anti_phishing }] as Row[];
        done.push([text.split(' ', 3).join(' '), ...params]);
        return [];
      },
    },
    publish: async (userId, type) => void done.push(['publish', userId, type]),
    publishBalances: async () => undefined,
    touched: () => undefined,
  };
  const write: Messages['write'] = async (_, to, key, at, fields) => {
    done.push(['mail', to?.address, key, at, fields]);
  };
  return { done, work, deps: { messages: { write } as Messages } };
}
const both = { email: 'ada@example.com', phone: '+491511' };
const stamp = { device: 'Firefox', address: '10.0.0.1', time: '2026-11-20 09:05 UTC' };

describe('where a user is reached', () => {
  it.each<[string, Contacts, readonly string[]]>([
    ['by mail first, then by phone', both, ['ada@example.com', '+491511']],
    ['by phone alone', { ...both, email: null }, ['+491511']],
    ['nowhere, as a guest', { email: null, phone: null }, []],
  ])('is %s', async (_, contacts, addresses) => {
    const { work } = openWork(contacts);
    const all = await recipientsOf(work.tx, 7);
    expect(all.map(({ address }) => address)).toEqual(addresses);
    expect(await recipientOf(work.tx, 7)).toEqual(all[0]);
  });

  it('is in the user’s language, in English where that is none of ours', async () => {
    const languages = async (language: string) =>
      (await recipientsOf(openWork({ ...both, language }).work.tx, 7)).map((each) => each.language);
    expect(await languages('xx')).toEqual(['en_us', 'en_us']);
    expect(await languages('__proto__')).toEqual(['en_us', 'en_us']);
    expect(await languages('de')).toEqual(['de', 'de']);
  });

  it('has the anti-phishing word in mails alone: it stands in no text message', async () => {
    const [mail, phone] = await recipientsOf(openWork(both).work.tx, 7);
    expect([mail?.antiPhishing, phone?.antiPhishing]).toEqual(['owl', undefined]);
  });
});

describe('a notice', () => {
  it('says from where and when, to the minute, and its own fields come last', async () => {
    const { done, work, deps } = openWork(both);
    await notify(deps, work, 7, 'newLogin', caller);
    await notify(deps, work, 7, 'withdrawSent', caller, { fields: { amount: '5', device: 'an API key' } });
    expect(done).toEqual([
      ['mail', 'ada@example.com', 'newLogin', AT, stamp],
      ['mail', 'ada@example.com', 'withdrawSent', AT, { ...stamp, amount: '5', device: 'an API key' }],
    ]);
  });

  it('goes to whom it is addressed, whatever contacts there are now', async () => {
    const { done, work, deps } = openWork(both);
    const to: Recipient = { kind: 'email', address: 'old@example.com', language: 'jp' };
    await notify(deps, work, 7, 'emailChanged', caller, { to });
    expect(done).toEqual([['mail', 'old@example.com', 'emailChanged', AT, stamp]]);
  });
});

describe('a change of an account', () => {
  it('stands in its history, is mailed once, and reaches every device', async () => {
    const { done, work, deps } = openWork(both);
    await noteChange(deps, work, 7, { what: 'totpOn' }, caller);
    expect(done).toEqual([
      ['insert into account_event', 7, 'totpOn', 'Firefox', '10.0.0.1', AT],
      ['mail', 'ada@example.com', 'totpOn', AT, stamp],
      ['publish', 7, 'profile'],
    ]);
  });

  it('of contacts is mailed to all old and new ones, to each once', async () => {
    const { done, work, deps } = openWork({ ...both, email: 'new@example.com' });
    const before: Recipient[] = [
      { kind: 'email', address: 'old@example.com', language: 'de' },
      { kind: 'phone', address: '+491511', language: 'de' },
    ];
    await noteChange(deps, work, 7, { what: 'emailChanged', before }, caller);
    const mails = done.filter(([what]) => what === 'mail');
    expect(mails.map(([, address]) => address)).toEqual(['old@example.com', '+491511', 'new@example.com']);
  });

  it('has its own words in the mail where the history has other ones', async () => {
    const { done, work, deps } = openWork(both);
    await noteChange(deps, work, 7, { what: 'fundPasswordSet', key: 'fundPasswordFirst' }, caller);
    expect(done.map((row) => row.slice(0, 3))).toEqual([
      ['insert into account_event', 7, 'fundPasswordSet'],
      ['mail', 'ada@example.com', 'fundPasswordFirst'],
      ['publish', 7, 'profile'],
    ]);
  });

  it('of a guest is written down, and mailed to nobody', async () => {
    const { done, work, deps } = openWork({ email: null, phone: null });
    await noteChange(deps, work, 7, { what: 'passwordChanged' }, caller);
    expect(done.map(([what]) => what)).toEqual(['insert into account_event', 'publish']);
  });

  it('that endangers money has withdrawals rest for a day from its moment on, before anything else', async () => {
    const { done, work, deps } = openWork(both);
    await protect(deps, work, 7, { what: 'passwordChanged' }, caller);
    expect(done[0]).toEqual(['update app_user set', 7, AT + CHANGE_HOLD_MS]);
    expect(CHANGE_HOLD_MS).toBe(86_400_000);
    expect(done.length).toBe(4);
  });
});
