import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestExchange, User } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';

let x: TestExchange;
beforeAll(async () => {
  x = await openExchange();
});
afterAll(() => x.close());

const ticketOf = async (token: string): Promise<string> =>
  (await x.ask('account.ticket', {}, { token })).data.ticket;
const move = (user: User, amount: string) =>
  x.ask(
    'account.transfer',
    { asset: 'USDT', from: 'spot', to: 'futures', amount },
    { token: user.token, key: x.newKey() },
  );
const isMine = ({ t, ch }: { t: string; ch?: string }) => ch === 'me' && (t === 'snap' || t === 'delta');

/** A socket of a user, subscribed. @param from where it was left. */
async function listening(user: User, from?: { epoch: string; seq: number }) {
  const socket = await x.openSocket();
  socket.say({ op: 'auth', id: 1, ticket: await ticketOf(user.token) });
  socket.say({ op: 'sub', id: 2, ch: ['me'], ...(from ? { from } : {}) });
  const { recovered } = await socket.receives(({ t, id }) => t === 'ok' && id === 2);
  return { ...socket, recovered };
}

describe('the private channel', () => {
  it('begins with all balances and tells each change, numbered', async () => {
    const user = await x.newUser();
    const socket = await listening(user);
    expect(socket.recovered).toBe(false);
    const snap = socket.received.find(isMine);
    expect(snap?.d).toEqual((await x.ask('account.balances', {}, { token: user.token })).data);
    await move(user, '1');
    await move(user, '2');
    const last = (snap?.s ?? 0) + 4;
    await socket.receives(({ ch, s }) => ch === 'me' && s === last);
    const published = socket.received.filter(isMine);
    expect(published.map(({ s }) => s)).toEqual([0, 1, 2, 3, 4].map((i) => (snap?.s ?? 0) + i));
    const spot = published.filter(({ d }) => d?.body?.account === 'spot');
    expect(spot.map(({ d }) => d.body.posted)).toEqual(['9999', '9997']);
    expect(spot.map(({ d }) => d.body.version)).toEqual([2, 3]);
    socket.end();
  });

  it('is read on where it was left, without a hole or a double', async () => {
    const user = await x.newUser();
    const first = await listening(user);
    const snap = first.received.find(isMine);
    first.end();
    for (let i = 1; i <= 10; i++) await move(user, String(i));
    for (const missed of [20, 13, 1, 0]) {
      const seq = (snap?.s ?? 0) + 20 - missed;
      const again = await listening(user, { epoch: snap?.e ?? '', seq });
      expect(again.recovered).toBe(true);
      const published = again.received.filter(isMine);
      expect(published.map(({ s }) => s)).toEqual(Array.from({ length: missed }, (_, i) => seq + 1 + i));
      expect(published.every(({ t }) => t === 'delta')).toBe(true);
      again.end();
    }
  });

  it('begins anew where the log is another one, or has forgotten', async () => {
    const user = await x.newUser();
    const snap = (await listening(user)).received.find(isMine);
    const other = await listening(user, { epoch: '00000000-0000-0000-0000-000000000000', seq: 1 });
    expect(other.recovered).toBe(false);
    expect(other.received.find(isMine)?.t).toBe('snap');
    const ahead = await listening(user, { epoch: snap?.e ?? '', seq: 10_000 });
    expect(ahead.recovered).toBe(false);
    await x.db.query('delete from outbox where stream like $1', ['user:%']);
    const past = await listening(user, { epoch: snap?.e ?? '', seq: (snap?.s ?? 1) - 1 });
    expect(past.recovered).toBe(false);
    for (const socket of [other, ahead, past]) socket.end();
  });

  it('is for its owner alone', async () => {
    const [owner, other] = [await x.newUser(), await x.newUser()];
    const mine = await listening(owner);
    const theirs = await listening(other, { epoch: mine.received.find(isMine)?.e ?? '', seq: 0 });
    expect(theirs.recovered).toBe(false);
    await move(owner, '5');
    await mine.receives(({ d }) => d?.body?.posted === '9995');
    theirs.say({ op: 'ping', id: 9 });
    await theirs.receives(({ id }) => id === 9);
    expect(JSON.stringify(theirs.received)).not.toContain('9995');
    expect(JSON.stringify(theirs.received)).not.toContain(owner.uid);
    mine.end();
    theirs.end();
  });

  it('is nobody’s without a ticket', async () => {
    const socket = await x.openSocket();
    socket.say({ op: 'sub', id: 1, ch: ['me'] });
    expect((await socket.receives(({ t }) => t === 'err')).code).toBe('channelUnknown');
    socket.end();
  });
  it('takes a ticket once', async () => {
    const { token } = await x.newUser();
    const ticket = await ticketOf(token);
    const first = await x.openSocket();
    first.say({ op: 'auth', id: 1, ticket });
    await first.receives(({ id }) => id === 1);
    const second = await x.openSocket();
    second.say({ op: 'auth', id: 1, ticket });
    expect(await second.closed).toBe(4401);
    first.end();
  });
  it('is nobody’s with a ticket whose session has ended', async () => {
    const { token } = await x.newUser();
    const ticket = await ticketOf(token);
    await x.ask('account.logout', {}, { token });
    const socket = await x.openSocket();
    socket.say({ op: 'auth', id: 1, ticket });
    socket.say({ op: 'sub', id: 2, ch: ['me'] });
    expect(await socket.closed).toBe(4401);
    expect(socket.received.some(({ t }) => t === 'snap')).toBe(false);
  });
  it('has room for five sockets of a user', async () => {
    const user = await x.newUser();
    const sockets = [];
    for (let i = 0; i < 5; i++) sockets.push(await listening(user));
    const sixth = await x.openSocket();
    sixth.say({ op: 'auth', id: 1, ticket: await ticketOf(user.token) });
    sixth.say({ op: 'sub', id: 2, ch: ['me'] });
    expect((await sixth.receives(({ t }) => t === 'err')).code).toBe('tooManyRequests');
    for (const socket of [...sockets, sixth]) socket.end();
  });

  it.each([
    ['logging out', (user: User) => x.ask('account.logout', {}, { token: user.token })],
    [
      'a change of the password elsewhere',
      async (user: User) => {
        const { token } = (await x.logIn(user)).data;
        await x.ask('account.changePassword', { old: user.password, password: 'changed123x' }, { token });
      },
    ],
    ['a freeze', (user: User) => x.db.query('update app_user set frozen_at = 1 where uid = $1', [user.uid])],
  ])('is cut after %s', async (_, end) => {
    const user = await x.newUser();
    const socket = await listening(user);
    await end(user);
    expect(await socket.closed).toBe(4401);
  });

  it('tells nothing of what was refused', async () => {
    const user = await x.newUser();
    const socket = await listening(user);
    const before = socket.received.filter(isMine).length;
    expect((await move(user, '99999')).code).toBe('insufficientBalance');
    await move(user, '1');
    await socket.receives(({ d }) => d?.body?.posted === '9999');
    expect(socket.received.filter(isMine)).toHaveLength(before + 2);
    socket.end();
  });
});
