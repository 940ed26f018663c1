import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Notice.module.css';

interface NoticeProps {
  readonly title: string;
  readonly text?: string | undefined;
  readonly children?: ReactNode;
}

/** A calm word in place of content: nothing here, not open yet, not found. */
export function Notice({ title, text, children }: NoticeProps) {
  return (
    <div className={styles['notice']}>
      <h2>{title}</h2>
      {text ? <p>{text}</p> : null}
      {children}
    </div>
  );
}

/** What failed can be asked for again, alone. @see specification §8 */
export function Failed({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation('app');
  return (
    <button type="button" className={styles['failed']} onClick={onRetry}>
      {t('failed')}
    </button>
  );
}
