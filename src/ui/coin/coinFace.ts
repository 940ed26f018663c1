import { reportError } from '../../state/client.ts';
import { coinIcon } from './coinIcon.ts';

const reported = new Set<number>();
const HUES = 12;
/** Degrees. */
const HUE_STEP = 30;

/** Address of a coin's picture, or undefined; an id that should have one and has not is reported once. */
export function pictureOf(iconId: number | null): string | undefined {
  if (iconId === null) return undefined;
  try {
    return coinIcon(iconId);
  } catch (error) {
    if (!reported.has(iconId)) reportError('icon', String(error));
    reported.add(iconId);
    return undefined;
  }
}

/** Colours that users know a coin by, degrees. */
const KNOWN_HUES: Readonly<Record<string, number>> = { USDT: 165, USDC: 250 };

/** Degrees of the ground that a coin's letter stands on. */
export function hueOf(symbol: string): number {
  const known = KNOWN_HUES[symbol];
  if (known !== undefined) return known;
  let sum = 0;
  for (let i = 0; i < symbol.length; i++) sum = (sum * 31 + symbol.charCodeAt(i)) % 997;
  return (sum % HUES) * HUE_STEP;
}

/** The letter of a coin that has no picture. */
export const initialOf = (symbol: string): string => (symbol === 'USDT' ? '₮' : symbol.charAt(0));
