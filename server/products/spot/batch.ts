import type { Dec } from '../../../domain/index.ts';
import { D, RuleError, toText } from '../../../domain/index.ts';
import type { KeyedCommand } from '../../base/commands/command.ts';
import type { CommandsRead } from '../../base/commands/known.ts';
import { readCommands } from '../../base/commands/known.ts';
import type { Queries } from '../../base/db/database.ts';
import { singleRow } from '../../base/db/database.ts';
import { Batch } from '../../matching/batch.ts';
import type { QueuedCommand } from '../../matching/groupCommit.ts';
import type { OrderBook } from '../../matching/orderBook.ts';
import { BatchEntries, storeSpot } from './batchEntries.ts';
import type { CommandContext } from './commandContext.ts';
import { CommandEntries } from './commandEntries.ts';
import type { FreeBalances } from './freeBalances.ts';
import type { House } from './house.ts';
import type { Order } from './order.ts';

/** A command on the books: decided synchronously, from what the batch has read before. */
export interface SpotCommand<T = unknown> extends QueuedCommand<SpotBatch, T> {
  /** Markets in which it may trade. */
  readonly markets: readonly string[];
}

/** Dependencies of every batch. */
export interface SpotBatchParts {
  readonly orderBookOf: (market: string) => OrderBook<Order> | undefined;
  readonly lastOf: (market: string) => Dec | undefined;
  readonly house: House;
  readonly newId: () => number;
  /** Balances in memory, where batches are appended to a log. */
  readonly balances?: FreeBalances | undefined;
  /** Called before a market's book changes. */
  readonly touching: (orderBook: OrderBook<Order>) => void;
}

interface Read extends CommandsRead {
  readonly free: readonly (readonly [user: number, asset: string, amount: Dec])[];
}

/** Spot orders that share a transaction. */
export class SpotBatch extends Batch<SpotCommand> {
  readonly booking = new BatchEntries();
  readonly #parts: SpotBatchParts;
  protected read: Read = { commands: [], frozen: [], free: [] };
  readonly #free = new Map<string, Dec>();
  /** The entries of the present command, by market. */
  #entries = new Map<string, CommandEntries>();

  constructor(parts: SpotBatchParts, at: number) {
    super(at);
    this.#parts = parts;
  }

  async open(tx: Queries, commands: readonly SpotCommand[]): Promise<void> {
    const orderBooks = new Set(commands.flatMap(({ markets }) => markets.map(this.#parts.orderBookOf)));
    const assets = [...orderBooks].flatMap((orderBook) =>
      orderBook ? [orderBook.market.base, orderBook.market.quote] : [],
    );
    const keys = commands.flatMap(({ key }) => key ?? []);
    const { balances, house } = this.#parts;
    if (balances) return this.#recall(tx, balances, keys, [...new Set(assets)]);
    await house.load(tx, assets, this.at);
    if (keys.length === 0) return;
    const rows = await tx.query<{ read: Read }>(
      'select spot_read(p_users => $1::bigint[], p_keys => $2::text[], p_assets => $3::text[]) as read',
      [keys.map(({ userId }) => userId), keys.map(({ key }) => key), [...new Set(assets)]],
    );
    this.read = singleRow(rows).read;
    for (const [user, asset, amount] of this.read.free) this.#free.set(`${user} ${asset}`, amount);
  }

  /** The same from memory, as far as it is known there. */
  async #recall(
    db: Queries,
    balances: FreeBalances,
    keys: readonly KeyedCommand[],
    assets: readonly string[],
  ): Promise<void> {
    const users = new Set(keys.map(({ userId }) => userId));
    const [read] = await Promise.all([
      readCommands(db, balances.log, keys),
      balances.load(db, users, assets),
    ]);
    const free = [...users].flatMap((user) =>
      assets.map((asset) => [user, asset, balances.of(user, asset)] as const),
    );
    this.read = { ...read, free };
    for (const [user, asset, amount] of free) this.#free.set(`${user} ${asset}`, amount);
  }

  get users(): ReadonlySet<number> {
    return this.booking.users;
  }

  get isEmpty(): boolean {
    return this.booking.isEmpty;
  }

  protected begin(): () => boolean {
    this.#entries = new Map();
    return () => [...this.#entries.values()].every(({ isEmpty }) => isEmpty);
  }

  protected end(key: KeyedCommand | undefined, answer: unknown): void {
    for (const entries of this.#entries.values()) {
      this.booking.add(entries);
      this.#parts.house.moved(entries.houseMoves);
    }
    if (key) this.booking.answer(key, answer);
  }

  protected store(tx: Queries, document: string): Promise<void> {
    return storeSpot(tx, document, this.at);
  }

  mustCover(): void {
    this.#parts.balances?.mustCover(this.booking.changes);
    this.#parts.house.mustCover();
  }

  /** The present command's context in a market. @throws {RuleError} `marketUnknown`. */
  context(market: string): CommandContext {
    const { orderBookOf, lastOf, newId, touching } = this.#parts;
    const orderBook = orderBookOf(market);
    if (!orderBook) throw new RuleError('marketUnknown');
    touching(orderBook);
    const entries = this.#entries.get(market) ?? new CommandEntries(orderBook.market, this.at, newId);
    this.#entries.set(market, entries);
    const last = lastOf(market) ?? '0';
    return { orderBook, entries, at: this.at, house: this.#house, newId, last, free: this.#freeOf };
  }

  /** What the house has, less what this command has given: a print may fill several orders, and a book take several levels. */
  readonly #house: CommandContext['house'] = {
    limit: (asset) => {
      let free = this.#parts.house.limit(asset);
      for (const { houseMoves } of this.#entries.values()) {
        const moved = houseMoves.get(asset);
        if (moved !== undefined) free = toText(new D(free).plus(moved));
      }
      return free;
    },
  };

  readonly #freeOf = (owner: number, asset: string): Dec => {
    const gained = this.booking.gained({ owner, kind: 'spot', asset });
    return toText(new D(this.#free.get(`${owner} ${asset}`) ?? 0).plus(gained));
  };
}
