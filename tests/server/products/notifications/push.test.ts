import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../../../server/base/commands/command.ts';
import { sweepPush } from '../../../../server/products/notifications/push/subscriptions.ts';
import type { TestExchange, User } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';
import { runOps } from '../../../support/ops.ts';
import type { Device, PushServiceOfTest } from '../../../support/pushService.ts';
import { openPushService } from '../../../support/pushService.ts';

let service: PushServiceOfTest;
let x: TestExchange;
beforeAll(async () => {
  service = await openPushService();
  x = await openExchange({
    PUSH_TEST_SERVICE: service.url,
    SUPPORT_EMAIL: 'help@tidemark.example',
    // Some of many have room in their spread.
    SYMBOLS: '400',
  });
}, 60_000);
afterAll(async () => {
  await x.close();
  await service.close();
  expect(service.failures).toEqual([]);
});

type Name = Parameters<TestExchange['ask']>[0];
const ask = (token: string, name: Name, body: unknown = {}) => x.ask(name, body, { token });
const turnOn = (token: string, device: Device, words = false) =>
  ask(token, 'notification.pushOn', { ...device, words });

/** Something happens to a user: a question of theirs is answered. */
async function reply({ token }: User): Promise<number> {
  const body = { key: x.newKey(), title: 'Which fees?', content: 'Which?', pictures: [] };
  const { data } = await ask(token, 'support.add', body);
  await runOps(x.exchange.accounts, 'tickets answer', [String(data.ticket.id), 'These.']);
  return data.ticket.id;
}
const sent = async (device: Device, count = 1) => {
  await expect.poll(() => service.sentTo(device).length, { timeout: 10_000 }).toBe(count);
  return service.sentTo(device);
};
const queued = async (): Promise<number> => {
  const [row] = await x.db.query<{ count: number }>('select count(*)::int as count from push_message');
  return row?.count ?? -1;
};
const drained = () => expect.poll(queued, { timeout: 10_000 }).toBe(0);
/** A new user's limit order rests alone in the spread of a market, and somebody else fills it. */
async function filled(user: User): Promise<{ order: number; name: string }> {
  const seller = await x.newUser();
  const { data } = await x.ask('market.list');
  for (const { id, name, tick, lot, kind, quote } of data.markets) {
    if (kind !== 'spot' || quote !== 'USDT') continue;
    const { data: shot } = await x.ask('market.snapshot', { ch: [`book:${id}`] });
    const [bid, best] = [Number(shot.snaps[0]?.d.b[0]?.[0]), Number(shot.snaps[0]?.d.a[0]?.[0])];
    if (!(Math.round((best - bid) / Number(tick)) >= 6)) continue;
    const step = (of: string, value: number) => value.toFixed((/\.(\d+)/.exec(of)?.[1] ?? '').length);
    const price = step(tick, bid + 2 * Number(tick));
    const quantity = step(lot, Math.ceil(100 / bid / Number(lot)) * Number(lot));
    const place = (token: string, body: object) =>
      x.ask('spot.place', { market: id, quantity, ...body }, { token, key: x.newKey() });
    const stock = { market: id, side: 'buy', type: 'market', total: '300' };
    await x.ask('spot.place', stock, { token: seller.token, key: x.newKey() });
    const placed = await place(user.token, { side: 'buy', type: 'limit', price });
    if (placed.data?.order.status !== 'open') continue;
    await place(seller.token, { side: 'sell', type: 'limit', price, tif: 'IOC' });
    const { data: seen } = await ask(user.token, 'notification.list', { kinds: ['fill'] });
    if (seen.rows[0]?.body.isPartial === false) return { order: placed.data.order.id, name };
  }
  throw new Error('no market with room');
}

describe('a device that is reached by push', () => {
  it('is sent who sends, signed, and that there is something, and no more', async () => {
    const [user, device] = [await x.newUser(), service.newDevice()];
    const { data } = await ask(user.token, 'notification.push');
    expect((await turnOn(user.token, device)).code).toBe(200);
    await reply(user);
    const [push] = await sent(device);
    expect(push?.notice).toEqual({
      id: 'tidemark',
      title: 'Tidemark',
      text: 'Open Tidemark',
      path: '/mine/news',
    });
    expect(push?.key).toBe(data.key);
    expect(push?.claims).toMatchObject({ aud: service.origin, sub: 'mailto:help@tidemark.example' });
    const seconds = (push?.claims.exp ?? 0) - Date.now() / 1_000;
    expect(seconds > 0 && seconds < 86_400).toBe(true);
    expect(push?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'normal' });
    expect(Number(push?.headers['ttl']) > 86_000).toBe(true);
    await drained();
  });
  it('says what was filled, in the user\u2019s language, where that is wished; no length says which', async () => {
    const [user, device] = [await x.newUser(), service.newDevice()];
    await x.db.query("update app_user set language = 'de' where uid = $1", [user.uid]);
    await turnOn(user.token, device, true);
    const { order, name } = await filled(user);
    // A part of it may have been filled before: that is a message of its own.
    const noticed = (path: string) =>
      service
        .sentTo(device)
        .find(({ notice }) => notice.path === path && !notice.title.includes('teilweise'));
    const arrived = async (path: string) => {
      await expect.poll(() => noticed(path), { timeout: 10_000 }).toBeDefined();
      return noticed(path)?.notice;
    };
    const notice = await arrived(`/tradDetail/${order}`);
    expect(notice?.title).toBe('Order ausgeführt');
    expect(notice?.text).toMatch(/^Kaufen: [\d.,]+ · /);
    expect(notice?.text).toContain(name);
    const ticket = await reply(user);
    expect(await arrived(`/mine/questionRecord?ticket=${ticket}`)).toMatchObject({ text: 'Which fees?' });
    expect(new Set(service.arrived.map(({ bytes }) => bytes)).size).toBe(1);
  });
  it('is woken for what costs money at once', async () => {
    const [user, device] = [await x.newUser(), service.newDevice()];
    await turnOn(user.token, device, true);
    const [row] = await x.db.query<{ id: number }>('select id from app_user where uid = $1', [user.uid]);
    await run(x.exchange.accounts, async ({ tx, at, publish }) => {
      // The stream's head is held by the transaction that publishes the event.
      await publish(row?.id ?? 0, 'profile', {});
      const body = JSON.stringify({ level: 85, ratio: '0.8512' });
      await tx.query(
        "select notification_add(p_user => $1, p_kind => 'margin', p_ref => 'margin:1', p_body => $2::jsonb, p_at => $3)",
        [row?.id, body, at],
      );
    });
    const [push] = await sent(device);
    expect(push?.headers['urgency']).toBe('high');
    expect(push?.notice).toMatchObject({ title: 'Margin ratio at 85.12%', path: '/trade?kind=perpetual' });
  });
  it('hears of nothing that was rolled back', async () => {
    const [user, device] = [await x.newUser(), service.newDevice()];
    await turnOn(user.token, device);
    const [row] = await x.db.query<{ id: number }>('select id from app_user where uid = $1', [user.uid]);
    const failing = run(x.exchange.accounts, async ({ tx, at, publish }) => {
      await publish(row?.id ?? 0, 'profile', {});
      await tx.query(
        'select notification_add($1, \'reply\', \'reply:0\', \'{"ticket":1,"title":"x"}\', $2)',
        [row?.id, at],
      );
      const [waiting] = await tx.query<{ count: number }>('select count(*)::int as count from push_message');
      expect(waiting?.count).toBe(1);
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    await reply(user);
    expect(await sent(device)).toHaveLength(1);
  });
});

describe('a subscription', () => {
  it('ends with its login, and before the exchange answers', async () => {
    const [user, device] = [await x.newUser(), service.newDevice()];
    await turnOn(user.token, device);
    const other = (await x.logIn(user)).data.token;
    const others = service.newDevice();
    await turnOn(other, others);
    await ask(user.token, 'account.logout');
    await reply({ ...user, token: other });
    await sent(others);
    await drained();
    expect(service.sentTo(device)).toEqual([]);
  });
  it('ends when it is switched off', async () => {
    const [user, device] = [await x.newUser(), service.newDevice()];
    await turnOn(user.token, device);
    expect((await ask(user.token, 'notification.pushOff')).code).toBe(200);
    await reply(user);
    expect(await queued()).toBe(0);
  });
  it('is the login\u2019s newest, and changes its words without a second message', async () => {
    const [user, first, second] = [await x.newUser(), service.newDevice(), service.newDevice()];
    await turnOn(user.token, first);
    await turnOn(user.token, second);
    await turnOn(user.token, second, true);
    await reply(user);
    const [push] = await sent(second);
    expect(push?.notice.title).toBe('Your question has a reply');
    await drained();
    expect(service.sentTo(first)).toEqual([]);
  });
  it('ends when its push service says that the device is gone', async () => {
    const [user, device] = [await x.newUser(), service.newDevice()];
    await turnOn(user.token, device);
    service.answers.push({ status: 410 });
    const before = service.requested();
    await reply(user);
    await drained();
    await reply(user);
    expect(await queued()).toBe(0);
    expect(service.requested()).toBe(before + 1);
  });
  it('is sent where its login is now, when the device was gone while it subscribed again', async () => {
    const [user, former, fresh] = [await x.newUser(), service.newDevice(), service.newDevice()];
    await turnOn(user.token, former);
    service.answers.push({ status: 410, meanwhile: () => turnOn(user.token, fresh) });
    await reply(user);
    await sent(fresh);
    await drained();
    expect([service.sentTo(fresh).length, service.sentTo(former)]).toEqual([1, []]);
  });
  it('is sent the rest of what is due when something of it cannot be put into words', async () => {
    const [user, device] = [await x.newUser(), service.newDevice()];
    await turnOn(user.token, device, true);
    const [row] = await x.db.query<{ id: number }>('select id from app_user where uid = $1', [user.uid]);
    await run(x.exchange.accounts, async ({ tx, at, publish }) => {
      await publish(row?.id ?? 0, 'profile', {});
      // More than are sent at a time, and all but the last of no form that the product writes.
      for (let n = 1; n <= 25; n++)
        await tx.query(
          "select notification_add(p_user => $1, p_kind => 'reply', p_ref => $2, p_body => $3::jsonb, p_at => $4)",
          [row?.id, `reply:${n}`, n < 25 ? '{"ticket": "none"}' : '{"ticket": 7, "title": "Last"}', at],
        );
    });
    const [push] = await sent(device);
    expect(push?.notice.text).toBe('Last');
    await drained();
  });
  it('is sent again what its service did not take, later, and once', async () => {
    const [user, device] = [await x.newUser(), service.newDevice()];
    await turnOn(user.token, device);
    service.answers.push({ status: 503 });
    await reply(user);
    const tries = async () =>
      (await x.db.query<{ tries: number }>('select tries from push_message where tries > 0')).length;
    await expect.poll(tries, { timeout: 10_000 }).toBe(1);
    expect(service.sentTo(device)).toEqual([]);
    await x.db.query('update push_message set next_at = 0');
    await sent(device);
    await drained();
    expect(service.sentTo(device)).toHaveLength(1);
  });
  it('cannot be taken over by another user\u2019s login, until its own has ended', async () => {
    const [ada, bob, device] = [await x.newUser(), await x.newUser(), service.newDevice()];
    await turnOn(ada.token, device);
    expect((await turnOn(bob.token, device)).code).toBe('pushTaken');
    await reply(ada);
    await sent(device);
    await ask(ada.token, 'account.logout');
    expect((await turnOn(bob.token, device)).code).toBe(200);
    await reply(bob);
    await sent(device, 2);
  });
  it('is one of ten at most, and those of logins that have ended do not count', async () => {
    const user = await x.newUser();
    const tokens: string[] = [];
    for (let i = 0; i < 11; i++) tokens.push((await x.logIn(user)).data.token);
    const codes: unknown[] = [];
    for (const token of tokens) codes.push((await turnOn(token, service.newDevice())).code);
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 200), 'pushTooMany']);
    await ask(tokens[0] ?? '', 'account.logout');
    expect((await turnOn(tokens[10] ?? '', service.newDevice())).code).toBe(200);
  });
  it('moves by the secret of the former one alone', async () => {
    const [user, former, fresh] = [await x.newUser(), service.newDevice(), service.newDevice()];
    await turnOn(user.token, former);
    const move = (auth: string) =>
      x.ask('notification.pushMoved', { ...fresh, former: { endpoint: former.endpoint, auth } });
    expect((await move(fresh.auth)).code).toBe('pushUnknown');
    expect((await move(former.auth)).code).toBe(200);
    expect((await move(former.auth)).code).toBe('pushUnknown');
    await reply(user);
    await sent(fresh);
    expect(service.sentTo(former)).toEqual([]);
  });
  it('is swept once its login has rested too long', async () => {
    const [user, device] = [await x.newUser(), service.newDevice()];
    await turnOn(user.token, device);
    const count = async () =>
      (await x.db.query('select 1 from push_subscription where endpoint = $1', [device.endpoint])).length;
    await sweepPush(x.db, Date.now());
    expect(await count()).toBe(1);
    await sweepPush(x.db, Date.now() + 8 * 86_400_000);
    expect(await count()).toBe(0);
  });
});

describe('an address that is no push service\u2019s', () => {
  it.each([
    'http://push.example.org/1',
    'https://127.0.0.1/1',
    'https://127.1/1',
    'https://2130706433/1',
    'https://[::1]/1',
    'https://[::ffff:10.0.0.1]/1',
    'https://10.0.0.1/1',
    'https://169.254.169.254/latest/meta-data',
    'https://8.8.8.8/1',
    'https://localhost/1',
    'https://metadata/1',
    'https://db.internal/1',
    'https://push.example.org:6379/1',
    'https://user:word@push.example.org/1',
    'file:///etc/passwd',
    'push',
  ])('is refused: %s', async (endpoint) => {
    const { token } = await x.newUser();
    expect((await turnOn(token, { ...service.newDevice(), endpoint })).code).toBe('pushInvalid');
  });
  it('is refused with a key that nothing can be encrypted for, and beyond a length', async () => {
    const [{ token }, device] = [await x.newUser(), service.newDevice()];
    expect((await turnOn(token, { ...device, p256dh: `B${'A'.repeat(86)}` })).code).toBe('pushInvalid');
    const endpoint = `https://push.example.org/${'x'.repeat(1_000)}`;
    expect((await turnOn(token, { ...device, endpoint })).status).toBe(422);
    expect((await x.ask('notification.pushOn', { ...device, words: false })).code).toBe(401);
  });
});
