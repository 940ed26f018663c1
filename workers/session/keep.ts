/** Keeps values for the next visit. Nothing depends on it: a store that is missing, full or blocked keeps nothing. */
export interface Keep {
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

/** A Keep in IndexedDB. @param factory undefined where the browser has none. */
export function createKeep(factory: IDBFactory | undefined, name: string): Keep {
  let database: Promise<IDBDatabase> | undefined;
  const open = () => {
    database ??= factory ? opened(factory, name) : Promise.reject(new Error('no IndexedDB'));
    return database;
  };
  return {
    async get(key) {
      try {
        return await settled((await open()).transaction(STORE).objectStore(STORE).get(key));
      } catch {
        return undefined;
      }
    },
    async set(key, value) {
      try {
        await settled((await open()).transaction(STORE, 'readwrite').objectStore(STORE).put(value, key));
      } catch {
        // The next visit starts without last values.
      }
    },
  };
}
