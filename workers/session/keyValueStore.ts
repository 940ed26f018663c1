/** Keeps values for the next visit. Nothing depends on it: a store that is missing, full or blocked keeps nothing. */
export interface KeyValueStore {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
}

const STORE = 'kept';

function opened(factory: IDBFactory, name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('blocked'));
  });
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * A Keep in IndexedDB. A connection that the browser has closed is opened again by the next question.
 * @param factory yields the browser's IndexedDB; may yield nothing or throw where there is none.
 */
export function createKeyValueStore(factory: () => IDBFactory | undefined, name: string): KeyValueStore {
  let database: Promise<IDBDatabase> | undefined;
  async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    const found = factory();
    if (!found) throw new Error('no IndexedDB');
    database ??= opened(found, name);
    return (await database).transaction(STORE, mode).objectStore(STORE);
  }
  return {
    async get(key) {
      try {
        return await settled((await store('readonly')).get(key));
      } catch {
        database = undefined;
        return undefined;
      }
    },
    async set(key, value) {
      try {
        await settled((await store('readwrite')).put(value, key));
      } catch {
        // The next visit starts with older values, or without.
        database = undefined;
      }
    },
  };
}
