import { Bell } from './bells.ts';
import { BookShard } from './bookShard.ts';
import { LogWriter, readBookRows, readUserRows } from './log.ts';
import type { ProcessState, UserRow } from './shapes.ts';
import { marketsOf, VIRTUAL_SHARDS } from './shapes.ts';
import type { ProcessParts } from './userProcess.ts';

/** The order books of some markets: reads what users' shards have placed, matches it, and appends what came of it. */
export class BookProcess {
  readonly #parts: ProcessParts;
  readonly #shard: BookShard;
  readonly #log: LogWriter;
  readonly #bell: Bell;

  private constructor(parts: ProcessParts, shard: BookShard, log: LogWriter, bell: Bell) {
    this.#parts = parts;
    this.#shard = shard;
    this.#log = log;
    this.#bell = bell;
  }

  /** Takes the shard over and reads its own log, which says what has been matched already. */
  static async start(parts: ProcessParts): Promise<BookProcess> {
    const { config, writing, reading, ringing } = parts;
    const { index } = config;
    const bell = await Bell.listen(ringing, 'user', config.pollMs, config.bellLoss);
    const log = await LogWriter.takeOver(writing, 'book', [index]);
    const shard = new BookShard(marketsOf(index, config), VIRTUAL_SHARDS);
    for (let isMore = true; isMore; ) {
      const rows = await readBookRows(reading, index, shard.seq);
      for (const row of rows) shard.replay(row);
      isMore = rows.length > 0;
    }
    shard.replayed();
    const started = new BookProcess(parts, shard, log, bell);
    void started.#follow().catch(parts.fail);
    return started;
  }

  get state(): ProcessState {
    const { user, system } = process.cpuUsage();
    return {
      // What is decided, though its append may be under way: memory is of that.
      heads: [[this.#parts.config.index, this.#shard.seq]],
      read: [...this.#shard.read.values()],
      balances: [],
      orders: this.#shard.orders,
      fees: this.#shard.fees,
      cpuMs: (user + system) / 1_000,
    };
  }

  async #follow(): Promise<never> {
    const { reading, config } = this.#parts;
    for (;;) {
      const rows = await readUserRows(reading, this.#shard.read);
      const document = this.#shard.decide(byTime(rows));
      if (document) {
        await this.#log.append([{ shard: config.index, ...document }]);
        void this.#bell.notify('book').catch(this.#parts.fail);
      } else if (rows.length === 0) await this.#bell.wait();
    }
  }
}

/**
 * Rows of one read by the time of their commands, each shard's in its own order: by number of shard alone the users of
 * the first would always come first.
 */
function byTime(rows: readonly UserRow[]): UserRow[] {
  const latest = new Map<number, number>();
  const timed = rows.map((row) => {
    const at = Math.max(latest.get(row.shard) ?? 0, row.body.entries[0]?.at ?? 0);
    latest.set(row.shard, at);
    return { at, row };
  });
  return timed.sort((a, b) => a.at - b.at).map(({ row }) => row);
}
