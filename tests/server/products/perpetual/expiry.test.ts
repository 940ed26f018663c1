import { afterEach, expect, it } from 'vitest';
import type { Dec } from '../../../../domain/index.ts';
import { D, toText } from '../../../../domain/index.ts';
import { withDatabase } from '../../../support/databases.ts';
import { times } from '../../../support/often.ts';
import type { Futures, OrderInput, Setup } from '../../../support/perpetual.ts';
import { flawsOf, openFutures, perpetualPair } from '../../../support/perpetual.ts';
import { codeOf } from '../../../support/spot.ts';

const MINUTE = 60_000;
const RUNS = times('EXPIRY_RUNS', 1, 40);
const FIRST_SEED = Number(process.env['EXPIRY_SEED'] ?? 1);
const STEPS = 30;

withDatabase('orders on perpetuals that are good till a date', (db) => {
  let x: Futures;
  const pair = perpetualPair('BTC');
  const open = async (setup: Setup = {}): Promise<void> => {
    x = await openFutures(db(), [pair], setup);
    await x.mark('100');
  };
  /** The same users' exchange, as it comes up again. */
  const restart = async (): Promise<void> => {
    const { users, clock } = x;
    await x.stop();
    x = await openFutures(db(), [pair], { users, clock });
  };
  afterEach(async () => {
    expect(await flawsOf(x)).toEqual([]);
    expect(x.logged).toEqual([]);
    await x.stop();
  });
  const until = (minutes: number): Pick<OrderInput, 'tif' | 'expiresAt'> => ({
    tif: 'GTD',
    expiresAt: x.clock.now() + minutes * MINUTE,
  });
  const first = async () => (await x.orders(0)).at(-1);
  /** Time jumps; the market publishes again before anything looks at the clock. */
  const pass = async (ms: number): Promise<void> => {
    x.clock.jump(ms);
    await x.mark('100');
  };

  it('end by themselves at their time, and the margin that they held is free', async () => {
    await open();
    const { order } = await x.place(0, { side: 'long', quantity: '2', price: '90', ...until(5) });
    expect(order).toMatchObject({ tif: 'GTD', status: 'open', expiresAt: x.clock.now() + 5 * MINUTE });
    expect((await x.money(0))[1]).not.toBe('0');
    await pass(5 * MINUTE - 251);
    expect(await first()).toMatchObject({ status: 'open' });
    await pass(1);
    expect(await first()).toMatchObject({ status: 'expired', reason: 'endedByTime', held: '0' });
    expect(await x.money(0)).toEqual(['10000', '0']);
  });
  it('keep what has traded of them, and the position', async () => {
    await open();
    await x.place(0, { side: 'long', quantity: '2', price: '99', ...until(1) });
    x.source.trade(x.market, '99', '0.5', 'sell');
    await x.pass(0);
    expect(await first()).toMatchObject({ status: 'partial', filled: '0.5' });
    await pass(MINUTE);
    expect(await first()).toMatchObject({
      status: 'expired',
      reason: 'endedByTime',
      filled: '0.5',
      held: '0',
    });
    expect(x.position(0)?.quantity).toBe('0.5');
  });
  it.each([
    [MINUTE - 1, 'filled'],
    [MINUTE, 'expired'],
  ] as const)('are met by a print after %i ms or not: %s', async (ms, status) => {
    await open();
    await x.place(0, { side: 'long', quantity: '2', price: '90', ...until(1) });
    x.clock.jump(ms);
    x.source.trade(x.market, '89', '9', 'sell');
    await x.pass(0);
    expect((await first())?.status).toBe(status);
  });
  it.each([
    [MINUTE - 1, '2'],
    [MINUTE, '0'],
  ] as const)('are met by another user after %i ms or not: %s', async (ms, filled) => {
    await open();
    x.source.setBook(x.market, { bids: [], asks: [] });
    await x.place(0, { side: 'short', quantity: '2', price: '101', ...until(1) });
    x.clock.jump(ms);
    x.source.tick(x.market, '100');
    await x.pass(0);
    const taken = await x.place(1, { side: 'long', quantity: '2', price: '101' });
    expect(taken.order.filled).toBe(filled);
  });
  it('end while they wait for their trigger, and never fire after', async () => {
    await open();
    await x.place(0, {
      side: 'long',
      quantity: '1',
      price: '106',
      trigger: { price: '105', source: 'last', kind: 'stop' },
      ...until(1),
    });
    x.clock.jump(MINUTE);
    await x.mark('105.5');
    expect(await first()).toMatchObject({ status: 'expired', reason: 'endedByTime' });
    expect(x.position(0)).toBeUndefined();
  });
  it('end when they only close, and leave the position as it is', async () => {
    await open();
    await x.place(0, { side: 'long', quantity: '2' });
    await x.place(0, { side: 'short', quantity: '2', price: '110', reduceOnly: true, ...until(1) });
    await pass(MINUTE);
    expect((await x.orders(0))[0]).toMatchObject({ status: 'expired', reason: 'endedByTime' });
    expect(x.position(0)?.quantity).toBe('2');
  });
  it('end after a restart before anybody can meet them', async () => {
    await open();
    await x.place(0, { side: 'short', quantity: '2', price: '110', ...until(1) });
    x.clock.jump(MINUTE);
    await restart();
    x.source.setBook(x.market, { bids: [], asks: [] });
    const taken = await x.place(1, { side: 'long', quantity: '2', price: '110' });
    expect(taken.order.filled).toBe('0');
    expect(await first()).toMatchObject({ status: 'expired', reason: 'endedByTime' });
  });
  it.each([0, MINUTE - 1, 367 * 86_400_000])('are refused with an end %i ms ahead', async (ms) => {
    await open();
    const end = { tif: 'GTD', expiresAt: x.clock.now() + ms } as const;
    expect(await codeOf(x.place(0, { side: 'long', quantity: '1', price: '90', ...end }))).toBe(
      'orderExpiry',
    );
  });

  it(
    `never trade at or after their time, in ${RUNS} runs of ${STEPS} random steps with ends of the exchange between`,
    async () => {
      const seen = new Set<string>();
      for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++) {
        if (seed > FIRST_SEED) await x.stop();
        await open({ userCount: 3 });
        for (let step = 0; step < STEPS; step++)
          await randomStep(randomFrom(seed * 1_000 + step), seen).catch((error: unknown) => {
            throw new Error(`EXPIRY_SEED=${seed} EXPIRY_RUNS=1, step ${step}: ${error}`, { cause: error });
          });
      }
      expect([...seen]).toEqual(expect.arrayContaining(['filled', 'endedByTime', 'restart']));
    },
    60_000 + RUNS * 10_000,
  );

  async function randomStep(random: (below: number) => number, seen: Set<string>): Promise<void> {
    const near = (): Dec => toText(new D(10_000 + random(401) - 200).div(100));
    const dice = random(10);
    if (dice < 5) {
      const end =
        random(3) === 0
          ? {}
          : { tif: 'GTD' as const, expiresAt: x.clock.now() + MINUTE + random(4) * 20_000 };
      const side = random(2) === 0 ? ('long' as const) : ('short' as const);
      await codeOf(x.place(random(3), { side, quantity: `${1 + random(5)}`, price: near(), ...end }));
    } else if (dice < 7) {
      x.source.trade(x.market, near(), `${1 + random(9)}`, random(2) === 0 ? 'buy' : 'sell');
      await x.pass(0);
    } else if (dice < 9) {
      x.clock.jump(random(4) * 10_000);
      await x.mark(near());
    } else {
      seen.add('restart');
      await restart();
      await x.mark('100');
    }
    const late = await db().query(
      `select o.id from futures_order o join futures_fill f on f.order_id = o.id
       where o.user_id = any($1::bigint[]) and o.expires_at is not null and f.at >= o.expires_at`,
      [x.users],
    );
    expect(late).toEqual([]);
    await x.mark('100');
    for (const user of [0, 1, 2])
      for (const { status, reason, expiresAt } of await x.orders(user)) {
        if (expiresAt !== null && expiresAt <= x.clock.now())
          expect(['filled', 'expired', 'cancelled']).toContain(status);
        seen.add(reason ?? status);
      }
  }
});

function randomFrom(seed: number): (below: number) => number {
  let state = (seed * 2654435761) >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
