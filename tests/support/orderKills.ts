import { expect, it } from 'vitest';
import type { Database } from '../../server/base/db/database.ts';
import { BRACKET_CHECK, HOLD_CHECK, PAIR_CHECK } from '../../server/books/ledger/holdChecks.ts';
import { differencesOf, verifyLedger } from '../../server/books/ledger/verify.ts';
import type { Futures } from './perpetual.ts';
import { flawsOf, openFutures, perpetualPair } from './perpetual.ts';
import type { Spot } from './spot.ts';
import { newMarket, openSpot } from './spot.ts';

/** One thing that happens to an exchange. Commands have keys: what is sent again after a kill is done once. */
type Step<X> = (x: X, key: (name: string) => string) => Promise<unknown>;

/** An exchange that can be killed at a statement, and comes up again on what is stored. */
interface Killable<X> {
  readonly x: () => X;
  /** Requested before each statement and after each commit; from the first yes on nothing reaches the database. */
  readonly breakWhen: (fits: ((text: string) => boolean) | undefined) => void;
  readonly restart: () => Promise<void>;
  /** What became of everything: the same however often it was killed. */
  readonly outcome: () => Promise<unknown>;
  /** What is wrong with books, holds and pairs; empty when all is well. */
  readonly flaws: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** Orders on perpetuals of which at most one may act, and what the market does to them. */
const futuresPaths: Readonly<Record<string, readonly Step<Futures>[]>> = {
  'take-profit and stop-loss that come with an order': [
    (x, key) => x.place(0, { side: 'long', quantity: '4', takeProfit: '110', stopLoss: '90' }, key('place')),
    (x) => x.mark('95'),
    (x) => x.mark('112'),
    (x) => x.mark('80'),
  ],
  'a conditional entry with both, and a gap over all of them': [
    (x, key) =>
      x.place(
        0,
        {
          ...{ side: 'long', quantity: '2', takeProfit: '115', stopLoss: '100' },
          trigger: { price: '105', source: 'mark', kind: 'stop' },
        },
        key('place'),
      ),
    (x) => x.mark('106'),
    (x) => x.mark('90'),
    (x) => x.mark('130'),
  ],
  'a trailing stop beside a fixed one': [
    (x, key) => x.place(0, { side: 'long', quantity: '4' }, key('place')),
    (x, key) =>
      x.protect(
        0,
        {
          trailing: { by: 'distance', value: '5', source: 'mark' },
          stopLoss: { by: 'price', value: '98', source: 'mark' },
        },
        key('protect'),
      ),
    (x) => x.mark('110'),
    (x) => x.mark('97'),
    (x) => x.mark('120'),
  ],
  'a chase that moves and ends at market, beside a stop-loss': [
    (x, key) => x.place(0, { side: 'long', quantity: '3', stopLoss: '99' }, key('place')),
    (x, key) =>
      x.close(0, { type: 'limit', chase: { seconds: 10, distance: '0.01', rest: 'market' } }, key('chase')),
    (x) => x.mark('99.6'),
    (x) => x.pass(10_000),
    (x) => x.mark('99.6'),
    (x) => x.mark('98'),
  ],
  'a scaled entry, closed by a scaled order and a stop-loss': [
    (x, key) =>
      x.placeScaled(0, { side: 'long', from: '98', to: '96', count: 3, quantity: '6' }, key('entry')),
    (x) => x.mark('95.5'),
    (x, key) => x.protect(0, { stopLoss: { by: 'price', value: '95', source: 'mark' } }, key('protect')),
    (x, key) =>
      x.placeScaled(
        0,
        { side: 'short', from: '97', to: '99', count: 3, quantity: '6', reduceOnly: true },
        key('exit'),
      ),
    (x) => x.mark('98.2'),
    (x) => x.mark('94'),
    (x) => x.mark('105'),
  ],
  'a stop-loss and a liquidation that one price reaches': [
    (x, key) => x.terms(0, { mode: 'isolated', leverage: 20 }).then(() => key('terms')),
    (x, key) => x.place(0, { side: 'long', quantity: '50', stopLoss: '96' }, key('place')),
    (x) => x.mark('90'),
    // One that comes up again liquidates once it has looked at its marks.
    (x) => x.pass(2_000),
    (x) => x.mark('110'),
  ],
};

const venue = (price: number): readonly [[string, string][], [string, string][]] => [
  [[(price - 0.01).toFixed(2), '1000']],
  [[(price + 0.01).toFixed(2), '1000']],
];
/** The spot market goes to a price, and everything that is due is done. */
const spotTo =
  (price: number): Step<Spot> =>
  async (x) => {
    await x.book(...venue(price));
    await x.tick(price.toFixed(2));
  };

/** The same on the spot market. */
const spotPaths: Readonly<Record<string, readonly Step<Spot>[]>> = {
  'a pair of which one cancels the other': [
    (x, key) =>
      x.placeOco(
        0,
        { side: 'sell', quantity: '3', price: '11', stopPrice: '9', stopLimitPrice: '8.5' },
        key('pair'),
      ),
    spotTo(10.5),
    spotTo(8.9),
    spotTo(12),
  ],
  'an order with take-profit and stop-loss': [
    (x, key) =>
      x.place(
        0,
        { side: 'buy', type: 'market', tif: 'IOC', quantity: '5', takeProfit: '11', stopLoss: '8' },
        key('place'),
      ),
    spotTo(9),
    spotTo(11.5),
    spotTo(7),
  ],
  'the same over which the price has jumped': [
    (x, key) =>
      x.place(0, { side: 'buy', price: '9.5', quantity: '5', takeProfit: '11', stopLoss: '8' }, key('place')),
    spotTo(9.4),
    spotTo(6),
    spotTo(12),
  ],
  'a scaled order': [
    (x, key) =>
      x.placeScaled(0, { side: 'buy', from: '9.5', to: '9', count: 3, quantity: '6' }, key('scaled')),
    spotTo(9.2),
    spotTo(8.9),
  ],
};

let count = 0;

async function openKillableFutures(db: Database): Promise<Killable<Futures>> {
  const pair = perpetualPair();
  let x = await openFutures(db, [pair], { userCount: 1 });
  await x.mark('100');
  const { users, clock } = x;
  return {
    x: () => x,
    breakWhen: (fits) => x.breakWhen(fits),
    async restart() {
      const { source: old, market } = x;
      const last = old.tickers().find(({ id }) => id === market)?.last ?? '100';
      await x.stop();
      x = await openFutures(db, [pair], {
        ...{ users, clock },
        before: (source) => {
          // The market went on meanwhile.
          for (const { id } of pair) source.tick(id, last);
          source.setBook(market, old.book(market) ?? { bids: [], asks: [] });
        },
      });
    },
    async outcome() {
      const orders = (await x.orders(0)).map(({ trigger, type, status, quantity, filled, price, reason }) => [
        trigger?.kind ?? type,
        ...[status, quantity, filled, price, reason],
      ]);
      const position = x.position(0);
      return { orders, position: position && [position.side, position.quantity], money: await x.money(0) };
    },
    async flaws() {
      const both = await db.query(
        `select guard_group from futures_order where status = 'filled' and guard_group is not null
           and user_id = $1 group by guard_group having count(*) > 1`,
        [users[0]],
      );
      return [...(await flawsOf(x)), ...(await verifyLedger(db)), ...both];
    },
    close: () => x.stop(),
  };
}

async function openKillableSpot(db: Database): Promise<Killable<Spot>> {
  const x = await openSpot(db, newMarket({ tick: '0.01', lot: '0.001' }, 'USDT'), {
    userCount: 1,
    funds: '1000',
  });
  await spotTo(10)(x, String);
  return {
    x: () => x,
    breakWhen: (fits) => x.breakWhen(fits),
    restart: () => x.restart(() => x.breakWhen(undefined)),
    async outcome() {
      const orders = await db.query(
        `select type, side, status, reason, filled::text, filled_total::text, price::text, stop_price::text
           from spot_order where market = $1 order by id`,
        [x.market.id],
      );
      const { base, quote } = x.market;
      return { orders, money: [await x.money(0, base), await x.money(0, quote)] };
    },
    async flaws() {
      const { orderBook, stored } = await x.live();
      const both = await db.query(
        `select a.id from spot_order a join spot_order b on b.id = a.partner_id
           where a.market = $1 and a.filled > 0 and b.filled > 0`,
        [x.market.id],
      );
      const checks = [
        ['held', HOLD_CHECK],
        ['pair', PAIR_CHECK],
        ['bracket', BRACKET_CHECK],
      ] as const;
      const found = await differencesOf(db, checks, []);
      expect(orderBook).toEqual(stored);
      return [...found, ...(await verifyLedger(db)), ...both];
    },
    async close() {
      x.breakWhen(undefined);
      await x.cancelAll(0);
      x.close();
    },
  };
}

/**
 * Goes along a path and is killed at one place, then comes up again and goes on with the step at which it was killed.
 * @param at number of the statement or commit at which it is killed; none where it is beyond the last.
 * @returns how many there were, and what became of everything.
 */
async function gone<X>(
  open: () => Promise<Killable<X>>,
  path: readonly Step<X>[],
  at: number,
): Promise<{ readonly places: number; readonly outcome: unknown }> {
  const exchange = await open();
  const own = ++count;
  const key = (name: string): string => `kill-${own}-${name}`;
  let places = 0;
  let isDead = false;
  exchange.breakWhen(() => {
    places += 1;
    isDead ||= places === at;
    return isDead;
  });
  for (const step of path) {
    const failed = await step(exchange.x(), key).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (!isDead) {
      expect(failed).toBeUndefined();
      continue;
    }
    await exchange.restart();
    exchange.breakWhen(undefined);
    isDead = false;
    expect(await exchange.flaws()).toEqual([]);
    await step(exchange.x(), key);
  }
  exchange.breakWhen(undefined);
  expect(await exchange.flaws()).toEqual([]);
  const outcome = await exchange.outcome();
  await exchange.close();
  return { places, outcome };
}

const NEVER = -1;

/** @param most places of each path at which it is killed, spread over all of them; all where it is left out. */
function killsOf<X>(
  db: () => Database,
  paths: Readonly<Record<string, readonly Step<X>[]>>,
  open: (db: Database) => Promise<Killable<X>>,
  most: number,
): void {
  it.each(Object.entries(paths))(
    'leave %s as if nothing had happened',
    async (_, path) => {
      const undisturbed = await gone(() => open(db()), path, NEVER);
      const { places } = undisturbed;
      expect(places).toBeGreaterThan(path.length);
      const every = Math.max(1, places / most);
      for (let at = every; Math.floor(at) <= places; at += every) {
        const killed = await gone(() => open(db()), path, Math.floor(at));
        expect(killed.outcome, `killed at ${Math.floor(at)} of ${places}`).toEqual(undisturbed.outcome);
      }
    },
    600_000,
  );
}

/** Kills between the statements of orders on perpetuals. @param most of each path; all where it is left out. */
export const futuresKills = (db: () => Database, most = Number.POSITIVE_INFINITY): void =>
  killsOf(db, futuresPaths, openKillableFutures, most);
/** The same of spot orders. */
export const spotKills = (db: () => Database, most = Number.POSITIVE_INFINITY): void =>
  killsOf(db, spotPaths, openKillableSpot, most);
