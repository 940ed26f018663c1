import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../../../server/base/commands/command.ts';
import type { TestExchange, User } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';
import { runOps } from '../../../support/ops.ts';

const folder = mkdtempSync(join(tmpdir(), 'tm-news-'));
let x: TestExchange;
beforeAll(async () => {
  x = await openExchange({ DATA_DIR: folder });
}, 60_000);
afterAll(async () => {
  await x.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (user: User, name: Parameters<TestExchange['ask']>[0], body: unknown = {}) =>
  x.ask(name, body, { token: user.token });
const idOf = async ({ uid }: User): Promise<number> => {
  const [row] = await x.db.query<{ id: number }>('select id from app_user where uid = $1', [uid]);
  return row?.id ?? 0;
};
/** A ticket of the user that has so many replies. */
async function replied(user: User, count: number): Promise<number> {
  const { data } = await ask(user, 'support.add', {
    key: x.newKey(),
    title: 'Fees',
    content: 'Which?',
    pictures: [],
  });
  for (let i = 0; i < count; i++)
    await runOps(x.exchange.accounts, 'tickets answer', [String(data.ticket.id), `Answer ${i}`]);
  return data.ticket.id;
}

describe('notifications', () => {
  it('are nobody else\u2019s, and nothing for who is not logged in', async () => {
    const [user, other] = [await x.newUser(), await x.newUser()];
    const ticket = await replied(user, 2);
    const { rows, readTo, next } = (await ask(user, 'notification.list')).data;
    expect(rows).toMatchObject([
      { kind: 'reply', body: { ticket, title: 'Fees' } },
      { kind: 'reply', body: { ticket } },
    ]);
    expect([readTo, next]).toEqual([0, null]);
    expect((await ask(other, 'notification.list')).data.rows).toEqual([]);
    expect((await x.ask('notification.list')).code).toBe(401);
    expect((await ask(user, 'notification.list', { kinds: ['cake'] })).status).toBe(422);
  });

  it('say nothing of a reply that is being read, also when what was said of it is kept no more', async () => {
    const user = await x.newUser();
    const id = await replied(user, 1);
    // More than is kept came after it.
    await x.db.query('delete from notification where user_id = $1', [await idOf(user)]);
    const { messages } = (await ask(user, 'support.detail', { id })).data;
    await ask(user, 'support.read', { id, message: messages.at(-1).id });
    expect((await ask(user, 'notification.list')).data.rows).toEqual([]);
  });

  it('reach other devices as they come and as they are read, and survive a restart', async () => {
    const user = await x.newUser();
    const socket = await x.openSocket();
    socket.say({ op: 'auth', id: 1, ticket: (await ask(user, 'account.ticket')).data.ticket });
    socket.say({ op: 'sub', id: 2, ch: ['me'] });
    const snap = await socket.receives(({ t, ch }) => t === 'snap' && ch === 'me');
    expect(snap.d.notifications).toEqual({ readTo: 0, newest: 0, unread: 0, unseen: [], cycleNet: '0' });
    await replied(user, 1);
    const news = await socket.receives(({ d }) => d?.type === 'notification');
    const { id } = news.d.body;
    expect(news.d.body).toMatchObject({ kind: 'reply', body: { title: 'Fees' } });
    // Its number is its place in the channel: an older one never comes after it.
    expect(id).toBe(news.s);
    expect((await ask(user, 'account.balances')).data.notifications).toMatchObject({
      unread: 1,
      newest: id,
    });
    expect((await ask(user, 'notification.mark', { read: id })).data).toMatchObject({
      unread: 0,
      readTo: id,
    });
    const state = await socket.receives(({ d }) => d?.type === 'notificationState');
    expect(state.d.body).toMatchObject({ unread: 0, readTo: id });
    socket.end();
    await x.close();
    x = await openExchange({ DATA_DIR: folder });
    const again = (await ask(user, 'notification.list')).data;
    expect(again.rows.map((row: { id: number }) => row.id)).toEqual([id]);
    expect(again.readTo).toBe(id);
  });
});

describe('mails of liquidations', () => {
  const wallet = '12.5';
  const liquidate = async (user: User, position: number, kind = 'liquidation', changed: object = {}) => {
    const userId = await idOf(user);
    const body = { position, market: 'BTC-USDT-PERP', side: 'long', quantity: '0.5', value: '30000.05' };
    await run(x.exchange.accounts, async ({ tx, at, publish }) => {
      // The stream's head is held by the transaction that publishes the event.
      await publish(userId, 'profile', {});
      await tx.query(
        'select notification_add(p_user => $1, p_kind => $2, p_ref => $3, p_body => $4::jsonb, p_at => $5)',
        [
          userId,
          kind,
          `${kind}:${position}`,
          JSON.stringify({ ...body, net: '-1250.25', left: '0', wallet, ...changed }),
          at,
        ],
      );
    });
  };
  const mailsTo = async ({ email }: User) =>
    (await x.ask('dev.outbox')).data.messages.filter(
      ({ to, subject }: { to: string; subject: string }) => to === email && subject.includes('BTC'),
    );
  const until = async (user: User, count: number) => {
    await expect.poll(async () => (await mailsTo(user)).length, { timeout: 5_000 }).toBe(count);
    return mailsTo(user);
  };

  it('say market, side, size, price, loss and what is left, in the user\u2019s language, once', async () => {
    const user = await x.newUser();
    await x.db.query("update app_user set language = 'de', anti_phishing = 'Seestern' where uid = $1", [
      user.uid,
    ]);
    await liquidate(user, 1);
    const [mail] = await until(user, 1);
    expect(mail.subject).toContain('Position liquidiert');
    for (const part of ['Long', '0,5', '60.000,10', '−1.250,25 USDT', '12,50 USDT', 'Seestern'])
      expect(mail.text).toContain(part);
    expect(mail.text).not.toMatch(/\{\{|undefined/);
    const due = () => x.db.query('select 1 from notification where mail_due');
    expect(await due()).toEqual([]);
  });
  it('are written to all others when one cannot be', async () => {
    const [first, second] = [await x.newUser(), await x.newUser()];
    // Of a kind of position that no version of the product writes.
    await liquidate(first, 1, 'liquidation', { side: 'sideways' });
    await liquidate(second, 2);
    await until(second, 1);
    expect(await mailsTo(first)).toEqual([]);
    await x.db.query('update notification set mail_due = false where mail_due');
  });
  it('warn of a margin ratio, of one position or of the cross side', async () => {
    const user = await x.newUser();
    const userId = await idOf(user);
    await run(x.exchange.accounts, async ({ tx, at, publish }) => {
      await publish(userId, 'profile', {});
      const own = { level: 70, ratio: '0.7012', market: 'BTC-USDT-PERP', side: 'long' };
      for (const [ref, body] of Object.entries({ own, cross: { level: 85, ratio: '0.9' } }))
        await tx.query(
          "select notification_add(p_user => $1, p_kind => 'margin', p_ref => $2, p_body => $3::jsonb, p_at => $4)",
          [userId, ref, JSON.stringify(body), at],
        );
    });
    const [own] = await until(user, 1);
    expect(own.subject).toContain('70.12%');
    expect(own.text).toMatch(/long .*70\.12%/);
    const all = async () =>
      (await x.ask('dev.outbox')).data.messages as { to: string; subject: string; text: string }[];
    await expect
      .poll(
        async () =>
          (await all()).filter(({ to, subject }) => to === user.email && subject.includes('cross')).length,
      )
      .toBe(1);
    expect((await all()).some(({ text }) => /\{\{|undefined/.test(text))).toBe(false);
  });
  it('go to nobody who does not want them', async () => {
    const user = await x.newUser();
    expect((await ask(user, 'notification.settings')).data).toEqual({ mails: true });
    expect((await ask(user, 'notification.settings', { mails: false })).data).toEqual({ mails: false });
    await liquidate(user, 2);
    await expect
      .poll(async () => (await x.db.query('select 1 from notification where mail_due')).length, {
        timeout: 5_000,
      })
      .toBe(0);
    expect(await mailsTo(user)).toEqual([]);
    expect((await ask(user, 'notification.list')).data.rows).toHaveLength(1);
  });
});
