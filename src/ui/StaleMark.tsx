import { useTranslation } from 'react-i18next';
import type { Freshness } from '../../workers/api.ts';
import styles from './StaleMark.module.css';

/** How old what stands beside it is: quiet while live, plain when not. */
export function StaleMark({ freshness }: { readonly freshness: Freshness | undefined }) {
  const { t } = useTranslation('app');
  if (!freshness) return <span className={styles['mark']} data-state="waiting" />;
  const text =
    freshness.state === 'live'
      ? t('age.live')
      : freshness.state === 'slow'
        ? t('age.slow')
        : // Without an age, the word of it: what was never heard is not as new as this moment.
          freshness.ageText || t('age.stale');
  const title =
    freshness.state === 'cached' ? t('age.cached') : freshness.state === 'stale' ? t('age.stale') : undefined;
  return (
    <span className={styles['mark']} data-state={freshness.state} title={title} role="status" aria-live="off">
      <i aria-hidden="true" />
      {text}
    </span>
  );
}
