/**
 * The one door to local storage. Content that is damaged is set aside under `<key>.damaged` and counts as absent;
 * a storage that is full or blocked keeps nothing and stops nobody.
 * @see specification §3 for TOKEN, LANG, NAV_TITLE and COLLECTED_LIST
 */
export const storageKeys = {
  token: 'TOKEN',
  /** Whose the token is. */
  uid: 'TIDEMARK_UID',
  /** Who logged out last, by themselves. */
  left: 'TIDEMARK_LEFT',
  language: 'LANG',
  title: 'NAV_TITLE',
  favourites: 'COLLECTED_LIST',
  watchLists: 'TIDEMARK_LISTS',
  storedFavourites: 'TIDEMARK_FAVOURITES',
  settings: 'TIDEMARK_SETTINGS',
  searches: 'TIDEMARK_SEARCHES',
  charts: 'TIDEMARK_CHARTS',
  bracket: 'TIDEMARK_BRACKET',
  indicators: 'TIDEMARK_INDICATORS',
  chartFold: 'TIDEMARK_CHART_FOLD',
  banner: 'TIDEMARK_BANNER',
  lastMarket: 'TIDEMARK_LAST_MARKET',
  phoneCode: 'TIDEMARK_PHONE_CODE',
  invitation: 'TIDEMARK_INVITATION',
  notices: 'TIDEMARK_NOTICES',
  source: 'TIDEMARK_SOURCE',
  notes: 'TIDEMARK_NOTES',
  drawings: 'TIDEMARK_DRAWINGS',
} as const;
export type StorageKey = (typeof storageKeys)[keyof typeof storageKeys];

/** Longer content than this is not ours: none is written, or the next visit would take it for another's and drop it. */
export const MOST_CHARACTERS = 1_000_000;

export function readText(key: StorageKey): string | null {
  try {
    const text = localStorage.getItem(key);
    return text !== null && text.length > MOST_CHARACTERS ? setAside(key, '') : text;
  } catch {
    return null;
  }
}

/** @returns whether it was kept. */
export function writeText(key: StorageKey, text: string): boolean {
  if (text.length > MOST_CHARACTERS) return false;
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

export function remove(key: StorageKey): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // What cannot be reached cannot be removed either.
  }
}

/** A value kept as JSON. @param read yields the value, or undefined when what is kept is damaged. */
export function readJson<T>(key: StorageKey, read: (value: unknown) => T | undefined): T | undefined {
  const text = readText(key);
  if (text === null) return undefined;
  try {
    const value = read(JSON.parse(text));
    if (value !== undefined) return value;
  } catch {
    // Damaged: set aside below.
  }
  setAside(key, text);
  return undefined;
}

export function writeJson(key: StorageKey, value: unknown): boolean {
  return writeText(key, JSON.stringify(value));
}

/** Subscribes to what other tabs write. @returns undo. */
export function watchStorage(key: StorageKey, changed: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key || event.key === null) changed();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}

/**
 * The same for what this page writes as a whole: a page at rest gets no events, and would write what it knew over what
 * other tabs have written meanwhile. @returns undo.
 */
export function followStorage(key: StorageKey, changed: () => void): () => void {
  let left = storedText(key);
  const look = () => {
    const now = storedText(key);
    const isNews = now !== left && document.visibilityState === 'visible';
    left = now;
    if (isNews) changed();
  };
  const stop = watchStorage(key, changed);
  window.addEventListener('pageshow', look);
  document.addEventListener('visibilitychange', look);
  return () => {
    stop();
    window.removeEventListener('pageshow', look);
    document.removeEventListener('visibilitychange', look);
  };
}

function storedText(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Takes away all that this product keeps in local storage. */
export function clearAll(): void {
  for (const key of Object.values(storageKeys)) {
    remove(key);
    remove(`${key}.damaged` as StorageKey);
  }
}

function setAside(key: StorageKey, text: string): null {
  writeText(`${key}.damaged` as StorageKey, text.slice(0, 2_000));
  remove(key);
  return null;
}
