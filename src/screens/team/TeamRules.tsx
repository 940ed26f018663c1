import { useTranslation } from 'react-i18next';
import { look } from '../../ui/look.ts';
import type { Team } from './TeamGate.tsx';
import styles from './TeamRules.module.css';

/** What earns a reward, and what does not. */
export function TeamRules({ rates }: Pick<Team, 'rates'>) {
  const { t } = useTranslation('team');
  return (
    <section className={look('stack', styles['rules'])}>
      <h2 className={look('normal')}>{t('rules.title')}</h2>
      <ul className={look('stack quiet')}>
        <li>{t('rules.rates', { direct: rates.direct, second: rates.second })}</li>
        <li>{t('rules.daily')}</li>
        <li>{t('rules.cap')}</li>
        <li>{t('rules.own')}</li>
        <li>{t('rules.alone')}</li>
      </ul>
    </section>
  );
}
