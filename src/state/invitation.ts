import { DAY_MS } from '../../domain/index.ts';
import { readJson, remove, storageKeys, writeJson } from './storage.ts';

/** For so long an invitation cannot be changed, ms: who invited is who brought the user here. [ours] */
export const LOCKED_MS = 30 * DAY_MS;
const CODE = /^[A-Za-z0-9]{1,40}$/;

export interface Invitation {
  readonly code: string;
  /** Until when it stays as it is, ms UTC; undefined when it may be changed. */
  readonly lockedUntil: number | undefined;
}

interface StoredInvitation {
  readonly code: string;
  /** When its link was opened, ms UTC. */
  readonly at: number;
}

function storedFrom(value: unknown): StoredInvitation | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { code, at } = value as Record<string, unknown>;
  if (typeof code !== 'string' || !CODE.test(code)) return undefined;
  return typeof at === 'number' && Number.isSafeInteger(at) && at >= 0 ? { code, at } : undefined;
}

/**
 * The invitation in force on this device, and that of the link that was just opened. The first of two counts until
 * it may be changed. @param linked the link's code, if there is one. @param now ms UTC.
 */
export function takeInvitation(linked: string | null, now: number): Invitation | undefined {
  const kept = readJson(storageKeys.invitation, storedFrom);
  const isFresh = kept !== undefined && isLocked(kept, now);
  if (isFresh || linked === null || !CODE.test(linked)) return kept && invitationOf(kept, now);
  const taken: StoredInvitation = { code: linked, at: now };
  writeJson(storageKeys.invitation, taken);
  return invitationOf(taken, now);
}

/** It was used, its code is nobody's, or its owner wants no more of it. */
export function forgetInvitation(): void {
  remove(storageKeys.invitation);
}

/** A moment to come, left by a clock that was set back, locks nothing. */
const isLocked = ({ at }: StoredInvitation, now: number): boolean => at <= now && now < at + LOCKED_MS;

function invitationOf(kept: StoredInvitation, now: number): Invitation {
  return { code: kept.code, lockedUntil: isLocked(kept, now) ? kept.at + LOCKED_MS : undefined };
}
