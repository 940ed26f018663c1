import { useTranslation } from 'react-i18next';
import type { Profile } from '../../../domain/contract/index.ts';
import { securityScore } from '../../../domain/index.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { look } from '../../ui/look.ts';

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
    <section className={look('stack1 surface')} data-level={level}>
      <header className={look('flex spread gap3')}>
        <h2 className={look('quiet light')}>{t('score.title')}</h2>
        <em className={level === 'high' ? look('accent small strong') : look('warning small strong')}>
          {levels[level]}
        </em>
      </header>
      <p className={look('flex baseline gap1 dim')}>
        <b className={look('bright huge')}>{points}</b>
        <span>{t('score.of', { most: MOST_POINTS })}</span>
      </p>
      <progress value={points} max={MOST_POINTS} aria-label={t('score.title')} />
      {next ? (
        <ButtonLink look="link" to={PATHS[next]}>
          {steps[next]}
        </ButtonLink>
      ) : (
        <span className={look('text')}>{t('score.complete')}</span>
      )}
    </section>
  );
}
