import { proxy } from 'valtio';
import type { Language } from '../../domain/index.ts';
import { startLanguage } from '../../domain/index.ts';
import { followStorage, readJson, readText, storageKeys, writeJson, writeText } from './storage.ts';

export const themes = ['system', 'dark', 'light'] as const;
export const movePairs = ['language', 'green-red', 'red-green', 'blue-orange'] as const;
export const cycleConfirms = ['first', 'always', 'never'] as const;
export const refreshModes = ['live', 'balanced', 'saver'] as const;

export interface Settings {
  language: Language;
  theme: (typeof themes)[number];
  /** Colours of rising and falling prices; `language`: red rises where users expect that. */
  moves: (typeof movePairs)[number];
  refresh: (typeof refreshModes)[number];
  /** `refresh` holds even when the device asks for a slower one. */
  keepRefresh: boolean;
  /** Amounts of the user's own money are covered. */
  hideAmounts: boolean;
  /** Orders are shown with their numbers once more before they are sent. */
  confirmOrders: boolean;
  /** A tap on a level of the order book sends the ticket at that price, without another step. */
  oneTapOrders: boolean;
  /** When a cycle contract is shown with its terms before it is bought, or sold back. */
  confirmCycles: (typeof cycleConfirms)[number];
  /** One has been confirmed on this device. */
  hasConfirmedCycle: boolean;
  /** The same of selling one back. */
  hasConfirmedSale: boolean;
  /** A sound, and a vibration, for own fills, liquidations and alerts. */
  sound: boolean;
  vibration: boolean;
  /** Notifications of the device while the page is hidden; nothing without the browser's permission. */
  notify: boolean;
  /** They say what has happened; else only that something has. */
  noticeWords: boolean;
  /** The user has answered whether notifications may be shown. */
  hasBeenAsked: boolean;
}

/** Languages whose readers expect red for rising. */
const RED_RISES: readonly Language[] = ['zh_hk', 'zh_cn', 'jp', 'kr'];

type StoredSettings = Omit<Settings, 'language'>;

const FIRST: StoredSettings = {
  theme: 'system',
  moves: 'language',
  refresh: 'balanced',
  keepRefresh: false,
  hideAmounts: false,
  confirmOrders: true,
  oneTapOrders: false,
  confirmCycles: 'first',
  hasConfirmedCycle: false,
  hasConfirmedSale: false,
  sound: false,
  vibration: false,
  notify: false,
  noticeWords: false,
  hasBeenAsked: false,
};

function storedSettings(value: unknown): StoredSettings | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const kept = value as Record<string, unknown>;
  const pick = <T>(allowed: readonly T[], given: unknown, first: T): T =>
    allowed.find((each) => each === given) ?? first;
  const either = (name: keyof StoredSettings): boolean =>
    pick<unknown>([true, false], kept[name], FIRST[name]) === true;
  return {
    theme: pick(themes, kept['theme'], FIRST.theme),
    moves: pick(movePairs, kept['moves'], FIRST.moves),
    refresh: pick(refreshModes, kept['refresh'], FIRST.refresh),
    keepRefresh: either('keepRefresh'),
    hideAmounts: either('hideAmounts'),
    confirmOrders: either('confirmOrders'),
    oneTapOrders: either('oneTapOrders'),
    confirmCycles: pick(cycleConfirms, kept['confirmCycles'], FIRST.confirmCycles),
    hasConfirmedCycle: either('hasConfirmedCycle'),
    hasConfirmedSale: either('hasConfirmedSale'),
    sound: either('sound'),
    vibration: either('vibration'),
    notify: either('notify'),
    noticeWords: either('noticeWords'),
    hasBeenAsked: either('hasBeenAsked'),
  };
}

function firstSettings(): Settings {
  const kept = readJson(storageKeys.settings, storedSettings);
  const stored = readText(storageKeys.language);
  // A link that names a language is for those who have chosen none.
  const linked = new URLSearchParams(window.location.search).get('lang');
  const language = startLanguage(stored, [linked ?? '', ...(navigator.languages ?? [])]);
  // A stored 'zh' is reset, as the specification says (§4).
  if (stored !== null && stored !== language) writeText(storageKeys.language, language);
  return { language, ...FIRST, ...kept };
}

export const settings = proxy<Settings>(firstSettings());

/** The only writer of `settings`. */
export function changeSettings(change: Partial<Settings>): void {
  Object.assign(settings, change);
  const { language, ...kept } = settings;
  if (change.language) writeText(storageKeys.language, language);
  writeJson(storageKeys.settings, kept satisfies StoredSettings);
}

/** Follows what other tabs choose. @returns undo. */
export function followSettings(): () => void {
  const load = () => void Object.assign(settings, firstSettings());
  const undo = [followStorage(storageKeys.settings, load), followStorage(storageKeys.language, load)];
  return () => {
    for (const stop of undo) stop();
  };
}

/** The pair of colours in force. */
export function movePair({ moves, language }: Settings): 'green-red' | 'red-green' | 'blue-orange' {
  if (moves !== 'language') return moves;
  return RED_RISES.includes(language) ? 'red-green' : 'green-red';
}
