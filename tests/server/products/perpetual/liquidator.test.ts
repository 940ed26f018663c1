import { afterEach, expect, it } from 'vitest';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import { requireNoPendingLiquidation } from '../../../../server/products/perpetual/orders/place.ts';
import { withDatabase } from '../../../support/databases.ts';
import type { FakeSource } from '../../../support/fakeSource.ts';
import type { Futures, Setup } from '../../../support/perpetual.ts';
import { flawsOf, openFutures, perpetualPair } from '../../../support/perpetual.ts';
import { codeOf } from '../../../support/spot.ts';

/** More than are carried out in one transaction. */
const USERS = 130;

withDatabase('liquidations at once', (db) => {
  let x: Futures;
  const open = async (setup: Setup = {}, pairs = [perpetualPair()]): Promise<void> => {
    x = await openFutures(db(), pairs, setup);
    for (const [, { id }] of pairs) await x.mark('100', { id, depth: '100000' });
  };
  afterEach(async () => {
    expect(await flawsOf(x)).toEqual([]);
    expect(await verifyLedger(db())).toEqual([]);
    expect(x.logged).toEqual([]);
    await x.stop();
  });
  /** Isolated longs in the lowest tier, the first user's the largest. */
  const openAll = async (userCount: number): Promise<void> => {
    await open({ userCount });
    for (let i = 0; i < userCount; i++) {
      await x.terms(i, { mode: 'isolated', leverage: 10 });
      await x.place(i, { side: 'long', quantity: `${(userCount - i) / 2}` });
    }
  };
  /** The next look at the marks finds this price; nothing that it sets off has been done yet. */
  const move = (price: string): void => {
    for (const id of [x.market, x.market.replace('-PERP', '')]) x.source.tick(id, price);
    x.engine.marks.check();
  };
  const rows = () =>
    db().query<{ user: number; mark: string; step: string }>(
      `select user_id as user, mark::float8::text as mark, step from futures_liquidation where market = $1 order by id`,
      [x.market],
    );

  it('begin as soon as the exchange is up again, also where no mark moves', async () => {
    const pair = perpetualPair();
    await open({ userCount: 1 }, [pair]);
    await x.terms(0, { mode: 'isolated', leverage: 20 });
    await x.place(0, { side: 'long', quantity: '5' });
    x.breakWhen(() => true);
    await x.mark('90');
    const { users, clock, market, source: old } = x;
    await x.stop();
    x = await openFutures(db(), [pair], {
      ...{ users, clock },
      before: (source) => {
        for (const { id } of pair) source.tick(id, '90');
        source.setBook(market, old.book(market) ?? { bids: [], asks: [] });
      },
    });
    await x.pass(0);
    expect(x.position(0)).toBeUndefined();
    expect((await rows()).at(-1)?.step).toBe('insurance');
  });
  it('are decided with the mark, frozen at once, and carried out in the order of size', async () => {
    await openAll(USERS);
    const last = USERS - 1;
    move('90.9');
    expect(x.engine.decisions.count).toBe(USERS);
    // The price comes back before anything was booked: what was decided stays so.
    const user = x.users[last] ?? 0;
    const calm = codeOf(
      x.engine.run({ users: [user], decide: (batch) => requireNoPendingLiquidation(batch, user, x.market) }),
    );
    // So does the margin that was behind it.
    const margins = [codeOf(x.margin(last, '-0.01')), codeOf(x.margin(last, '5'))];
    move('99');
    expect(await calm).toBe('positionLiquidating');
    expect(await Promise.all(margins)).toEqual(['positionLiquidating', 'positionLiquidating']);
    await x.perpetuals.idle();
    const all = await rows();
    expect(new Set(all.map(({ mark }) => mark))).toEqual(new Set(['90.9']));
    expect(all.filter(({ step }) => step === 'close').map(({ user }) => user)).toEqual(x.users);
    expect(x.engine.store.positionsIn(x.market)).toEqual([]);
    expect(x.engine.decisions.count).toBe(0);
    expect(await codeOf(x.place(last, { side: 'long', quantity: '1' }))).toBeUndefined();
  }, 120_000);

  it('are done one by one when something spoils their transaction', async () => {
    await openAll(3);
    let failures = 1;
    x.breakWhen((text) => text.includes('futures_write') && failures-- > 0);
    await x.mark('90.9');
    expect((await rows()).filter(({ step }) => step === 'close')).toHaveLength(3);
    expect(x.engine.store.positionsIn(x.market)).toEqual([]);
  });

  it('of a cross account go on where a market is open, whichever of its markets is closed', async () => {
    const pairs = [perpetualPair(), perpetualPair()];
    await open({ funds: '120' }, pairs);
    const [a = '', b = ''] = pairs.map(([, { id }]) => id);
    await x.place(0, { market: a, side: 'long', quantity: '1' });
    await x.place(0, { market: b, side: 'long', quantity: '15' });
    x.source.setStatus(a, 'closed');
    await x.mark('92', { id: b });
    expect(x.position(0, b)).toBeUndefined();
    expect(x.position(0, a)?.quantity).toBe('1');
  });

  /** Two cross positions that outweigh each other, and the exchange again after both markets have gone to 115. */
  const restarted = async (
    sides: readonly ['long' | 'short', 'long' | 'short'],
    price: string,
    change: (x: FakeSource, second: readonly string[]) => void,
  ): Promise<readonly [string, string]> => {
    const pairs = [perpetualPair(), perpetualPair()];
    await open({ funds: '200', userCount: 1 }, pairs);
    const [a = '', b = ''] = pairs.map(([, { id }]) => id);
    await x.place(0, { market: a, side: sides[0], quantity: '15' });
    await x.place(0, { market: b, side: sides[1], quantity: '15' });
    const { users, clock } = x;
    await x.stop();
    const before = (source: FakeSource): void => {
      for (const { id } of pairs[0] ?? []) source.tick(id, price);
      source.setBook(a, { bids: [['1', '1000']], asks: [['200', '1000']] });
      change(source, pairs[1]?.map(({ id }) => id) ?? []);
    };
    x = await openFutures(db(), pairs, { users, clock, before });
    await x.pass(1_000);
    return [a, b];
  };

  it('of a cross account wait after a restart until each of its markets has had a price', async () => {
    const [a, b] = await restarted(['short', 'long'], '115', (source, silent) => {
      const { tickers } = source;
      source.tickers = () => tickers().filter(({ id }) => !silent.includes(id));
    });
    expect(x.engine.decisions.count).toBe(0);
    expect([x.position(0, a)?.quantity, x.position(0, b)?.quantity]).toEqual(['15', '15']);
    await x.mark('115', { id: b });
    expect([x.position(0, a)?.quantity, x.position(0, b)?.quantity]).toEqual(['15', '15']);
    expect(await x.liquidations(0)).toEqual([]);
  });

  it('of a cross account are not put off by a restart while one of its markets is closed', async () => {
    const [a, b] = await restarted(['long', 'short'], '85', (source, [, market = '']) =>
      source.setStatus(market, 'closed'),
    );
    expect([x.position(0, a)?.quantity, x.position(0, b)?.quantity]).toEqual([undefined, '15']);
  });
});
