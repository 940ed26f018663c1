import fc from 'fast-check';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { D } from '../../../../domain/index.ts';
import type { Database } from '../../../../server/base/db/database.ts';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import { withOneDatabase } from '../../../support/databases.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { holds } from '../../../support/holds.ts';
import type { Logged } from '../../../support/logged.ts';
import { logged } from '../../../support/logged.ts';
import { times } from '../../../support/often.ts';
import type { Futures } from '../../../support/perpetual.ts';
import { flawsOf, openFutures, perpetualPair } from '../../../support/perpetual.ts';
import { codeOf } from '../../../support/spot.ts';

const RUNS = times('MODEL_RUNS', 1, 60);
const SEED = Number(process.env['MODEL_SEED'] ?? 11);
const MAX_MS = 60_000 + RUNS * 10_000;
const FUNDS = '1500';
const who = fc.nat(2);
const where = fc.nat(1);
const side = fc.constantFrom('long' as const, 'short' as const);
const lots = fc.integer({ min: 1, max: 250_000 }).map((n) => new D(n).div(1_000).toFixed());
const off = fc.integer({ min: -300, max: 300 });

/** Anything that users, prices or the clock may do. */
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      op: fc.constant('place' as const),
      who,
      where,
      side,
      lots,
      reduceOnly: fc.boolean(),
      guards: fc.constantFrom(0, 100, 600),
    }),
  },
  fc.record({
    op: fc.constant('rest' as const),
    ...{ who, where, side, lots, off },
    tif: fc.constantFrom('GTC' as const, 'IOC' as const, 'GTD' as const),
  }),
  fc.record({ op: fc.constant('scaled' as const), who, where, side, lots, off, reduceOnly: fc.boolean() }),
  fc.record({ op: fc.constant('retrail' as const), who, where, share: fc.constantFrom('0.02', '0.2') }),
  fc.record({ op: fc.constant('stop' as const), who, where, side, lots, off }),
  fc.record({
    op: fc.constant('trail' as const),
    who,
    where,
    side,
    lots,
    share: fc.constantFrom('0.01', '0.05'),
    isGuard: fc.boolean(),
  }),
  fc.record({ op: fc.constant('close' as const), who, where, share: fc.constantFrom('0.1', '0.5', '1') }),
  fc.record({
    op: fc.constant('chase' as const),
    ...{ who, where, side, lots },
    share: fc.constantFrom('0.3', '1'),
    distance: fc.constantFrom('0.0005', '0.02'),
    rest: fc.constantFrom('market' as const, 'cancel' as const),
  }),
  fc.record({ op: fc.constant('reverse' as const), who, where }),
  fc.record({ op: fc.constant('guard' as const), who, where, off }),
  fc.record({
    op: fc.constant('terms' as const),
    who,
    where,
    mode: fc.constantFrom('cross' as const, 'isolated' as const),
    leverage: fc.constantFrom(3, 10, 50),
  }),
  fc.record({ op: fc.constant('margin' as const), who, where, lots }),
  { weight: 4, arbitrary: fc.record({ op: fc.constant('move' as const), where, off, isThin: fc.boolean() }) },
  fc.record({
    op: fc.constant('print' as const),
    where,
    off,
    side: fc.constantFrom('buy' as const, 'sell' as const),
  }),
  { weight: 2, arbitrary: fc.record({ op: fc.constant('hours' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The model on a database. */
function model(db: () => Database, runs: number): void {
  let x: Futures;
  let ids: string[] = [];
  let cents: number[] = [];
  const seen = { runs: 0, fills: 0, funding: 0, steps: 0, chased: 0 };
  afterEach(() => x.stop());
  const priceOf = (m: number, away = 0): string => new D((cents[m] ?? 0) + away).div(100).toFixed();

  async function take(each: Step): Promise<void> {
    if (each.op === 'hours') {
      await x.clock.advance(5 * 3_600_000);
      for (const [m, id] of ids.entries()) await x.mark(priceOf(m), { id });
      await x.pass(1_000);
      return;
    }
    const id = ids[each.where] ?? '';
    if (each.op === 'move') {
      cents[each.where] = Math.max(2_000, (cents[each.where] ?? 0) + 8 * each.off);
      await x.mark(priceOf(each.where), { id, depth: each.isThin ? '3' : '1000' });
    } else if (each.op === 'print') {
      x.source.trade(id, priceOf(each.where, each.off), '20', each.side);
      await x.pass(0);
    } else await codeOf(ask(each, id));
  }

  function ask(each: Exclude<Step, { op: 'hours' | 'move' | 'print' }>, market: string): Promise<unknown> {
    const i = each.who;
    if (each.op === 'place') {
      const way = each.side === 'long' ? 1 : -1;
      const guards = {
        takeProfit: priceOf(each.where, way * each.guards),
        stopLoss: priceOf(each.where, -way * each.guards),
      };
      return x.place(i, {
        ...{ market, side: each.side, quantity: each.lots, reduceOnly: each.reduceOnly },
        ...(each.guards === 0 || each.reduceOnly ? {} : guards),
      });
    }
    if (each.op === 'rest') {
      const price = priceOf(each.where, each.off);
      return x.place(i, {
        market,
        side: each.side,
        quantity: each.lots,
        price,
        tif: each.tif,
        ...(each.tif === 'GTD' ? { expiresAt: x.clock.now() + 3_600_000 } : {}),
      });
    }
    if (each.op === 'scaled') {
      const [from, to] = [priceOf(each.where, each.off), priceOf(each.where, 2 * each.off)];
      const { side: way, lots: quantity, reduceOnly } = each;
      return x.placeScaled(i, { market, side: way, from, to, count: 3, quantity, reduceOnly });
    }
    if (each.op === 'retrail') return retrail(i, market, each.share);
    if (each.op === 'stop') {
      const trigger = { price: priceOf(each.where, each.off), source: 'last', kind: 'stop' } as const;
      return x.place(i, { market, side: each.side, quantity: each.lots, trigger });
    }
    if (each.op === 'trail') {
      const trail = { by: 'rate', value: each.share, source: 'mark' } as const;
      if (each.isGuard) return x.protect(i, { market, trailing: trail });
      return x.place(i, { market, side: each.side, quantity: each.lots, reduceOnly: true, trail });
    }
    if (each.op === 'close') return x.close(i, { market, share: each.share });
    if (each.op === 'chase') {
      const { share, distance, rest, side: way, lots: quantity } = each;
      const chase = { seconds: 10, distance, rest };
      // Of what is open, or has been opened for it.
      return codeOf(x.place(i, { market, side: way, quantity })).then(() =>
        x.close(i, { market, share, type: 'limit', chase }),
      );
    }
    if (each.op === 'reverse') return x.reverse(i);
    if (each.op === 'terms') return x.terms(i, { market, mode: each.mode, leverage: each.leverage });
    if (each.op === 'margin') return x.margin(i, each.lots);
    const value = priceOf(each.where, each.off);
    return x.protect(i, { market, stopLoss: { by: 'price', value, source: 'last' } });
  }

  /** Changes each trailing stop of a user, whether it guards a position or is an order. */
  async function retrail(i: number, market: string, value: string): Promise<void> {
    const trail = { by: 'rate', value, source: 'mark' } as const;
    for (const { id, status, trail: own, group, market: at } of await x.orders(i)) {
      if (status !== 'waiting' || !own || at !== market) continue;
      await codeOf(group === null ? x.amend(i, id, { trail }) : x.amendGuard(i, { id, trail }));
    }
  }

  /** What the records of a user add up to is what the user has. */
  async function expectAccounted(i: number): Promise<void> {
    const [fills, funding, steps] = [await x.fills(i), await x.funding(i), await x.liquidations(i)];
    seen.fills += fills.length;
    seen.funding += funding.length;
    seen.steps += steps.length;
    const sum = (texts: readonly string[]): D => texts.reduce((all, text) => all.plus(text), new D(0));
    const gaveUp = steps.filter(({ step: name }) => name === 'insurance');
    const toFund = await x.db.query<{ amount: string }>(
      `select p.amount::text from posting p join account a on a.id = p.account_id join journal j on j.id = p.journal_id
       where a.owner_id = $1 and j.code = 'liquidation'`,
      [x.users[i]],
    );
    const has = sum(fills.map(({ profit }) => profit))
      .minus(sum(fills.map(({ fee }) => fee)))
      .plus(sum(funding.map(({ amount }) => amount)))
      .plus(sum(toFund.map(({ amount }) => amount)))
      .plus(FUNDS);
    expect((await x.money(i))[0]).toBe(has.toFixed());
    expect(toFund.length).toBeLessThanOrEqual(gaveUp.length);
    for (const market of ids) {
      const signed = fills
        .filter((fill) => fill.market === market)
        .reduce(
          (all, { side: way, quantity }) => all.plus(way === 'buy' ? quantity : `-${quantity}`),
          new D(0),
        );
      const position = x.position(i, market);
      const open = new D(position?.quantity ?? 0).times(position?.side === 'short' ? -1 : 1);
      expect(signed.eq(open)).toBe(true);
    }
    const orders = await x.orders(i);
    seen.chased += orders.filter(
      ({ chase, reason }) => chase && (chase.moves > 0 || reason?.startsWith('chase')),
    ).length;
    const live = orders.filter(({ status }) => ['waiting', 'open', 'partial'].includes(status));
    for (const order of live.filter(({ reduceOnly, trigger }) => reduceOnly && trigger === null)) {
      const position = x.position(i, order.market);
      expect(position?.side).toBe(order.side === 'sell' ? 'long' : 'short');
    }
  }

  it(
    'leaves every book right, after each of its steps',
    async () => {
      await holds(
        fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), async (steps) => {
          seen.runs += 1;
          await x?.stop();
          const pairs = [perpetualPair(), perpetualPair()];
          x = await openFutures(db(), pairs, { userCount: 3, funds: FUNDS, clock: new FakeClock() });
          ids = pairs.map(([, { id }]) => id);
          cents = [10_000, 10_000];
          for (const id of ids) await x.mark('100', { id });
          for (const each of steps) {
            await take(each);
            expect(await flawsOf(x)).toEqual([]);
          }
          for (let i = 0; i < 3; i++) await expectAccounted(i);
          expect(x.logged).toEqual([]);
        }),
        { numRuns: runs, seed: SEED },
      );
      expect(await verifyLedger(db())).toEqual([]);
      // It was no idle day.
      if (runs < 3) return;
      const { fills, funding, steps, chased } = seen;
      expect([fills > seen.runs * 3, funding > 0, steps > 0, chased > 0]).toEqual([true, true, true, true]);
    },
    MAX_MS,
  );
}

withOneDatabase('random trading', (db) => model(db, RUNS));

withOneDatabase('random trading, with a log before the tables', (db) => {
  let own: Logged | undefined;
  beforeAll(async () => {
    own = await logged(db());
  });
  model(() => own ?? db(), Math.ceil(RUNS / 3));
});
