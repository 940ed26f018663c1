import { useTranslation } from 'react-i18next';
import type { Refusal } from '../../../domain/index.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { look } from '../../ui/look.ts';
import { Failed, Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './content.module.css';

interface ReadMarksProps {
  readonly age: string | undefined;
  readonly isEnglish: boolean | undefined;
}

/** What was kept is shown with its age, and what is in English though another language was requested says so. */
export function ReadMarks({ age, isEnglish = false }: ReadMarksProps) {
  const { t } = useTranslation('content');
  return (
    <>
      {age === undefined ? null : (
        <p className={look('warned small round2', styles['mark'])} role="status">
          {t('saved', { age })}
        </p>
      )}
      {isEnglish ? <p className={look('warned small round2', styles['mark'])}>{t('english')}</p> : null}
    </>
  );
}

interface WaitingProps {
  readonly failed: Refusal | undefined;
  readonly onRetry: () => void;
  /** Where to go on from what is not there. */
  readonly way?: { readonly to: string; readonly text: string };
}

/** In place of what has not come: on its way, failed, or gone for good. */
export function Waiting({ failed, onRetry, way }: WaitingProps) {
  const { t } = useTranslation('content');
  if (!failed) return <Skeleton rows={4} />;
  if (failed.code === 'notFound' || failed.code === 'bodyInvalid')
    return (
      <Notice title={t('gone.title')} text={t('gone.text')}>
        {way ? <ButtonLink to={way.to}>{way.text}</ButtonLink> : null}
      </Notice>
    );
  return <Failed onRetry={onRetry} />;
}
