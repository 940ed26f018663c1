import type { AlertDirection, Dec } from '../../domain/index.ts';
import { privateStream } from '../../server/base/commands/command.ts';
import type { Database, Queries } from '../../server/base/db/database.ts';
import { DatabaseAwayError } from '../../server/base/db/database.ts';
import { AlertEngine } from '../../server/products/alerts/engine.ts';
import { alertHandlers } from '../../server/products/alerts/handlers.ts';
import { addUser } from './databases.ts';
import { FakeClock } from './fakeClock.ts';
import { FakeSource } from './fakeSource.ts';

/** Alerts on a market that does what a test says, of users who see their private log. */
export async function openAlerts(db: Database, { userCount = 1 } = {}) {
  const clock = new FakeClock();
  const source = new FakeSource(clock, ['AAA-USDT', 'BBB-USDT']);
  const users: number[] = [];
  for (let i = 0; i < userCount; i++) users.push(await addUser(db));
  const logged: unknown[] = [];
  const published: string[] = [];
  /** How many transactions commit and lose their answer, as when a connection breaks. */
  let lost = 0;
  const unanswered: Database = Object.assign(Object.create(db) as Database, {
    query: db.query.bind(db),
    transaction: async <T>(work: (tx: Queries) => Promise<T>): Promise<T> => {
      const result = await db.transaction(work);
      if (lost === 0) return result;
      lost -= 1;
      throw new DatabaseAwayError('the connection is gone');
    },
  });
  const deps = {
    db: unanswered,
    clock,
    source,
    published: (stream: string) => void published.push(stream),
    log: (event: string, detail: unknown) => void logged.push([event, detail]),
  };
  let engine = new AlertEngine(deps);
  await engine.start();
  const callerOf = (user: number) =>
    ({
      user: { userId: users[user] ?? 0, sessionId: 1 },
      language: 'en_us',
      device: '',
      address: '',
    }) as never;
  return {
    db,
    users,
    source,
    clock,
    logged,
    published,
    loseAnswers: (count: number) => void (lost = count),
    handlers: () => alertHandlers(engine),
    callerOf,
    async add(
      direction: AlertDirection,
      price: Dec,
      { repeats = false, user = 0, market = 'AAA-USDT' } = {},
    ) {
      const request = { market, direction, price, repeats };
      return (await alertHandlers(engine)['alert.add'](request, callerOf(user))).alert;
    },
    async list(user = 0) {
      return (await alertHandlers(engine)['alert.list']({}, callerOf(user))).rows;
    },
    remove: (id: number, user = 0) => alertHandlers(engine)['alert.remove']({ id }, callerOf(user)),
    /** The market's price moves, and all that it reaches is published. */
    async tick(price: Dec, market = 'AAA-USDT'): Promise<void> {
      source.tick(market, price);
      await engine.idle();
    },
    idle: () => engine.idle(),
    /** What a user's private log says of alerts that were reached: id, price, how often. */
    async emitted(user = 0): Promise<readonly (readonly [number, string, number])[]> {
      const rows = await db.query<{ body: { id: number; firedPrice: string; fired: number; state: string } }>(
        `select body from outbox where stream = $1 and type = 'alert' and body ->> 'state' in ('reached', 'resting')
         order by seq`,
        [privateStream(users[user] ?? 0)],
      );
      return rows.map(({ body: { id, firedPrice, fired } }) => [id, firedPrice, fired]);
    },
    /** The process ends and begins again; `last` is what the market stood at meanwhile. */
    async restart(meanwhile: () => void = () => undefined): Promise<void> {
      await engine.close();
      meanwhile();
      engine = new AlertEngine(deps);
      await engine.start();
    },
    close: () => engine.close(),
  };
}
export type AlertWorld = Awaited<ReturnType<typeof openAlerts>>;
