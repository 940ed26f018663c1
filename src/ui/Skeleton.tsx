import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Skeleton.module.css';

/** After so long, a person is told that no answer has come. */
const LATE_MS = 3_000;

interface SkeletonProps {
  readonly rows: number;
  /** Asks anew; offered once the answer is late. */
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
    <div className={styles['skeleton']} aria-busy="true">
      {isLate ? (
        <p className={styles['late']} role="status">
          {t('late')}{' '}
          {onRetry ? (
            <button type="button" onClick={onRetry}>
              {t('lateRetry')}
            </button>
          ) : null}
        </p>
      ) : null}
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have nothing else
        <span key={row} />
      ))}
    </div>
  );
}
