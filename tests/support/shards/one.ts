import type { FillRow } from '../../../domain/contract/index.ts';
import { emptyBook, RuleError } from '../../../domain/index.ts';
import type { Database } from '../../../server/base/db/database.ts';
import { addAssets, plain, post } from '../../../server/books/ledger/ledger.ts';
import { SpotEngine } from '../../../server/products/spot/engine.ts';
import { addUser } from '../databases.ts';
import { FakeClock } from '../fakeClock.ts';
import { FakeSource } from '../fakeSource.ts';
import type { Outcome } from './outcome.ts';
import { fillOutcome, orderOutcome, sorted } from './outcome.ts';
import type { Command, Entry } from './shapes.ts';
import { LAST, trialAssets, trialMarkets } from './workload.ts';

interface StoredOrder {
  readonly id: number;
  readonly client_id: string;
  readonly status: Outcome['orders'][string] extends infer T
    ? T extends { status: infer S }
      ? S
      : never
    : never;
  readonly filled: string;
  readonly filled_total: string;
  readonly paid: string;
  readonly fee: string;
  readonly fee_asset: string;
}

/** The exchange's own spot engine, in one process, as the trial's markets have it: users trade with each other alone. */
export class One {
  readonly #db: Database;
  readonly #engine: SpotEngine;
  /** Ids of the exchange, by the trial's numbers. */
  readonly #users: ReadonlyMap<number, number>;
  readonly #orders = new Map<number, Promise<number | undefined>>();
  readonly #refused = new Map<string, string>();
  readonly #closed: string[] = [];
  #pending: Promise<void>[] = [];

  private constructor(db: Database, engine: SpotEngine, users: ReadonlyMap<number, number>) {
    this.#db = db;
    this.#engine = engine;
    this.#users = users;
  }

  /** @param db migrated, and otherwise empty. */
  static async open(db: Database, deposits: readonly Command[]): Promise<One> {
    const clock = new FakeClock();
    const source = new FakeSource(clock, trialMarkets);
    for (const { id } of trialMarkets) {
      source.books.set(id, emptyBook);
      source.tick(id, LAST);
    }
    await addAssets(db, trialAssets);
    const users = new Map<number, number>();
    for (const { user } of deposits) if (!users.has(user)) users.set(user, await addUser(db));
    await db.transaction(async (tx) => {
      for (const deposit of deposits) {
        if (deposit.kind !== 'deposit') continue;
        const { user, asset, amount, key } = deposit;
        await post(tx, { code: 'playGrant', refType: 'test', refId: key }, 1, [
          { account: { kind: 'ext_genesis', asset }, amount: `-${amount}` },
          { account: { owner: users.get(user) ?? 0, kind: 'spot', asset }, amount },
        ]);
      }
    });
    const engine = new SpotEngine({ db, clock, source, published: () => undefined, log: () => undefined });
    await engine.start();
    return new One(db, engine, users);
  }

  /** Runs a command behind all before it. Orders go in without waiting for each other, as the engine queues them. */
  async run(entry: Entry | (Command & { readonly id: number })): Promise<void> {
    const { key, user } = entry;
    const command = { userId: this.#users.get(user) ?? 0, key, call: 'shards', request: { key } };
    if (entry.kind === 'place') {
      const placed = this.#engine.place(command, entry.request).then(
        ({ order }) => order.id,
        (error: unknown) => this.#refuse(key, error),
      );
      this.#orders.set(entry.id, placed);
      this.#pending.push(placed.then(() => undefined));
    } else if (entry.kind === 'cancel') {
      // The engine looks for the order first: what it comes behind has to be decided.
      await this.idle();
      const id = await this.#orders.get(entry.id);
      // An order that was refused here has been placed there, and has ended at once.
      const cancelled =
        id === undefined ? Promise.reject(new RuleError('orderClosed')) : this.#engine.cancel(command, id);
      await cancelled.catch((error: unknown) => {
        this.#refuse(key, error);
        this.#closed.push(key);
      });
    }
    if (this.#pending.length >= 200) await this.idle();
  }

  async idle(): Promise<void> {
    await Promise.all(this.#pending);
    this.#pending = [];
  }

  /** What a command was refused for. */
  refusalOf(key: string): string | undefined {
    return this.#refused.get(key);
  }

  async outcome(): Promise<Outcome> {
    await this.idle();
    const rows = await this.#db.query<StoredOrder>(
      `select id, client_id, status, filled::text, filled_total::text, paid::text, fee::text, fee_asset from spot_order`,
    );
    const keys = new Map(rows.map(({ id, client_id }) => [id, client_id]));
    const fills = await this.#db.query<
      Pick<FillRow, 'order' | 'role' | 'price' | 'quantity' | 'total' | 'fee'>
    >(
      `select order_id as "order", role, price::text, quantity::text, total::text, fee::text from spot_fill order by id`,
    );
    const byKey = new Map<string, Outcome['fills'][string]>();
    for (const fill of fills) {
      const [price, quantity, total, fee] = [fill.price, fill.quantity, fill.total, fill.fee].map(plain);
      const key = keys.get(fill.order) ?? '';
      const each = { ...fill, price, quantity, total, fee } as typeof fill;
      byKey.set(key, [...(byKey.get(key) ?? []), fillOutcome(each)]);
    }
    return {
      orders: sorted([...rows.map(placedOf), ...this.#refusals()]),
      fills: sorted(byKey),
      closed: [...this.#closed].sort(),
      ...(await this.#money()),
    };
  }

  close(): void {
    this.#engine.close();
  }

  #refusals() {
    return [...this.#refused]
      .filter(([key]) => !this.#closed.includes(key))
      .map(([key, refused]) => [key, { refused }] as const);
  }

  async #money(): Promise<Pick<Outcome, 'balances' | 'fees'>> {
    const names = new Map([...this.#users].map(([user, id]) => [id, user]));
    const accounts = await this.#db.query<{
      readonly owner_id: number | null;
      readonly kind: string;
      readonly asset: string;
      readonly posted: string;
      readonly held: string;
      readonly free: string;
    }>(
      `select owner_id, kind, asset, posted::text, held::text, (posted - held)::text as free from account
       where posted <> 0 and asset = any($1::text[])`,
      [trialAssets],
    );
    const owned = accounts.filter(({ owner_id }) => names.has(owner_id ?? 0));
    return {
      balances: sorted(
        owned.map(({ owner_id, asset, free, held }) => [
          `${names.get(owner_id ?? 0)} ${asset}`,
          [plain(free), plain(held)] as const,
        ]),
      ),
      fees: sorted(
        accounts
          .filter(({ kind }) => kind === 'house_fee')
          .map(({ asset, posted }) => [asset, plain(posted)] as const),
      ),
    };
  }

  #refuse(key: string, error: unknown): undefined {
    if (!(error instanceof RuleError)) throw error;
    this.#refused.set(key, error.code);
  }
}

const placedOf = (row: StoredOrder): readonly [string, Outcome['orders'][string]] => [
  row.client_id,
  orderOutcome({
    status: row.status,
    filled: plain(row.filled),
    filledTotal: plain(row.filled_total),
    paid: plain(row.paid),
    fee: plain(row.fee),
    feeAsset: row.fee_asset,
  }),
];
