import type { CSSProperties } from 'react';
import { memo } from 'react';
import { reportError } from '../../state/client.ts';
import { look } from '../look.ts';
import styles from './CoinIcon.module.css';
import { coinIcon } from './coinIcon.ts';

interface CoinIconProps {
  /** Null for a coin that has no picture. */
  readonly iconId: number | null;
  readonly symbol: string;
}

const reported = new Set<number>();
const HUES = 12;
/** Degrees. */
const HUE_STEP = 30;

/** Address of the picture, or undefined; an id that should have one and has not is reported once. */
function addressOf(iconId: number | null): string | undefined {
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

function hueOf(symbol: string): number {
  const known = KNOWN_HUES[symbol];
  if (known !== undefined) return known;
  let sum = 0;
  for (let i = 0; i < symbol.length; i++) sum = (sum * 31 + symbol.charCodeAt(i)) % 997;
  return (sum % HUES) * HUE_STEP;
}

/** A coin's picture; a letter where there is none. */
export const CoinIcon = memo(function CoinIcon({ iconId, symbol }: CoinIconProps) {
  const address = addressOf(iconId);
  if (address === undefined) {
    return (
      <span
        className={look('centred normal strong', styles['monogram'])}
        style={{ '--hue': hueOf(symbol) } as CSSProperties}
        aria-hidden="true"
      >
        {symbol === 'USDT' ? '₮' : symbol.charAt(0)}
      </span>
    );
  }
  return (
    <svg className={styles['icon']} aria-hidden="true">
      <use href={address} />
    </svg>
  );
});
