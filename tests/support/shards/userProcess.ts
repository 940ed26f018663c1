import type { Client } from 'pg';
import { RuleError } from '../../../domain/index.ts';
import { Bell } from './bells.ts';
import { LogWriter, readBookParts, readSnapshots, readUserRows } from './log.ts';
import type { Answer, BookPart, Command, FromProcess, ProcessConfig, ProcessState } from './shapes.ts';
import { partOf, shardsOf } from './shapes.ts';
import { UserShards } from './userShards.ts';

/** Commands of one append. */
const MOST_TOGETHER = 400;
/** Rows that no book has matched yet, above which nothing is appended: an answer waits for no book, so that clients would never notice. */
const MOST_UNMATCHED = 1_000;

/** Where a process writes, where it reads, and whom it answers. */
export interface ProcessParts {
  readonly config: ProcessConfig;
  /** Appends alone. */
  readonly writing: Client;
  readonly reading: Client;
  /** Sends and receives notifications. */
  readonly ringing: Client;
  readonly send: (message: FromProcess) => void;
  /** Ends the process: what it has in memory is not what the log has. */
  readonly fail: (error: unknown) => void;
}

/** Commands of some users: decided, appended together, and answered after the commit. */
export class UserProcess {
  readonly #parts: ProcessParts;
  readonly #shards: UserShards;
  readonly #log: LogWriter;
  readonly #bell: Bell;
  /** By book shard, the last row that was read. */
  readonly #read: number[];
  /** Parts of the books' batches that are for its shards. */
  readonly #own: readonly number[];
  #queue: Command[] = [];
  #isAppending = false;
  /** Of rows of this process; below zero while books match what its predecessor has left. */
  #unmatched = 0;
  #matched: () => void = () => undefined;
  #batches = 0;

  private constructor(parts: ProcessParts, shards: UserShards, log: LogWriter, bell: Bell) {
    this.#parts = parts;
    this.#shards = shards;
    this.#log = log;
    this.#bell = bell;
    this.#own = [...new Set(shardsOf(parts.config.index, parts.config).map(partOf))];
    this.#read = Array.from({ length: parts.config.bookProcesses }, (_, book) => shards.applied(book));
  }

  /** Takes the shards over and reads what their last writer has left. */
  static async start(parts: ProcessParts): Promise<UserProcess> {
    const { config, writing, reading, ringing } = parts;
    const bell = await Bell.listen(ringing, 'book', config.pollMs, config.bellLoss);
    const own = shardsOf(config.index, config);
    const log = await LogWriter.takeOver(writing, 'user', own);
    const shards = new UserShards(own, config.markets, config.bookProcesses);
    for (const { shard, seq, body } of await readSnapshots(reading, own)) shards.restore(shard, seq, body);
    for (let isMore = true; isMore; ) {
      const rows = await readUserRows(reading, shards.heads);
      for (const row of rows) shards.replay(row);
      isMore = rows.length > 0;
    }
    const started = new UserProcess(parts, shards, log, bell);
    while ((await started.#apply()) > 0);
    shards.replayed();
    started.#unmatched = 0;
    void started.#follow().catch(parts.fail);
    return started;
  }

  command(command: Command): void {
    this.#queue.push(command);
    if (!this.#isAppending) void this.#append().catch(this.#parts.fail);
  }

  get state(): ProcessState {
    const { user, system } = process.cpuUsage();
    return {
      heads: [...this.#shards.heads],
      read: this.#read.map((_, book) => this.#shards.applied(book)),
      balances: this.#shards.balances,
      orders: this.#shards.orders,
      fees: [],
      cpuMs: (user + system) / 1_000,
    };
  }

  async #append(): Promise<void> {
    this.#isAppending = true;
    // All that has come with this turn of the event loop is decided together.
    await new Promise(setImmediate);
    while (this.#queue.length > 0) {
      while (this.#unmatched > MOST_UNMATCHED)
        await new Promise<void>((resolve) => {
          this.#matched = resolve;
        });
      const batch = this.#queue.slice(0, MOST_TOGETHER);
      this.#queue = this.#queue.slice(MOST_TOGETHER);
      const at = Date.now();
      const answers = batch.map((command) => this.#decide(command, at));
      this.#unmatched += this.#shards.matchesDue;
      const rows = this.#shards.takeRows();
      if (rows.length > 0) await this.#log.append(rows);
      // What refuses is in no row: an old owner's memory might refuse what its successor has taken.
      if (answers.some(({ refused }) => refused !== undefined)) await this.#log.mustOwn();
      for (const answer of answers) this.#parts.send(answer);
      if (rows.length > 0) void this.#bell.notify('user').catch(this.#parts.fail);
      await this.#snapshotWhenDue();
    }
    this.#isAppending = false;
  }

  #decide(command: Command, at: number): Extract<FromProcess, { readonly is: 'answer' }> {
    const { key } = command;
    try {
      const answer: Answer = this.#shards.decide(command, at);
      return { is: 'answer', key, answer };
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      return { is: 'answer', key, refused: error.code };
    }
  }

  /** Between two batches: nothing in memory is on its way to the log. */
  async #snapshotWhenDue(): Promise<void> {
    const { snapshotEvery } = this.#parts.config;
    this.#batches += 1;
    if (snapshotEvery > 0 && this.#batches % snapshotEvery === 0)
      await this.#log.snapshot(this.#shards.snapshots(this.#batches / snapshotEvery));
  }

  async #follow(): Promise<never> {
    for (;;) if ((await this.#apply()) === 0) await this.#bell.wait();
  }

  /** Applies what is new in the books' logs for its shards. @returns by how many numbers they have grown. */
  async #apply(): Promise<number> {
    let count = 0;
    for (const [book, after] of this.#read.entries()) {
      const { upTo, rows } = await readBookParts(this.#parts.reading, { book, after, parts: this.#own });
      for (const row of rows) {
        const body = row.body as BookPart;
        this.#log.mustHaveWritten(body.takes);
        this.#shards.apply(book, { ...row, body });
        this.#unmatched -= body.takes.length;
      }
      this.#shards.advance(book, upTo);
      this.#read[book] = upTo;
      count += upTo - after;
    }
    this.#matched();
    return count;
  }
}
