import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestExchange, User } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';

let x: TestExchange;
let ann: User;
const members: User[] = [];
const codeOf = async ({ token }: User): Promise<string> =>
  (await x.ask('account.profile', {}, { token })).data.inviteCode;
const info = async ({ token }: User) => (await x.ask('team.info', {}, { token })).data;
const list = async (body: object) => (await x.ask('team.members', body, { token: ann.token })).data;

beforeAll(async () => {
  x = await openExchange();
  ann = await x.newUser();
  const code = await codeOf(ann);
  for (let n = 0; n < 3; n++) members.push(await x.newUser(undefined, code));
  const [ben] = members;
  if (ben) members.push(await x.newUser(undefined, ` ${(await codeOf(ben)).toLowerCase()} `));
});
afterAll(() => x.close());

describe('a team', () => {
  it('begins with a code that nobody misreads, and says what it is worth', async () => {
    expect(await info(ann)).toMatchObject({
      code: expect.stringMatching(/^[ABCDEFGHJKMNPQRSTUVWXYZ23456789]{8}$/),
      inviter: null,
      rates: { direct: '0.2', second: '0.05' },
      direct: { registered: 3, verified: 0, traded: 0 },
      second: { registered: 1, verified: 0, traded: 0 },
      rewards: [],
    });
  });
  it('names the inviter masked, to the invited', async () => {
    const [ben] = members;
    if (!ben) throw new Error('nobody was invited');
    const { inviter } = await info(ben);
    expect(inviter).toMatch(/^p•••\d@people\.example$/);
    expect(inviter).not.toBe(ann.email);
  });
  it('shows members by level and state, newest first, by pages, under masked names', async () => {
    const [first] = members;
    const trade = { market: 'BTC-USDT', side: 'buy', type: 'market', total: '100' };
    const placed = await x.ask('spot.place', trade, { token: first?.token, key: x.newKey() });
    expect(placed.code).toBe(200);
    await x.db.query("update app_user set identity = 'basic' where uid = $1", [members[1]?.uid]);
    const page = await list({ level: 'direct', limit: 2 });
    expect(page.rows.map(({ place, state }: { place: number; state: string }) => [place, state])).toEqual([
      [3, 'registered'],
      [2, 'verified'],
    ]);
    expect(page.next).toBe(2);
    const rest = await list({ level: 'direct', limit: 2, before: page.next });
    expect([rest.rows.map(({ state }: { state: string }) => state), rest.next]).toEqual([['traded'], null]);
    expect((await list({ level: 'direct', state: 'verified' })).rows).toHaveLength(1);
    const second = await list({ level: 'second' });
    expect(second.rows).toHaveLength(1);
    const emitted = JSON.stringify([page, rest, second]);
    for (const { email, uid } of members) {
      expect(emitted).not.toContain(email);
      expect(emitted).not.toContain(uid);
    }
    expect((await info(ann)).direct).toEqual({ registered: 1, verified: 1, traded: 1 });
  });
  it('shows rewards by day, level and coin, in pages', async () => {
    const ids = await x.db.query<{ id: number }>(
      'select id from app_user where uid = any ($1::text[]) order by id',
      [[ann.uid, ...members.map(({ uid }) => uid)]],
    );
    const [me = 0, ben = 0, cas = 0, , dot = 0] = ids.map(({ id }) => id);
    const [{ day } = { day: 0 }] = await x.db.query<{ day: number }>('select max(day) as day from team_day');
    const rows = [
      [day - 1, ben, 'USDT', 'direct', '0.2'],
      [day - 1, cas, 'USDT', 'direct', '0.2'],
      [day, ben, 'BTC', 'direct', '0.2'],
      [day, dot, 'USDT', 'second', '0.05'],
    ] as const;
    await x.db.query('insert into team_day select $1, spot_to, futures_to, 0, 0, 0, 1 from team_day', [
      day - 1,
    ]);
    for (const [on, member, asset, level, amount] of rows) {
      await x.db.query('insert into team_fee values ($1, $2, $3, 1)', [on, member, asset]);
      await x.db.query('insert into team_reward values ($1, $2, $3, $4, $5, $6, 1, 9)', [
        on,
        me,
        member,
        asset,
        level,
        amount,
      ]);
    }
    const ask = async (body: object) => (await x.ask('team.rewards', body, { token: ann.token })).data;
    const at = (n: number) => n * 86_400_000;
    const all = [
      { day: at(day), level: 'direct', asset: 'BTC', amount: '0.2', members: 1, at: 9 },
      { day: at(day), level: 'second', asset: 'USDT', amount: '0.05', members: 1, at: 9 },
      { day: at(day - 1), level: 'direct', asset: 'USDT', amount: '0.4', members: 2, at: 9 },
    ];
    expect(await ask({})).toEqual({ rows: all, next: null });
    const page = await ask({ limit: 1 });
    expect(page).toEqual({ rows: all.slice(0, 1), next: `${day}.direct.BTC` });
    expect(await ask({ before: page.next })).toEqual({ rows: all.slice(1), next: null });
    expect((await ask({ level: 'second' })).rows).toEqual([all[1]]);
    expect((await ask({ asset: 'USDT', to: at(day - 1) })).rows).toEqual([all[2]]);
    expect((await ask({ from: at(day) })).rows).toEqual(all.slice(0, 2));
    expect(await info(ann)).toMatchObject({
      newestDay: at(day),
      rewards: [
        { asset: 'USDT', total: '0.45', newest: '0.05' },
        { asset: 'BTC', total: '0.2', newest: '0.2' },
      ],
    });
  });
});
