import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MOST_MESSAGES, MOST_PICTURES, MOST_TICKETS } from '../../../../domain/index.ts';
import { run } from '../../../../server/base/commands/command.ts';
import { answerTicket, readUpTo } from '../../../../server/products/support/write.ts';
import type { TestExchange, User } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';
import { runOps } from '../../../support/ops.ts';
import { picture } from '../../../support/service.ts';

let x: TestExchange;
beforeAll(async () => {
  x = await openExchange();
}, 120_000);
afterAll(() => x.close());

const ask = (user: User, name: Parameters<TestExchange['ask']>[0], body: object = {}) =>
  x.ask(name, body, { token: user.token, key: x.newKey() });
const draft = (more: object = {}) => ({
  key: x.newKey(),
  title: 'Where is it?',
  content: 'My deposit is gone.\nSince noon.',
  pictures: [],
  ...more,
});
const open = async (user: User, more: object = {}) => (await ask(user, 'support.add', draft(more))).data;
const reply = (user: User, id: number, content = 'And now?', more: object = {}) =>
  ask(user, 'support.reply', { key: x.newKey(), id, content, pictures: [], ...more });
const upload = async (user: User): Promise<string> =>
  (await x.sendFile('common.upload', await picture(), { token: user.token })).data.id;
const ops = (name: string, ...args: (string | number)[]) =>
  runOps(x.exchange.accounts, `tickets ${name}`, args.map(String));
const ticketOf = async (user: User, id: number) => (await ask(user, 'support.detail', { id })).data.ticket;

describe('a ticket', () => {
  it('waits, is replied, is read, is written to again, is closed, and opens again', async () => {
    const user = await x.newUser();
    const { ticket, messages } = await open(user, { title: ' Where\n is it? ' });
    expect(ticket).toEqual({
      ...{
        id: expect.any(Number),
        title: 'Where is it?',
        state: 'waiting',
        subject: null,
        unread: 0,
        messages: 1,
      },
      ...{ createdAt: expect.any(Number), updatedAt: ticket.createdAt, version: expect.any(Number) },
    });
    expect(messages).toMatchObject([
      { author: 'person', content: 'My deposit is gone.\nSince noon.', pictures: [] },
    ]);
    const { id } = ticket;
    expect((await ops('answer', id, 'It', 'is here.')).ok).toBe(true);
    const answered = (await ask(user, 'support.detail', { id })).data;
    expect(answered.ticket).toMatchObject({ state: 'replied', unread: 1, messages: 2 });
    expect(answered.messages[1]).toMatchObject({ author: 'support', content: 'It is here.' });
    expect((await ask(user, 'support.summary')).data).toMatchObject({ unread: 1, waiting: 0 });
    const read = await ask(user, 'support.read', { id, message: answered.messages[1].id });
    expect(read.data).toMatchObject({ unread: 0, ticket: { unread: 0, state: 'replied' } });
    expect((await reply(user, id)).data.ticket).toMatchObject({ state: 'waiting', messages: 3 });
    expect((await ask(user, 'support.close', { id })).data.ticket.state).toBe('closed');
    expect((await ask(user, 'support.close', { id })).data.ticket.state).toBe('closed');
    expect((await reply(user, id)).data.ticket).toMatchObject({ state: 'waiting', messages: 4 });
    expect((await ops('close', id)).ok).toBe(true);
    expect((await ticketOf(user, id)).state).toBe('closed');
    expect((await ops('answer', id, 'One more thing.')).ok).toBe(true);
    expect(await ticketOf(user, id)).toMatchObject({ state: 'replied', unread: 1 });
  });
  it('counts what came after the message that was read', async () => {
    const user = await x.newUser();
    const { ticket } = await open(user);
    for (const text of ['One', 'Two', 'Three']) await ops('answer', ticket.id, text);
    const { messages } = (await ask(user, 'support.detail', { id: ticket.id })).data;
    const readTo = async (message: number) =>
      (await ask(user, 'support.read', { id: ticket.id, message })).data.unread;
    expect(await readTo(messages[1].id)).toBe(2);
    // An older page of another tab takes nothing back; what does not exist yet is not read.
    expect(await readTo(messages[0].id)).toBe(2);
    expect(await readTo(messages[3].id + 1_000_000)).toBe(0);
    await ops('answer', ticket.id, 'Four');
    expect((await ticketOf(user, ticket.id)).unread).toBe(1);
  });
  it('that is sent twice is one, and so is a reply', async () => {
    const user = await x.newUser();
    const body = draft();
    const sent = await Promise.all([1, 2, 3, 4, 5].map(() => ask(user, 'support.add', body)));
    expect(new Set(sent.map(({ data }) => data.ticket.id)).size).toBe(1);
    const { id } = sent[0]?.data.ticket ?? {};
    const key = x.newKey();
    await Promise.all([1, 2, 3, 4, 5].map(() => reply(user, id, 'And now?', { key })));
    expect((await ask(user, 'support.detail', { id })).data.messages).toHaveLength(2);
    // Somebody else's key is another one.
    const other = await x.newUser();
    expect((await ask(other, 'support.add', body)).data.ticket.id).not.toBe(id);
  });
  it('is pushed to its owner', async () => {
    const user = await x.newUser();
    const socket = await x.openSocket();
    socket.say({ op: 'auth', id: 1, ticket: (await ask(user, 'account.ticket')).data.ticket });
    socket.say({ op: 'sub', id: 2, ch: ['me'] });
    await socket.receives(({ id }) => id === 2);
    const { ticket } = await open(user);
    await ops('answer', ticket.id, 'It is here.');
    const received = await socket.receives(({ d }) => d?.type === 'ticket' && d.body.state === 'replied');
    expect(received.d.body).toEqual({ id: ticket.id, state: 'replied' });
    socket.end();
  });
  const mailsTo = async (user: User) =>
    (
      await x.db.query<{ text: string }>(
        "select text from message where recipient = $1 and subject = 'A reply to your ticket' order by id",
        [user.email],
      )
    ).map(({ text }) => text);
  const noticed = () =>
    expect
      .poll(() => x.db.query('select 1 from support_ticket where unnoticed'), { timeout: 20_000 })
      .toEqual([]);
  it('is mailed when it is replied, once for each reply, unless it was read already', async () => {
    const user = await x.newUser();
    const { ticket } = await open(user, { title: 'Über Geld' });
    const mail = 'We have replied to your ticket “Über Geld”. Log in to read it.';
    await ops('answer', ticket.id, 'It is here.');
    await noticed();
    expect(await mailsTo(user)).toEqual([mail]);
    // Read before the exchange came to it, as a page does that is open.
    await run(x.exchange.accounts, async (work) => {
      await answerTicket(work, ticket.id, 'And here.');
      const [{ id = 0 } = {}] = await work.tx.query<{ id: number }>(
        'select max(id) as id from support_message where ticket_id = $1',
        [ticket.id],
      );
      const [{ owner = 0 } = {}] = await work.tx.query<{ owner: number }>(
        'select user_id as owner from support_ticket where id = $1',
        [ticket.id],
      );
      await readUpTo(work, owner, ticket.id, id);
    });
    await noticed();
    expect(await mailsTo(user)).toEqual([mail]);
    await ops('answer', ticket.id, 'And there.');
    await noticed();
    expect(await mailsTo(user)).toEqual([mail, mail]);
  });
  it('is mailed to all others when one mail cannot be written', async () => {
    const [first, second] = [await x.newUser(), await x.newUser()];
    const tickets = [await open(first, { title: 'Broken' }), await open(second, { title: 'Whole' })];
    await x.db.query(
      `alter table message add constraint broken check (recipient <> '${first.email}') not valid`,
    );
    for (const { ticket } of tickets) await ops('answer', ticket.id, 'It is here.');
    await expect.poll(() => mailsTo(second), { timeout: 20_000 }).toHaveLength(1);
    await x.db.query('alter table message drop constraint broken');
    expect(await mailsTo(first)).toEqual([]);
    // The next hour takes it up again.
    const left = await x.db.query('select id from support_ticket where unnoticed');
    expect(left).toEqual([{ id: tickets[0].ticket.id }]);
    await x.db.query('update support_ticket set unnoticed = false where unnoticed');
  });
  it.each([
    ['no title', { title: '' }, 'ticketTitle'],
    ['a long title', { title: 'x'.repeat(101) }, 'ticketTitle'],
    ['no words that can be seen', { content: ' \n\u0000\u200b' }, 'ticketContent'],
    ['too many words', { content: 'x'.repeat(4_001) }, 'ticketContent'],
    ['far too many words', { content: 'x'.repeat(10_001) }, 'bodyInvalid'],
    ['a short key', { key: 'short' }, 'bodyInvalid'],
    ['a state', { state: 'closed' }, 'bodyInvalid'],
    ['a path for a picture', { pictures: ['../../app.js'] }, 'bodyInvalid'],
    ['a picture that is none', { pictures: ['A'.repeat(43)] }, 'ticketPicture'],
    ['words for its subject', { subject: { kind: 'spot', id: 1, what: 'x' } }, 'bodyInvalid'],
    ['a table for its subject', { subject: { kind: 'app_user', id: 1 } }, 'bodyInvalid'],
    ['a subject that is none', { subject: { kind: 'spot', id: 9_007_199_254_740_991 } }, 'ticketSubject'],
  ])('with %s is refused', async (_, more, code) => {
    const user = await x.newUser();
    const answer = await ask(user, 'support.add', draft(more));
    expect([answer.code, answer.status < 500]).toEqual([code, true]);
    expect((await ask(user, 'support.list')).data.rows).toEqual([]);
  });
  it('keeps hostile words as words', async () => {
    const user = await x.newUser();
    const hostile = "<img src=x onerror=alert(1)> {{title}} '; drop table support_ticket; -- \u202egnp.exe";
    const { ticket, messages } = await open(user, { title: hostile, content: hostile });
    const plain = hostile.replace('\u202e', '');
    expect([ticket.title, messages[0].content]).toEqual([plain, plain]);
    expect((await ops('show', ticket.id)).lines.join('\n')).toContain(plain);
  });
});

describe('what a ticket is about', () => {
  const resting = { market: 'BTC-USDT', side: 'sell', type: 'limit', price: '200000', quantity: '0.001' };
  it('is the user’s own, and named', async () => {
    const user = await x.newUser();
    expect((await ask(user, 'support.summary')).data.lastOrder).toBeNull();
    const { order } = (await ask(user, 'spot.place', resting)).data;
    const subject = { kind: 'spot', id: order.id, what: 'BTC-USDT', at: order.createdAt };
    expect((await ask(user, 'support.summary')).data.lastOrder).toEqual(subject);
    const { ticket } = await open(user, { subject: { kind: 'spot', id: order.id } });
    expect(ticket.subject).toEqual(subject);
    expect((await ops('show', ticket.id)).lines[0]).toContain(`about spot ${order.id} (BTC-USDT)`);
    const other = await x.newUser();
    const stolen = await ask(other, 'support.add', draft({ subject: { kind: 'spot', id: order.id } }));
    expect(stolen.code).toBe('ticketSubject');
  });
  it('can be of each kind', async () => {
    const user = await x.newUser();
    const quote = (await ask(user, 'cycle.quote', { asset: 'BTC-USDT', cycle: '1d' })).data.id;
    const contract = (await ask(user, 'cycle.buy', { quote, direction: 'up', amount: '5' })).data.contract;
    const { plans } = (await ask(user, 'storage.plans')).data;
    const escrow = { plan: plans[0].id, version: 1, amount: '100', autoRenew: false, agreed: true };
    const { order } = (await ask(user, 'storage.open', escrow)).data;
    expect((await ask(user, 'support.summary')).data.lastOrder).toMatchObject({
      kind: 'storage',
      id: order.id,
    });
    expect((await open(user, { subject: { kind: 'cycle', id: contract.id } })).ticket.subject).toMatchObject({
      what: 'BTC-USDT',
    });
    expect((await open(user, { subject: { kind: 'storage', id: order.id } })).ticket.subject).toMatchObject({
      what: plans[0].asset,
    });
    for (const kind of ['futures', 'deposit', 'withdrawal'])
      expect((await ask(user, 'support.add', draft({ subject: { kind, id: 1 } }))).code).toBe(
        'ticketSubject',
      );
  });
});

describe('pictures of a ticket', () => {
  it('are its owner’s uploads, each used once, and shown to the owner and the operator', async () => {
    const user = await x.newUser();
    const pictures = [await upload(user), await upload(user)];
    const { ticket, messages } = await open(user, { pictures });
    expect(messages[0].pictures).toEqual(pictures.map((id) => ({ id, width: 60, height: 40 })));
    const shown = await ask(user, 'support.picture', { id: pictures[1] });
    expect(Buffer.from(shown.data.content, 'base64').subarray(0, 2).toString('hex')).toBe('ffd8');
    const { files = [], lines } = await ops('show', ticket.id);
    expect(files.map(({ name }) => name)).toEqual(
      [1, 2].map((place) => `ticket-${ticket.id}-${messages[0].id}-${place}.jpg`),
    );
    expect(lines).toContain(`picture ${files[0]?.name}`);
    expect((await reply(user, ticket.id, 'Again', { pictures: [pictures[0]] })).code).toBe('ticketPicture');
    const fresh = await upload(user);
    expect((await reply(user, ticket.id, 'Twice', { pictures: [fresh, fresh] })).code).toBe('ticketPicture');
    expect((await reply(user, ticket.id, 'Once', { pictures: [fresh] })).code).toBe(200);
    expect((await ticketOf(user, ticket.id)).messages).toBe(2);
  });
  it('that cannot be read hide neither the words nor the other pictures', async () => {
    const user = await x.newUser();
    const [away = '', here = ''] = [await upload(user), await upload(user)];
    const { ticket } = await open(user, { pictures: [away, here], content: 'Look at both.' });
    await x.db.query("update upload set content = null, place = 's3' where id = $1", [away]);
    const { files = [], lines, ok } = await ops('show', ticket.id);
    expect(ok).toBe(true);
    expect(lines).toContain('Look at both.');
    expect(lines).toContain('cannot be read: unavailable');
    expect(files).toHaveLength(1);
  });
  it('are nobody else’s', async () => {
    const [owner, thief] = [await x.newUser(), await x.newUser()];
    const id = await upload(owner);
    expect((await ask(thief, 'support.add', draft({ pictures: [id] }))).code).toBe('ticketPicture');
    // An upload that no ticket shows is no picture of one, even to its owner.
    expect((await ask(owner, 'support.picture', { id })).code).toBe('notFound');
    await open(owner, { pictures: [id] });
    expect((await ask(thief, 'support.picture', { id })).code).toBe('notFound');
  });
  it(`are ${MOST_PICTURES} at most`, async () => {
    const user = await x.newUser();
    const pictures = [];
    for (let i = 0; i <= MOST_PICTURES; i++) pictures.push(await upload(user));
    expect((await ask(user, 'support.add', draft({ pictures }))).code).toBe('bodyInvalid');
    expect((await ask(user, 'support.add', draft({ pictures: pictures.slice(1) }))).code).toBe(200);
  });
});

describe('tickets', () => {
  it('are listed by their last change, page by page, and by state', async () => {
    const user = await x.newUser();
    const ids: number[] = [];
    for (let i = 0; i < 5; i++) ids.push((await open(user, { title: `Ticket ${i}` })).ticket.id);
    await ops('answer', ids[1] ?? 0, 'Here.');
    const seen: number[] = [];
    for (let before: string | null | undefined; before !== null; ) {
      const { rows, next } = (
        await ask(user, 'support.list', { limit: 2, ...(before === undefined ? {} : { before }) })
      ).data;
      seen.push(...rows.map(({ id }: { id: number }) => id));
      before = next;
    }
    expect(seen).toEqual([ids[1], ids[4], ids[3], ids[2], ids[0]]);
    const replied = (await ask(user, 'support.list', { state: 'replied' })).data.rows;
    expect(replied.map(({ id }: { id: number }) => id)).toEqual([ids[1]]);
    expect((await ops('list')).lines.filter((line) => line.includes(user.uid))).toHaveLength(4);
    expect((await ops('list', 'replied')).lines.some((line) => line.startsWith(`${ids[1]}  `))).toBe(true);
    expect((await ops('list', 'lost')).ok).toBe(false);
  });
  it(`are ${MOST_TICKETS} at once, whoever asks how fast, and opening a closed one counts`, async () => {
    const user = await x.newUser();
    const first = (await open(user)).ticket;
    await ask(user, 'support.close', { id: first.id });
    const sent = await Promise.all(
      Array.from({ length: MOST_TICKETS + 5 }, () => ask(user, 'support.add', draft())),
    );
    expect(sent.filter(({ code }) => code === 200)).toHaveLength(MOST_TICKETS);
    expect(sent.filter(({ code }) => code === 'ticketsTooMany')).toHaveLength(5);
    expect((await reply(user, first.id)).code).toBe('ticketsTooMany');
    // Our reply reaches the user, and opens the ticket again only once there is room.
    expect((await ops('answer', first.id, 'It has arrived.')).ok).toBe(true);
    expect(await ticketOf(user, first.id)).toMatchObject({ state: 'closed', unread: 1 });
    await ask(user, 'support.close', { id: sent.find(({ code }) => code === 200)?.data.ticket.id });
    expect((await ops('answer', first.id, 'Do you see it?')).ok).toBe(true);
    expect(await ticketOf(user, first.id)).toMatchObject({ state: 'replied', unread: 2 });
  });
  it(`hold ${MOST_MESSAGES} messages`, async () => {
    const user = await x.newUser();
    const { id } = (await open(user)).ticket;
    await x.db.query('update support_ticket set messages = $2 where id = $1', [id, MOST_MESSAGES - 1]);
    expect((await reply(user, id)).code).toBe(200);
    expect((await reply(user, id)).code).toBe('ticketFull');
  });
  it('are opened ten times an hour', async () => {
    const y = await openExchange({}, { limitFactor: 1 });
    const { token } = await y.newUser();
    const codes: unknown[] = [];
    for (let i = 0; i < 11; i++)
      codes.push((await y.ask('support.add', { ...draft(), key: `key-0000-${i}` }, { token })).code);
    expect(codes).toEqual([...Array(10).fill(200), 'tooManyRequests']);
    await y.close();
  }, 120_000);
  it('are answered and closed only where there is one, and only with words', async () => {
    for (const id of ['', '0', 'x', '999999999', "1'"]) {
      expect((await ops('answer', id, 'Hello')).ok).toBe(false);
      expect((await ops('close', id)).ok).toBe(false);
      expect((await ops('show', id)).ok).toBe(false);
    }
    const { ticket } = await open(await x.newUser());
    expect((await ops('answer', ticket.id)).ok).toBe(false);
    expect((await ops('answer', ticket.id, 'x'.repeat(4_001))).ok).toBe(false);
  });
  it('of what was written nothing can be changed', async () => {
    const { ticket } = await open(await x.newUser());
    for (const change of [
      "update support_message set content = 'x' where ticket_id = $1",
      'delete from support_message where ticket_id = $1',
    ])
      await expect(x.db.query(change, [ticket.id])).rejects.toThrow();
  });
});
