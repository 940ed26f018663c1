import pg from 'pg';
import { createLogs, readAll } from './log.ts';
import type { BookRow, Command, ProcessConfig, ProcessState, Topology, UserRow } from './shapes.ts';
import { shardOf } from './shapes.ts';
import type { Reply } from './slot.ts';
import { Slot } from './slot.ts';

interface TrialOptions
  extends Topology,
    Partial<Pick<ProcessConfig, 'pollMs' | 'bellLoss' | 'snapshotEvery'>> {
  /** The bundled process. */
  readonly program: string;
  /** Of an empty PostgreSQL database. */
  readonly url: string;
}

/** Everything, when nothing is on its way. */
export interface Quiet {
  readonly users: readonly ProcessState[];
  readonly books: readonly ProcessState[];
}

/** Processes for users and for books on one database, and their clients' way to them. */
export class Trial {
  readonly users: readonly Slot[];
  readonly books: readonly Slot[];
  /** A connection beside theirs. */
  readonly client: pg.Client;

  private constructor(users: readonly Slot[], books: readonly Slot[], client: pg.Client) {
    this.users = users;
    this.books = books;
    this.client = client;
  }

  static async open({ program, ...given }: TrialOptions): Promise<Trial> {
    const client = new pg.Client({ connectionString: given.url });
    await client.connect();
    await createLogs(client, given.bookProcesses);
    const config = { pollMs: 25, bellLoss: 0, snapshotEvery: 0, ...given };
    const slots = (role: 'user' | 'book', count: number): Slot[] =>
      Array.from({ length: count }, (_, index) => new Slot(program, { ...config, role, index }));
    const trial = new Trial(slots('user', given.userProcesses), slots('book', given.bookProcesses), client);
    await Promise.all(trial.slots.map((slot) => slot.start()));
    return trial;
  }

  get slots(): readonly Slot[] {
    return [...this.users, ...this.books];
  }

  /** Resolves when it is answered, by whichever process. */
  send(command: Command): Promise<Reply> {
    const slot = this.userSlot(command.user);
    return slot.send(command);
  }

  userSlot(user: number): Slot {
    const slot = this.users[shardOf(user) % this.users.length];
    if (!slot) throw new Error('there is no process for users');
    return slot;
  }

  /** Ends the connections of a process from the server's side. */
  async cutConnections({ config: { role, index } }: Slot): Promise<void> {
    await this.client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name like $1`,
      [`shards-${role}-${index}-%`],
    );
  }

  /** Waits until every row of every log has been read by all who read it. */
  async quiet(): Promise<Quiet> {
    for (;;) {
      const failed = this.slots.find(({ failure }) => failure);
      if (failed) throw failed.failure;
      const states = await Promise.all(this.slots.map((slot) => slot.state()));
      const known = states.filter((state) => state !== undefined);
      const [users, books] = [known.slice(0, this.users.length), known.slice(this.users.length)];
      if (known.length === this.slots.length && isQuiet(users, books)) return { users, books };
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  async logs(): Promise<{ readonly userRows: UserRow[]; readonly bookRows: BookRow[] }> {
    return readAll(this.client);
  }

  async close(): Promise<void> {
    await Promise.all(this.slots.map((slot) => slot.close()));
    await this.client.end();
  }
}

function isQuiet(users: readonly ProcessState[], books: readonly ProcessState[]): boolean {
  const userHeads = new Map(users.flatMap(({ heads }) => heads));
  const bookHeads = books.map(({ heads }) => heads[0]?.[1] ?? 0);
  return (
    books.every(({ read }) => read.every((seq, shard) => seq === userHeads.get(shard))) &&
    users.every(({ read }) => read.every((seq, book) => seq === bookHeads[book]))
  );
}
