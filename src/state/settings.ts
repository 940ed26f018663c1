import { proxy } from 'valtio';
import type { Language } from '../../domain/index.ts';
import { startLanguage } from '../../domain/index.ts';
import { readJson, readText, storageKeys, watchStorage, writeJson, writeText } from './storage.ts';

export const themes = ['system', 'dark', 'light'] as const;
export const movePairs = ['language', 'green-red', 'red-green', 'blue-orange'] as const;
export const refreshModes = ['live', 'balanced', 'saver'] as const;

export interface Settings {
  language: Language;
  theme: (typeof themes)[number];
  /** Colours of rising and falling prices; `language`: red rises where people expect that. */
  moves: (typeof movePairs)[number];
  refresh: (typeof refreshModes)[number];
  /** Amounts of the person's own money are covered. */
  hideAmounts: boolean;
  /** Orders are shown with their numbers once more before they are sent. */
  confirmOrders: boolean;
}

/** Languages whose readers expect red for rising. */
const RED_RISES: readonly Language[] = ['zh_hk', 'zh_cn', 'jp', 'kr'];

type Kept = Pick<Settings, 'theme' | 'moves' | 'refresh' | 'hideAmounts' | 'confirmOrders'>;

function keptSettings(value: unknown): Kept | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { theme, moves, refresh, hideAmounts, confirmOrders } = value as Record<string, unknown>;
  const pick = <T>(allowed: readonly T[], given: unknown): T | undefined =>
    allowed.find((each) => each === given);
  return {
    theme: pick(themes, theme) ?? 'system',
    moves: pick(movePairs, moves) ?? 'language',
    refresh: pick(refreshModes, refresh) ?? 'balanced',
    hideAmounts: hideAmounts === true,
    confirmOrders: confirmOrders !== false,
  };
}

function firstSettings(): Settings {
  const kept = readJson(storageKeys.settings, keptSettings);
  const stored = readText(storageKeys.language);
  const language = startLanguage(stored, navigator.languages ?? []);
  // A stored 'zh' is reset, as the specification says (§4).
  if (stored !== null && stored !== language) writeText(storageKeys.language, language);
  const first: Kept = {
    theme: 'system',
    moves: 'language',
    refresh: 'balanced',
    hideAmounts: false,
    confirmOrders: true,
  };
  return { language, ...first, ...kept };
}

export const settings = proxy<Settings>(firstSettings());

/** The only writer of `settings`. */
export function changeSettings(change: Partial<Settings>): void {
  Object.assign(settings, change);
  const { language, theme, moves, refresh, hideAmounts, confirmOrders } = settings;
  if (change.language) writeText(storageKeys.language, language);
  writeJson(storageKeys.settings, { theme, moves, refresh, hideAmounts, confirmOrders } satisfies Kept);
}

/** Follows what other tabs choose. @returns undo. */
export function followSettings(): () => void {
  const load = () => void Object.assign(settings, firstSettings());
  const undo = [watchStorage(storageKeys.settings, load), watchStorage(storageKeys.language, load)];
  return () => {
    for (const stop of undo) stop();
  };
}

/** The pair of colours in force. */
export function movePair({ moves, language }: Settings): 'green-red' | 'red-green' | 'blue-orange' {
  if (moves !== 'language') return moves;
  return RED_RISES.includes(language) ? 'red-green' : 'green-red';
}
