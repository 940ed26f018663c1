import { CircleHelp, UserRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '../../../domain/contract/index.ts';
import { CREDIT_SCORE_START, REJECTION_POINTS } from '../../../domain/index.ts';
import { useIdentityName } from '../../i18n/accountTexts.ts';
import { CopyText } from '../../ui/CopyText.tsx';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import layout from '../../ui/layout.module.css';
import styles from './account.module.css';

/** Who this is: uid, level, identity, credit score. */
export function IdentityCard({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('account');
  const identity = useIdentityName(profile.identity);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className={`${layout['stack3']} ${styles['who']}`}>
      <span className={`${layout['centred']} ${styles['face']}`}>
        <UserRound size={26} aria-hidden="true" />
      </span>
      <div className={styles['name']}>
        <b>{profile.email ?? profile.phone ?? t('guest.name')}</b>
        <span className={`${layout['row']} ${layout['quiet']}`}>
          {t('uid')}
          <CopyText text={profile.uid} />
        </span>
      </div>
      <dl className={`${layout['surface']} ${styles['facts']}`}>
        <div>
          <dt>{t('level')}</dt>
          <dd>{profile.level}</dd>
        </div>
        <div>
          <dt>{t('identity.title')}</dt>
          <dd>{identity}</dd>
        </div>
        <div>
          <dt>{t('credit.title')}</dt>
          <dd>
            <button type="button" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
              {profile.creditScore}
              <CircleHelp size={15} aria-hidden="true" />
              <span className="visually-hidden">{t('credit.explain')}</span>
            </button>
          </dd>
        </div>
      </dl>
      {isOpen ? (
        <Sheet title={t('credit.title')} onClose={() => setIsOpen(false)}>
          <p className={styles['sheetText']}>
            {t('credit.text', { start: CREDIT_SCORE_START, points: REJECTION_POINTS })}
          </p>
        </Sheet>
      ) : null}
    </section>
  );
}
