import type { Dec, Market, RefusalCode } from '../../domain/index.ts';
import { D, emptyBook, RuleError } from '../../domain/index.ts';
import type { Database, Queries } from '../../server/base/db/database.ts';
import { addAssets, plain, post } from '../../server/books/ledger/ledger.ts';
import type { PlaceAnswer, PlaceRequest } from '../../server/products/spot/commandContext.ts';
import { SpotEngine } from '../../server/products/spot/engine.ts';
import type { OcoAnswer, OcoRequest } from '../../server/products/spot/oco.ts';
import type { Order } from '../../server/products/spot/order.ts';
import { assetsOf, liveOrders, stillHeld } from '../../server/products/spot/order.ts';
import type { ScaledAnswer, ScaledRequest } from '../../server/products/spot/scaled.ts';
import { openVenueFills } from '../../server/products/spot/venueFills.ts';
import { addUser } from './databases.ts';
import { FakeClock } from './fakeClock.ts';
import { FakeSource, fakeMarket } from './fakeSource.ts';
import { behindOf, brokenLog } from './logged.ts';

/** What a test says of an order; a limit order that stays, unless it says more. */
export type OrderInput = Partial<PlaceRequest> & Pick<PlaceRequest, 'side'>;

/** What a test says of a scaled order. */
export type ScaledInput = Omit<ScaledRequest, 'market' | 'shape'> & Partial<Pick<ScaledRequest, 'shape'>>;

/** What a test says of a pair. */
export type OcoInput = Omit<OcoRequest, 'market'>;

let count = 0;

/** A market with assets that no other test has. */
export function newMarket(more: Partial<Market> = {}, quote?: string): Market {
  count += 1;
  return { ...fakeMarket(`A${count}-${quote ?? `Q${count}`}`), minTotal: '0', ...more };
}

/** Trading on one market that does what a test says, with users who have plenty. */
export async function openSpot(
  db: Database,
  market: Market,
  {
    userCount = 2,
    funds = '1000000',
    clock = new FakeClock(),
    inviters = [],
  }: {
    readonly userCount?: number;
    readonly funds?: Dec;
    readonly clock?: FakeClock;
    /** Who was invited by whom, by place: somebody before them. */
    readonly inviters?: readonly (number | undefined)[];
  } = {},
) {
  const source = new FakeSource(clock, [market]);
  source.books.set(market.id, emptyBook);
  await addAssets(db, [market.base, market.quote]);
  const users: number[] = [];
  for (let i = 0; i < userCount; i++) users.push(await addUser(db, users[inviters[i] ?? -1]));
  const give = async (owner: number, asset: string, amount: Dec): Promise<void> => {
    count += 1;
    const cause = { code: 'playGrant', refType: 'test', refId: `give-${count}` } as const;
    await db.transaction((tx) =>
      post(tx, cause, 1, [
        { account: { kind: 'ext_genesis', asset }, amount: `-${amount}` },
        { account: { owner, kind: 'spot', asset }, amount },
      ]),
    );
  };
  for (const user of users)
    for (const asset of [market.base, market.quote]) if (funds !== '0') await give(user, asset, funds);
  const published: string[] = [];
  const logged: unknown[] = [];
  let breaks: ((text: string) => boolean) | undefined;
  const broken = (queries: Queries): Queries => ({
    query: (text, params) => {
      if (breaks?.(text)) return Promise.reject(new Error('the database is gone'));
      return queries.query(text, params);
    },
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
  const deps = {
    db: watched,
    clock,
    source,
    published: (stream: string) => void published.push(stream),
    log: (event: string, detail: unknown) => void logged.push([event, detail]),
  };
  let engine = new SpotEngine(deps);
  await engine.start();
  let venue = openVenueFills(engine);
  const command = (user: number, call: string, request: unknown, key = `spot-key-${++count}`) => ({
    userId: users[user] ?? 0,
    key,
    call,
    request,
  });
  const place = (user: number, input: OrderInput, key?: string): Promise<PlaceAnswer> => {
    const request: PlaceRequest = {
      market: market.id,
      type: 'limit',
      tif: 'GTC',
      postOnly: false,
      ...input,
    };
    return engine.place(command(user, 'spot.place', request, key), request);
  };
  const placeOco = (user: number, input: OcoInput, key?: string): Promise<OcoAnswer> => {
    const request: OcoRequest = { market: market.id, ...input };
    return engine.placeOco(command(user, 'spot.placeOco', request, key), request);
  };
  const amend = (user: number, id: number, change: { price?: Dec; quantity?: Dec }) =>
    engine.amend(command(user, 'spot.amend', { id, ...change }), { id, ...change });
  const cancel = (user: number, id: number) => engine.cancel(command(user, 'spot.cancel', { id }), id);
  const placeScaled = (user: number, input: ScaledInput, key?: string): Promise<ScaledAnswer> => {
    const request: ScaledRequest = { market: market.id, shape: 'flat', ...input };
    return engine.placeScaled(command(user, 'spot.placeScaled', request, key), request);
  };
  const cancelAll = (user: number, input: { scaled?: number } = {}) =>
    engine.cancelAll(command(user, 'spot.cancelAll', input), input);
  /** What the venue has published is processed. */
  const settled = () => engine.idle();

  const order = async (id: number) => {
    const [row] = await db.query<{ status: string; filled: Dec; filled_total: Dec; version: number }>(
      'select status, filled::text, filled_total::text, version from spot_order where id = $1',
      [id],
    );
    if (!row) throw new Error(`no order ${id}`);
    return {
      status: row.status,
      filled: plain(row.filled),
      total: plain(row.filled_total),
      version: row.version,
    };
  };
  const balance = async (user: number | undefined, kind: string, asset: string): Promise<[Dec, Dec]> => {
    const [row] = await db.query<{ posted: Dec; held: Dec }>(
      `select posted::text, held::text from account
       where owner_id is not distinct from $1 and kind = $2 and asset = $3`,
      [user === undefined ? null : users[user], kind, asset],
    );
    return [plain(row?.posted ?? '0'), plain(row?.held ?? '0')];
  };
  return {
    market,
    clock,
    source,
    get engine() {
      return engine;
    },
    /** The exchange ends, and comes up again on what is stored. @param down called in between. */
    async restart(down: () => void = () => undefined): Promise<void> {
      venue.close();
      await engine.idle();
      engine.close();
      down();
      engine = new SpotEngine(deps);
      await engine.start();
      venue = openVenueFills(engine);
    },
    users,
    published,
    logged,
    give,
    place,
    placeOco,
    placeScaled,
    amend,
    cancel,
    cancelAll,
    settled,
    order,
    /** Posted and held of a user. */
    money: (user: number, asset: string) => balance(user, 'spot', asset),
    house: async (kind: 'house_mm' | 'house_fee', asset: string) =>
      (await balance(undefined, kind, asset))[0],
    /** Queries for which this is true fail, until it is undefined. */
    breakWhen: (fits: ((text: string) => boolean) | undefined) => void (breaks = fits),
    book: (bids: readonly (readonly [Dec, Dec])[], asks: readonly (readonly [Dec, Dec])[]) => {
      source.setBook(market.id, { bids, asks });
      return engine.idle();
    },
    print: (price: Dec, quantity: Dec, side: 'buy' | 'sell') => {
      source.trade(market.id, price, quantity, side);
      return engine.idle();
    },
    tick: (last: Dec) => {
      source.tick(market.id, last);
      return engine.idle();
    },
    /** What the engine holds in memory, and what is stored; each order by its place. */
    async live(): Promise<{ orderBook: Order[]; stored: Order[] }> {
      const orderBook = [...(engine.orderBooks.get(market.id)?.orders.values() ?? [])];
      return {
        orderBook: orderBook.sort((a, b) => a.rank - b.rank),
        stored: await liveOrders(db, market.id),
      };
    },
    close: () => {
      venue.close();
      engine.close();
    },
  };
}
export type Spot = Awaited<ReturnType<typeof openSpot>>;

/** The refusal's code, or undefined when it was done. */
export async function codeOf(work: Promise<unknown>): Promise<RefusalCode | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof RuleError) return error.code;
    throw error;
  }
}

/**
 * Where the money of a market's assets is wrong: sums, holds, and each live order's hold against what it may still
 * give. Empty when all is well.
 */
export async function flawsOf(db: Queries, market: Market): Promise<string[]> {
  const { base, quote, id } = market;
  const flaws: string[] = [];
  const accounts = await db.query<{
    id: number;
    asset: string;
    kind: string;
    posted: Dec;
    held: Dec;
    open: Dec;
  }>(
    `select a.id, a.asset, a.kind, a.posted::text, a.held::text, coalesce(sum(h.remaining), 0)::text as open
     from account a left join hold h on h.account_id = a.id where a.asset in ($1, $2) group by a.id`,
    [base, quote],
  );
  for (const asset of [base, quote]) {
    const sum = accounts
      .filter((each) => each.asset === asset)
      .reduce((all, each) => all.plus(each.posted), new D(0));
    if (!sum.isZero()) flaws.push(`${asset} sums to ${sum.toFixed()}`);
  }
  for (const { id: account, kind, posted, held, open } of accounts) {
    if (!new D(held).eq(open)) flaws.push(`account ${account} holds ${held}, its holds ${open}`);
    if (kind !== 'ext_genesis' && new D(posted).lt(held))
      flaws.push(`${kind} ${account}: ${posted} < ${held}`);
    if (kind === 'house_fee' && new D(posted).lt(0)) flaws.push(`fees ${account} below zero: ${posted}`);
  }
  const holds = await db.query<{ ref: string; asset: string; left: Dec }>(
    `select h.ref_id as ref, a.asset, h.remaining::text as left from hold h join account a on a.id = h.account_id
     where a.asset in ($1, $2) and h.remaining > 0`,
    [base, quote],
  );
  const found = holds.map(({ ref, asset, left }) => `${ref} ${plain(left)} ${asset}`).sort();
  const expected = (await liveOrders(db, id))
    .filter((order) => stillHeld(order) !== '0')
    .map((order) => `${order.id}.${order.rank} ${stillHeld(order)} ${assetsOf(order, market).gives}`)
    .sort();
  if (found.join() !== expected.join()) flaws.push(`holds are ${found.join()}, should be ${expected.join()}`);
  return flaws;
}
