import { readText, remove, storageKeys, writeText } from './storage.ts';

/**
 * What a user typed and has not sent, by form, and where they were when a login was needed. Kept for the tab's
 * life only, and never a password or a code.
 */
const DRAFT = 'TIDEMARK_DRAFT:';
const RETURN = 'TIDEMARK_RETURN';
/** The uid of whom this tab was logged in as last. */
const OWNER = 'TIDEMARK_DRAFTS_OF';
/** As much as the longest form holds. */
const MOST_CHARACTERS = 12_000;

export function readDraft(form: string): Readonly<Record<string, string>> {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(DRAFT + form) ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    const texts = Object.entries(value).filter(([, text]) => typeof text === 'string');
    return Object.fromEntries(texts) as Record<string, string>;
  } catch {
    return {};
  }
}

export function writeDraft(form: string, fields: Readonly<Record<string, string>>): void {
  try {
    const text = JSON.stringify(fields);
    if (text.length <= MOST_CHARACTERS) sessionStorage.setItem(DRAFT + form, text);
  } catch {
    // Without storage a draft lives as long as its form.
  }
}

export function dropDraft(form: string): void {
  try {
    sessionStorage.removeItem(DRAFT + form);
  } catch {
    // Nothing was kept.
  }
}

/** Remembers where to come back to after logging in. @param path of this product, with its query. */
export function rememberReturn(path: string): void {
  try {
    sessionStorage.setItem(RETURN, path);
  } catch {
    // The user lands on the home screen then.
  }
}

/** Where to go after logging in; read once. Only addresses of this product count. */
export function takeReturn(): string {
  try {
    const path = sessionStorage.getItem(RETURN) ?? '';
    sessionStorage.removeItem(RETURN);
    if (/^\/(?!\/)[^\\]*$/.test(path) && !/^\/(login|register|retrieve)\b/.test(path)) return path;
  } catch {
    // No storage, no memory.
  }
  return '/home';
}

/** Somebody logs in: what another user of this tab has typed is not theirs, such as an address that money goes to. */
export function ownDrafts(uid: string): void {
  writeText(storageKeys.uid, uid);
  remove(storageKeys.left);
  takeOver(uid);
}

/** Who is logged in leaves this device: what they have typed in other tabs is for nobody who comes after. */
export function leaveDrafts(): void {
  const uid = readText(storageKeys.uid);
  if (uid !== null) writeText(storageKeys.left, uid);
}

/**
 * Somebody has left in another tab: what they typed in this one is dropped. A login that just ended keeps it for its user.
 * @returns whether it was somebody who typed here.
 */
export function followLeave(): boolean {
  const owner = ownerOf();
  const hasLeft = owner !== null && owner === readText(storageKeys.left);
  if (hasLeft) dropDrafts();
  return hasLeft;
}

/** Somebody has logged in in another tab, or in an earlier visit. @returns whether somebody else had typed here. */
export function followOwner(): boolean {
  const uid = readText(storageKeys.uid);
  return uid !== null && takeOver(uid);
}

function ownerOf(): string | null {
  try {
    return sessionStorage.getItem(OWNER);
  } catch {
    return null;
  }
}

function takeOver(uid: string): boolean {
  const before = ownerOf();
  const isOther = before !== null && before !== uid;
  if (isOther) dropDrafts();
  try {
    sessionStorage.setItem(OWNER, uid);
  } catch {
    // Nothing was kept.
  }
  return isOther;
}

/** Forgets everything that was typed, and who typed it: the next user of this device has not. */
export function dropDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(DRAFT) || key === OWNER) sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
