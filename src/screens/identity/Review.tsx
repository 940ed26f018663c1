import { Hourglass, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { LevelLine } from '../../../workers/api.ts';
import { useIdentityName } from '../../i18n/accountTexts.ts';
import { useLevelStates } from '../../i18n/identity.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import styles from './Identity.module.css';
import type { Identity } from './IdentityGate.tsx';
import { LevelFacts } from './LevelFacts.tsx';

interface UnderReviewProps {
  readonly identity: Identity;
  readonly line: LevelLine;
}

/** An application is being looked at; what comes of it shows here by itself. */
export function UnderReview({ identity: { simulated }, line }: UnderReviewProps) {
  const { t } = useTranslation('identity');
  const states = useLevelStates();
  return (
    <div role="status" className={styles['outcome']}>
      <Hourglass size={36} aria-hidden="true" />
      <Notice
        title={states.pending}
        text={simulated ? t('review.practice', { seconds: simulated.seconds }) : t('review.people')}
      >
        <p>{t('review.sent', { time: line.sentAt })}</p>
        <ButtonLink to="/mine/identity">{t('review.back')}</ButtonLink>
      </Notice>
    </div>
  );
}

interface CertifiedProps {
  readonly line: LevelLine;
  /** What comes next, if anything. */
  readonly next?: { readonly to: string; readonly text: string };
}

/** A level that is certified, and what it allows from now on. */
export function Certified({ line, next }: CertifiedProps) {
  const { t } = useTranslation('identity');
  const word = useIdentityName(line.level === 1 ? 'basic' : 'advanced');
  return (
    <div role="status" className={styles['outcome']} data-tone="done">
      <ShieldCheck size={36} aria-hidden="true" />
      <Notice title={word} text={t('certifiedText')}>
        <LevelFacts limits={line.limits} />
        {next ? <ButtonLink to={next.to}>{next.text}</ButtonLink> : null}
        <ButtonLink to="/mine/identity">{t('review.back')}</ButtonLink>
      </Notice>
    </div>
  );
}
