import { useTranslation } from 'react-i18next';
import layout from '../../ui/layout.module.css';
import type { Team } from './TeamGate.tsx';
import styles from './TeamRules.module.css';

/** What earns a reward, and what does not. */
export function TeamRules({ rates }: Pick<Team, 'rates'>) {
  const { t } = useTranslation('team');
  return (
    <section className={`${layout['stack']} ${styles['rules']}`}>
      <h2>{t('rules.title')}</h2>
      <ul>
        <li>{t('rules.rates', { direct: rates.direct, second: rates.second })}</li>
        <li>{t('rules.daily')}</li>
        <li>{t('rules.cap')}</li>
        <li>{t('rules.own')}</li>
        <li>{t('rules.alone')}</li>
      </ul>
    </section>
  );
}
