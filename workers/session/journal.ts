import type { DBSchema, IDBPDatabase } from 'idb';
import type { Clock } from '../../feeds/index.ts';
import type { LateState, MoneyCall } from '../protocol.ts';

/** A money-moving call as it is kept, before it is sent and until its end is known. */
export interface JournalEntry {
  readonly key: string;
  /** Whose: the uid. */
  readonly owner: string;
  readonly call: MoneyCall;
  readonly request: unknown;
  /** ms UTC. */
  readonly at: number;
}

/** Where entries outlive a reload and a crash. */
export interface JournalStore {
  /** Whether what was put last outlives this worker. */
  isLasting(): boolean;
  put(entry: JournalEntry): Promise<void>;
  remove(key: string): Promise<void>;
  all(): Promise<readonly JournalEntry[]>;
}

interface Schema extends DBSchema {
  commands: { key: string; value: JournalEntry };
}

type Database = IDBPDatabase<Schema>;

/** The library comes with the first command: most visits move no money. */
async function openCommands(name: string, terminated: () => void): Promise<Database> {
  const { openDB } = await import('idb');
  return openDB<Schema>(name, 1, {
    upgrade: (db) => void db.createObjectStore('commands', { keyPath: 'key' }),
    terminated,
  });
}

/** How long the browser's database may take, ms: what hangs must keep nobody's order from being sent. */
export const PATIENCE_MS = 2_000;
const LATE = Symbol('late');

/**
 * A store in IndexedDB; in memory where the browser refuses one, breaks it or lets it hang, so that money can still be
 * moved. What is in memory alone does not outlive the worker, and `isLasting` says so.
 */
export function createJournalStore(name: string, clock: Clock): JournalStore {
  const memory = new Map<string, JournalEntry>();
  let opened: Promise<Database> | undefined;
  let isLasting = true;
  const open = (): Promise<Database> => {
    const reset = () => {
      opened = undefined;
    };
    if (opened) return opened;
    opened = openCommands(name, reset);
    // What the browser refused once is tried again by the next call.
    opened.catch(reset);
    return opened;
  };
  /** What the database yields in time; undefined otherwise. */
  async function tried<T>(work: (db: Database) => Promise<T>): Promise<T | undefined> {
    let stop: () => void = () => undefined;
    const late = new Promise<typeof LATE>((resolve) => {
      // One that has hung is not waited for again until it answers.
      stop = clock.after(isLasting ? PATIENCE_MS : 0, () => resolve(LATE));
    });
    const answer = open().then(work);
    answer.then(
      () => {
        isLasting = true;
      },
      () => undefined,
    );
    const result = await Promise.race([answer, late]).catch(() => LATE);
    stop();
    if (result !== LATE) return result as T;
    isLasting = false;
    return undefined;
  }
  return {
    isLasting: () => isLasting,
    async put(entry) {
      memory.set(entry.key, entry);
      await tried(async (db) => {
        // Not only written: on the disk, as what follows must not be forgotten.
        const tx = db.transaction('commands', 'readwrite', { durability: 'strict' });
        await Promise.all([tx.store.put(entry), tx.done]);
      });
    },
    async remove(key) {
      memory.delete(key);
      await tried((db) => db.delete('commands', key));
    },
    async all() {
      const kept = (await tried((db) => db.getAll('commands'))) ?? [];
      return [...new Map([...kept, ...memory.values()].map((entry) => [entry.key, entry])).values()];
    },
  };
}

/** What a journal view shows. */
export interface JournalLine {
  readonly key: string;
  readonly call: MoneyCall;
  readonly state: LateState;
}
