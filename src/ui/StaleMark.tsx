import { useTranslation } from 'react-i18next';
import type { Freshness } from '../../workers/api.ts';
import { useFreshness } from '../state/useFreshness.ts';
import { look } from './look.ts';
import styles from './StaleMark.module.css';

/** How old what stands beside it is: quiet while live, plain when not. */
export function StaleMark({ freshness: sent }: { readonly freshness: Freshness | undefined }) {
  const { t } = useTranslation('app');
  const freshness = useFreshness(sent);
  if (!freshness) return <span className={look('tiny inline middle', styles['mark'])} data-state="waiting" />;
  const { state, ageText } = freshness;
  // What is old shows its age, and the word where it has none.
  const word = {
    live: t('age.live'),
    slow: t('age.slow'),
    stale: t('age.stale'),
    cached: t('age.cached'),
    waiting: t('age.waiting'),
  }[state];
  const isOld = state === 'stale' || state === 'cached';
  const text = isOld ? ageText || word : word;
  const title = isOld ? word : undefined;
  return (
    <span
      className={
        isOld
          ? look('mini warning inline middle rigid', styles['mark'])
          : look('tiny inline middle rigid', styles['mark'])
      }
      data-state={state}
      title={title}
      role="status"
      aria-live="off"
    >
      <i className={look('dot')} data-state={state} aria-hidden="true" />
      {state === 'live' ? <span className="visually-hidden">{text}</span> : text}
    </span>
  );
}
