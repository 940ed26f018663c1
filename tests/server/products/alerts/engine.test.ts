import { afterEach, describe, expect, it, vi } from 'vitest';
import { MOST_ALERTS } from '../../../../domain/index.ts';
import { privateStream } from '../../../../server/base/commands/command.ts';
import type { Database } from '../../../../server/base/db/database.ts';
import { DatabaseAwayError } from '../../../../server/base/db/database.ts';
import { AlertEngine } from '../../../../server/products/alerts/engine.ts';
import type { AlertWorld } from '../../../support/alerts.ts';
import { openAlerts } from '../../../support/alerts.ts';
import { withDatabase } from '../../../support/databases.ts';

withDatabase('price alerts', (db) => {
  let x: AlertWorld;
  afterEach(async () => {
    await x.close();
  });

  describe('an alert', () => {
    it('is told once, at the price that reached it, with its row', async () => {
      x = await openAlerts(db());
      const { id } = await x.add('above', '10.50');
      await x.tick('10.49');
      expect(await x.emitted()).toEqual([]);
      await x.tick('10.5');
      await x.tick('10.4');
      await x.tick('10.6');
      expect(await x.emitted()).toEqual([[id, '10.5', 1]]);
      expect(await x.list()).toMatchObject([
        { id, state: 'reached', price: '10.5', firedPrice: '10.5', fired: 1, version: 2 },
      ]);
      expect(x.published.length).toBeGreaterThan(0);
    });
    it('is told when the price jumps over it, both ways', async () => {
      x = await openAlerts(db());
      const up = await x.add('above', '11');
      const far = await x.add('above', '12');
      const down = await x.add('below', '9');
      await x.tick('11.7');
      expect(await x.emitted()).toEqual([[up.id, '11.7', 1]]);
      await x.tick('3');
      await x.tick('40');
      expect(await x.emitted()).toEqual([
        [up.id, '11.7', 1],
        [down.id, '3', 1],
        [far.id, '40', 1],
      ]);
    });
    it('hears of its own market alone', async () => {
      x = await openAlerts(db());
      await x.add('above', '11');
      await x.tick('50', 'BBB-USDT');
      expect(await x.emitted()).toEqual([]);
    });
    it('that repeats is told again after the price has gone back, and not while it trembles', async () => {
      x = await openAlerts(db());
      const { id } = await x.add('above', '11', { repeats: true });
      for (const price of ['11', '10.995', '11.01', '10.99', '11']) await x.tick(price);
      expect(await x.emitted()).toEqual([[id, '11', 1]]);
      expect((await x.list())[0]).toMatchObject({ state: 'resting' });
      await x.tick('10.989');
      expect((await x.list())[0]).toMatchObject({ state: 'waiting', fired: 1 });
      await x.tick('11.2');
      expect(await x.emitted()).toEqual([
        [id, '11', 1],
        [id, '11.2', 2],
      ]);
    });
    it('is refused for a price that is there already, and not by one that is too old to say so', async () => {
      x = await openAlerts(db());
      await expect(x.add('below', '12')).rejects.toMatchObject({ code: 'alertReached' });
      Object.assign(x.source, { live: { isStale: (id: string) => id === 'AAA-USDT' } });
      const { id } = await x.add('below', '12');
      await expect(x.add('below', '12', { market: 'BBB-USDT' })).rejects.toMatchObject({
        code: 'alertReached',
      });
      expect(await x.emitted()).toEqual([]);
      await x.tick('13');
      expect(await x.emitted()).toEqual([]);
      await x.tick('11');
      expect(await x.emitted()).toEqual([[id, '11', 1]]);
    });
    it('below zero is as good as at zero', async () => {
      x = await openAlerts(db());
      const { id } = await x.add('below', '1');
      await x.tick('-37.63');
      expect(await x.emitted()).toEqual([[id, '0', 1]]);
    });
  });

  describe('a restart', () => {
    it('loses no alert, and tells none a second time', async () => {
      x = await openAlerts(db());
      const done = await x.add('above', '11');
      const open = await x.add('above', '12');
      await x.tick('11');
      await x.restart();
      await x.tick('11.5');
      expect(await x.emitted()).toEqual([[done.id, '11', 1]]);
      await x.tick('12');
      expect(await x.emitted()).toEqual([
        [done.id, '11', 1],
        [open.id, '12', 1],
      ]);
    });
    it('tells by the next tick what the price has passed meanwhile, and by no old price', async () => {
      x = await openAlerts(db());
      const { id } = await x.add('above', '11');
      // The source's last word is old: nobody says that it still holds.
      await x.restart(() => x.source.tick('AAA-USDT', '15'));
      await x.idle();
      expect(await x.emitted()).toEqual([]);
      await x.tick('14');
      expect(await x.emitted()).toEqual([[id, '14', 1]]);
    });
    it('keeps a repeating alert at rest until the price has gone back', async () => {
      x = await openAlerts(db());
      const { id } = await x.add('below', '9', { repeats: true });
      await x.tick('8');
      await x.restart();
      await x.tick('7');
      expect(await x.emitted()).toEqual([[id, '8', 1]]);
      await x.tick('9.009');
      await x.tick('9');
      expect(await x.emitted()).toEqual([
        [id, '8', 1],
        [id, '9', 2],
      ]);
    });
  });

  describe('a user', () => {
    it('adds the same alert once, whatever way its price is written', async () => {
      x = await openAlerts(db());
      const first = await x.add('above', '11.0');
      const again = await x.add('above', '11.00', { repeats: true });
      expect(again).toMatchObject({ id: first.id, repeats: true, version: 2 });
      expect(await x.list()).toHaveLength(1);
    });
    it('has room for so many that wait, also when all are asked for at once', async () => {
      x = await openAlerts(db());
      const requested = Array.from({ length: MOST_ALERTS + 10 }, (_, n) => x.add('above', `${100 + n}`));
      const ends = await Promise.allSettled(requested);
      const refused = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []));
      expect(refused).toEqual(Array(10).fill('RuleError: alertsTooMany'));
      expect(await x.list()).toHaveLength(MOST_ALERTS);
      await x.tick('100');
      await expect(x.add('above', '200')).resolves.toMatchObject({ state: 'waiting' });
    });
    it('finds the newest of those that were reached, not all for ever', async () => {
      x = await openAlerts(db());
      for (let round = 0; round < 2; round++) {
        for (let n = 0; n < 30; n++) await x.add('above', `${11 + n}`);
        await x.tick('60');
        x.clock.jump(1_000);
        await x.tick('10');
      }
      await x.add('above', '70');
      expect(await x.list()).toHaveLength(51);
    });
    it('who takes an alert away is not told of it, and others cannot take it', async () => {
      x = await openAlerts(db(), { userCount: 2 });
      const { id } = await x.add('above', '11');
      await expect(x.remove(id, 1)).rejects.toThrow('notFound');
      await x.remove(id);
      await expect(x.remove(id)).rejects.toThrow('notFound');
      await x.tick('12');
      expect(await x.emitted()).toEqual([]);
      expect(await x.list()).toEqual([]);
    });
    it('is told apart from everybody else who waits for the same price', async () => {
      x = await openAlerts(db(), { userCount: 3 });
      const alerts = [];
      for (const user of [0, 1, 2]) alerts.push(await x.add('above', '11', { user }));
      await x.tick('11');
      for (const user of [0, 1, 2]) expect(await x.emitted(user)).toEqual([[alerts[user]?.id, '11', 1]]);
    });
  });

  describe('a database that fails', () => {
    it('delays an alert and loses none', async () => {
      x = await openAlerts(db());
      const { id } = await x.add('above', '11');
      await db().query("alter table price_alert add constraint broken check (state <> 'reached') not valid");
      await x.tick('11');
      await db().query('alter table price_alert drop constraint broken');
      expect(await x.emitted()).toEqual([]);
      expect(x.logged).toHaveLength(1);
      await x.clock.advance(1_000);
      await x.idle();
      expect(await x.emitted()).toEqual([[id, '11', 1]]);
    });
    it.each([
      ['waits', 'above', ['11'], ['10.9', '11.2']],
      ['rests', 'above', ['11', '10.9'], ['11.2']],
      ['waits below', 'below', ['9'], ['9.1', '8.5']],
    ] as const)(
      'whose answer is lost leaves no repeating alert without a price: one that %s',
      async (_, direction, before, after) => {
        x = await openAlerts(db());
        const level = direction === 'above' ? '11' : '9';
        const { id } = await x.add(direction, level, { repeats: true });
        for (const price of before.slice(0, -1)) await x.tick(price);
        x.loseAnswers(1);
        await x.tick(before.at(-1) ?? '');
        const announced = x.published.length;
        await x.clock.advance(1_000);
        await x.idle();
        // Its row went out with the commit; that it is there is announced once the exchange knows.
        expect(x.published.slice(announced)).toContain(privateStream(x.users[0] ?? 0));
        for (const price of after) await x.tick(price);
        expect((await x.emitted()).map(([, price, fired]) => [price, fired])).toEqual([
          [before[0], 1],
          [after.at(-1), 2],
        ]);
        expect((await x.list())[0]).toMatchObject({ id, state: 'resting' });
      },
    );
    it('whose answer is lost sends a one-time alert once', async () => {
      x = await openAlerts(db());
      const { id } = await x.add('above', '11');
      x.loseAnswers(1);
      await x.tick('11');
      await x.clock.advance(1_000);
      await x.idle();
      await x.tick('10');
      await x.tick('12');
      expect(await x.emitted()).toEqual([[id, '11', 1]]);
    });
    it('whose answers are lost, however many while the database is away, are read by one query a second', async () => {
      x = await openAlerts(db());
      let queries = 0;
      const away = Object.assign(Object.create(db()) as Database, {
        query: async () => {
          queries += 1;
          throw new DatabaseAwayError('away');
        },
      });
      const { clock, source, users } = x;
      const nothing = () => undefined;
      const engine = new AlertEngine({ db: away, clock, source, published: nothing, log: nothing });
      for (let i = 0; i < 50; i++) engine.followAgain(users[0] ?? 0);
      for (const expected of [1, 2, 3]) {
        await clock.advance(1_000);
        expect(queries).toBe(expected);
      }
      await engine.close();
      await clock.advance(5_000);
      expect(queries).toBe(3);
    });
    it('whose answer is lost watches for an alert that was written all the same', async () => {
      x = await openAlerts(db());
      x.loseAnswers(1);
      await expect(x.add('above', '11')).rejects.toThrow('the connection is gone');
      await x.clock.advance(1_000);
      await vi.waitFor(async () => {
        await x.tick('11');
        expect(await x.emitted()).toHaveLength(1);
      }, 10_000);
    });
  });
});
