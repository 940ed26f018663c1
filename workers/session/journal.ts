import type { DBSchema, IDBPDatabase } from 'idb';
import type { Refusal } from '../../domain/index.ts';
import type { CommandState, MoneyCall } from '../protocol.ts';

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

/** A store in IndexedDB; in memory where the browser refuses one, so that money can still be moved. */
export function createJournalStore(name: string): JournalStore {
  const memory = new Map<string, JournalEntry>();
  let opened: Promise<Database | undefined> | undefined;
  const open = (): Promise<Database | undefined> => {
    opened ??= openCommands(name, () => {
      opened = undefined;
    }).catch(() => undefined);
    return opened;
  };
  return {
    async put(entry) {
      memory.set(entry.key, entry);
      // Not only written: on the disk, as what follows must not be forgotten.
      const tx = (await open())?.transaction('commands', 'readwrite', { durability: 'strict' });
      await Promise.all([tx?.store.put(entry), tx?.done]).catch(() => undefined);
    },
    async remove(key) {
      memory.delete(key);
      await (await open())?.delete('commands', key).catch(() => undefined);
    },
    async all() {
      const kept = (await (await open())?.getAll('commands').catch(() => [])) ?? [];
      return [...new Map([...kept, ...memory.values()].map((entry) => [entry.key, entry])).values()];
    },
  };
}

/** What a journal view shows. */
export interface Told {
  readonly key: string;
  readonly call: MoneyCall;
  readonly state: CommandState;
  readonly failed?: Refusal;
}
