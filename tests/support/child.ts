import { writeSync } from 'node:fs';
import { RuleError } from '../../domain/index.ts';
import { run, runOnce } from '../../server/base/commands/command.ts';
import { SettingError } from '../../server/base/config.ts';
import type { Database } from '../../server/base/db/database.ts';
import { DatabaseAwayError } from '../../server/base/db/database.ts';
import { post } from '../../server/books/ledger/ledger.ts';
import { openPglite } from '../../server/host/database/database.ts';
import { openPostgres } from '../../server/host/database/postgres.ts';
import { deviceClock } from '../../server/host/device/clock.ts';
import { openPerpetuals } from '../../server/products/perpetual/perpetuals.ts';
import { SpotEngine } from '../../server/products/spot/engine.ts';
import { openVenueFills } from '../../server/products/spot/venueFills.ts';
import { payDue } from '../../server/products/storage/pay.ts';
import { TeamEngine } from '../../server/products/team/engine.ts';
import { SimulatedChain, sendSimulated } from '../../server/products/wallet/chains/simulated.ts';
import { addressOf } from '../../server/products/wallet/deposits/addresses.ts';
import { ChainFollower } from '../../server/products/wallet/deposits/follower.ts';
import { FakeSource, fakeMarket } from './fakeSource.ts';
import { perpetualPair } from './perpetualPair.ts';
import { fileSigner, openWithdraw } from './withdraw.ts';

/** A line that is out before anything else happens, so that a kill can take none back. */
const say = (line: string): void => void writeSync(1, `${line}\n`);

async function open(folder: string, migrations: string, original?: string): Promise<void> {
  const db = await openPglite(folder, migrations, original);
  process.once('SIGTERM', () => void db.close().then(() => process.exit(0)));
  say('open');
  setInterval(() => undefined, 1_000);
}

/** Moves money to and fro until it is killed, and says what was acknowledged. */
async function transfer(folder: string, migrations: string, user: string, name: string): Promise<void> {
  await transferOn(await openPglite(folder, migrations), user, name);
}

/** The same on a PostgreSQL server that others want to write to, whose requests it sees. */
async function lease(url: string, migrations: string, user: string, name: string): Promise<void> {
  const db = await openPostgres(url, migrations, {
    clock: deviceClock,
    pace: { renew: 50, stale: 500 },
    onStandby: () => say('standby'),
    onLost: () => process.exit(3),
  });
  await transferOn(db, user, name);
}

async function transferOn(db: Database, user: string, name: string): Promise<void> {
  const userId = Number.parseInt(user, 10);
  const deps = { db, clock: deviceClock, published: () => undefined };
  const one = async (n: number): Promise<void> => {
    const key = `${name}-transfer-${n}`;
    const [from, to] = n % 2 === 0 ? (['spot', 'futures'] as const) : (['futures', 'spot'] as const);
    const amount = `${(n % 7) + 1}.5`;
    const answer = await runOnce(deps, { userId, key, call: 'test', request: { n } }, async (work) => {
      const id = await post(work.tx, { code: 'transfer', refType: 'test', refId: key }, work.at, [
        { account: { owner: userId, kind: from, asset: 'USDT' }, amount: `-${amount}` },
        { account: { owner: userId, kind: to, asset: 'USDT' }, amount },
      ]);
      await work.publishBalances(userId);
      return { id };
    });
    say(`${answer.id} ${key}`);
  };
  say('open');
  for (let n = 0; ; n += 4)
    await Promise.all([n, n + 1, n + 2, n + 3].map((each) => one(each).catch(onlyAway)));
}

/** A folder's database, or that of a server, whose engines append to a log before the tables have it. */
const openAny = (place: string, migrations: string): Promise<Database> =>
  place.startsWith('postgres')
    ? openPostgres(place, migrations, {
        clock: deviceClock,
        pace: { renew: 50, stale: 500 },
        onStandby: () => say('standby'),
        onLost: () => process.exit(3),
        orderLog: () => undefined,
      })
    : openPglite(place, migrations);

/** Trades until it is killed, and says which orders were acknowledged, with what had traded of them. */
async function trade(folder: string, migrations: string, owners: string, name: string): Promise<void> {
  const db = await openAny(folder, migrations);
  const source = new FakeSource(deviceClock, [{ ...fakeMarket('AAA-BBB'), minTotal: '0' }]);
  const market = 'AAA-BBB';
  const log = (event: string, detail: unknown) =>
    process.stderr.write(`${event} ${JSON.stringify(detail)}\n`);
  const engine = new SpotEngine({ db, clock: deviceClock, source, published: () => undefined, log });
  await engine.start();
  openVenueFills(engine);
  const users = owners.split(',').map((each) => Number.parseInt(each, 10));
  let count = 0;
  const one = async (userId: number): Promise<void> => {
    const n = ++count;
    const commandOf = (call: string, request: unknown) => ({
      userId,
      key: `${name}-${call}-${n}`,
      call,
      request,
    });
    const request = {
      market,
      side: n % 2 === 0 ? ('buy' as const) : ('sell' as const),
      type: 'limit' as const,
      tif: 'GTC' as const,
      postOnly: false,
      price: `${10 + ((n * 7) % 5) / 100}`,
      quantity: `${1 + ((n * 5) % 7)}.333`,
      // Those that buy bring what guards what they buy; the lowest price reaches their stops.
      ...(n % 2 === 0 ? { takeProfit: '10.05', stopLoss: '9.95' } : {}),
    };
    // Before its order: a kill after the first few lines finds one too.
    await pair(userId, n);
    const placed = await engine
      .place(commandOf('place', request), request)
      .catch((error: unknown) => makeRoom(userId, n, error))
      .catch(onlyStale);
    if (!placed) return;
    const { order } = placed;
    say(`${order.id} ${order.filled}`);
    if (n % 3 === 0) await engine.cancel(commandOf('cancel', order.id), order.id).catch(onlyRefused);
    source.trade(market, request.price, '0.5', n % 4 < 2 ? 'buy' : 'sell');
  };
  /** After many rounds somebody has as many open orders as there may be. */
  const makeRoom = async (userId: number, n: number, error: unknown): Promise<undefined> => {
    if (!(error instanceof RuleError && error.code === 'ordersTooMany')) throw error;
    await engine.cancelAll({ userId, key: `${name}-all-${n}`, call: 'all', request: {} }, {});
  };
  /** Every fifth time a pair whose two orders are both near; the moving price and the others' orders reach them. */
  const pair = async (userId: number, n: number): Promise<void> => {
    if (n % 5 !== 1) return;
    const isSale = n % 2 === 0;
    const request = {
      market,
      side: isSale ? ('sell' as const) : ('buy' as const),
      quantity: '2.5',
      price: isSale ? '10.05' : '9.95',
      stopPrice: isSale ? '9.95' : '10.05',
      stopLimitPrice: isSale ? '9.9' : '10.1',
    };
    const placed = await engine
      .placeOco({ userId, key: `${name}-oco-${n}`, call: 'oco', request }, request)
      .catch(onlyRefused);
    if (!placed) return;
    say(`${placed.limit.id} 0`);
    say(`${placed.stop.id} 0`);
    source.tick(market, n % 3 === 0 ? '9.94' : n % 3 === 1 ? '10.06' : '10');
  };
  say('open');
  for (;;) {
    source.tick(market, '10');
    await Promise.all(users.map(one));
  }
}

/**
 * Lets prices fall, and says what was published of each transaction of the liquidations that follow, until it is killed.
 * @param restMs how long it stands still after each of them: so long a kill finds it between two steps.
 */
async function liquidate(folder: string, migrations: string, first: string, restMs = ''): Promise<void> {
  const db = await openPglite(folder, migrations);
  const [spot, perpetual] = perpetualPair('BTC');
  const source = new FakeSource(deviceClock, [spot, perpetual]);
  const log = (event: string, detail: unknown) =>
    process.stderr.write(`${event} ${JSON.stringify(detail)}\n`);
  const rest = new Int32Array(new SharedArrayBuffer(4));
  const published = (stream: string): void => {
    say(stream);
    if (restMs !== '') Atomics.wait(rest, 0, 0, Number.parseInt(restMs, 10));
  };
  const deps = { db, clock: deviceClock, source, fundingHours: 8, published, log } as const;
  const { engine, chases, idle } = await openPerpetuals(deps, () => true);
  say('open');
  for (let cents = Number.parseInt(first, 10); cents > 5_000; cents -= 20) {
    const at = (offset: number): string => `${(cents + offset) / 100}`;
    source.setBook(perpetual.id, { bids: [[at(-1), '300']], asks: [[at(1), '300']] });
    source.tick(spot.id, at(0));
    source.tick(perpetual.id, at(0));
    engine.marks.check();
    chases.check();
    await idle();
    say(`price ${cents}`);
  }
  setInterval(() => undefined, 1_000);
}

/**
 * Sends test money and follows its network, on which blocks come every 20 ms and some are taken back, until it is
 * killed; says what was sent and what was published.
 */
async function deposit(folder: string, migrations: string, user: string, since: string): Promise<void> {
  const db = await openPglite(folder, migrations);
  const userId = Number.parseInt(user, 10);
  const start = Number.parseInt(since, 10);
  const clock = { ...deviceClock, now: () => start + (Date.now() - start) * 500 };
  const log = (event: string, detail: unknown) =>
    process.stderr.write(`${event} ${JSON.stringify(detail)}\n`);
  const deps = { db, clock, published: (stream: string) => say(stream), log };
  const chain = new SimulatedChain(db, clock, 'tron');
  const follower = new ChainFollower(deps, chain);
  const address = await run(deps, (work) => addressOf(work, chain, userId));
  say('open');
  for (let n = 0; ; n++) {
    const reference = `${process.pid} ${n}`;
    const sending = { chain: 'tron', asset: 'USDT', address, amount: `${(n % 7) + 1}.5`, reference };
    say(`sent ${await run(deps, ({ tx, at }) => sendSimulated(tx, { ...sending, at }))}`);
    await follower.scan();
    if (n % 5 === 2) await chain.reorganise((n % 2) + 1, n % 3 === 0 ? 'again' : 'dropped');
    if (n % 5 === 4) await chain.mineAgain();
    await follower.scan();
  }
}

/** Withdraws until it is killed, and says what was acknowledged. What it sends is lines of a file, which is the chain. */
async function withdraw(folder: string, migrations: string, owner: string, name: string): Promise<void> {
  const db = await openPglite(folder, migrations);
  const user = Number.parseInt(owner, 10);
  const [round = '0', file = ''] = name.split(' ');
  const x = await openWithdraw(db, {
    users: [user],
    now: Date.UTC(2026, 10, 18) + Number.parseInt(round, 10) * 86_400_000,
  });
  x.deps.signer = fileSigner(file);
  say('open');
  for (;;) {
    const requested = await Promise.all([x.ask(user, '100'), x.ask(user, '101'), x.ask(user, '102')]);
    for (const { id } of requested) say(`${id}`);
    await x.check(11_000);
    await x.check(1_000);
  }
}

/** Lets days go by from a moment on, pays interest and books rewards, and says what was published, until it is killed. */
async function days(folder: string, migrations: string, first: string): Promise<void> {
  const db = await openPglite(folder, migrations);
  let now = Number.parseInt(first, 10);
  const log = (event: string, detail: unknown) =>
    process.stderr.write(`${event} ${JSON.stringify(detail)}\n`);
  const deps = { db, clock: { ...deviceClock, now: () => now }, published: say, log };
  const team = new TeamEngine(deps);
  await team.start();
  for (;;) {
    say(`day ${now}`);
    await payDue(deps, now, 3);
    await team.check();
    now += 86_400_000;
  }
}

/** A database that is away comes back, or somebody else has it. */
async function onlyAway(error: unknown): Promise<void> {
  if (!(error instanceof DatabaseAwayError)) throw error;
  await deviceClock.pause();
}

/** A machine that is held up for seconds has received no price for as long. */
function onlyStale(error: unknown): undefined {
  // A price that has come below the stop meanwhile is no fault either, nor a line to the database that was cut.
  if (error instanceof DatabaseAwayError) return;
  if (!(error instanceof RuleError && ['marketStale', 'bracketStop'].includes(error.code))) throw error;
}

/** An order that has traded away meanwhile is no fault. */
function onlyRefused(error: unknown): void {
  if (!(error instanceof RuleError || error instanceof DatabaseAwayError)) throw error;
}

const [what = '', ...rest] = process.argv.slice(2);
const [folder = '', migrations = '', user = '', name = ''] = rest;
const works: Record<string, () => Promise<void>> = {
  days: () => days(folder, migrations, user),
  deposit: () => deposit(folder, migrations, user, name),
  lease: () => lease(folder, migrations, user, name),
  liquidate: () => liquidate(folder, migrations, user, name),
  open: () => open(folder, migrations, rest[2]),
  trade: () => trade(folder, migrations, user, name),
  transfer: () => transfer(folder, migrations, user, name),
  withdraw: () => withdraw(folder, migrations, user, name),
};
try {
  await works[what]?.();
} catch (error) {
  process.stderr.write(error instanceof SettingError ? `${error.message}\n` : `${error}\n`);
  process.exit(1);
}
