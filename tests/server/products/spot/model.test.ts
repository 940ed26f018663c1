import { expect, it } from 'vitest';
import type { FillRow } from '../../../../domain/contract/index.ts';
import type { Dec, Market } from '../../../../domain/index.ts';
import { D, toText } from '../../../../domain/index.ts';
import type { Database } from '../../../../server/base/db/database.ts';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import { leftOf } from '../../../../server/matching/orderBook.ts';
import { withOneDatabase } from '../../../support/databases.ts';
import { logged } from '../../../support/logged.ts';
import { times } from '../../../support/often.ts';
import type { Spot } from '../../../support/spot.ts';
import { codeOf, flawsOf, newMarket, openSpot } from '../../../support/spot.ts';
import type { ModelAnswer, ModelTicket } from '../../../support/spotModel.ts';
import { SpotModel } from '../../../support/spotModel.ts';

const RUNS = times('SPOT_RUNS', 5, 150);
const LOGGED_RUNS = Math.ceil(RUNS / 8);
const FIRST_SEED = Number(process.env['SPOT_SEED'] ?? 1);
const STEPS = 40;
const MAX_MS = 30_000 + RUNS * 6_000;
const LAST = '10';

/** Steps of price and quantity, some of whose products have more than eight places. */
const SHAPES: readonly (Partial<Market> & Pick<Market, 'tick' | 'lot'>)[] = [
  { tick: '0.01', lot: '0.001', minTotal: '5' },
  { tick: '0.00001', lot: '0.00001' },
  { tick: '0.1', lot: '5' },
  { tick: '0.00001', lot: '0.1', minTotal: '1' },
  { tick: '0.0000001', lot: '0.001' },
  { tick: '0.00000003', lot: '0.07' },
];

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

/** Makes one run: the same steps for the engine and for the model. */
class Run {
  readonly #db: Database;
  readonly #spot: Spot;
  readonly #model: SpotModel;
  readonly #random: Random;
  readonly #seen: Map<string, number>;
  /** The engine's number of an order, by the model's name. */
  readonly #ids: { readonly id: number; readonly user: number }[] = [];

  constructor(db: Database, spot: Spot, random: Random, seen: Map<string, number>) {
    this.#db = db;
    this.#spot = spot;
    this.#random = random;
    this.#seen = seen;
    this.#model = new SpotModel(spot.market, LAST);
  }

  async step(): Promise<void> {
    const user = this.#random(this.#spot.users.length);
    const dice = this.#random(100);
    if (dice < 66) await this.#place(user);
    else if (dice < 84) await this.#amend(user);
    else if (dice < 97) await this.#cancel(user);
    else await this.#cancelAll(user);
    await this.#agree();
  }

  async #place(user: number): Promise<void> {
    const { market } = this.#spot;
    const side = this.#random(2) === 0 ? 'buy' : 'sell';
    const type = this.#random(8) === 0 ? 'market' : 'limit';
    const tif = type === 'market' ? 'IOC' : (['GTC', 'GTC', 'GTC', 'IOC', 'FOK'] as const)[this.#random(5)];
    const ticket: ModelTicket = {
      user,
      side,
      type,
      tif: tif ?? 'GTC',
      postOnly: type === 'limit' && tif === 'GTC' && this.#random(6) === 0,
      price: this.#price(),
      quantity: this.#quantity(),
    };
    const name = this.#ids.length;
    const expected = this.#model.place(
      name,
      ticket,
      await this.#free(user, side === 'buy' ? market.quote : market.base),
    );
    const { user: _user, price, ...rest } = ticket;
    const placed = this.#spot.place(user, type === 'market' ? rest : { ...rest, price });
    await this.#same(`place ${type} ${ticket.tif}`, expected, placed, (id) => this.#ids.push({ id, user }));
  }

  async #amend(user: number): Promise<void> {
    const name = this.#anOrder(user);
    const known = this.#ids[name];
    if (!known || known.user !== user) return;
    const change = [
      { price: this.#price() },
      { quantity: this.#quantity() },
      { price: this.#price(), quantity: this.#quantity() },
    ][this.#random(3)] ?? { price: LAST };
    const { market } = this.#spot;
    const side = this.#model.orders.find((each) => each.name === name)?.side;
    const free = await this.#free(user, side === 'buy' ? market.quote : market.base);
    await this.#same(
      'amend',
      this.#model.amend(name, user, change, free),
      this.#spot.amend(user, known.id, change),
    );
  }

  async #cancel(user: number): Promise<void> {
    const name = this.#anOrder(user);
    const known = this.#ids[name];
    if (!known || known.user !== user) return;
    const isThere = this.#model.orders.some((each) => each.name === name);
    this.#model.cancel((each) => each.name === name);
    expect(await codeOf(this.#spot.cancel(user, known.id))).toBe(isThere ? undefined : 'orderClosed');
    this.#count(isThere ? 'cancel' : 'cancel orderClosed');
  }

  async #cancelAll(user: number): Promise<void> {
    const own = this.#model.orders
      .filter((each) => each.user === user)
      .map(({ name }) => this.#ids[name]?.id);
    this.#model.cancel((each) => each.user === user);
    expect((await this.#spot.cancelAll(user)).cancelled.toSorted()).toEqual(own.toSorted());
    this.#count('cancel all');
  }

  /** The same refusal, or the same trades in the same order. */
  async #same(
    what: string,
    expected: ModelAnswer,
    done: Promise<{ order: { id: number }; fills: readonly FillRow[] }>,
    placed: (id: number) => void = () => undefined,
  ): Promise<void> {
    const code = await codeOf(done);
    expect(code).toBe(expected.refused);
    this.#count(`${what} ${code ?? (expected.trades.length > 0 ? 'trades' : 'done')}`);
    if (code !== undefined) return;
    const { order, fills } = await done;
    placed(order.id);
    expect(fills.map(({ price, quantity }) => [price, quantity])).toEqual(
      expected.trades.map(([, price, quantity]) => [price, quantity]),
    );
    const makers = await this.#db.query<{ order_id: number; price: Dec; quantity: Dec }>(
      `select order_id, price::text, quantity::text from spot_fill where role = 'maker' and journal_id in
         (select journal_id from spot_fill where id = any($1::bigint[])) order by id`,
      [fills.map(({ id }) => id)],
    );
    expect(makers.map(({ order_id }) => order_id)).toEqual(
      expected.trades.map(([maker]) => this.#ids[maker]?.id),
    );
  }

  /** The same orders rest, with the same quantities and in the same order; the money is all there. */
  async #agree(): Promise<void> {
    const { orderBook, stored } = await this.#spot.live();
    expect(orderBook).toEqual(stored);
    expect(stored.map((order) => [order.id, order.price, leftOf(order)])).toEqual(
      this.#model.orders.map(({ name, price, quantity, filled }) => [
        this.#ids[name]?.id,
        toText(price),
        toText(quantity.minus(filled)),
      ]),
    );
    expect(await flawsOf(this.#db, this.#spot.market)).toEqual([]);
  }

  #anOrder(user: number): number {
    const own = this.#model.orders.filter((order) => order.user === user);
    // Mostly one that rests, sometimes any that ever was.
    const resting = own[this.#random(Math.max(1, own.length))];
    return resting && this.#random(10) > 0 ? resting.name : this.#random(Math.max(1, this.#ids.length));
  }
  #price(): Dec {
    const { tick } = this.#spot.market;
    const off = this.#random(4) === 0 ? this.#random(2_001) - 1_000 : (this.#random(9) - 4) * 3;
    const text = toText(new D(LAST).div(tick).floor().plus(off).times(tick));
    return new D(text).gt(0) ? text : tick;
  }
  #quantity(): Dec {
    const { lot } = this.#spot.market;
    const lots = this.#random(20) === 0 ? 10 ** 8 : 1 + this.#random([3, 60, 40_000][this.#random(3)] ?? 3);
    return toText(new D(lot).times(lots));
  }
  async #free(user: number, asset: string): Promise<Dec> {
    const [posted, held] = await this.#spot.money(user, asset);
    return toText(new D(posted).minus(held));
  }
  #count(what: string): void {
    this.#seen.set(what, (this.#seen.get(what) ?? 0) + 1);
  }
}

/** Runs seeds from the first on, against the model, and proves the books. */
async function runSeeds(db: Database, runs: number): Promise<void> {
  const seen = new Map<string, number>();
  for (let seed = FIRST_SEED; seed < FIRST_SEED + runs; seed++) {
    const random = randomFrom(seed);
    const shape = SHAPES[seed % SHAPES.length];
    const spot = await openSpot(db, newMarket({ ...shape, minQuantity: shape?.lot ?? '0' }), {
      userCount: 3 + (seed % 3),
      funds: seed % 2 === 0 ? '1000000' : '2000',
    });
    spot.source.tick(spot.market.id, LAST);
    const run = new Run(db, spot, random, seen);
    let step = 0;
    try {
      for (; step < STEPS; step++) await run.step();
      for (const user of spot.users.keys()) await spot.cancelAll(user);
      expect(await flawsOf(db, spot.market)).toEqual([]);
    } catch (error) {
      throw new Error(`SPOT_SEED=${seed} SPOT_RUNS=1, step ${step}: ${error}`, { cause: error });
    }
    spot.close();
  }
  expect(await verifyLedger(db)).toEqual([]);
  // The runs are worth something only when they went everywhere.
  if (runs >= 40) expect([...seen.keys()]).toEqual(expect.arrayContaining(EVERYWHERE));
}

withOneDatabase('the spot market does what the model does', (db, { engine }) => {
  it(
    `in ${RUNS} runs of ${STEPS} random steps`,
    () => runSeeds(db(), engine === 'pglite' ? RUNS : Math.ceil(RUNS / 4)),
    MAX_MS,
  );
});

withOneDatabase('the spot market with a log before its tables does what the model does', (db) => {
  it(
    `in ${LOGGED_RUNS} runs of ${STEPS} random steps`,
    async () => runSeeds(await logged(db()), LOGGED_RUNS),
    MAX_MS,
  );
});

const EVERYWHERE = [
  'place limit GTC done',
  'place limit GTC trades',
  'place limit GTC orderWouldTake',
  'place limit GTC insufficientBalance',
  'place limit GTC orderTotal',
  'place limit IOC done',
  'place limit IOC trades',
  'place limit FOK trades',
  'place limit FOK orderUnfillable',
  'place market IOC trades',
  'place market IOC noLiquidity',
  'amend done',
  'amend trades',
  'amend amountInvalid',
  'amend orderWouldTake',
  'amend insufficientBalance',
  'amend orderClosed',
  'cancel',
  'cancel orderClosed',
  'cancel all',
];
