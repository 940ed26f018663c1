import { afterAll, beforeAll, expect, it } from 'vitest';
import { D } from '../../../../domain/index.ts';
import type { Database } from '../../../../server/base/db/database.ts';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import { faster } from '../../../support/databases.ts';
import { isLong } from '../../../support/often.ts';
import type { Futures } from '../../../support/perpetual.ts';
import { flawsOf, openFutures, perpetualPair } from '../../../support/perpetual.ts';
import { codeOf } from '../../../support/spot.ts';

const USERS = isLong ? 200 : 40;
const MAX_MS = isLong ? 900_000 : 180_000;
/** Hours of the day; each moves the prices of both markets at once, in per cent of where they begin. */
const DAY: readonly number[] = [
  0, 1, -2, -5, -9, -14, -22, -30, -28, -35, -45, -52, -48, -40, -41, -55, -60, -42, -30, -20, -10, -25, -35,
  -33,
];

let db: Database;
let x: Futures;
beforeAll(async () => {
  db = await faster.fresh();
}, MAX_MS);
afterAll(async () => {
  await x.stop();
  await db.close();
  await faster.stop();
}, MAX_MS);

/** A generator of whole numbers below a bound, the same each time. */
function draws(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}

async function trade(i: number, draw: (below: number) => number, markets: readonly string[]): Promise<void> {
  const market = markets[draw(markets.length)] ?? '';
  const open = x.position(i, market);
  if (!open && draw(2) === 0) {
    const mode = draw(2) === 0 ? 'isolated' : 'cross';
    await codeOf(x.terms(i, { market, mode, leverage: [5, 10, 20, 50][draw(4)] ?? 5 }));
  }
  const side = draw(10) < 7 ? 'long' : 'short';
  await codeOf(x.place(i, { market, side, quantity: `${1 + draw(40)}` }));
  if (draw(4) === 0)
    await codeOf(x.protect(i, { market, stopLoss: { by: 'roe', value: '-0.4', source: 'mark' } }));
  if (draw(5) === 0) await codeOf(x.close(i, { market, share: '0.5' }));
}

it(
  `a day on which prices fall by more than half leaves nobody of ${USERS} below zero, and is explained`,
  async () => {
    const pairs = [perpetualPair('BTC'), perpetualPair('ETH')];
    x = await openFutures(db, pairs, { userCount: USERS, funds: '500' });
    const markets = pairs.map(([, { id }]) => id);
    const draw = draws(7);
    let thin = 0;
    for (const percent of DAY) {
      for (const [i, id] of markets.entries()) {
        const price = new D(100 + percent + i).toFixed(2);
        // In the worst hours hardly anybody is there to buy.
        const depth = percent < -20 && draw(2) === 0 ? '5' : '2000';
        if (depth === '5') thin += 1;
        await x.mark(price, { id, depth });
      }
      for (let n = 0; n < 20; n++) await trade(draw(USERS), draw, markets);
      expect(await flawsOf(x)).toEqual([]);
      await x.clock.advance(3_600_000 - 20_000);
      for (const id of markets) await x.mark(new D(100 + percent).toFixed(2), { id });
    }
    expect(thin).toBeGreaterThan(0);
    expect(x.logged).toEqual([]);
    expect(await verifyLedger(db)).toEqual([]);
    await expectNobodyBelowZero();
    await expectExplained();
  },
  MAX_MS,
);

async function expectNobodyBelowZero(): Promise<void> {
  const below = await db.query(
    "select id from account where posted < 0 and (owner_id is not null or kind = 'insurance')",
  );
  expect(below).toEqual([]);
}

/** Every position that was liquidated has its steps, and each step was due by the figures that it names. */
async function expectExplained(): Promise<void> {
  const ended = await db.query<{ id: number }>(`select id from futures_position where "end" = 'liquidated'`);
  expect(ended.length).toBeGreaterThan(20);
  const unexplained = await db.query(
    `select p.id from futures_position p where "end" = 'liquidated' and not exists
       (select 1 from futures_liquidation l where l.position_id = p.id and l.step in ('close', 'takeover'))`,
  );
  expect(unexplained).toEqual([]);
  const notDue = await db.query(
    'select id from futures_liquidation where equity > maintenance + closing_fee',
  );
  expect(notDue).toEqual([]);
  const steps = await db.query<{ step: string }>(
    'select distinct step from futures_liquidation order by step',
  );
  expect(steps.map(({ step }) => step)).toEqual(expect.arrayContaining(['close', 'insurance', 'takeover']));
  // What the steps say of the fund is what the fund has.
  const [fund] = await db.query<{ stated: string; posted: string }>(
    `select (select sum(insurance) from futures_liquidation)::text as stated,
       (select posted - 1000000 from account where kind = 'insurance' and asset = 'USDT')::text as posted`,
  );
  expect(new D(fund?.stated ?? 0).eq(fund?.posted ?? 1)).toBe(true);
}
