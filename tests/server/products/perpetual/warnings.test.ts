import { afterEach, expect, it } from 'vitest';
import type { Dec } from '../../../../domain/index.ts';
import { withDatabase } from '../../../support/databases.ts';
import type { Futures, Setup } from '../../../support/perpetual.ts';
import { flawsOf, openFutures, perpetualPair } from '../../../support/perpetual.ts';

withDatabase('margin warnings', (db) => {
  let x: Futures;
  const pair = perpetualPair();
  const open = async (setup: Setup = {}): Promise<void> => {
    x = await openFutures(db(), [pair], setup);
    await x.mark('100');
  };
  const restart = async (price: Dec): Promise<void> => {
    const { users, clock } = x;
    await x.stop();
    const before: NonNullable<Setup['before']> = (source) => {
      for (const { id } of pair) source.tick(id, price);
    };
    x = await openFutures(db(), [pair], { users, clock, before });
  };
  afterEach(async () => {
    expect(await flawsOf(x)).toEqual([]);
    expect(x.logged).toEqual([]);
    await x.stop();
  });
  const warned = async (i = 0) => {
    const rows = await x.db.query<{ body: Record<string, unknown>; mail: boolean }>(
      "select body, mail_due as mail from notification where kind = 'margin' and user_id = $1 order by id",
      [x.users[i]],
    );
    return rows.map(({ body }) => body);
  };
  const levels = async () => (await warned()).map(({ level }) => level);
  /** 10 at 100.01 with 100.01 behind them. */
  const openLong = async (): Promise<void> => {
    await open();
    await x.terms(0, { mode: 'isolated', leverage: 10 });
    await x.place(0, { side: 'long', quantity: '10' });
  };
  /** Margin ratios of 20, 71, 83 and 92 in a hundred. */
  const marks = { calm: '95', over70: '91.35', under85: '91.15', over85: '91.05' };
  const stands = () =>
    x.db.query<{ level: number }>('select level from futures_warning where user_id = $1', [x.users[0]]);

  it('come once as each level is passed, with what is in danger', async () => {
    await openLong();
    await x.mark(marks.calm);
    expect(await warned()).toEqual([]);
    await x.mark(marks.over70);
    expect(await warned()).toMatchObject([{ level: 70, market: x.market, side: 'long' }]);
    expect(Number((await warned())[0]?.['ratio'])).toBeGreaterThanOrEqual(0.7);
    await x.mark('91.38');
    await x.mark(marks.over70);
    expect(await levels()).toEqual([70]);
    await x.mark(marks.over85);
    await x.mark(marks.under85);
    await x.mark(marks.over85);
    expect(await levels()).toEqual([70, 85]);
    expect(x.position(0)?.quantity).toBe('10');
  });

  it('come again once the ratio has fallen well below, and only the highest after a gap', async () => {
    await openLong();
    await x.mark(marks.over85);
    expect(await levels()).toEqual([85]);
    await x.mark(marks.calm);
    await x.mark(marks.over70);
    expect(await levels()).toEqual([85, 70]);
    // A gap over both and over the end is a liquidation, and no warning.
    await x.mark(marks.calm);
    await x.mark('80');
    expect(await levels()).toEqual([85, 70]);
    expect(x.position(0)).toBeUndefined();
  });

  it('are not repeated by a restart, and begin anew with another position', async () => {
    await openLong();
    await x.mark(marks.over70);
    await restart(marks.over70);
    await x.mark('91.36');
    expect(await levels()).toEqual([70]);
    await x.close(0, { quantity: '10' });
    await restart('100');
    expect(await stands()).toEqual([]);
    await x.mark('100');
    await x.place(0, { side: 'long', quantity: '10' });
    await x.mark(marks.over70);
    expect(await levels()).toEqual([70, 70]);
  });

  it('of the cross side are one for all of it, and end when money comes', async () => {
    await open({ funds: '100' });
    await x.terms(0, { leverage: 20 });
    await x.place(0, { side: 'long', quantity: '9' });
    for (const price of ['95', '92', '90.5', '90', '89.9', '89.8', '89.7', '89.6', '89.5']) {
      await x.mark(price);
      if ((await warned()).length > 0) break;
    }
    expect(await warned()).toMatchObject([{ ratio: expect.any(String) }]);
    expect((await warned())[0]).not.toHaveProperty('market');
    expect((await stands()).map(({ level }) => level)).toEqual(await levels());
    await x.give(x.users[0] ?? 0, '500');
    x.perpetuals.received(`user:${x.users[0]}`);
    await x.mark('91');
    await x.mark('91.01');
    expect(await stands()).toEqual([]);
  });
  it('leave nothing in memory once their position is closed', async () => {
    await openLong();
    const { id } = x.position(0) ?? { id: 0 };
    await x.mark(marks.over85);
    const level = () => x.engine.store.warned(x.users[0] ?? 0, id);
    expect(level()).toBe(85);
    await x.close(0);
    expect(level()).toBe(0);
  });
});
