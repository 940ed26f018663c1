import { expect, it } from 'vitest';
import type { Dec } from '../../../../domain/index.ts';
import { D, toText } from '../../../../domain/index.ts';
import type { Database } from '../../../../server/base/db/database.ts';
import { HOLD_CHECK } from '../../../../server/books/ledger/holdChecks.ts';
import type { Check } from '../../../../server/books/ledger/verify.ts';
import { differencesOf } from '../../../../server/books/ledger/verify.ts';
import { withDatabase } from '../../../support/databases.ts';
import { times } from '../../../support/often.ts';
import type { OrderInput, Spot } from '../../../support/spot.ts';
import { codeOf } from '../../../support/spot.ts';
import { provedSpotOf } from '../../../support/spotProof.ts';

const RUNS = times('EXPIRY_RUNS', 3, 60);
const FIRST_SEED = Number(process.env['EXPIRY_SEED'] ?? 1);
const STEPS = 40;
const MINUTE = 60_000;
const CHECKS: readonly Check[] = [['held', HOLD_CHECK]];

withDatabase('orders that are good till a date', (db) => {
  const withSpot = provedSpotOf(db);
  const until = (spot: Spot, minutes: number): Pick<OrderInput, 'tif' | 'expiresAt'> => ({
    tif: 'GTD',
    expiresAt: spot.clock.now() + minutes * MINUTE,
  });
  /** Time goes on, and what it sets off is done. The source says something first: its silence is no part of this. */
  const pass = async (spot: Spot, ms: number): Promise<void> => {
    spot.clock.jump(ms);
    await spot.tick('10');
    await spot.clock.advance(250);
    await spot.settled();
  };
  const ended = async (id: number) => {
    const [row] = await db().query<{ status: string; reason: string | null; filled: Dec }>(
      'select status, reason, trim_scale(filled)::text as filled from spot_order where id = $1',
      [id],
    );
    return row && [row.status, row.reason, row.filled];
  };

  it('end by themselves at their time, and what they held is free', () =>
    withSpot(
      async (spot) => {
        const { order } = await spot.place(0, { side: 'buy', price: '9', quantity: '3', ...until(spot, 5) });
        expect(order).toMatchObject({ tif: 'GTD', expiresAt: spot.clock.now() + 5 * MINUTE });
        expect(await spot.money(0, spot.market.quote)).toEqual(['1000', '27']);
        await pass(spot, 5 * MINUTE - 251);
        expect(await ended(order.id)).toEqual(['open', null, '0']);
        await pass(spot, 1);
        expect(await ended(order.id)).toEqual(['expired', 'endedByTime', '0']);
        expect(await spot.money(0, spot.market.quote)).toEqual(['1000', '0']);
      },
      { isAlone: true },
    ));
  it('keep what has traded of them', () =>
    withSpot(async (spot) => {
      const { order } = await spot.place(0, { side: 'sell', price: '11', quantity: '3', ...until(spot, 1) });
      await spot.print('11', '1', 'buy');
      await pass(spot, MINUTE);
      expect(await ended(order.id)).toEqual(['expired', 'endedByTime', '1']);
      expect(await spot.money(0, spot.market.base)).toEqual(['999', '0']);
    }));
  it.each([
    [MINUTE - 1, ['filled', null, '3']],
    [MINUTE, ['expired', 'endedByTime', '0']],
  ] as const)('are met by a print after %i ms or not: %o', (ms, expected) =>
    withSpot(async (spot) => {
      const { order } = await spot.place(0, { side: 'sell', price: '11', quantity: '3', ...until(spot, 1) });
      spot.clock.jump(ms);
      await spot.print('11.5', '9', 'buy');
      expect(await ended(order.id)).toEqual(expected);
    }),
  );
  it.each([
    [MINUTE - 1, '3'],
    [MINUTE, '0'],
  ] as const)('are met by another user after %i ms or not: %s', (ms, filled) =>
    withSpot(
      async (spot) => {
        await spot.place(0, { side: 'sell', price: '11', quantity: '3', ...until(spot, 1) });
        spot.clock.jump(ms);
        spot.source.tick(spot.market.id, '10');
        const taken = await spot.place(1, { side: 'buy', price: '11', quantity: '3' });
        expect(taken.order.filled).toBe(filled);
      },
      { isAlone: true },
    ),
  );
  it('end while their stop waits, and are not triggered any more', () =>
    withSpot(async (spot) => {
      const stop = { side: 'sell', type: 'stopLimit', stopPrice: '9', price: '8.9', quantity: '1' } as const;
      const { order } = await spot.place(0, { ...stop, ...until(spot, 1) });
      spot.clock.jump(MINUTE);
      await spot.tick('8.95');
      expect(await ended(order.id)).toEqual(['expired', 'endedByTime', '0']);
    }));
  it('rest until their time when their stop was triggered before', () =>
    withSpot(async (spot) => {
      await spot.book([['8', '9']], [['12', '9']]);
      const stop = { side: 'sell', type: 'stopLimit', stopPrice: '9', price: '8.9', quantity: '1' } as const;
      const { order } = await spot.place(0, { ...stop, ...until(spot, 1) });
      await spot.tick('8.95');
      expect(await ended(order.id)).toEqual(['open', null, '0']);
      await pass(spot, MINUTE);
      expect(await ended(order.id)).toEqual(['expired', 'endedByTime', '0']);
    }));
  it('end in a market that is stopped too', () =>
    withSpot(async (spot) => {
      const { order } = await spot.place(0, { side: 'buy', price: '9', quantity: '1', ...until(spot, 1) });
      spot.source.setStatus(spot.market.id, 'halted');
      await pass(spot, MINUTE);
      expect(await ended(order.id)).toEqual(['expired', 'endedByTime', '0']);
      spot.source.setStatus(spot.market.id, 'open');
    }));
  it('end after a restart before anybody can meet them', () =>
    withSpot(
      async (spot) => {
        const { order } = await spot.place(0, {
          side: 'sell',
          price: '11',
          quantity: '3',
          ...until(spot, 1),
        });
        const later = await spot.place(0, { side: 'sell', price: '11', quantity: '2', ...until(spot, 9) });
        spot.clock.jump(MINUTE);
        await spot.restart();
        spot.source.tick(spot.market.id, '10');
        const { order: taker } = await spot.place(1, { side: 'buy', price: '11', quantity: '5' });
        expect(taker.filled).toBe('2');
        expect(await ended(order.id)).toEqual(['expired', 'endedByTime', '0']);
        expect(await ended(later.order.id)).toEqual(['filled', null, '2']);
      },
      { isAlone: true },
    ));
  it('keep their time when they are changed', () =>
    withSpot(async (spot) => {
      const { order } = await spot.place(0, { side: 'buy', price: '9', quantity: '3', ...until(spot, 1) });
      const changed = await spot.amend(0, order.id, { price: '9.1' });
      expect(changed.order.expiresAt).toBe(order.expiresAt);
      await pass(spot, MINUTE);
      expect(await ended(order.id)).toEqual(['expired', 'endedByTime', '0']);
    }));
  it('end once the books can be written again', () =>
    withSpot(async (spot) => {
      const { order } = await spot.place(0, { side: 'buy', price: '9', quantity: '3', ...until(spot, 1) });
      spot.breakWhen((text) => text.includes('spot_write'));
      await pass(spot, MINUTE);
      expect(spot.logged.splice(0).length).toBeGreaterThan(0);
      expect(await ended(order.id)).toEqual(['open', null, '0']);
      spot.breakWhen(undefined);
      await pass(spot, 0);
      expect(await ended(order.id)).toEqual(['expired', 'endedByTime', '0']);
    }));
  it.each([-1, 0, MINUTE - 1, 367 * 86_400_000])('are refused with an end %i ms ahead', (ms) =>
    withSpot(async (spot) => {
      const end = { tif: 'GTD', expiresAt: spot.clock.now() + ms } as const;
      expect(await codeOf(spot.place(0, { side: 'buy', price: '9', quantity: '1', ...end }))).toBe(
        'orderExpiry',
      );
      expect(await spot.money(0, spot.market.base)).toEqual(['1000', '0']);
    }),
  );

  it(
    `never trade at or after their time, in ${RUNS} runs of ${STEPS} random steps with ends of the exchange between`,
    async () => {
      const seen = new Set<string>();
      for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++)
        await withSpot(async (spot) => {
          for (let step = 0; step < STEPS; step++)
            await randomStep(db(), spot, randomFrom(seed * 1_000 + step), seen).catch((error: unknown) => {
              throw new Error(`EXPIRY_SEED=${seed} EXPIRY_RUNS=1, step ${step}: ${error}`, { cause: error });
            });
        });
      // The runs are worth something only when orders ended both ways, and some in the middle.
      expect([...seen]).toEqual(
        expect.arrayContaining(['filled', 'endedByTime', 'part', 'failed', 'restart']),
      );
    },
    60_000 + RUNS * 8_000,
  );
});

type Random = (below: number) => number;
function randomFrom(seed: number): Random {
  let state = (seed * 2654435761) >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
const cents = (count: number): Dec => toText(new D(count).div(100));

/** One thing that happens, and what must be true of every order then. */
async function randomStep(db: Database, spot: Spot, random: Random, seen: Set<string>): Promise<void> {
  const dice = random(12);
  const isBroken = random(8) === 0;
  if (isBroken) spot.breakWhen((text) => text.includes('spot_write'));
  spot.source.tick(spot.market.id, cents(1_000 + random(21) - 10));
  if (dice < 6) {
    const now = spot.clock.now();
    const end =
      random(3) === 0
        ? { tif: 'GTC' as const }
        : { tif: 'GTD' as const, expiresAt: now + MINUTE + random(4) * 20_000 };
    const request = {
      side: random(2) === 0 ? ('buy' as const) : ('sell' as const),
      price: cents(1_000 + random(21) - 10),
      quantity: cents(100 + random(500)),
      ...end,
    };
    const stop =
      random(4) === 0 ? { type: 'stopLimit' as const, stopPrice: cents(1_000 + random(21) - 10) } : {};
    await codeOf(spot.place(random(spot.users.length), { ...request, ...stop })).catch(() => undefined);
  } else if (dice < 8) await spot.print(cents(1_000 + random(21) - 10), cents(random(300) + 1), 'buy');
  else if (dice < 11) {
    spot.clock.jump(random(4) * 10_000);
    if (random(2) === 0) await spot.clock.advance(250);
  } else {
    seen.add('restart');
    await spot.restart();
  }
  await spot.settled();
  if (isBroken && spot.logged.splice(0).length > 0) seen.add('failed');
  spot.breakWhen(undefined);
  const late = await db.query(
    `select o.id from spot_order o join spot_fill f on f.order_id = o.id
     where o.market = $1 and o.expires_at is not null and f.at >= o.expires_at`,
    [spot.market.id],
  );
  expect(late).toEqual([]);
  expect(await differencesOf(db, CHECKS, [])).toEqual([]);
  // Whatever has failed before: with the next look at the clock, nothing stands whose time is over.
  spot.source.tick(spot.market.id, '10');
  await spot.clock.advance(250);
  await spot.settled();
  const rows = await db.query<{
    status: string;
    reason: string | null;
    filled: Dec;
    expires_at: number | null;
  }>('select status, reason, filled::text, expires_at from spot_order where market = $1', [spot.market.id]);
  for (const { status, reason, filled, expires_at: end } of rows) {
    const isOver = end !== null && end <= spot.clock.now();
    if (isOver) expect(['filled', 'expired', 'cancelled']).toContain(status);
    if (reason === 'endedByTime') expect([status, isOver]).toEqual(['expired', true]);
    seen.add(reason ?? status);
    if (reason === 'endedByTime' && !new D(filled).isZero()) seen.add('part');
  }
}
