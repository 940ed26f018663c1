import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import type { Dec, ScenarioEvent, ScenarioWalk } from '../../../../domain/index.ts';
import { D, isLiveStatus, priceAt, toText, walkedTo } from '../../../../domain/index.ts';
import { scenarioAccountOf } from '../../../../workers/views/perpetual/scenario/account.ts';
import { withOneDatabase } from '../../../support/databases.ts';
import { holds } from '../../../support/holds.ts';
import { times } from '../../../support/often.ts';
import type { Futures } from '../../../support/perpetual.ts';
import { flawsOf, openFutures, perpetualPair } from '../../../support/perpetual.ts';
import { walkScenario } from '../../../support/scenario.ts';
import { codeOf } from '../../../support/spot.ts';

/** Accounts that are moved; those of one exchange go along one path. */
const ACCOUNTS = times('SCENARIO_ACCOUNTS', 10, 2_000);
const TOGETHER = Math.min(ACCOUNTS, 40);
const SEED = Number(process.env['SCENARIO_SEED'] ?? 26);
const MARKETS = 3;
const TICK = '0.000000000001';
/** So far along the path before something happens nothing has, and so far behind it has. */
const [BEFORE, BEHIND] = ['0.00000001', '0.000000002'];

const scenarioSteps = ['cancelled', 'reduced', 'liquidated', 'stopped'] as const;

const START = ['100', '100', '100'];

/** What is to come, how far along the whole path, and for whom. */
interface Ahead {
  readonly event: ScenarioEvent;
  readonly i: number;
  readonly share: D;
}

const side = fc.constantFrom('long' as const, 'short' as const);
const percent = (least: number, most: number) => fc.integer({ min: least, max: most });
const sometimes = <T>(each: fc.Arbitrary<T>) => fc.option(each, { freq: 2 });
const seldom = <T>(each: fc.Arbitrary<T>) =>
  fc.tuple(sometimes(each), fc.boolean()).map(([some, is]) => (is ? some : null));
/** A position, what guards it and how its margin is changed; `at` in hundredths of what is then the price. */
const opened = fc.record({
  side,
  mode: fc.constantFrom('cross' as const, 'isolated' as const),
  leverage: fc.constantFrom(3, 10, 20, 50),
  /** Of a margin of 1,000 and less. */
  margin: percent(2, 100),
  added: sometimes(percent(1, 200)),
  stop: seldom(
    fc.record({
      away: percent(1, 30),
      part: fc.boolean(),
      source: fc.constantFrom('last' as const, 'mark' as const),
    }),
  ),
  profit: sometimes(percent(1, 30)),
  trail: seldom(percent(1, 20)),
  resting: sometimes(percent(1, 20)),
  closing: seldom(percent(1, 20)),
});
const user = fc.record({
  funds: fc.integer({ min: 500, max: 5_000 }),
  positions: fc.array(fc.option(opened), { minLength: MARKETS, maxLength: MARKETS }),
});
type Opened = NonNullable<typeof opened extends fc.Arbitrary<infer O> ? O : never>;
/** None ends just where a stop stands. */
const move = fc.oneof(
  { weight: 1, arbitrary: fc.constant('0') },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(-1, 1), percent(10, 40))
      .map(([sign, size]) => toText(new D(sign * size).plus('0.037').div(100))),
  },
);

withOneDatabase('what would happen', (db) => {
  let x: Futures;
  let ids: string[] = [];
  /** How far the book stands from the mark, a fraction. */
  let slip: Dec = '0';
  /** By what each market moves. */
  let by: readonly Dec[] = [];
  const seen = { liquidated: 0, reduced: 0, cancelled: 0, stopped: 0 };
  afterEach(() => x.stop());

  const all = (i: number) => x.engine.store.positionsOf(x.users[i] ?? 0);
  /** All markets at these prices, with a book that takes everything a tick from it. */
  async function moveTo(prices: readonly Dec[]): Promise<void> {
    for (const [m, id] of ids.entries()) {
      const price = toText(new D(prices[m] ?? 0).toDecimalPlaces(12));
      const level = (sign: 1 | -1) => {
        const away = new D(price).times(slip).plus(TICK).times(sign);
        return [[toText(new D(price).plus(away).toDecimalPlaces(12)), '10000000'] as const];
      };
      x.source.setBook(id, { bids: level(-1), asks: level(1) });
      x.source.tick(id.replace('-PERP', ''), price);
      x.source.tick(id, price);
    }
    await x.pass(250);
  }
  const ticked = (price: Dec, away: number): Dec =>
    toText(
      new D(price)
        .times(100 + away)
        .div(100)
        .toDecimalPlaces(8),
    );

  /** Opens what a user has in a market; what is refused is left out. */
  async function open(i: number, market: string, price: Dec, each: Opened): Promise<void> {
    const { mode, leverage, margin } = each;
    await codeOf(x.terms(i, { market, mode, leverage }));
    const quantity = toText(new D(margin * 10 * leverage).div(price).toDecimalPlaces(3, D.ROUND_DOWN));
    if ((await codeOf(x.place(i, { market, side: each.side, quantity }))) !== undefined) return;
    const way = each.side === 'long' ? -1 : 1;
    const away = (share: number): Dec => ticked(price, way * share);
    const part = toText(new D(quantity).div(2).toDecimalPlaces(3, D.ROUND_DOWN));
    if (each.stop) {
      const { source } = each.stop;
      const stopLoss = { by: 'price', value: away(each.stop.away), source } as const;
      await codeOf(x.protect(i, { market, stopLoss, ...(each.stop.part ? { quantity: part } : {}) }));
    }
    if (each.profit !== null)
      await codeOf(
        x.protect(i, { market, takeProfit: { by: 'price', value: away(-each.profit), source: 'mark' } }),
      );
    if (each.trail !== null)
      await codeOf(
        x.protect(i, {
          market,
          trailing: { by: 'rate', value: toText(new D(each.trail).div(100)), source: 'mark' },
        }),
      );
    // It is never met on the way: what opens something is taken to stay unfilled.
    if (each.resting !== null) {
      const [far, wide] = each.side === 'long' ? ['10', 'long' as const] : ['145', 'short' as const];
      await codeOf(
        x.place(i, { market, side: wide, quantity: toText(new D(each.resting).times(4)), price: far }),
      );
    }
    if (each.closing !== null) {
      const trigger = { price: away(each.closing), source: 'mark', kind: 'stop' } as const;
      const back = each.side === 'long' ? 'short' : 'long';
      await codeOf(x.place(i, { market, side: back, quantity: part, reduceOnly: true, trigger }));
    }
  }

  async function walkOf(i: number, prices: readonly Dec[], moves: readonly Dec[]): Promise<ScenarioWalk> {
    const [posted] = await x.money(i);
    const margins = all(i).reduce((sum, { margin }) => sum.plus(margin), new D(0));
    const rows = all(i).map((row) => {
      const price = prices[ids.indexOf(row.market)] ?? '0';
      const market = x.engine.orderBookOf(row.market)?.market;
      if (!market) throw new Error('no market');
      return { row, market, mark: price, last: price };
    });
    const orders = (await x.orders(i)).filter(({ status }) => isLiveStatus(status));
    const account = scenarioAccountOf(
      toText(new D(posted).minus(margins)),
      rows,
      orders,
      ({ id }) => moves[ids.indexOf(id)] ?? '0',
    );
    return walkScenario({ ...account, slippage: slip });
  }

  const pricesAt = (share: D) => START.map((price, m) => toText(priceAt(price, by[m] ?? '0', share)));

  /** What is still to come for somebody, from where the exchange has them now; shares are of the whole path. */
  async function ahead(i: number, from: D): Promise<Ahead[]> {
    const prices = pricesAt(from);
    const left = START.map((price, m) => {
      const now = new D(prices[m] ?? 0);
      return toText(
        priceAt(price, by[m] ?? '0', '1')
          .minus(now)
          .div(now),
      );
    });
    const { events } = await walkOf(i, prices, left);
    return events.map((event) => ({ event, i, share: new D(1).minus(from).times(event.share).plus(from) }));
  }

  const openOf = (positions: readonly { readonly market: string; readonly quantity: Dec }[]): string =>
    positions
      .map(({ market, quantity }) => `${market} ${quantity}`)
      .sort()
      .join();
  const actual = (i: number): string => openOf(all(i));
  const after = (event: ScenarioEvent): string =>
    openOf(event.after.positions.map(({ market, position: { quantity } }) => ({ market, quantity })));
  const named = ({ step, market }: ScenarioEvent): string => `${step} ${market}`;

  /** Drives the exchange along the path: each thing happens where it is said, not before, and in that order. */
  async function drive(users: number): Promise<string[][]> {
    const happened: string[][] = Array.from({ length: users }, () => []);
    const open = Array.from({ length: users }, (_, i) => actual(i));
    let coming = (await Promise.all(open.map((_, i) => ahead(i, new D(0))))).flat();
    let done = new D(0);
    while (coming.length > 0) {
      coming.sort((a, b) => a.share.comparedTo(b.share));
      const first = coming[0]?.share ?? done;
      let last = first;
      while (coming[0]?.share.lt(last.plus(BEFORE).plus(BEHIND))) {
        const { event, i, share } = coming.shift() as Ahead;
        last = share;
        happened[i]?.push(named(event));
        open[i] = after(event);
        seen[event.step] += 1;
      }
      const before = first.minus(BEFORE);
      if (before.gt(done)) {
        const still = open.map((_, i) => actual(i));
        await moveTo(pricesAt(before));
        expect(open.map((_, i) => actual(i))).toEqual(still);
      }
      done = D.min(1, last.plus(BEHIND));
      await moveTo(pricesAt(done));
      expect(open.map((_, i) => actual(i))).toEqual(open);
      // A closing at a tick beside the mark is booked as it is: from here on by what is there now.
      const moved = [...new Set(coming.map(({ i }) => i))];
      coming = (await Promise.all(moved.map((i) => ahead(i, done)))).flat();
    }
    await moveTo(pricesAt(new D(1)));
    expect(open.map((_, i) => actual(i))).toEqual(open);
    return happened;
  }

  async function equityOf(i: number, prices: readonly Dec[]): Promise<D> {
    const [posted] = await x.money(i);
    return all(i).reduce((sum, { market, side: way, quantity, cost }) => {
      const value = new D(quantity).times(prices[ids.indexOf(market)] ?? 0);
      return way === 'long' ? sum.plus(value).minus(cost) : sum.minus(value).plus(cost);
    }, new D(posted));
  }

  it.each([
    ['at the mark', ['0']],
    ['at a worse price by the slippage that is stated', ['0.001', '0.005', '0.01', '0.03']],
  ] as const)(
    'happens to the exchange itself along the same path, in the same order and to 1e-8, where what closes is taken %s',
    async (_, slips) => {
      for (const step of scenarioSteps) seen[step] = 0;
      const users = fc.array(user, { minLength: TOGETHER, maxLength: TOGETHER });
      const moves = fc.array(move, { minLength: MARKETS, maxLength: MARKETS });
      const property = fc.asyncProperty(
        users,
        moves,
        fc.constantFrom(...slips),
        async (who, moved, stated) => {
          await x?.stop();
          // Positions are opened at the mark: only what closes is taken at another price.
          slip = '0';
          const pairs = Array.from({ length: MARKETS }, () => perpetualPair(undefined, { tick: TICK }));
          x = await openFutures(db(), pairs, { userCount: TOGETHER, funds: '0' });
          ids = pairs.map(([, { id }]) => id);
          for (const [i, { funds }] of who.entries()) await x.give(x.users[i] ?? 0, String(funds));
          by = moved;
          await moveTo(START);
          for (const [i, { positions }] of who.entries())
            for (const [m, each] of positions.entries())
              if (each) await open(i, ids[m] ?? '', START[m] ?? '', each);
          for (const [i, { positions }] of who.entries())
            for (const [m, each] of positions.entries())
              if (each?.mode === 'isolated' && each.added !== null && ids[m] === x.market)
                await codeOf(x.margin(i, String(each.added)));
          await x.pass(250);
          slip = stated;
          await moveTo(START);
          const walks = await Promise.all(who.map((_, i) => walkOf(i, START, by)));
          expect(await drive(who.length)).toEqual(walks.map(({ events }) => events.map(named)));
          for (const [i, walk] of walks.entries()) {
            const { equity } = walkedTo(walk, '1');
            const traded = walk.account.positions.reduce(
              (sum, { position }) => sum.plus(position.cost),
              new D(1),
            );
            const apart = (await equityOf(i, pricesAt(new D(1)))).minus(equity).abs();
            expect(apart.div(traded).toNumber()).toBeLessThan(1e-8);
          }
          expect(await flawsOf(x)).toEqual([]);
          expect(x.logged).toEqual([]);
        },
      );
      await holds(property, { numRuns: Math.ceil(ACCOUNTS / TOGETHER), seed: SEED, endOnFailure: true });
      // It was no idle way.
      const steps = ACCOUNTS < 100 ? (['liquidated', 'stopped'] as const) : scenarioSteps;
      expect(steps.filter((step) => seen[step] === 0)).toEqual([]);
    },
    60_000 + ACCOUNTS * 2_000,
  );
});
