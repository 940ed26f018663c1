import type { CommandDeps } from '../../../base/commands/command.ts';
import { run } from '../../../base/commands/command.ts';
import { isToBeRepeated } from '../../../base/db/database.ts';
import type { Block, ChainWatcher } from '../chains/watcher.ts';
import { Addresses } from './addresses.ts';
import { debtorsOf, settleDebt } from './debt.ts';
import type { MinedDeposit } from './depositBook.ts';
import { confirm, newsOf, noteTransfer, openDeposits, unmine } from './depositBook.ts';

/** Blocks that are scanned again at each scan: a node may have been behind itself, or another chain's. */
const AGAIN = 12;
/** Blocks without which a network counts as late. */
const LATE_BLOCKS = 10;
const LATE_MS = 30_000;

export interface FollowerDeps extends CommandDeps {
  readonly log: (event: string, detail: Readonly<Record<string, unknown>>) => void;
}

/** What is known of a network now. */
export interface ChainStatus {
  readonly status: 'open' | 'late';
  /** When its newest block was received, ms UTC; null before the first. */
  readonly heardAt: number | null;
  readonly block: number | null;
}

/**
 * Follows one network from the last block that was scanned, across restarts, days and reorganisations. What it
 * finds is written down first; it is credited only when its block is in the chain at another scan. Every step is a
 * transaction of its own and may be cut off: the next scan goes on from what is stored.
 */
export class ChainFollower {
  readonly watcher: ChainWatcher;
  readonly addresses: Addresses;
  readonly #deps: FollowerDeps;
  #stop: () => void = () => undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #isClosed = false;
  #head: Block | undefined;
  #heardAt: number | null = null;
  /** Whether the last scan failed: each change is said once. */
  #isLost = false;

  constructor(deps: FollowerDeps, watcher: ChainWatcher) {
    this.#deps = deps;
    this.watcher = watcher;
    this.addresses = new Addresses(watcher);
  }

  /** Starts to poll. A network that cannot be reached affects no other. */
  start(): void {
    this.#stop = this.#deps.clock.every(this.watcher.pollMs, () => {
      // A scan that takes longer than it should is not followed by a queue of others.
      if (!this.#running) void this.scan(false);
    });
    void this.scan();
  }

  /**
   * Scans once; one scan at a time, and all who come meanwhile get the one that begins after.
   * @param isWhole also when no block has come since the last scan: for what is in none yet.
   */
  scan(isWhole = true): Promise<void> {
    if (this.#running) {
      this.#next ??= this.#running.then(() => {
        this.#next = undefined;
        return this.scan();
      });
      return this.#next;
    }
    if (this.#isClosed) return Promise.resolve();
    this.#running = this.#tryScan(isWhole).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  status(): ChainStatus {
    const lateMs = LATE_MS + LATE_BLOCKS * this.watcher.blockMs;
    const isLate = this.#heardAt === null || this.#deps.clock.now() - this.#heardAt > lateMs;
    return { status: isLate ? 'late' : 'open', heardAt: this.#heardAt, block: this.#head?.height ?? null };
  }

  /** Ends its timer; resolves when the scan that is under way has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stop();
    await this.#running;
  }

  async #tryScan(isWhole: boolean): Promise<void> {
    const { log } = this.#deps;
    const { watch } = this.watcher;
    try {
      await this.#follow(isWhole);
      if (this.#isLost) log('chain', { watch, state: 'heard again' });
      this.#isLost = false;
    } catch (error) {
      if (!this.#isLost && !this.#isClosed) log('chain', { watch, state: 'lost', error: String(error) });
      this.#isLost = true;
    }
  }

  async #follow(isWhole: boolean): Promise<void> {
    const { db, clock } = this.#deps;
    const head = await this.watcher.head();
    if (!isWhole && head.hash === this.#head?.hash) return;
    const known = await this.#scanned(head);
    await this.addresses.refresh(db);
    for (let from = Math.max(0, known - AGAIN + 1); from <= head.height; ) {
      if (this.#isClosed) return;
      const to = Math.min(from + this.watcher.range - 1, head.height);
      await this.#scanBlocks(from, to);
      from = to + 1;
    }
    await this.#note(await this.addresses.pending());
    await this.#confirm(head);
    for (const { owner, asset } of await debtorsOf(db))
      await this.#booked({ debtor: owner }, () => run(this.#deps, (work) => settleDebt(work, owner, asset)));
    if (head.hash !== this.#head?.hash) this.#heardAt = clock.now();
    this.#head = head;
  }

  /** How far blocks have been scanned. A network that is new begins before the first address was given out. */
  async #scanned({ height }: Block): Promise<number> {
    const { db, clock } = this.#deps;
    const { watch, blockMs } = this.watcher;
    const [known] = await db.query<{ scanned: number | null; since: number | null }>(
      // Once blocks have been scanned nobody needs the oldest of all addresses, which no index has first.
      `select scanned, case when scanned is null
         then (select min(created_at) from deposit_address a where a.watch = w.watch) end as since
       from chain_watch w where watch = $1`,
      [watch],
    );
    if (!known)
      await db.query('insert into chain_watch (watch) values ($1) on conflict (watch) do nothing', [watch]);
    const age = Math.max(0, clock.now() - (known?.since ?? clock.now()));
    return known?.scanned ?? Math.max(0, height - Math.ceil((2 * age) / blockMs));
  }

  async #scanBlocks(from: number, to: number): Promise<void> {
    await this.#note(await this.addresses.transfers(from, to));
    await this.#deps.db.query(
      'update chain_watch set scanned = $2, heard_at = $3 where watch = $1 and (scanned is null or scanned < $2)',
      [this.watcher.watch, to, this.#deps.clock.now()],
    );
  }

  async #note(found: Awaited<ReturnType<Addresses['transfers']>>): Promise<void> {
    for (const transfer of await newsOf(this.#deps.db, this.watcher.watch, found))
      await run(this.#deps, (work) => noteTransfer(work, this.watcher, transfer));
  }

  /** Looks for the blocks of what is not final yet, and of what has just become so. */
  async #confirm(head: Block): Promise<void> {
    const { db } = this.#deps;
    const open = await openDeposits(db, this.watcher.watch, head.height - AGAIN);
    if (open.length === 0) return;
    const hashes = new Map<number, string | undefined>();
    for (const { block } of open) if (!hashes.has(block)) hashes.set(block, await this.watcher.hashAt(block));
    // Blocks are counted up to the head: it has to be in the same chain as they are.
    if ((await this.watcher.hashAt(head.height)) !== head.hash) return;
    for (const row of open) {
      const found = hashes.get(row.block);
      // A node that does not have the block says nothing about it.
      if (found === undefined || row.block > head.height) continue;
      await this.#booked({ deposit: row.id }, () =>
        found === row.block_hash ? this.#count(row, head.height - row.block + 1) : this.#unmine(row),
      );
    }
  }

  /** What cannot be booked is said, and tried again with the next block: it holds up nobody else's money. */
  async #booked(what: object, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      // Without its database nothing is booked at all.
      if (isToBeRepeated(error)) throw error;
      const { watch } = this.watcher;
      this.#deps.log('chain', { ...what, watch, state: 'could not be booked', error: String(error) });
    }
  }

  async #count(
    { id, state, confirmations, unlock_at, block_hash }: MinedDeposit,
    count: number,
  ): Promise<void> {
    const isKnown =
      state === 'unlocked' || (state === 'credited' && confirmations === Math.min(count, unlock_at));
    if (!isKnown) await run(this.#deps, (work) => confirm(work, id, block_hash, count));
  }

  async #unmine({ id, block_hash }: MinedDeposit): Promise<void> {
    const wasUnlocked = await run(this.#deps, (work) => unmine(work, id, block_hash));
    const { watch } = this.watcher;
    if (wasUnlocked)
      this.#deps.log('chain', { watch, state: 'an unlocked deposit left the chain', deposit: id });
  }
}
