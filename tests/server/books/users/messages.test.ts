import { describe, expect, it, vi } from 'vitest';
import type { Language } from '../../../../domain/index.ts';
import { languages } from '../../../../domain/index.ts';
import type { Queries } from '../../../../server/base/db/database.ts';
import type { MessageDeps, MessageWords, Recipient } from '../../../../server/books/users/messages.ts';
import { Messages, messageKeys } from '../../../../server/books/users/messages.ts';
import { withDatabase } from '../../../support/databases.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

const AT = 5_000;
/** Words that say where they come from. */
const wordsOf = (language: string) => ({
  ...Object.fromEntries(
    messageKeys.map((key) => [
      key,
      { subject: `${language} ${key} {{code}}`, text: `{{code}} for {{purpose}}{{gone}}.` },
    ]),
  ),
  frame: { text: 'Word: {{word}}' },
  sides: { long: `${language} long`, short: `${language} short` },
  purposes: { login: `${language} login` },
});
const words = Object.fromEntries(languages.map((each) => [each, wordsOf(each)])) as unknown as MessageWords;
const ada: Recipient = { kind: 'email', address: 'ada@example.com', language: 'de', antiPhishing: 'owl' };

/** Messages whose transport does as a test says, and what it was given. */
function openMessages(db: MessageDeps['db'], clock = new FakeClock()) {
  const sent: string[] = [];
  const logged: unknown[] = [];
  const state = { hasMail: true, isDown: false, held: Promise.resolve() };
  const send = async (to: string, text: string): Promise<void> => {
    if (state.isDown) throw new Error('down');
    sent.push(`${to}: ${text}`);
    await state.held;
  };
  const messages = new Messages({
    ...{ db, clock, words },
    transport: {
      sendMail: (to, subject, text) => send(to, `${subject} / ${text}`),
      sendSms: send,
      has: (kind) => kind === 'phone' || state.hasMail,
    },
    log: (event, detail) => void logged.push([event, detail]),
  });
  return { clock, sent, logged, state, messages };
}

describe('a message', () => {
  /** What is put into the queue: channel, recipient, subject, text, state, time. */
  async function queued(to: Recipient | undefined, fields: Record<string, string> = {}, isLocal = false) {
    const rows: unknown[] = [];
    const tx: Queries = {
      query: async (_, params) => {
        rows.push(params);
        return [];
      },
    };
    const { messages, state } = openMessages(tx as MessageDeps['db']);
    state.hasMail = !isLocal;
    await messages.write(tx, to, 'code', AT, fields);
    messages.close();
    return rows;
  }

  it('is in its reader’s language, with the word by which mails are known', async () => {
    expect(await queued(ada, { code: '123456', purpose: 'x' })).toEqual([
      ['email', 'ada@example.com', 'de code 123456', '123456 for x.\n\nWord: owl', 'queued', AT],
    ]);
    const plain = '123456 for x.';
    expect(await queued({ ...ada, antiPhishing: null }, { code: '123456', purpose: 'x' })).toMatchObject([
      ['email', ada.address, 'de code 123456', plain, 'queued', AT],
    ]);
    expect(
      await queued({ ...ada, kind: 'phone', address: '+491' }, { code: '123456', purpose: 'x' }),
    ).toEqual([['sms', '+491', 'de code 123456', plain, 'queued', AT]]);
  });

  it('takes what it is filled with as a text: nothing in it is filled again', async () => {
    const hostile = { code: '{{purpose}}', purpose: "$& $' $1 {{code}}" };
    const [row] = (await queued({ ...ada, antiPhishing: '{{code}} $&' }, hostile)) as string[][];
    expect(row?.[2]).toBe('de code {{purpose}}');
    expect(row?.[3]).toBe("{{purpose}} for $& $' $1 {{code}}.\n\nWord: {{code}} $&");
  });

  it('stays on this machine where its kind has no service, and is none for a guest', async () => {
    const [row] = (await queued(ada, {}, true)) as unknown[][];
    expect(row?.[4]).toBe('kept');
    expect(await queued(undefined)).toEqual([]);
  });

  it('is in English for a language that there are no words of', () => {
    const { messages } = openMessages({} as MessageDeps['db']);
    expect(messages.purpose('xx' as Language, 'login')).toBe('en_us login');
    expect(messages.sides('xx' as Language).long).toBe('en_us long');
    expect(messages.sides('jp').short).toBe('jp short');
  });
});

// Two senders share a queue by the statement that claims its rows, so that it has to be a real one.
withDatabase('messages that wait', (db) => {
  const states = async (like: string) =>
    (
      await db().query<{ state: string; tries: number }>(
        'select state, tries from message where recipient = $1 order by id',
        [like],
      )
    ).map(({ state, tries }) => `${state} ${tries}`);

  it('are sent once, by one of two senders, when they are due and not before', async () => {
    const { clock, messages, sent } = openMessages(db());
    const other = openMessages(db(), clock);
    const to: Recipient = { ...ada, address: 'due@example.com', antiPhishing: null };
    await messages.write(db(), to, 'code', clock.now() + 1, { code: '1' });
    await Promise.all([messages.carry(), other.messages.carry()]);
    expect([sent, other.sent]).toEqual([[], []]);
    clock.jump(1);
    await Promise.all([messages.carry(), other.messages.carry(), messages.carry()]);
    expect([...sent, ...other.sent]).toEqual(['due@example.com: de code 1 / 1 for .']);
    expect(await states(to.address)).toEqual(['sent 0']);
    messages.close();
    other.messages.close();
  });

  it('are tried six times, later each time, and then given up', async () => {
    const { clock, messages, sent, state, logged } = openMessages(db());
    const to: Recipient = { ...ada, kind: 'phone', address: '+4917' };
    await messages.write(db(), to, 'code', clock.now());
    state.isDown = true;
    const waits = [0, 2_000, 4_000, 8_000, 16_000, 32_000];
    for (const [i, wait] of waits.entries()) {
      if (wait > 0) clock.jump(wait - 1);
      if (wait > 0) await messages.carry();
      expect(logged.length).toBe(i);
      clock.jump(wait > 0 ? 1 : 0);
      await messages.carry();
      expect(await states(to.address)).toEqual([`${i === 5 ? 'failed' : 'queued'} ${i + 1}`]);
    }
    state.isDown = false;
    clock.jump(86_400_000);
    await messages.carry();
    expect(sent).toEqual([]);
    expect(await states(to.address)).toEqual(['failed 6']);
    messages.close();
  });

  it('are sent again when their sender has died before it could say that they were', async () => {
    const { clock, messages, sent } = openMessages(db());
    const to: Recipient = { ...ada, address: 'again@example.com', antiPhishing: null };
    await messages.write(db(), to, 'exists', clock.now());
    // Another sender has claimed it, and is gone.
    await db().query('update message set next_at = $1 where recipient = $2', [
      clock.now() + 60_000,
      to.address,
    ]);
    clock.jump(59_999);
    await messages.carry();
    expect(sent).toEqual([]);
    clock.jump(1);
    await messages.carry();
    expect(sent.length).toBe(1);
    messages.close();
  });

  it.each([
    ['a moment', true, 'sent 0'],
    ['three seconds and more', false, 'queued 0'],
  ])('that are on their way at the end, for %s, are waited for so long', async (_, isAnswered, expected) => {
    const { clock, messages, sent, state } = openMessages(db());
    const to: Recipient = { ...ada, address: `end-${isAnswered}@example.com` };
    let release: () => void = () => undefined;
    state.held = new Promise((resolve) => {
      release = resolve;
    });
    await messages.write(db(), to, 'exists', clock.now());
    const carrying = messages.carry();
    await vi.waitFor(() => expect(sent.length).toBe(1), 10_000);
    let isClosed = false;
    const closed = messages.close().then(() => {
      isClosed = true;
    });
    await clock.advance(2_999);
    expect(isClosed).toBe(false);
    if (isAnswered) release();
    else await clock.advance(1);
    await closed;
    // What is written down once the exchange is closed is lost.
    expect([await states(to.address), clock.pending]).toEqual([[expected], 0]);
    release();
    await carrying;
  });

  it('are gone a day after they were sent, and stay readable here until then', async () => {
    const { clock, messages, state } = openMessages(db());
    state.hasMail = false;
    const to: Recipient = { ...ada, address: 'kept@example.com', antiPhishing: null };
    await messages.write(db(), to, 'exists', clock.now());
    const mine = async () => (await messages.kept()).filter((each) => each.to === to.address);
    expect(await mine()).toMatchObject([{ to: to.address, subject: 'de exists ', at: clock.now() }]);
    clock.jump(86_400_000);
    await messages.carry();
    expect((await mine()).length).toBe(1);
    clock.jump(1);
    await messages.carry();
    expect(await mine()).toEqual([]);
    messages.close();
  });

  it('wait for a database that is away: that is logged, and the next round goes on', async () => {
    const isAway = { now: true };
    const query: Queries['query'] = (text, params) =>
      isAway.now ? Promise.reject(new Error('away')) : db().query(text, params);
    const { clock, messages, sent, logged } = openMessages({ ...db(), query });
    await messages.write(db(), { ...ada, address: 'away@example.com' }, 'exists', clock.now());
    await clock.advance(1_000);
    expect(logged).toEqual([['messages', { error: 'Error: away' }]]);
    isAway.now = false;
    await messages.carry();
    expect(sent.length).toBe(1);
    messages.close();
    expect(clock.pending).toBe(0);
  });
});
