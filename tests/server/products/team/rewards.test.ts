import { afterEach, describe, expect, it } from 'vitest';
import { D } from '../../../../domain/index.ts';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import { collectFees } from '../../../../server/products/team/collect.ts';
import { TeamEngine } from '../../../../server/products/team/engine.ts';
import { bookRewards } from '../../../../server/products/team/reward.ts';
import { addUser, withDatabase } from '../../../support/databases.ts';
import { openFutures, perpetualPair } from '../../../support/perpetual.ts';
import type { TeamWorld } from '../../../support/team.ts';
import { DAY, openTeam } from '../../../support/team.ts';

withDatabase('team rewards', (db) => {
  let x: TeamWorld;
  /** Ann invited Ben, Ben invited Cas; Eve came alone. */
  const family = [undefined, 0, 1, undefined];
  afterEach(async () => {
    await x.close();
    expect(x.logged).toEqual([]);
    expect(await verifyLedger(db())).toEqual([]);
  });

  describe('a day', () => {
    it('gives a fifth of the fees to who invited and a twentieth to who invited that one, by coin', async () => {
      x = await openTeam(db(), family);
      await x.sell(2, '10.123');
      await x.book([], [['100', '1000']]);
      await x.place(2, { side: 'buy', type: 'market', quantity: '3', tif: 'IOC' });
      const before = await x.house('house_fee', x.market.quote);
      const ann = new D((await x.money(0, x.market.quote))[0]);
      await x.midnight();
      // Fees of Cas: 1.0123 of the quote asset, 0.003 of the base asset.
      expect(await x.rewards()).toEqual([
        [0, 2, 'second', 'base', '0.00015'],
        [0, 2, 'second', 'quote', '0.050615'],
        [1, 2, 'direct', 'base', '0.0006'],
        [1, 2, 'direct', 'quote', '0.20246'],
      ]);
      expect(new D(before).minus(await x.house('house_fee', x.market.quote)).toFixed()).toBe('0.253075');
      expect(new D((await x.money(0, x.market.quote))[0]).minus(ann).toFixed()).toBe('0.050615');
      const emitted = await db().query<{ body: { asset: string } }>(
        "select body from outbox where stream = $1 and type = 'balance' order by seq desc limit 2",
        [`user:${x.users[0]}`],
      );
      expect(emitted.map(({ body }) => body.asset).sort()).toEqual([x.market.base, x.market.quote].sort());
      expect(x.published).toContain(`user:${x.users[1]}`);
    });
    it('without fees gives nothing, however many were brought', async () => {
      x = await openTeam(db(), [undefined, ...Array.from({ length: 10 }, () => 0)]);
      await x.midnight();
      expect(await x.rewards()).toEqual([]);
      expect(await x.money(0, x.market.quote)).toEqual(['1000000', '0']);
    });
    it('counts fees of perpetuals, and none of liquidations', async () => {
      x = await openTeam(db(), family);
      const pair = perpetualPair();
      const [spot, perpetual] = pair;
      const futures = await openFutures(db(), [pair], { clock: x.clock, users: x.users });
      await futures.give(x.users[1] ?? 0, '600');
      const books = (price: number) => {
        for (const id of [spot.id, perpetual.id])
          futures.source.setBook(id, { bids: [[`${price}`, '1000']], asks: [[`${price + 0.1}`, '1000']] });
      };
      books(100);
      await futures.mark('100');
      await futures.place(1, { side: 'long', quantity: '10', type: 'market' });
      await futures.stop();
      const fills = await db().query<{ kind: string; fee: string }>(
        'select kind, sum(fee)::text as fee from futures_fill where user_id = $1 group by kind',
        [x.users[1]],
      );
      const traded = fills.find(({ kind }) => kind === 'trade')?.fee ?? '0';
      expect(new D(traded).gt(0)).toBe(true);
      await db().query(
        `insert into futures_fill select id + 1000000, order_id, position_id, user_id, market, side, price, quantity,
           fee, profit, role, 'liquidation', at from futures_fill where user_id = $1`,
        [x.users[1]],
      );
      await x.midnight();
      expect(await x.rewards()).toEqual([
        [0, 1, 'direct', 'quote', new D(traded).times('0.2').toDecimalPlaces(8, D.ROUND_DOWN).toFixed()],
      ]);
    });
    it('never gives more than a quarter of what was taken, in any coin', async () => {
      x = await openTeam(db(), [undefined, 0, 1, 1, 2, 2]);
      for (let n = 1; n <= 30; n++) await x.sell((n % 5) + 1, `${(n * 37) % 89}.${100 + n}`);
      await x.midnight();
      const rewards = await x.rewards();
      expect(rewards.length).toBeGreaterThan(5);
      const given = rewards.reduce((sum, [, , , , amount]) => sum.plus(amount), new D(0));
      const [taken] = await db().query<{ fee: string }>(
        'select sum(fee)::text as fee from spot_fill where user_id = any ($1::bigint[])',
        [x.users],
      );
      expect(given.gt(0) && given.times(4).lte(taken?.fee ?? 0)).toBe(true);
    });
  });

  describe('nothing is earned', () => {
    it('by own accounts: opened or used from the same device at the same address', async () => {
      x = await openTeam(db(), family);
      await x.seen(0, 'Chrome · Android', '192.0.2.1', 'registered');
      await x.seen(1, 'Chrome · Android', '192.0.2.1');
      await x.seen(2, 'Safari · iPhone', '192.0.2.1');
      await x.sell(1, '10');
      await x.sell(2, '10');
      await x.midnight();
      // Ben is Ann's own account: she gets nothing for him, nor through him.
      expect(await x.rewards()).toEqual([[1, 2, 'direct', 'quote', '0.2']]);
    });
    it('by an operator’s note of the same place', async () => {
      x = await openTeam(db(), family);
      await x.seen(0, 'operator', 'local', 'frozen');
      await x.seen(1, 'operator', 'local', 'frozen');
      await x.sell(1, '10');
      await x.midnight();
      expect(await x.rewards()).toEqual([[0, 1, 'direct', 'quote', '0.2']]);
    });
    it('by trading to and fro with somebody close, though with strangers it is', async () => {
      x = await openTeam(db(), [undefined, 0, 1, undefined, 0]);
      await x.seen(2, 'Chrome · Linux', '192.0.2.7');
      await x.seen(3, 'Chrome · Linux', '192.0.2.7');
      await x.between(1, 0, '10');
      await x.between(0, 2, '10');
      await x.between(1, 4, '10');
      await x.between(2, 3, '10');
      await x.midnight();
      expect(await x.rewards()).toEqual([]);
      await x.between(3, 1, '10');
      await x.midnight();
      expect(await x.rewards()).toEqual([[0, 1, 'direct', 'quote', '0.2']]);
    });
    it.each([
      ['before', [2, 3]],
      ['after', [3, 2]],
    ])(
      'of perpetuals with somebody close, %s a stranger in one order that turns a position',
      async (_, makers) => {
        // Ben and Cas are of Ann's team; Dan is a stranger to both.
        x = await openTeam(db(), [undefined, 0, 0, undefined]);
        const pair = perpetualPair();
        const futures = await openFutures(db(), [pair], { clock: x.clock, users: x.users });
        for (const user of x.users) await futures.give(user, '1000');
        await futures.mark('100');
        const limit = { type: 'limit', price: '100' } as const;
        await futures.place(3, { ...limit, quantity: '5', side: 'long' });
        await futures.place(1, { ...limit, quantity: '5', side: 'short' });
        await x.midnight();
        expect(await x.rewards()).toEqual([[0, 1, 'direct', 'quote', '0.05']]);
        await futures.mark('100');
        for (const maker of makers) await futures.place(maker, { ...limit, quantity: '10', side: 'short' });
        // Closing and opening are a fill each, and the next maker's is nearer to the second than its own.
        await futures.place(1, { ...limit, quantity: '20', side: 'long' });
        await futures.stop();
        await x.midnight();
        expect((await x.rewards()).slice(1)).toEqual([[0, 1, 'direct', 'quote', '0.1']]);
      },
    );
    it('by a ring, which cannot be: nobody is invited by themselves or by who came later, and it never changes', async () => {
      x = await openTeam(db(), family);
      const [ann = 0, ben = 0, cas = 0, eve = 0] = x.users;
      const invite = (who: number, by: number | null) =>
        db().query('update app_user set invited_by = $2 where id = $1', [who, by]);
      for (const [who, by] of [
        [ann, cas],
        [ann, ann],
        [ben, eve],
        [ben, null],
        [eve, ann],
      ] as const)
        await expect(invite(who, by)).rejects.toThrow(/inviter/);
      await expect(addUser(db(), eve + 1)).rejects.toThrow(/inviter/);
      const ring = await db().query('select id from app_user where invited_by >= id');
      expect(ring).toEqual([]);
    });
    it('while an account is frozen', async () => {
      x = await openTeam(db(), family);
      await x.sell(1, '10');
      await x.sell(2, '10');
      await db().query('update app_user set frozen_at = 1 where id = $1', [x.users[1]]);
      await x.midnight();
      expect(await x.rewards()).toEqual([[0, 2, 'second', 'quote', '0.05']]);
    });
  });

  describe('the job', () => {
    it('running twice, in two processes at once, and again books once', async () => {
      x = await openTeam(db(), family);
      await x.sell(2, '10');
      const other = new TeamEngine({ ...x.deps, log: () => undefined });
      await other.start();
      await Promise.all([x.midnight(), other.check()]);
      await other.check();
      await x.team.check();
      expect(await x.rewards()).toEqual([
        [0, 2, 'second', 'quote', '0.05'],
        [1, 2, 'direct', 'quote', '0.2'],
      ]);
      await other.close();
    });
    it('that cannot be booked keeps no exchange from opening, and is booked once it can', async () => {
      x = await openTeam(db(), family);
      await x.sell(1, '10');
      await x.team.close();
      x.clock.jump(DAY);
      await db().query('alter table team_reward add constraint refused check (false) not valid');
      const logged: string[] = [];
      const next = new TeamEngine({ ...x.deps, log: (event) => void logged.push(event) });
      await next.start();
      expect(logged).toEqual(['team']);
      await db().query('alter table team_reward drop constraint refused');
      await next.check();
      expect(await x.rewards()).toEqual([[0, 1, 'direct', 'quote', '0.2']]);
      await next.close();
    });
    it('three days late books three days, each with its own fees', async () => {
      x = await openTeam(db(), family);
      for (const quantity of ['10', '20', '30']) {
        await x.sell(1, quantity);
        x.clock.jump(DAY);
      }
      await x.team.check();
      expect(await x.rewards()).toEqual([
        [0, 1, 'direct', 'quote', '0.2'],
        [0, 1, 'direct', 'quote', '0.4'],
        [0, 1, 'direct', 'quote', '0.6'],
      ]);
      const days = await db().query<{ day: number }>(
        'select day from team_reward where inviter_id = $1 order by day',
        [x.users[0]],
      );
      expect(days.map(({ day }) => day - (days[0]?.day ?? 0))).toEqual([0, 1, 2]);
    });
    it('counts each fill once when the clock jumps forth and back', async () => {
      x = await openTeam(db(), family);
      x.clock.jump(2 * DAY);
      await x.sell(1, '10');
      x.clock.jump(-2 * DAY);
      await x.sell(1, '20');
      await x.midnight();
      x.clock.jump(-DAY);
      await x.sell(1, '40');
      await x.team.check();
      await x.midnight(4);
      const sum = (await x.rewards()).reduce((all, [, , , , amount]) => all.plus(amount), new D(0));
      expect(sum.toFixed()).toBe('1.4');
    });
    it('goes on where it was cut off, a fill and an inviter at a time', async () => {
      x = await openTeam(db(), [undefined, 0, 1, 1, 1]);
      for (const user of [1, 2, 3, 4, 2]) await x.sell(user, '10');
      await x.close();
      x.clock.jump(DAY);
      // Each turn does three transactions, then the lights go out: what was read and booked before is not done again.
      let left = 0;
      const failing = {
        ...x.deps,
        db: {
          ...db(),
          query: db().query.bind(db()),
          transaction: <T>(work: (tx: never) => Promise<T>): Promise<T> =>
            (left -= 1) < 0
              ? Promise.reject(new Error('the lights went out'))
              : (db().transaction(work as never) as Promise<T>),
        } as ReturnType<typeof db>,
      };
      const [{ day } = { day: 0 }] = await db().query<{ day: number }>(
        'select max(day) as day from team_day',
      );
      await db().query('select team_begin(p_day => $1, p_end => $2)', [day + 1, (day + 2) * DAY]);
      for (let tries = 0; ; tries++) {
        left = 3;
        const isDone = await collectFees(failing, day + 1, 1)
          .then(() => bookRewards(failing, day + 1, 1))
          .then(
            () => true,
            () => false,
          );
        if (isDone) break;
        expect(tries).toBeLessThan(20);
      }
      const rewards = await x.rewards();
      expect(rewards).toEqual([
        [0, 1, 'direct', 'quote', '0.2'],
        [0, 2, 'second', 'quote', '0.1'],
        [0, 3, 'second', 'quote', '0.05'],
        [0, 4, 'second', 'quote', '0.05'],
        [1, 2, 'direct', 'quote', '0.4'],
        [1, 3, 'direct', 'quote', '0.2'],
        [1, 4, 'direct', 'quote', '0.2'],
      ]);
    });
    it('books what a guest earns for who invited them later, and so everything else', async () => {
      x = await openTeam(db(), [undefined, undefined, 1]);
      const [guest, late] = x.users;
      await db().query("update app_user set password_hash = '' where id = $1", [guest]);
      await db().query("update app_user set password_hash = 'x', invited_by = $2 where id = $1", [
        guest,
        late,
      ]);
      await x.sell(0, '10');
      await x.midnight();
      expect(await x.rewards()).toEqual([[1, 0, 'direct', 'quote', '0.2']]);
    });
  });
});
