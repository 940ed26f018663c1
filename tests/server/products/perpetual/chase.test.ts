import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Market } from '../../../../domain/index.ts';
import { D } from '../../../../domain/index.ts';
import type { Database } from '../../../../server/base/db/database.ts';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import { withDatabase } from '../../../support/databases.ts';
import type { Logged } from '../../../support/logged.ts';
import { logged } from '../../../support/logged.ts';
import type { Futures } from '../../../support/perpetual.ts';
import { flawsOf, openFutures, perpetualPair } from '../../../support/perpetual.ts';
import { codeOf } from '../../../support/spot.ts';

const CHASE = { seconds: 10, distance: '0.01', rest: 'cancel' } as const;

/** Closing by a chase, on a database whose tables are written at once or behind a log. */
function chases(db: () => Database): void {
  let x: Futures;
  let pair = perpetualPair();
  const open = async (side: 'long' | 'short' = 'long'): Promise<void> => {
    pair = perpetualPair();
    x = await openFutures(db(), [pair]);
    await x.mark('100');
    await x.place(0, { side, quantity: '3' });
  };
  afterEach(async () => {
    expect(await flawsOf(x)).toEqual([]);
    expect(await verifyLedger(db())).toEqual([]);
    await x.stop();
  });
  const chase = async (request: Partial<typeof CHASE | { rest: 'market' }> = {}) =>
    (await x.close(0, { type: 'limit', chase: { ...CHASE, ...request } })).order;
  const found = async (id: number) => (await x.orders(0)).find((order) => order.id === id);
  /** Goes on until its time is over, with prices all the while. */
  const outlast = async (price: string, depth = '1000'): Promise<void> => {
    for (let second = 0; second <= CHASE.seconds; second++) {
      await x.mark(price, { depth });
      await x.pass(750);
    }
  };

  it('rests as a maker at the best price, and follows those who offer better ones', async () => {
    await open();
    const order = await chase();
    expect(order).toMatchObject({ price: '100.01', status: 'open', postOnly: true, reduceOnly: true });
    expect(order.chase).toMatchObject({ from: '100.01', moves: 0 });
    await x.mark('99.5');
    await x.pass(250);
    expect(await found(order.id)).toMatchObject({ price: '99.51', chase: { from: '100.01', moves: 1 } });
    // The bid comes up to it: filled at its own price, at a maker's fee.
    await x.mark('99.8');
    const [fill] = await x.fills(0);
    expect(fill).toMatchObject({ price: '99.51', quantity: '3', role: 'maker', order: order.id });
    expect(await found(order.id)).toMatchObject({ status: 'filled', reason: null });
    expect(x.position(0)).toBeUndefined();
    await outlast('99.8');
    expect(await x.fills(0)).toHaveLength(2);
  });
  it('of a short buys, and follows upwards', async () => {
    await open('short');
    const order = await chase();
    expect(order).toMatchObject({ price: '99.99', side: 'buy' });
    await x.mark('100.3');
    await x.pass(250);
    expect(await found(order.id)).toMatchObject({ price: '100.29' });
  });
  it('is moved with 24 others at most in a transaction, so that other orders come in between', async () => {
    await open();
    // As many parts of one position.
    for (let part = 0; part < 60; part++) await x.close(0, { share: '0.01', type: 'limit', chase: CHASE });
    const run = vi.spyOn(x.engine, 'run');
    await x.mark('99.5');
    await x.pass(250);
    const moved = async () => (await x.orders(0)).filter(({ chase }) => chase?.moves === 1);
    await expect.poll(moved, { timeout: 10_000 }).toHaveLength(60);
    const sizes = await Promise.all(run.mock.results.map(({ value }) => value));
    expect(sizes.length).toBeGreaterThanOrEqual(3);
    run.mockRestore();
  });
  it('is cancelled when its time is over, and leaves the position', async () => {
    await open();
    const order = await chase();
    await outlast('100');
    expect(await found(order.id)).toMatchObject({
      status: 'cancelled',
      reason: 'chaseTimedOut',
      filled: '0',
    });
    expect(x.position(0)?.quantity).toBe('3');
  });
  it('tells its owner once what it has left open, wherever it ended, and nothing where nobody has to know', async () => {
    const notices = async () =>
      db().query<{ body: object }>(
        "select body from notification where kind = 'chase' and user_id = $1 order by id",
        [x.users[0]],
      );
    await open();
    const order = await chase();
    await outlast('100');
    const first = { product: 'perpetual', order: order.id, market: x.market, side: 'sell', quantity: '0' };
    expect((await notices()).map(({ body }) => body)).toEqual([
      { ...first, value: '0', left: '3', reason: 'chaseTimedOut' },
    ]);
    // A part is filled before its time is over.
    await chase();
    await x.mark('100.2', { depth: '1' });
    await outlast('100');
    expect((await notices()).at(-1)?.body).toMatchObject({
      quantity: '1',
      left: '2',
      reason: 'chaseTimedOut',
    });
    await chase();
    await x.mark('98.5');
    await x.pass(250);
    expect((await notices()).at(-1)?.body).toMatchObject({ left: '2', reason: 'chaseTooFar' });
    // Cancelled by its owner; wholly filled; ended with its position; closed at market.
    await x.cancel(0, (await chase()).id);
    await chase();
    await x.closeAll(0);
    await x.place(0, { side: 'long', quantity: '1' });
    await chase({ rest: 'market' });
    await outlast('98.5');
    expect(x.position(0)).toBeUndefined();
    expect(await notices()).toHaveLength(3);
  });
  it('notifies its owner also of what the market has not taken of the rest', async () => {
    await open();
    const order = await chase({ rest: 'market' });
    await outlast('100', '1');
    expect(await found(order.id)).toMatchObject({ reason: 'chaseTimedOut', filled: '1' });
    expect(x.position(0)?.quantity).toBe('2');
    const rows = await db().query(
      "select body ->> 'quantity' as done, body ->> 'left' as left, body ->> 'reason' as why from notification where user_id = $1",
      [x.users[0]],
    );
    expect(rows).toEqual([{ done: '1', left: '2', why: 'chaseTimedOut' }]);
  });
  it('or closes the rest at market, once', async () => {
    await open();
    const order = await chase({ rest: 'market' });
    await outlast('100');
    expect(await found(order.id)).toMatchObject({
      ...{ status: 'filled', type: 'market', reason: 'chaseTimedOut', filled: '3', postOnly: false },
    });
    expect(x.position(0)).toBeUndefined();
    expect((await x.fills(0)).filter((fill) => fill.order === order.id)).toHaveLength(1);
  });
  it.each(['cancel', 'market'] as const)('ends where the price leaves its distance: %s', async (rest) => {
    await open();
    const order = await chase({ rest });
    await x.mark('98.5');
    await x.pass(250);
    expect(await found(order.id)).toMatchObject({
      reason: 'chaseTooFar',
      status: rest === 'cancel' ? 'cancelled' : 'filled',
    });
    expect(x.position(0)?.quantity).toBe(rest === 'cancel' ? '3' : undefined);
  });
  it('goes on after a restart from where it was, and ends when that is due', async () => {
    await open();
    const order = await chase({ rest: 'market' });
    await x.mark('99.8');
    await x.pass(250);
    await x.stop();
    const { clock, users } = x;
    x = await openFutures(db(), [pair], { clock, users });
    await x.mark('99.6');
    await x.pass(250);
    expect(await found(order.id)).toMatchObject({ price: '99.61', chase: { from: '100.01', moves: 2 } });
    await outlast('99.6');
    expect(await found(order.id)).toMatchObject({ status: 'filled', reason: 'chaseTimedOut' });
    expect(x.position(0)).toBeUndefined();
  });
  it('follows in a market that is listed after the start', async () => {
    await open();
    const order = await chase();
    await x.stop();
    const { clock, users } = x;
    const list = (source: Futures['source'], listed: readonly Market[]): void =>
      void Object.assign(source, { markets: () => listed, version: `${listed.length} markets` });
    x = await openFutures(db(), [pair], { clock, users, before: (source) => list(source, []) });
    list(x.source, pair);
    await x.pass(250);
    await x.mark('99.5');
    await x.pass(250);
    expect(await found(order.id)).toMatchObject({ price: '99.51', chase: { moves: 1 } });
  });
  it('never opens anything: it ends with its position, and with its part of it', async () => {
    await open();
    const order = await chase({ rest: 'market' });
    await x.close(0, { share: '0.5' });
    expect(await found(order.id)).toMatchObject({ quantity: '1.5' });
    await x.closeAll(0);
    expect(await found(order.id)).toMatchObject({ status: 'cancelled' });
    await x.place(0, { side: 'short', quantity: '1' });
    await outlast('100');
    expect(x.position(0)).toMatchObject({ side: 'short', quantity: '1' });
  });
  it('waits with its end at market while the market stands still', async () => {
    await open();
    const order = await chase({ rest: 'market' });
    x.source.setStatus(x.market, 'halted');
    await outlast('100');
    expect(await found(order.id)).toMatchObject({ status: 'open', filled: '0' });
    x.source.setStatus(x.market, 'open');
    await x.mark('100');
    await x.pass(250);
    expect(await found(order.id)).toMatchObject({ status: 'filled', reason: 'chaseTimedOut' });
  });
  it('moves once the database is back', async () => {
    await open();
    const order = await chase();
    x.breakWhen((text) => /futures_write|turn_append/.test(text));
    await x.mark('99.5');
    await x.pass(250);
    expect((await found(order.id))?.price).toBe('100.01');
    x.breakWhen(undefined);
    await x.mark('99.5');
    await x.pass(250);
    expect(await found(order.id)).toMatchObject({ price: '99.51', chase: { moves: 1 } });
    expect(x.logged.length).toBeGreaterThan(0);
  });
  it('has no price of its own to change, and refuses what is no chase', async () => {
    await open();
    const order = await chase();
    expect(await codeOf(x.amend(0, order.id, { price: '105' }))).toBe('orderOptions');
    await x.cancel(0, order.id);
    expect(await codeOf(x.close(0, { type: 'market', chase: CHASE }))).toBe('orderOptions');
    expect(await codeOf(x.close(0, { type: 'limit', price: '101', chase: CHASE }))).toBe('orderOptions');
    expect(await codeOf(x.close(0, { type: 'limit', chase: { ...CHASE, seconds: 5 } }))).toBe('chaseInvalid');
    expect(await codeOf(x.close(1, { type: 'limit', chase: CHASE }))).toBe('positionNone');
    expect(new D(x.position(0)?.quantity ?? 0).eq(3)).toBe(true);
  });
}

withDatabase('closing by a chase', (db) => chases(db));

withDatabase('closing by a chase, with a log before the tables', (db) => {
  let own: Logged | undefined;
  beforeAll(async () => {
    own = await logged(db());
  });
  chases(() => own ?? db());
});
