import { expect, it } from 'vitest';
import type { Dec, OrderSide } from '../../../../domain/index.ts';
import { D, scaledHold, scaledLevels, scaledShapes, toText } from '../../../../domain/index.ts';
import { withDatabase } from '../../../support/databases.ts';
import { times } from '../../../support/often.ts';
import type { ScaledInput, Spot } from '../../../support/spot.ts';
import { codeOf, flawsOf } from '../../../support/spot.ts';
import { provedSpotOf } from '../../../support/spotProof.ts';

const RUNS = times('SCALED_RUNS', 3, 60);
const FIRST_SEED = Number(process.env['SCALED_SEED'] ?? 1);
const STEPS = 25;

const toBuy = (change: Partial<ScaledInput> = {}): ScaledInput => ({
  ...{ side: 'buy', from: '9.5', to: '8.5', count: 5, quantity: '10' },
  ...change,
});

withDatabase('scaled orders', (db) => {
  const withSpot = provedSpotOf(db);
  const shown = async (spot: Spot) =>
    (await spot.live()).stored.map(({ price, quantity }) => [price, quantity]);

  it('are placed together, with one number, and what is put aside is the sum of all', () =>
    withSpot(
      async (spot) => {
        const { orders } = await spot.placeScaled(0, toBuy());
        expect(orders.map(({ price, quantity }) => [price, quantity])).toEqual([
          ['9.5', '2'],
          ['9.25', '2'],
          ['9', '2'],
          ['8.75', '2'],
          ['8.5', '2'],
        ]);
        expect(new Set(orders.map(({ scaled }) => scaled))).toEqual(new Set([orders[0]?.id]));
        expect(orders.every(({ postOnly, status }) => postOnly && status === 'open')).toBe(true);
        expect(await spot.money(0, spot.market.quote)).toEqual(['1000', '90']);
      },
      { isAlone: true },
    ));
  it('need no more than they hold', () =>
    withSpot(async (spot) => void (await spot.placeScaled(0, toBuy())), { isAlone: true }, '90'));
  it.each([
    [toBuy({ quantity: '200' }), 'insufficientBalance'],
    [toBuy({ from: '9.505' }), 'orderTick'],
    [toBuy({ to: '9.49' }), 'scaledRange'],
    [toBuy({ count: 1 }), 'scaledCount'],
    [toBuy({ quantity: '0.001' }), 'orderMinimum'],
    [toBuy({ to: '1' }), 'orderBand'],
  ] as const)('leave nothing behind that are refused: %o', (request, code) =>
    withSpot(
      async (spot) => {
        expect(await codeOf(spot.placeScaled(0, request))).toBe(code);
        expect(await shown(spot)).toEqual([]);
        expect(await spot.money(0, spot.market.quote)).toEqual(['1000', '0']);
      },
      { isAlone: true },
    ),
  );
  it('are refused as a whole when one of them would take', () =>
    withSpot(async (spot) => {
      await spot.book([['8', '5']], [['9.2', '5']]);
      expect(await codeOf(spot.placeScaled(0, toBuy()))).toBe('orderWouldTake');
      expect(await shown(spot)).toEqual([]);
    }));
  it('are refused as a whole when they would be too many', () =>
    withSpot(async (spot) => {
      for (let i = 0; i < 9; i++) await spot.placeScaled(0, toBuy({ count: 20, quantity: '1' }));
      for (let i = 0; i < 15; i++) await spot.place(0, { side: 'buy', price: '9', quantity: '0.01' });
      expect(await codeOf(spot.placeScaled(0, toBuy({ count: 6 })))).toBe('ordersTooMany');
      await spot.placeScaled(0, toBuy({ count: 5 }));
    }));
  it('are placed once for each key', () =>
    withSpot(async (spot) => {
      const first = await spot.placeScaled(0, toBuy(), 'one-key-for-all');
      expect(await spot.placeScaled(0, toBuy(), 'one-key-for-all')).toEqual(first);
      expect(await shown(spot)).toHaveLength(5);
    }));
  it('are none when they cannot be written', () =>
    withSpot(async (spot) => {
      spot.breakWhen((text) => text.includes('spot_write'));
      await expect(spot.placeScaled(0, toBuy(), 'again-with-one-key')).rejects.toThrow(
        'the database is gone',
      );
      spot.breakWhen(undefined);
      expect(await shown(spot)).toEqual([]);
      await spot.placeScaled(0, toBuy(), 'again-with-one-key');
      expect(await shown(spot)).toHaveLength(5);
    }));
  it('are cancelled together, what has traded aside, and nobody else’s with them', () =>
    withSpot(async (spot) => {
      const { orders } = await spot.placeScaled(0, toBuy());
      const other = await spot.placeScaled(0, toBuy());
      const number = orders[0]?.id ?? 0;
      await spot.print('9.5', '2.5', 'sell');
      expect((await spot.cancelAll(1, { scaled: number })).cancelled).toEqual([]);
      await spot.restart();
      const { cancelled } = await spot.cancelAll(0, { scaled: number });
      expect([...cancelled].sort()).toEqual(orders.slice(1).map(({ id }) => id));
      const left = (await spot.live()).stored.map(({ id }) => id);
      expect(left).toEqual(other.orders.map(({ id }) => id));
    }));

  it(
    `hold and book what one plain rule says, in ${RUNS} runs of ${STEPS} random steps`,
    async () => {
      const seen = new Set<string>();
      for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++)
        await withSpot(
          async (spot) => {
            for (let step = 0; step < STEPS; step++)
              await randomStep(spot, randomFrom(seed * 1_000 + step), seen).catch((error: unknown) => {
                throw new Error(`SCALED_SEED=${seed} SCALED_RUNS=1, step ${step}: ${error}`, {
                  cause: error,
                });
              });
          },
          { isAlone: true },
          '300',
        );
      expect([...seen]).toEqual(
        expect.arrayContaining(['placed', 'insufficientBalance', 'cancelled', 'failed']),
      );
    },
    60_000 + RUNS * 20_000,
  );

  async function randomStep(spot: Spot, random: (below: number) => number, seen: Set<string>): Promise<void> {
    const cents = (count: number): Dec => toText(new D(count).div(100));
    const before = await shown(spot);
    const user = random(3);
    const dice = random(10);
    if (dice < 6) {
      const side: OrderSide = random(2) === 0 ? 'buy' : 'sell';
      const away = side === 'buy' ? -1 : 1;
      const shape = scaledShapes[random(3)] ?? 'flat';
      const request = {
        ...{ side, shape, count: 2 + random(19), quantity: cents(random(3_000) + 1) },
        ...{ from: cents(1_000 + away * (1 + random(50))), to: cents(1_000 + away * (1 + random(300))) },
      } as const;
      const asset = side === 'buy' ? spot.market.quote : spot.market.base;
      const [posted, held] = await spot.money(user, asset);
      const isBroken = random(6) === 0;
      if (isBroken) spot.breakWhen((text) => text.includes('spot_write'));
      const code = await codeOf(spot.placeScaled(user, request)).catch(() => 'failed');
      spot.breakWhen(undefined);
      seen.add(code ?? 'placed');
      const levels = scaledLevels(request, spot.market);
      const hold = scaledHold(side, levels);
      const after = (await spot.money(user, asset))[1];
      // All of them, or none: in the book and in what is put aside.
      expect(new D(after).minus(held).toFixed()).toBe(code === undefined ? new D(hold).toFixed() : '0');
      expect((await shown(spot)).length - before.length).toBe(code === undefined ? levels.length : 0);
      if (code === 'insufficientBalance') expect(new D(posted).minus(held).lt(hold)).toBe(true);
    } else if (dice < 8) await spot.print(cents(1_000 + random(200) - 100), cents(random(500) + 1), 'buy');
    else {
      const [open] = (await spot.live()).stored.filter(({ scaled }) => scaled !== null);
      if (open?.scaled) {
        for (const each of spot.users.keys()) await spot.cancelAll(each, { scaled: open.scaled });
        seen.add('cancelled');
        expect((await spot.live()).stored.some(({ scaled }) => scaled === open.scaled)).toBe(false);
      }
    }
    await spot.settled();
    expect(await flawsOf(db(), spot.market)).toEqual([]);
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
