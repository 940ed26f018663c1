import { expect, it } from 'vitest';
import type { Dec } from '../../../../domain/index.ts';
import { D, toText } from '../../../../domain/index.ts';
import type { Database } from '../../../../server/base/db/database.ts';
import { HOLD_CHECK, PAIR_CHECK } from '../../../../server/books/ledger/holdChecks.ts';
import type { Check } from '../../../../server/books/ledger/verify.ts';
import { differencesOf } from '../../../../server/books/ledger/verify.ts';
import { SpotEngine } from '../../../../server/products/spot/engine.ts';
import { withDatabase } from '../../../support/databases.ts';
import { times } from '../../../support/often.ts';
import type { OcoInput, Spot } from '../../../support/spot.ts';
import { codeOf } from '../../../support/spot.ts';
import { provedSpotOf } from '../../../support/spotProof.ts';

const RUNS = times('OCO_RUNS', 3, 60);
const FIRST_SEED = Number(process.env['OCO_SEED'] ?? 1);
const STEPS = 30;
/** What is proved after each step; the whole of the books is at the end. */
const CHECKS: readonly Check[] = [
  ['held', HOLD_CHECK],
  ['pair', PAIR_CHECK],
];

const toSell = (change: Partial<OcoInput> = {}): OcoInput => ({
  side: 'sell',
  quantity: '3',
  price: '11',
  stopPrice: '9',
  stopLimitPrice: '8.9',
  ...change,
});
const toBuy = (change: Partial<OcoInput> = {}): OcoInput => ({
  side: 'buy',
  quantity: '3',
  price: '9',
  stopPrice: '11',
  stopLimitPrice: '11.2',
  ...change,
});

/** An order of a pair as it is stored. */
interface Leg {
  readonly id: number;
  readonly type: 'limit' | 'stopLimit';
  readonly side: 'buy' | 'sell';
  readonly status: string;
  readonly filled: Dec;
  readonly reason: string | null;
  readonly triggered_at: number | null;
  readonly stop_price: Dec | null;
  readonly partner_id: number | null;
}
const legsOf = (db: Database, market: string) =>
  db.query<Leg>(
    `select id, type, side, status, trim_scale(filled)::text as filled, reason, triggered_at,
       trim_scale(stop_price)::text as stop_price, partner_id
     from spot_order where market = $1 and partner_id is not null order by id`,
    [market],
  );

withDatabase('a pair of which one cancels the other', (db) => {
  const withSpot = provedSpotOf(db);
  const shown = async (spot: Spot) =>
    (await legsOf(db(), spot.market.id)).map(({ status, filled, reason }) => [status, filled, reason]);

  it('puts aside once for both, what the dearer of the two may give', () =>
    withSpot(
      async (spot) => {
        const { base, quote } = spot.market;
        const { limit, stop } = await spot.placeOco(0, toSell());
        expect(limit).toMatchObject({ type: 'limit', postOnly: true, status: 'open', partner: stop.id });
        expect(stop).toMatchObject({ type: 'stopLimit', status: 'waiting', partner: limit.id, price: '8.9' });
        expect(await spot.money(0, base)).toEqual(['1000', '3']);
        await spot.placeOco(1, toBuy());
        // 3 at 11.2 of the stop; the limit at 9 would need less.
        expect(await spot.money(1, quote)).toEqual(['1000', '33.6']);
        await spot.placeOco(2, toBuy({ stopLimitPrice: '8' }));
        expect(await spot.money(2, quote)).toEqual(['1000', '27']);
      },
      { isAlone: true },
    ));
  it('needs no more than one of them does', () =>
    withSpot(
      async (spot) => void (await spot.placeOco(0, toSell({ quantity: '5' }))),
      { isAlone: true },
      '5',
    ));
  it.each([
    [toSell({ quantity: '1001' }), 'insufficientBalance'],
    [toBuy({ quantity: '90' }), 'insufficientBalance'],
    [toSell({ price: '10' }), 'ocoLimit'],
    [toBuy({ price: '10' }), 'ocoLimit'],
    [toSell({ stopPrice: '10' }), 'ocoStop'],
    [toBuy({ stopPrice: '10' }), 'ocoStop'],
    [toSell({ quantity: '0' }), 'amountZero'],
    [toSell({ stopPrice: '9.001' }), 'orderTick'],
  ] as const)('leaves nothing behind that is refused: %o', (input, code) =>
    withSpot(
      async (spot) => {
        expect(await codeOf(spot.placeOco(0, input))).toBe(code);
        expect(await shown(spot)).toEqual([]);
        expect(await spot.money(0, spot.market.base)).toEqual(['1000', '0']);
      },
      { isAlone: true, tick: '0.01' },
    ),
  );
  it('refuses a limit that would take', () =>
    withSpot(async (spot) => {
      await spot.book([['11.5', '5']], [['12', '5']]);
      expect(await codeOf(spot.placeOco(0, toSell()))).toBe('orderWouldTake');
    }));
  it('gives the first answer to the same key again, and no second pair', () =>
    withSpot(async (spot) => {
      const first = await spot.placeOco(0, toSell(), 'the-same-key-for-both');
      expect(await spot.placeOco(0, toSell(), 'the-same-key-for-both')).toEqual(first);
      expect(await shown(spot)).toHaveLength(2);
    }));
  it('refuses a name that another order has', () =>
    withSpot(async (spot) => {
      const names = (limit: string, stop: string) => toSell({ clientIds: { limit, stop } });
      await spot.placeOco(0, names(`${spot.market.id}-a`, `${spot.market.id}-b`));
      expect(await codeOf(spot.placeOco(0, names(`${spot.market.id}-c`, `${spot.market.id}-a`)))).toBe(
        'keyReused',
      );
      expect(await shown(spot)).toHaveLength(2);
    }));

  it('ends the stop with the first part that the venue fills of the limit', () =>
    withSpot(async (spot) => {
      await spot.placeOco(0, toSell());
      await spot.print('11', '1', 'buy');
      expect(await shown(spot)).toEqual([
        ['partial', '1', null],
        ['expired', '0', 'ocoFilled'],
      ]);
      expect(await spot.money(0, spot.market.base)).toEqual(['999', '2']);
      // What was a stop is none any more, however far the price falls.
      await spot.tick('8');
      expect((await shown(spot))[1]).toEqual(['expired', '0', 'ocoFilled']);
    }));
  it('ends the stop when another user takes of the limit, at a price that both have agreed to', () =>
    withSpot(async (spot) => {
      await spot.placeOco(0, toBuy());
      await spot.place(1, { side: 'sell', type: 'market', tif: 'IOC', quantity: '1' });
      expect(await shown(spot)).toEqual([
        ['partial', '1', null],
        ['expired', '0', 'ocoFilled'],
      ]);
      expect(await spot.money(0, spot.market.quote)).toEqual([expect.any(String), '18']);
    }));
  it('ends the limit when the stop is triggered, whether that trades or not', () =>
    withSpot(async (spot) => {
      await spot.book([['8.95', '2']], [['12', '5']]);
      const { stop } = await spot.placeOco(0, toSell());
      await spot.tick('9');
      expect(await shown(spot)).toEqual([
        ['expired', '0', 'ocoTriggered'],
        ['partial', '2', null],
      ]);
      const [, leg] = await legsOf(db(), spot.market.id);
      expect(leg).toMatchObject({ id: stop.id, triggered_at: spot.clock.now() });
      await spot.print('11', '9', 'buy');
      expect((await shown(spot))[0]).toEqual(['expired', '0', 'ocoTriggered']);
    }));
  it('fills one of them alone when the price jumps over both', () =>
    withSpot(async (spot) => {
      await spot.book([['8.95', '9']], [['12', '9']]);
      await spot.placeOco(0, toSell());
      // Two prices of one moment: the fall has come first, and the rise finds nothing to fill.
      spot.source.tick(spot.market.id, '8.5');
      spot.source.trade(spot.market.id, '11.5', '9', 'buy');
      await spot.settled();
      expect(await shown(spot)).toEqual([
        ['expired', '0', 'ocoTriggered'],
        ['filled', '3', null],
      ]);
    }));
  it('has a stop that ends unfilled take the limit with it too', () =>
    withSpot(async (spot) => {
      await spot.book([['8', '9']], [['12', '9']]);
      await spot.placeOco(0, toSell({ stopTif: 'FOK' }));
      await spot.tick('9');
      expect(await shown(spot)).toEqual([
        ['expired', '0', 'ocoTriggered'],
        ['expired', '0', null],
      ]);
      expect(await spot.money(0, spot.market.base)).toEqual(['1000', '0']);
    }));

  it.each(['limit', 'stop'] as const)('cancels both with its %s', (which) =>
    withSpot(async (spot) => {
      const pair = await spot.placeOco(0, toSell());
      await spot.cancel(0, pair[which].id);
      expect(await shown(spot)).toEqual([
        ['cancelled', '0', null],
        ['cancelled', '0', null],
      ]);
      expect(await spot.money(0, spot.market.base)).toEqual(['1000', '0']);
    }),
  );
  it('cancels all with both', () =>
    withSpot(async (spot) => {
      const { limit, stop } = await spot.placeOco(0, toSell());
      expect((await spot.cancelAll(0)).cancelled).toEqual(expect.arrayContaining([limit.id, stop.id]));
      expect(await spot.money(0, spot.market.base)).toEqual(['1000', '0']);
    }));
  it('ends with a limit that stood in the way of its owner', () =>
    withSpot(async (spot) => {
      await spot.placeOco(0, toSell());
      await spot.place(0, { side: 'buy', price: '11', quantity: '1' });
      expect(await shown(spot)).toEqual([
        ['cancelled', '0', null],
        ['cancelled', '0', null],
      ]);
    }));
  it('cannot be changed while it is a pair, and can once it is none', () =>
    withSpot(async (spot) => {
      const { limit, stop } = await spot.placeOco(0, toSell());
      for (const { id } of [limit, stop])
        expect(await codeOf(spot.amend(0, id, { price: '11.5' }))).toBe('ocoAmend');
      await spot.print('11', '1', 'buy');
      await spot.amend(0, limit.id, { price: '11.5' });
      expect(await spot.money(0, spot.market.base)).toEqual(['999', '2']);
    }));
  it('is a pair still after a restart', () =>
    withSpot(async (spot) => {
      const { limit } = await spot.placeOco(0, toBuy());
      const deps = { db: db(), clock: spot.clock, source: spot.source, published: () => 0, log: () => 0 };
      const again = new SpotEngine(deps);
      await again.start();
      const userId = spot.users[0] ?? 0;
      await again.cancel({ userId, key: `again-${limit.id}`, call: 'spot.cancel', request: {} }, limit.id);
      again.close();
      expect((await shown(spot)).map(([status]) => status)).toEqual(['cancelled', 'cancelled']);
      expect((await spot.money(0, spot.market.quote))[1]).toBe('0');
      // The first engine, which knows nothing of this, reads its books again after a failure.
      spot.breakWhen((text) => text.includes('spot_write'));
      await expect(spot.cancelAll(0)).rejects.toThrow('the database is gone');
      spot.breakWhen(undefined);
    }));
  it('ends with nothing of it done when it cannot be written', () =>
    withSpot(async (spot) => {
      await spot.placeOco(0, toSell());
      spot.breakWhen((text) => text.includes('spot_write'));
      await spot.print('11', '1', 'buy');
      expect(spot.logged.splice(0)).toHaveLength(1);
      spot.breakWhen(undefined);
      expect(await shown(spot)).toEqual([
        ['open', '0', null],
        ['waiting', '0', null],
      ]);
      await spot.print('11', '1', 'buy');
      expect(await shown(spot)).toEqual([
        ['partial', '1', null],
        ['expired', '0', 'ocoFilled'],
      ]);
    }));

  it(
    `does what one plain rule says, in ${RUNS} runs of ${STEPS} random steps`,
    async () => {
      const seen = new Map<string, number>();
      for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++)
        await withSpot(async (spot) => {
          for (let step = 0; step < STEPS; step++)
            await randomStep(db(), spot, randomFrom(seed * 1_000 + step), seen).catch((error: unknown) => {
              throw new Error(`OCO_SEED=${seed} OCO_RUNS=1, step ${step}: ${error}`, { cause: error });
            });
        });
      // The runs are worth something only when both ends were come to.
      expect([...seen.keys()]).toEqual(expect.arrayContaining(['ocoFilled', 'ocoTriggered', 'cancelled']));
    },
    60_000 + RUNS * 5_000,
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

/** One thing that happens, and what must have become of every pair; both orders of each are within a few ticks. */
async function randomStep(
  db: Database,
  spot: Spot,
  random: Random,
  seen: Map<string, number>,
): Promise<void> {
  const before = new Map((await legsOf(db, spot.market.id)).map((leg) => [leg.id, leg]));
  const user = random(spot.users.length);
  const last = Number(spot.source.last(spot.market.id) ?? '10') * 100;
  const dice = random(10);
  let price: Dec | undefined;
  if (dice < 4) await codeOf(spot.placeOco(user, nearPair(random, Math.round(last))));
  else if (dice < 6) await codeOf(spot.place(user, nearOrder(random, Math.round(last))));
  else if (dice < 8) {
    price = cents(Math.max(900, Math.min(1_100, Math.round(last) + random(13) - 6)));
    await spot.tick(price);
  } else if (dice < 9)
    await spot.print(cents(Math.round(last) + random(9) - 4), cents(random(300) + 1), 'buy');
  else {
    const [leg] = [...before.values()].filter(({ status }) => status === 'open' || status === 'waiting');
    const owner = leg && [...spot.users.keys()];
    if (leg && owner) for (const each of owner) await codeOf(spot.cancel(each, leg.id));
  }
  await spot.settled();
  const after = new Map((await legsOf(db, spot.market.id)).map((leg) => [leg.id, leg]));
  for (const leg of after.values()) {
    const partner = after.get(leg.partner_id ?? 0);
    if (!partner || leg.type !== 'limit') continue;
    const [limit, stop] = [leg, partner];
    for (const { status, reason } of [limit, stop]) seen.set(reason ?? status, 1);
    const live = new Set(['waiting', 'open', 'partial']);
    // Never both; and what is not a pair any more is so by one of three ends, booked with what caused it.
    if (limit.filled !== '0')
      expect(stop).toMatchObject({ status: 'expired', reason: 'ocoFilled', filled: '0' });
    else if (stop.triggered_at !== null)
      expect(limit).toMatchObject({ status: 'expired', reason: 'ocoTriggered' });
    else if (live.has(limit.status)) expect([limit.status, stop.status]).toEqual(['open', 'waiting']);
    else expect([limit.status, stop.status]).toEqual(['cancelled', 'cancelled']);
    // A price that reaches a stop that waits triggers it at once; no other thing but a price does.
    const was = before.get(stop.id);
    if (price === undefined || was?.status !== 'waiting') continue;
    const difference = new D(price).comparedTo(stop.stop_price ?? '0');
    const isReached = stop.side === 'sell' ? difference <= 0 : difference >= 0;
    const isFilled = limit.filled !== '0' || limit.status === 'cancelled';
    if (!isFilled) expect(stop.triggered_at !== null).toBe(isReached);
  }
  expect(await differencesOf(db, CHECKS, [])).toEqual([]);
}

function nearPair(random: Random, last: number): OcoInput {
  const side = random(2) === 0 ? 'buy' : 'sell';
  const sign = side === 'sell' ? 1 : -1;
  const stop = last - sign * (1 + random(4));
  return {
    side,
    quantity: cents(100 + random(400)),
    price: cents(last + sign * (1 + random(4))),
    stopPrice: cents(stop),
    stopLimitPrice: cents(stop - sign * random(4) + sign),
    ...(random(4) === 0 ? { stopTif: random(2) === 0 ? 'IOC' : 'FOK' } : {}),
  };
}

const nearOrder = (random: Random, last: number) => ({
  side: random(2) === 0 ? ('buy' as const) : ('sell' as const),
  price: cents(last + random(9) - 4),
  quantity: cents(100 + random(300)),
});
