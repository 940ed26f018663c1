import type { CSSProperties } from 'react';
import { memo } from 'react';
import { look } from '../look.ts';
import styles from './CoinIcon.module.css';
import { hueOf, initialOf, pictureOf } from './coinFace.ts';

interface CoinIconProps {
  /** Null for a coin that has no picture. */
  readonly iconId: number | null;
  readonly symbol: string;
}

/** A coin's picture; a letter where there is none. */
export const CoinIcon = memo(function CoinIcon({ iconId, symbol }: CoinIconProps) {
  const address = pictureOf(iconId);
  if (address === undefined) {
    return (
      <span
        className={look('centred normal strong', styles['monogram'])}
        style={{ '--hue': hueOf(symbol) } as CSSProperties}
        aria-hidden="true"
      >
        {initialOf(symbol)}
      </span>
    );
  }
  return (
    <svg className={styles['icon']} aria-hidden="true">
      <use href={address} />
    </svg>
  );
});
