import { useTranslation } from 'react-i18next';
import type { Refusal } from '../../../domain/index.ts';
import { Failed, Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './content.module.css';

/** What was kept is shown with its age. */
export function Age({ age }: { readonly age: string | undefined }) {
  const { t } = useTranslation('content');
  if (age === undefined) return null;
  return (
    <p className={styles['mark']} role="status">
      {t('saved', { age })}
    </p>
  );
}

interface WaitingProps {
  readonly failed: Refusal | undefined;
  readonly onRetry: () => void;
}

/** In place of what has not come: on its way, failed, or gone for good. */
export function Waiting({ failed, onRetry }: WaitingProps) {
  const { t } = useTranslation('content');
  if (!failed) return <Skeleton rows={4} />;
  if (failed.code === 'notFound' || failed.code === 'bodyInvalid')
    return <Notice title={t('gone.title')} text={t('gone.text')} />;
  return <Failed onRetry={onRetry} />;
}
