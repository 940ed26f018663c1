import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Profile } from '../../../domain/contract/index.ts';
import { securityScore } from '../../../domain/index.ts';
import layout from '../../ui/layout.module.css';
import styles from './account.module.css';

const PATHS = {
  email: '/mine/email',
  fundPassword: '/mine/fund',
  totp: '/mine/totp',
  phone: '/mine/phone',
  antiPhishing: '/mine/phishing',
} as const;
const MOST_POINTS = 100;

/** How safe the account is, and what to do next. */
export function Score({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('account');
  const { points, level, next } = securityScore(profile.measures);
  const levels = { low: t('score.low'), medium: t('score.medium'), high: t('score.high') };
  const steps = {
    email: t('next.email'),
    fundPassword: t('next.fundPassword'),
    totp: t('next.totp'),
    phone: t('next.phone'),
    antiPhishing: t('next.antiPhishing'),
  };
  return (
    <section className={`${layout['stack1']} ${layout['surface']} ${styles['score']}`} data-level={level}>
      <header>
        <h2>{t('score.title')}</h2>
        <em className={styles['safety']}>{levels[level]}</em>
      </header>
      <p>
        <b>{points}</b>
        <span>{t('score.of', { most: MOST_POINTS })}</span>
      </p>
      <progress value={points} max={MOST_POINTS} aria-label={t('score.title')} />
      {next ? <Link to={PATHS[next]}>{steps[next]}</Link> : <span>{t('score.complete')}</span>}
    </section>
  );
}
