import { proxy } from 'valtio';
import { followStorage, readJson, storageKeys, writeJson } from './storage.ts';

/** More are not remembered; the oldest are forgotten first. */
const MOST = 300;

const isNotice = (id: unknown): id is string => typeof id === 'string' && /^[a-z0-9-]{1,60}$/.test(id);

function idsFrom(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const ids = value.filter(isNotice);
  return ids.length === value.length ? ids.slice(0, MOST) : undefined;
}

const load = (): string[] => readJson(storageKeys.notices, idsFrom) ?? [];

/** Notices that were read on this device. */
export const notices = proxy<{ read: string[] }>({ read: load() });

/** Remembers notices as read. An address may name what is none: kept, it would have all of them taken for damaged. */
export function markRead(ids: readonly string[]): void {
  const fresh = ids.filter((id) => isNotice(id) && !notices.read.includes(id));
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
