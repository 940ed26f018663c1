import { Check, CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PhotoKind } from '../../../domain/index.ts';
import { photoKinds } from '../../../domain/index.ts';
import type { RejectedField } from '../../../workers/api.ts';
import { useIdentityFields } from '../../i18n/identity.ts';
import { look } from '../../ui/look.ts';
import { Press } from '../../ui/Press.tsx';
import type { Upload } from '../../ui/upload/useUpload.ts';
import styles from './StepBar.module.css';
import { arrivedId } from './usePhotos.ts';

interface StepBarProps {
  readonly step: PhotoKind | 'send';
  readonly uploads: Readonly<Record<PhotoKind, Upload>>;
  readonly reasons: readonly RejectedField[];
  readonly onStep: (step: PhotoKind | 'send') => void;
}

/** The steps of the application, with what is done and what has to be done again. */
export function StepBar({ step, uploads, reasons, onStep }: StepBarProps) {
  const { t } = useTranslation('identity');
  const fields = useIdentityFields();
  const last = photoKinds.length + 1;
  return (
    <nav className={look('flex middle spread', styles['bar'])} aria-label={t('steps.title')}>
      {photoKinds.map((kind, index) => {
        const isDone = arrivedId(uploads[kind]) !== undefined;
        const isWrong = !isDone && reasons.some(({ field }) => field === kind);
        return (
          <Press
            className={look('centred rigid relative')}
            key={kind}
            aria-current={kind === step ? 'step' : undefined}
            aria-label={t('steps.of', { step: index + 1, of: last, name: fields[kind] })}
            data-done={isDone || undefined}
            data-wrong={isWrong || undefined}
            onClick={() => onStep(kind)}
          >
            <Mark isDone={isDone} isWrong={isWrong} place={index + 1} />
          </Press>
        );
      })}
      <Press
        className={look('centred rigid relative')}
        aria-current={step === 'send' ? 'step' : undefined}
        aria-label={t('steps.of', { step: last, of: last, name: t('steps.send') })}
        onClick={() => onStep('send')}
      >
        <i className={look('centred small ground1 circle')}>{last}</i>
      </Press>
    </nav>
  );
}

interface MarkProps {
  readonly isDone: boolean;
  readonly isWrong: boolean;
  readonly place: number;
}

function Mark({ isDone, isWrong, place }: MarkProps) {
  if (isWrong)
    return (
      <i className={look('centred small ground1 circle')}>
        <CircleAlert size={16} aria-hidden="true" />
      </i>
    );
  return (
    <i className={look('centred small ground1 circle')}>
      {isDone ? <Check size={16} aria-hidden="true" /> : place}
    </i>
  );
}
