import { describe, expect, it } from 'vitest';
import { createKeyValueStore } from '../../workers/session/keyValueStore.ts';

type Request = { result?: unknown; error?: unknown; onsuccess?: () => void; onerror?: () => void };

/** Answers a request after its handlers have been set. */
function answer(result: unknown, error?: unknown): Request {
  const request: Request = { result, error };
  queueMicrotask(() => (error ? request.onerror?.() : request.onsuccess?.()));
  return request;
}

/** What createKeep uses of IndexedDB, in memory. @param fault what goes wrong. */
function fakeIndexedDb(fault: { open?: boolean; put?: boolean; closed?: boolean } = {}) {
  const values = new Map<string, unknown>();
  let opened = 0;
  const store = {
    get: (key: string) => answer(values.get(key)),
    put: (value: unknown, key: string) => {
      if (fault.put) return answer(undefined, new Error('QuotaExceededError'));
      values.set(key, structuredClone(value));
      return answer(key);
    },
  };
  const database = () => {
    const own = ++opened;
    return {
      transaction: () => {
        if (fault.closed && own === 1) throw new Error('InvalidStateError');
        return { objectStore: () => store };
      },
    };
  };
  const factory = {
    open: () => (fault.open ? answer(undefined, new Error('UnknownError')) : answer(database())),
  };
  return { factory: factory as unknown as IDBFactory, opened: () => opened };
}

describe('what is kept for the next visit', () => {
  it('comes back', async () => {
    const { factory, opened } = fakeIndexedDb();
    const keep = createKeyValueStore(() => factory, 'test');
    await keep.set('a', { price: '1' });
    expect(await keep.get('a')).toEqual({ price: '1' });
    expect(await keep.get('b')).toBeUndefined();
    expect(opened()).toBe(1);
  });
  it.each([
    ['is missing', () => undefined],
    [
      'is forbidden',
      () => {
        throw new DOMException('no', 'SecurityError');
      },
    ],
    ['does not open', () => fakeIndexedDb({ open: true }).factory],
    ['is full', () => fakeIndexedDb({ put: true }).factory],
  ])('is nothing, and nothing breaks, where the store %s', async (_, factory) => {
    const keep = createKeyValueStore(factory, 'test');
    await keep.set('a', 1);
    expect(await keep.get('a')).toBeUndefined();
  });
  it('is found again after the browser has closed the connection', async () => {
    const { factory, opened } = fakeIndexedDb({ closed: true });
    const keep = createKeyValueStore(() => factory, 'test');
    await keep.set('a', 1);
    expect(await keep.get('a')).toBeUndefined();
    await keep.set('a', 2);
    expect(await keep.get('a')).toBe(2);
    expect(opened()).toBe(2);
  });
});
