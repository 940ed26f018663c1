import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { look } from './look.ts';
import styles from './Skeleton.module.css';

/** After so long, a line says that no answer has come. */
const LATE_MS = 3_000;

interface SkeletonProps {
  readonly rows: number;
  /** Requests again; offered once the answer is late. */
  readonly onRetry?: () => void;
}

/** Rows on their way, in the place they will have; words and a way to ask again when they do not come. */
export function Skeleton({ rows, onRetry }: SkeletonProps) {
  const { t } = useTranslation('app');
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={look('stack padLow', styles['skeleton'])} aria-busy="true">
      {isLate ? (
        <p className={look('between text tall')} role="status">
          {t('late')}{' '}
          {onRetry ? (
            <button className={look('padSide3 accent strong tap')} type="button" onClick={onRetry}>
              {t('lateRetry')}
            </button>
          ) : null}
        </p>
      ) : null}
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have nothing else
        <span className={look('box')} key={row} />
      ))}
    </div>
  );
}
