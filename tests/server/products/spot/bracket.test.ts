import { expect, it } from 'vitest';
import type { Dec } from '../../../../domain/index.ts';
import { D, toText } from '../../../../domain/index.ts';
import type { Database } from '../../../../server/base/db/database.ts';
import { BRACKET_CHECK, HOLD_CHECK, PAIR_CHECK } from '../../../../server/books/ledger/holdChecks.ts';
import type { Check } from '../../../../server/books/ledger/verify.ts';
import { differencesOf } from '../../../../server/books/ledger/verify.ts';
import { withDatabase } from '../../../support/databases.ts';
import { times } from '../../../support/often.ts';
import type { OrderInput, Spot } from '../../../support/spot.ts';
import { codeOf } from '../../../support/spot.ts';
import type { ProvedMarket } from '../../../support/spotProof.ts';
import { withProvedSpot } from '../../../support/spotProof.ts';

const RUNS = times('BRACKET_RUNS', 3, 60);
const FIRST_SEED = Number(process.env['BRACKET_SEED'] ?? 1);
const STEPS = 30;
const CHECKS: readonly Check[] = [
  ['held', HOLD_CHECK],
  ['pair', PAIR_CHECK],
  ['bracket', BRACKET_CHECK],
];

const LIVE = ['waiting', 'open', 'partial'];
const guards = { takeProfit: '11', stopLoss: '8' };
const toBuy = (change: Partial<OrderInput> = {}): OrderInput => ({
  ...{ side: 'buy', price: '9', quantity: '10', ...guards },
  ...change,
});
const atMarket = (quantity: Dec): OrderInput => ({
  ...{ side: 'buy', type: 'market', tif: 'IOC', quantity, ...guards },
});

/** An order with what is stored of its bracket. */
interface Stored {
  readonly id: number;
  readonly type: string;
  readonly side: string;
  readonly status: string;
  readonly reason: string | null;
  readonly quantity: Dec | null;
  readonly filled: Dec;
  readonly fee: Dec;
  readonly price: Dec | null;
  readonly stop_price: Dec | null;
  readonly entry_id: number | null;
  readonly exit_id: number | null;
  readonly partner_id: number | null;
  readonly take_profit: Dec | null;
  readonly stop_loss: Dec | null;
  readonly triggered_at: number | null;
}
const storedIn = (db: Database, market: string) =>
  db.query<Stored>(
    `select id, type, side, status, reason, trim_scale(quantity)::text as quantity, trim_scale(filled)::text as filled,
       trim_scale(fee)::text as fee, trim_scale(price)::text as price, trim_scale(stop_price)::text as stop_price,
       entry_id, exit_id, partner_id, trim_scale(take_profit)::text as take_profit,
       trim_scale(stop_loss)::text as stop_loss, triggered_at
     from spot_order where market = $1 order by id`,
    [market],
  );

withDatabase('an order that brings its take-profit and stop-loss', (db) => {
  const withSpot = (work: (spot: Spot) => Promise<void>, change: ProvedMarket = {}): Promise<void> =>
    withProvedSpot(db(), work, { lot: '0.001', tick: '0.01', ...change });
  const exitsOf = async (spot: Spot, entry: number) =>
    (await storedIn(db(), spot.market.id))
      .filter(({ entry_id }) => entry_id === entry)
      .map(({ type, status, quantity, price, stop_price }) => [type, status, quantity, price ?? stop_price]);
  const stateOf = async (spot: Spot, id: number) => {
    const found = (await storedIn(db(), spot.market.id)).find((each) => each.id === id);
    return found && [found.status, found.filled, found.reason];
  };

  it('places both when it fills, for what was received, as a pair that holds once', () =>
    withSpot(async (spot) => {
      const { order } = await spot.place(0, toBuy());
      expect(order).toMatchObject({ takeProfit: '11', stopLoss: '8', exit: null, entry: null });
      expect(await exitsOf(spot, order.id)).toEqual([]);
      await spot.print('9', '4', 'sell');
      // 4 less a fee of 0.08 %, down to the lot.
      expect(await exitsOf(spot, order.id)).toEqual([
        ['limit', 'open', '3.996', '11'],
        ['stopMarket', 'waiting', '3.996', '8'],
      ]);
      expect(await spot.money(0, spot.market.base)).toEqual(['1003.9968', '3.996']);
      await spot.print('9', '6', 'sell');
      expect(await exitsOf(spot, order.id)).toEqual([
        ['limit', 'open', '9.991', '11'],
        ['stopMarket', 'waiting', '9.991', '8'],
      ]);
      expect(await stateOf(spot, order.id)).toEqual(['filled', '10', null]);
    }));
  it('places them at once for an order that trades at once', () =>
    withSpot(async (spot) => {
      await spot.book(
        [['9.9', '50']],
        [
          ['10', '5'],
          ['10.1', '5'],
        ],
      );
      const { order } = await spot.place(0, atMarket('7'));
      expect(order.status).toBe('filled');
      expect(await exitsOf(spot, order.id)).toEqual([
        ['limit', 'open', '6.993', '11'],
        ['stopMarket', 'waiting', '6.993', '8'],
      ]);
    }));
  it.each([
    [{ stopLoss: '8' }, [['stopMarket', 'waiting', '9.992', '8']]],
    [{ takeProfit: '11' }, [['limit', 'open', '9.992', '11']]],
  ] as const)('places one alone where only one is wished: %o', (change, exits) =>
    withSpot(async (spot) => {
      const { order } = await spot.place(0, { side: 'buy', price: '9', quantity: '10', ...change });
      await spot.print('9', '10', 'sell');
      expect(await exitsOf(spot, order.id)).toEqual(exits);
    }),
  );
  it('takes the profit, and the stop ends with what is left of the entry', () =>
    withSpot(async (spot) => {
      const { order } = await spot.place(0, toBuy());
      await spot.print('9', '4', 'sell');
      await spot.print('11', '1', 'buy');
      expect(await stateOf(spot, order.id)).toEqual(['cancelled', '4', 'exitBegun']);
      const [, profit, stop] = await storedIn(db(), spot.market.id);
      expect([profit?.status, profit?.filled]).toEqual(['partial', '1']);
      expect([stop?.status, stop?.reason]).toEqual(['expired', 'ocoFilled']);
      // What it bought no more of is free again.
      expect((await spot.money(0, spot.market.quote))[1]).toBe('0');
    }));
  it('sells at the market when the stop is reached, however far the price has jumped, and says when', () =>
    withSpot(async (spot) => {
      await spot.book([['9.9', '50']], [['10', '50']]);
      const { order } = await spot.place(0, atMarket('10'));
      await spot.book([['6', '50']], [['6.1', '50']]);
      await spot.tick('6');
      const [, profit, stop] = await storedIn(db(), spot.market.id);
      expect([profit?.status, profit?.reason]).toEqual(['expired', 'ocoTriggered']);
      expect([stop?.status, stop?.filled, stop?.triggered_at]).toEqual(['filled', '9.99', spot.clock.now()]);
      expect(await stateOf(spot, order.id)).toEqual(['filled', '10', null]);
    }));
  it('has a stop that finds nobody wait on, and its pair stand', () =>
    withSpot(async (spot) => {
      const { order } = await spot.place(0, toBuy());
      await spot.print('9', '10', 'sell');
      await spot.book([], []);
      await spot.tick('7');
      expect((await exitsOf(spot, order.id)).map(([, status]) => status)).toEqual(['open', 'waiting']);
      await spot.book([['7', '50']], [['7.1', '50']]);
      await spot.tick('6.9');
      expect((await exitsOf(spot, order.id)).map(([, status]) => status)).toEqual(['expired', 'filled']);
    }));
  it('fires a stop below which the price has jumped before it was placed', () =>
    withSpot(async (spot) => {
      const { order } = await spot.place(0, toBuy());
      await spot.tick('7');
      await spot.print('7', '10', 'sell');
      await spot.book([['6.9', '50']], [['7.1', '50']]);
      await spot.tick('6.9');
      expect((await exitsOf(spot, order.id)).map(([, status]) => status)).toEqual(['expired', 'filled']);
    }));
  it('leaves what guards it when the rest of the entry is taken back, and the entry when they are', () =>
    withSpot(async (spot) => {
      const { order } = await spot.place(0, toBuy());
      await spot.print('9', '4', 'sell');
      await spot.cancel(0, order.id);
      expect((await exitsOf(spot, order.id)).map(([, status]) => status)).toEqual(['open', 'waiting']);
      const second = (await spot.place(0, toBuy())).order;
      await spot.print('9', '4', 'sell');
      const exits = (await storedIn(db(), spot.market.id)).filter(({ entry_id }) => entry_id === second.id);
      await spot.cancel(0, exits[1]?.id ?? 0);
      await spot.print('9', '4', 'sell');
      expect(await stateOf(spot, second.id)).toEqual(['partial', '8', null]);
      // What their user took off does not come again.
      expect((await exitsOf(spot, second.id)).map(([, status]) => status)).toEqual([
        'cancelled',
        'cancelled',
      ]);
    }));
  it.each([
    [{ side: 'sell', price: '12' }, 'orderOptions'],
    [{ takeProfit: '9' }, 'bracketProfit'],
    [{ stopLoss: '9' }, 'bracketStop'],
    // It buys at the market, which the stop lies above.
    [{ price: '12', takeProfit: '13', stopLoss: '11' }, 'bracketStop'],
    [{ takeProfit: '11.001' }, 'orderTick'],
    [{ stopLoss: '0' }, 'priceInvalid'],
    [{ takeProfit: '51' }, 'orderBand'],
  ] as const)('leaves nothing behind that is refused: %o', (change, code) =>
    withSpot(async (spot) => {
      // What sells is refused before the engine is requested.
      if (code !== 'orderOptions') expect(await codeOf(spot.place(0, toBuy(change)))).toBe(code);
      expect(await storedIn(db(), spot.market.id)).toEqual([]);
    }),
  );
  it('keeps its bracket in order when the entry is changed', () =>
    withSpot(async (spot) => {
      const { order } = await spot.place(0, toBuy());
      expect(await codeOf(spot.amend(0, order.id, { price: '7.9' }))).toBe('bracketStop');
      await spot.amend(0, order.id, { quantity: '5' });
      await spot.print('9', '5', 'sell');
      expect((await exitsOf(spot, order.id)).map(([, , quantity]) => quantity)).toEqual(['4.996', '4.996']);
    }));
  it('is what it was after a restart, half filled', () =>
    withSpot(async (spot) => {
      const { order } = await spot.place(0, toBuy());
      await spot.print('9', '4', 'sell');
      await spot.restart();
      await spot.print('9', '6', 'sell');
      expect((await exitsOf(spot, order.id)).map(([, , quantity]) => quantity)).toEqual(['9.991', '9.991']);
      await spot.restart();
      await spot.print('11', '20', 'buy');
      expect((await exitsOf(spot, order.id)).map(([, status]) => status)).toEqual(['filled', 'expired']);
    }));
  it('has nothing of it done when it cannot be written', () =>
    withSpot(async (spot) => {
      const { order } = await spot.place(0, toBuy());
      spot.breakWhen((text) => text.includes('spot_write'));
      await spot.print('9', '4', 'sell');
      expect(spot.logged.splice(0)).toHaveLength(1);
      spot.breakWhen(undefined);
      expect(await stateOf(spot, order.id)).toEqual(['open', '0', null]);
      expect(await exitsOf(spot, order.id)).toEqual([]);
      await spot.print('9', '4', 'sell');
      expect((await exitsOf(spot, order.id)).map(([, status]) => status)).toEqual(['open', 'waiting']);
    }));
  it('places its exits whatever names a program has used before', () =>
    withSpot(async (spot) => {
      const key = `entry-${spot.market.id}`;
      await spot.place(0, { side: 'buy', price: '5', quantity: '1' }, `${key}:profit`);
      const { order } = await spot.place(0, toBuy(), key);
      await spot.print('9', '10', 'sell');
      expect((await exitsOf(spot, order.id)).map(([, status]) => status)).toEqual(['open', 'waiting']);
    }));

  it('holds for a stop to buy at market what it may pay, and gives the rest back', () =>
    withSpot(async (spot) => {
      await spot.book([['9.9', '50']], [['10', '50']]);
      const { order } = await spot.place(0, {
        side: 'buy',
        type: 'stopMarket',
        stopPrice: '12',
        quantity: '3',
      });
      expect(order).toMatchObject({ type: 'stopMarket', status: 'waiting', price: null, tif: 'IOC' });
      // 3 at 12 and 5 % more.
      expect((await spot.money(0, spot.market.quote))[1]).toBe('37.8');
      await spot.book([['12', '50']], [['12.1', '50']]);
      await spot.tick('12');
      expect(await stateOf(spot, order.id)).toEqual(['filled', '3', null]);
      expect(await spot.money(0, spot.market.quote)).toEqual(['963.7', '0']);
    }));
  it('refuses a price, and a later one, for a stop at market', () =>
    withSpot(async (spot) => {
      const { order } = await spot.place(0, {
        side: 'sell',
        type: 'stopMarket',
        stopPrice: '8',
        quantity: '3',
      });
      expect(await codeOf(spot.amend(0, order.id, { price: '7' }))).toBe('orderOptions');
      await spot.amend(0, order.id, { quantity: '2' });
      expect((await spot.money(0, spot.market.base))[1]).toBe('2');
    }));

  it(
    `does what one plain rule says, in ${RUNS} runs of ${STEPS} random steps`,
    async () => {
      const seen = new Map<string, number>();
      for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++)
        await withSpot(async (spot) => {
          for (let step = 0; step < STEPS; step++)
            await randomStep(db(), spot, randomFrom(seed * 1_000 + step), seen).catch((error: unknown) => {
              throw new Error(`BRACKET_SEED=${seed} BRACKET_RUNS=1, step ${step}: ${error}`, {
                cause: error,
              });
            });
        });
      expect([...seen.keys()]).toEqual(expect.arrayContaining(['exitBegun', 'ocoFilled', 'ocoTriggered']));
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

/** A write that fails, an exchange that ends and comes up again, or an ordinary step; then every bracket is sound. */
async function randomStep(
  db: Database,
  spot: Spot,
  random: Random,
  seen: Map<string, number>,
): Promise<void> {
  const dice = random(12);
  if (dice === 10) await spot.restart();
  const isBroken = dice === 11;
  if (isBroken) spot.breakWhen((text) => text.includes('spot_write'));
  await anyStep(db, spot, random).catch((error: unknown) => {
    if (!isBroken) throw error;
  });
  await spot.settled();
  spot.breakWhen(undefined);
  if (isBroken) spot.logged.splice(0);
  const rows = await storedIn(db, spot.market.id);
  for (const { reason } of rows) if (reason !== null) seen.set(reason, 1);
  for (const entry of rows.filter(({ take_profit, stop_loss }) => take_profit ?? stop_loss))
    isValid(
      entry,
      rows.filter(({ entry_id }) => entry_id === entry.id),
    );
  expect(await differencesOf(db, CHECKS, [])).toEqual([]);
  const { orderBook, stored } = await spot.live();
  expect(orderBook).toEqual(stored);
}

async function anyStep(db: Database, spot: Spot, random: Random): Promise<void> {
  const user = random(spot.users.length);
  const last = Math.round(Number(spot.source.last(spot.market.id) ?? '10') * 100);
  const dice = random(10);
  const near = (spread: number): Dec => cents(Math.max(500, last + random(2 * spread + 1) - spread));
  const quantity = cents(random(400) + 1);
  if (dice < 4) {
    const isMarket = random(3) === 0;
    const request: OrderInput = {
      side: 'buy',
      quantity,
      ...(isMarket ? { type: 'market', tif: 'IOC' } : { price: near(4) }),
      ...(random(5) === 0 ? {} : { takeProfit: cents(last + 1 + random(6)) }),
      ...(random(5) === 0 ? {} : { stopLoss: cents(last - 1 - random(6)) }),
    };
    await codeOf(spot.place(user, request));
  } else if (dice < 6)
    await codeOf(spot.place(user, { side: random(2) === 0 ? 'buy' : 'sell', price: near(5), quantity }));
  else if (dice < 8) {
    const price = near(7);
    const [bid, ask] = [toText(new D(price).minus('0.01')), toText(new D(price).plus('0.01'))];
    if (random(3) > 0) await spot.book([[bid, '3']], [[ask, '3']]);
    await spot.tick(price);
  } else if (dice < 9) await spot.print(near(5), quantity, random(2) === 0 ? 'buy' : 'sell');
  else {
    const live = (await storedIn(db, spot.market.id)).filter(({ status }) => LIVE.includes(status));
    const chosen = live[random(Math.max(1, live.length))];
    if (chosen) for (const each of spot.users.keys()) await codeOf(spot.cancel(each, chosen.id));
  }
}

/** What always holds of an entry and its exits. */
function isValid(entry: Stored, exits: readonly Stored[]): void {
  const received = new D(entry.filled).minus(entry.fee);
  const isLive = ({ status }: Stored): boolean => LIVE.includes(status);
  const hasBegun = (exit: Stored): boolean => exit.filled !== '0' || exit.triggered_at !== null;
  if (exits.length === 0) {
    expect(received.lt('0.002')).toBe(true);
    return;
  }
  // One of them alone has traded or been triggered, and then nothing is bought any more.
  expect(exits.filter(hasBegun).length).toBeLessThanOrEqual(1);
  if (exits.some(hasBegun)) expect(isLive(entry)).toBe(false);
  // Together they never sell more than was bought.
  expect(exits.reduce((sum, { filled }) => sum.plus(filled), new D(0)).lte(received)).toBe(true);
  for (const exit of exits) {
    expect(exit).toMatchObject({ side: 'sell' });
    expect(exit.type === 'limit' ? exit.price : exit.stop_price).toBe(
      exit.type === 'limit' ? entry.take_profit : entry.stop_loss,
    );
    expect(new D(exit.quantity ?? 0).lte(received)).toBe(true);
  }
  const [first, second] = exits;
  if (first && second) {
    expect(first.partner_id).toBe(second.id);
    if (!exits.some(hasBegun)) expect(isLive(first)).toBe(isLive(second));
    // Of what was bought nothing but the rounding of each fill stays unguarded.
    if (isLive(first) && isLive(second)) expect(first.quantity).toBe(second.quantity);
  }
}
