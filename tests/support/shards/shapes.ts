import type { Dec, Market } from '../../../domain/index.ts';
import type { PlaceRequest } from '../../../server/products/spot/commandContext.ts';
import type { PlannedFill } from '../../../server/products/spot/commandEntries.ts';
import type { Order } from '../../../server/products/spot/order.ts';

/** Logs of users; how many processes serve them may change, this does not. */
export const VIRTUAL_SHARDS = 256;

/** What a client sends. The key names it for ever: the same key again is answered as before. */
export type Command =
  | {
      readonly kind: 'deposit';
      readonly key: string;
      readonly user: number;
      readonly asset: string;
      /** > 0, in units of the asset. */
      readonly amount: Dec;
    }
  | {
      readonly kind: 'place';
      readonly key: string;
      readonly user: number;
      /** A limit order: one at market is an IOC at its worst price, since a user's shard has no book. */
      readonly request: PlaceRequest;
      /** The last price, which limits what an order may name. */
      readonly last: Dec;
    }
  | { readonly kind: 'cancel'; readonly key: string; readonly user: number; readonly id: number };

/** Of an order placed or to be cancelled; of a deposit its own. */
export interface Answer {
  readonly id: number;
}

/** A command in the log of its user's shard, with everything that deciding it took from outside. `at`: ms UTC. */
export type Entry = { readonly at: number; readonly id: number } & (
  | Exclude<Command, { readonly kind: 'cancel' }>
  | (Extract<Command, { readonly kind: 'cancel' }> & { readonly market: string })
);

/** The market that an entry is for; of a deposit none. */
export const marketOf = (entry: Entry): string =>
  entry.kind === 'place' ? entry.request.market : entry.kind === 'cancel' ? entry.market : '';

/** One batch of a user shard. */
export interface UserBody {
  /** By book shard, the last number of its log that this shard had applied when it decided. */
  readonly applied: readonly number[];
  readonly entries: readonly Entry[];
}

/** A change of a user's balance. */
export type Effect = readonly [user: number, asset: string, free: Dec, held: Dec];

/** Rows of user shards, in the order in which they were matched. With the fence: after a failover that has lost one, another writer may write its number again. */
type Takes = readonly (readonly [shard: number, seq: number, fence: number])[];

/** What every successor of a book shard needs of a batch. */
export interface BookHead {
  readonly takes: Takes;
  /** What the house's account of this book shard gains. */
  readonly fees: readonly (readonly [asset: string, amount: Dec])[];
  /** Keys of cancel requests whose order had ended before they came. */
  readonly closed: readonly string[];
  /** The highest number given to a place in the queue, a trade or a fill. */
  readonly newest: number;
}

/** What a batch of a book shard means for the users of some virtual shards, who read no other part of it. */
export interface BookPart {
  /** The number of the batch before it that had this part: who has not applied it has missed a row. */
  readonly prior: number;
  readonly takes: Takes;
  /** Orders that it has changed, as they are after it. */
  readonly orders: readonly Order[];
  readonly fills: readonly PlannedFill[];
  readonly effects: readonly Effect[];
}

/** One batch of a book shard with all its parts. For each asset its effects and fees add up to zero. */
export type BookBody = BookHead & Omit<BookPart, 'prior'>;

/** A row of a log. */
export interface Row<T> {
  readonly shard: number;
  readonly seq: number;
  readonly fence: number;
  readonly body: T;
}
export type UserRow = Row<UserBody>;
export type BookRow = Row<BookBody>;
/** A row of the table of a book's log. */
export type StoredBookRow = Row<BookHead | BookPart> & { readonly part: number };

export type Role = 'user' | 'book';

/** What runs where. */
export interface Topology {
  readonly userProcesses: number;
  readonly bookProcesses: number;
  readonly markets: readonly Market[];
}

/** What a process is started with. */
export interface ProcessConfig extends Topology {
  readonly role: Role;
  readonly index: number;
  /** Of the PostgreSQL database. */
  readonly url: string;
  readonly pollMs: number;
  /** Share of the notifications that are lost, 0..1. */
  readonly bellLoss: number;
  /** Batches between two snapshots of a user process; 0 for none. */
  readonly snapshotEvery: number;
}

/** The virtual shard of a user: the upper bits of a multiplicative hash. */
export const shardOf = (user: number): number => Math.imul(user, 0x9e3779b1) >>> 24;

/** Parts of a book's batch, and the number of its head. Processes for users are as many as parts, or a divisor of it. */
export const BOOK_PARTS = 16;
export const BOOK_HEAD = -1;
export const partOf = (shard: number): number => shard % BOOK_PARTS;

/** Virtual shards of one of the processes for users. */
export const shardsOf = (index: number, { userProcesses }: Topology): number[] =>
  Array.from({ length: VIRTUAL_SHARDS }, (_, shard) => shard).filter(
    (shard) => shard % userProcesses === index,
  );

/** Markets of a book shard; there is one process for each. */
export const marketsOf = (index: number, { bookProcesses, markets }: Topology): Market[] =>
  markets.filter((_, i) => i % bookProcesses === index);

/** Messages between a process and who has started it. */
export type ToProcess =
  | { readonly call: 'command'; readonly command: Command }
  | { readonly call: 'state'; readonly n: number };
export type FromProcess =
  | { readonly is: 'ready' }
  | { readonly is: 'answer'; readonly key: string; readonly answer?: Answer; readonly refused?: string }
  | { readonly is: 'state'; readonly n: number; readonly state: ProcessState };

/** What a process has in memory, for comparison. */
export interface ProcessState {
  /** Last number of each of its own logs. */
  readonly heads: readonly (readonly [shard: number, seq: number])[];
  /** Last numbers that it has read: of a user process by book shard (the lowest of its shards), of a book process by user shard. */
  readonly read: readonly number[];
  readonly balances: readonly Effect[];
  /** Live orders. */
  readonly orders: readonly Order[];
  readonly fees: readonly (readonly [asset: string, amount: Dec])[];
  /** Processor time since it began, ms. */
  readonly cpuMs: number;
}
