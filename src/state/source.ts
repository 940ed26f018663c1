import { readText, storageKeys, writeText } from './storage.ts';

const NAMES = /^\w{1,20}(,\w{1,20}){0,9}$/;

/** Whether an exchange serves the page; without one it reads a venue itself, and nobody has an account. */
export const hasExchange = !__STATIC__;

/**
 * Which venues a page without an exchange reads, the preferred one first: as its address says (`?source=binance,okx`),
 * else as it said last; the worker knows which there are. Undefined where an exchange serves the page.
 */
export function chosenSource(): string | undefined {
  if (hasExchange) return undefined;
  const requested = new URLSearchParams(window.location.search).get('source');
  if (requested === null || !NAMES.test(requested)) return readText(storageKeys.source) ?? '';
  // Addresses within the product do not carry it on.
  writeText(storageKeys.source, requested);
  return requested;
}
