import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Refusal } from '../../domain/index.ts';
import { ButtonLink } from './Button.tsx';
import { look } from './look.ts';
import styles from './Notice.module.css';

interface NoticeProps {
  readonly title: string;
  readonly text?: string | undefined;
  readonly children?: ReactNode;
}

/** A calm word in place of content: nothing here, not open yet, not found. */
export function Notice({ title, text, children }: NoticeProps) {
  return (
    <div className={look('stack3 lone mid', styles['notice'])}>
      <h2>{title}</h2>
      {text ? <p>{text}</p> : null}
      {children}
    </div>
  );
}

interface FailedProps {
  readonly onRetry: () => void;
  /** Why, where that is known: what a guest may not do is not requested again, but leads to what is missing. */
  readonly why?: Refusal | undefined;
}

/** What failed can be requested again, alone. @see specification §8 */
export function Failed({ onRetry, why }: FailedProps) {
  const { t } = useTranslation(['app', 'errors', 'market']);
  if (why?.code === 'guestLimited')
    return (
      <Notice title={t('errors:guestLimited')}>
        <ButtonLink to="/register">{t('market:next.keep')}</ButtonLink>
      </Notice>
    );
  return (
    <button type="button" className={look('block text wide', styles['failed'])} onClick={onRetry}>
      {t('failed')}
    </button>
  );
}
