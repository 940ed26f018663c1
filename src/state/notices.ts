import { proxy } from 'valtio';
import { followStorage, readJson, storageKeys, writeJson } from './storage.ts';

/** More are not remembered; the oldest are forgotten first. */
const MOST = 300;

function idsFrom(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const ids = value.filter((id): id is string => typeof id === 'string' && /^[a-z0-9-]{1,60}$/.test(id));
  return ids.length === value.length ? ids.slice(0, MOST) : undefined;
}

const load = (): string[] => readJson(storageKeys.notices, idsFrom) ?? [];

/** Notices that were read on this device. */
export const notices = proxy<{ read: string[] }>({ read: load() });

/** Remembers notices as read. */
export function markRead(ids: readonly string[]): void {
  const fresh = ids.filter((id) => !notices.read.includes(id));
  if (fresh.length === 0) return;
  notices.read = [...fresh, ...notices.read].slice(0, MOST);
  writeJson(storageKeys.notices, notices.read);
}

/** Follows what other tabs read. @returns undo. */
export function followNotices(): () => void {
  return followStorage(storageKeys.notices, () => {
    notices.read = load();
  });
}
