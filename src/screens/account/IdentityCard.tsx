import { CircleHelp, UserRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '../../../domain/contract/index.ts';
import { CREDIT_SCORE_START, REJECTION_POINTS } from '../../../domain/index.ts';
import { useIdentityName } from '../../i18n/accountTexts.ts';
import { CopyText } from '../../ui/CopyText.tsx';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import { look } from '../../ui/look.ts';
import { Press } from '../../ui/Press.tsx';
import styles from './account.module.css';

/** Who this is: uid, level, identity, credit score. */
export function IdentityCard({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('account');
  const identity = useIdentityName(profile.identity);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className={look('stack3 middle', styles['who'])}>
      <span className={look('centred accent ground2 circle', styles['face'])}>
        <UserRound size={26} aria-hidden="true" />
      </span>
      <div className={look('shrinks')}>
        <b className={look('block breaks')}>{profile.email ?? profile.phone ?? t('guest.name')}</b>
        <span className={look('row quiet')}>
          {t('uid')}
          <CopyText text={profile.uid} />
        </span>
      </div>
      <dl className={look('surface grid full', styles['facts'])}>
        <div>
          <dt className={look('mini')}>{t('level')}</dt>
          <dd className={look('flex middle strong tap')}>{profile.level}</dd>
        </div>
        <div>
          <dt className={look('mini')}>{t('identity.title')}</dt>
          <dd className={look('flex middle strong tap')}>{identity}</dd>
        </div>
        <div>
          <dt className={look('mini')}>{t('credit.title')}</dt>
          <dd className={look('flex middle strong tap')}>
            <Press className={look('row')} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
              {profile.creditScore}
              <CircleHelp className={look('dim')} size={15} aria-hidden="true" />
              <span className="visually-hidden">{t('credit.explain')}</span>
            </Press>
          </dd>
        </div>
      </dl>
      {isOpen ? (
        <Sheet title={t('credit.title')} onClose={() => setIsOpen(false)}>
          <p className={look('text')}>
            {t('credit.text', { start: CREDIT_SCORE_START, points: REJECTION_POINTS })}
          </p>
        </Sheet>
      ) : null}
    </section>
  );
}
