import type { PositionRow } from '../../domain/contract/index.ts';
import type { Dec, Market } from '../../domain/index.ts';
import { D, emptyBook } from '../../domain/index.ts';
import type { Database, Queries } from '../../server/base/db/database.ts';
import { plain, post } from '../../server/books/ledger/ledger.ts';
import type { PerpetualBatch } from '../../server/products/perpetual/batch/batch.ts';
import type { Request } from '../../server/products/perpetual/batch/calls.ts';
import { ordersOf } from '../../server/products/perpetual/batch/order.ts';
import { positionsOf } from '../../server/products/perpetual/batch/position.ts';
import { fillsOf, fundingOf, liquidationsOf, stateOf } from '../../server/products/perpetual/history.ts';
import { closeEach, closePosition } from '../../server/products/perpetual/orders/close.ts';
import { amendGuard, cancelOrder, protect } from '../../server/products/perpetual/orders/guards.ts';
import type { PlaceAnswer } from '../../server/products/perpetual/orders/place.ts';
import { reverse } from '../../server/products/perpetual/orders/place.ts';
import type { ScaledAnswer } from '../../server/products/perpetual/orders/scaled.ts';
import { openPerpetuals } from '../../server/products/perpetual/perpetuals.ts';
import { changeMargin, setTerms } from '../../server/products/perpetual/positions/terms.ts';
import { addUser } from './databases.ts';
import { FakeClock } from './fakeClock.ts';
import { FakeSource } from './fakeSource.ts';
import { behindOf, brokenLog } from './logged.ts';
import { openIn } from './openPositions.ts';
import { perpetualPair } from './perpetualPair.ts';

export { perpetualPair } from './perpetualPair.ts';

type Place = Request<'perpetual.place'>;
/** What a test says of an order; it is at market unless it says more. */
export type OrderInput = Partial<Place> & Pick<Place, 'side' | 'quantity'>;

type ScaledRequest = Request<'perpetual.placeScaled'>;
/** What a test says of a scaled order. */
export type ScaledInput = Omit<ScaledRequest, 'market' | 'shape' | 'reduceOnly'> & Partial<ScaledRequest>;

let count = 0;

export interface Setup {
  readonly userCount?: number;
  /** USDT that each begins with in the futures account. */
  readonly funds?: Dec;
  readonly clock?: FakeClock;
  readonly hours?: 8 | 1;
  /** Their ids, when they are there already: after a restart. */
  readonly users?: readonly number[];
  readonly isHere?: (user: number) => boolean;
  /** What the source is like before the exchange starts. */
  readonly before?: (source: FakeSource) => void;
  readonly now?: number;
  /** Statements at which the database fails from the start. */
  readonly breaks?: (text: string) => boolean;
}

/** Perpetuals on markets that do what a test says. Marks move with `mark`, which waits for what comes of it. */
export async function openFutures(
  db: Database,
  pairs: readonly (readonly [Market, Market])[] = [perpetualPair()],
  {
    userCount = 2,
    funds = '10000',
    clock = new FakeClock(),
    hours = 8,
    users: known,
    isHere,
    before,
    breaks: failing,
  }: Setup = {},
) {
  const source = new FakeSource(clock, pairs.flat());
  for (const { id } of pairs.flat()) {
    source.books.set(id, emptyBook);
    source.tick(id, '100');
  }
  before?.(source);
  const market = pairs[0]?.[1].id ?? '';
  const users: number[] = [...(known ?? [])];
  const published: string[] = [];
  const logged: unknown[] = [];
  let breaks = failing;
  const broken = (queries: Queries): Queries => ({
    query: (text, params) =>
      breaks?.(text) ? Promise.reject(new Error('the database is gone')) : queries.query(text, params),
  });
  const tables = behindOf(db);
  const watched: Database = {
    engine: db.engine,
    isReady: () => true,
    ...broken(tables),
    ...(tables.log ? { log: brokenLog(tables.log, (text) => breaks?.(text) ?? false) } : {}),
    transaction: async (work) => {
      const made = await tables.transaction((tx) => work(broken(tx)));
      // It is booked, and its answer is lost.
      if (breaks?.('committed')) throw new Error('the database is gone');
      return made;
    },
    close: () => db.close(),
  };
  const perpetuals = await openPerpetuals(
    {
      db: watched,
      clock,
      source,
      fundingHours: hours,
      published: (stream) => void published.push(stream),
      log: (event, detail) => void logged.push([event, detail]),
    },
    isHere ?? (() => true),
  );
  const { engine } = perpetuals;
  const give = async (owner: number, amount: Dec): Promise<void> => {
    const cause = { code: 'playGrant', refType: 'test', refId: `futures-${++count}` } as const;
    await db.transaction((tx) =>
      post(tx, cause, 1, [
        { account: { kind: 'ext_genesis', asset: 'USDT' }, amount: `-${amount}` },
        { account: { owner, kind: 'futures', asset: 'USDT' }, amount },
      ]),
    );
  };
  if (known === undefined)
    for (let i = 0; i < userCount; i++) {
      const user = await addUser(db);
      users.push(user);
      if (funds !== '0') await give(user, funds);
    }
  const userOf = (i: number): number => users[i] ?? 0;
  const command = (i: number, call: string, request: unknown, key = `futures-key-${++count}`) => ({
    userId: userOf(i),
    key,
    call,
    request,
  });
  /** Time goes on and everything that it sets off is done. */
  const pass = async (ms: number): Promise<void> => {
    await clock.advance(ms);
    await perpetuals.idle();
    await clock.advance(0);
    await perpetuals.idle();
  };
  const work = <T>(
    i: number,
    request: unknown,
    markets: readonly string[],
    decide: (turn: PerpetualBatch) => T,
    key?: string,
  ) => engine.command(command(i, 'test', request, key), markets, decide);
  return {
    db,
    market,
    clock,
    source,
    engine,
    perpetuals,
    users,
    published,
    logged,
    give,
    pass,
    place(i: number, input: OrderInput, key?: string): Promise<PlaceAnswer> {
      const request: Place = {
        market,
        type: input.price === undefined ? 'market' : 'limit',
        tif: 'GTC',
        postOnly: false,
        reduceOnly: false,
        guardSource: 'last',
        ...input,
      };
      return engine.place(command(i, 'perpetual.place', request, key), request);
    },
    placeScaled(i: number, input: ScaledInput, key?: string): Promise<ScaledAnswer> {
      const request: ScaledRequest = { market, shape: 'flat', reduceOnly: false, ...input };
      return engine.placeScaled(command(i, 'perpetual.placeScaled', request, key), request);
    },
    amend: (i: number, id: number, change: Omit<Request<'perpetual.amend'>, 'id'>) =>
      engine.amend(command(i, 'perpetual.amend', { id, ...change }), { id, ...change }),
    close: (i: number, request: Partial<Request<'perpetual.close'>> = {}, key?: string) => {
      const full: Request<'perpetual.close'> = { market, type: 'market', ...request };
      return work(i, full, [full.market], (turn) => closePosition(turn, command(i, '', ''), full), key);
    },
    closeAll: (i: number) =>
      work(
        i,
        {},
        pairs.map(([, { id }]) => id),
        (turn) => closeEach(turn, engine, command(i, '', ''), undefined),
      ),
    reverse: (i: number) => work(i, {}, [market], (turn) => reverse(turn, command(i, '', ''), market)),
    terms: (i: number, request: Partial<Request<'perpetual.setTerms'>>) =>
      work(i, request, [], (turn) => setTerms(turn, userOf(i), { market, ...request })),
    margin: (i: number, amount: Dec) =>
      work(i, amount, [], (turn) => changeMargin(turn, userOf(i), { market, amount })),
    protect: (i: number, request: Partial<Request<'perpetual.protect'>>, key?: string) =>
      work(
        i,
        request,
        [],
        (turn) => protect(turn, userOf(i), `guard-${++count}`, { market, ...request }),
        key,
      ),
    amendGuard: (i: number, request: Request<'perpetual.amendGuard'>) =>
      work(i, request, [], (turn) => amendGuard(turn, userOf(i), market, request)),
    cancel: async (i: number, id: number) => {
      const own = await engine.marketOf(userOf(i), id).catch(() => market);
      return work(i, id, [], (turn) => void cancelOrder(turn, userOf(i), own, id));
    },
    /** Index, last price and mark of a market. The book stands one tick around it unless it says otherwise. */
    async mark(price: Dec, { id = market, depth = '1000' }: { id?: string; depth?: Dec | null } = {}) {
      const spot = pairs.find(([, each]) => each.id === id)?.[0].id;
      if (depth !== null) {
        const side = (offset: string) => [[new D(price).plus(offset).toFixed(), depth] as const];
        source.setBook(id, { bids: side('-0.01'), asks: side('0.01') });
      }
      if (spot !== undefined) source.tick(spot, price);
      source.tick(id, price);
      await pass(250);
    },
    position: (i: number, id = market): PositionRow | undefined => engine.store.position(userOf(i), id),
    state: (i: number) => stateOf(db, userOf(i)),
    positions: async (i: number) => (await positionsOf(db, userOf(i), { limit: 100 })).rows,
    orders: async (i: number) => (await ordersOf(db, userOf(i), { limit: 100 })).rows,
    fills: async (i: number) => (await fillsOf(db, userOf(i), { limit: 100 })).rows,
    funding: async (i: number) => (await fundingOf(db, userOf(i), { limit: 100 })).rows,
    liquidations: async (i: number) =>
      (await liquidationsOf(db, userOf(i), { limit: 100 })).rows.toReversed(),
    /** Posted and held of a user, or of the house. */
    async money(i: number | 'insurance' | 'house_perpetual' | 'house_fee'): Promise<[Dec, Dec]> {
      const [row] = await db.query<{ posted: Dec; held: Dec }>(
        `select posted::text, held::text from account
         where owner_id is not distinct from $1 and kind = $2 and asset = 'USDT'`,
        typeof i === 'number' ? [userOf(i), 'futures'] : [null, i],
      );
      return [plain(row?.posted ?? '0'), plain(row?.held ?? '0')];
    },
    breakWhen: (fits: ((text: string) => boolean) | undefined) => void (breaks = fits),
    stop: () => perpetuals.close(),
  };
}
export type Futures = Awaited<ReturnType<typeof openFutures>>;

/**
 * Where money or memory is wrong: sums, holds against orders and margins, memory against what is stored. Empty when all
 * is well.
 */
export async function flawsOf({ db, engine }: Pick<Futures, 'db' | 'engine'>): Promise<string[]> {
  const flaws: string[] = [];
  // What is committed and not yet known in memory would read as a flaw.
  await engine.idle();
  const [sum] = await db.query<{ sum: Dec }>(
    "select coalesce(sum(posted), 0)::text as sum from account where asset = 'USDT'",
  );
  if (sum && !new D(sum.sum).isZero()) flaws.push(`the books sum to ${sum.sum}`);
  const rows = await db.query<{ owner: number; posted: Dec; held: Dec; margins: Dec; orders: Dec }>(
    `select a.owner_id as owner, a.posted::text, a.held::text,
       (select coalesce(sum(margin), 0)::text from futures_position p where p.user_id = a.owner_id and closed_at is null) as margins,
       (select coalesce(sum(held), 0)::text from futures_order o
        where o.user_id = a.owner_id and status in ('waiting', 'open', 'partial')) as orders
     from account a where a.kind = 'futures' and a.asset = 'USDT'`,
  );
  for (const { owner, posted, held, margins, orders } of rows) {
    if (!new D(held).eq(new D(margins).plus(orders)))
      flaws.push(`${owner} holds ${held}, for ${margins} and ${orders}`);
    if (new D(posted).lt(held)) flaws.push(`${owner} has ${posted} and holds ${held}`);
    const wallet = engine.store.wallet(owner);
    const isKnown = engine.store.positionsOf(owner).length > 0;
    if (isKnown && !(wallet.posted.eq(posted) && wallet.held.eq(held)))
      flaws.push(
        `${owner} in memory: ${wallet.posted.toFixed()} ${wallet.held.toFixed()}, stored ${posted} ${held}`,
      );
  }
  const [inTables, inMemory] = await openIn({ db, engine });
  for (const each of inTables) if (!inMemory.has(each)) flaws.push(`stored, and not in memory: ${each}`);
  for (const each of inMemory) if (!inTables.has(each)) flaws.push(`in memory, and not stored: ${each}`);
  return flaws;
}
