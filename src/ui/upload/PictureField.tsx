import { Camera, Image, RotateCw, Trash2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { Button } from '../Button.tsx';
import { look } from '../look.ts';
import { FileButton } from './FileButton.tsx';
import styles from './PictureField.module.css';
import type { Upload, UploadState } from './useUpload.ts';

interface PictureFieldProps {
  readonly label: string;
  readonly upload: Upload;
  /** What is missing, in words. */
  readonly error?: string | undefined;
  /** What the picture should show, and how; stands above the ways to take it. */
  readonly hint?: ReactNode;
  /** Opens a camera of the screen's own; without it, a phone's own app for pictures takes its place. */
  readonly onCamera?: (() => void) | undefined;
  /** What has arrived on an earlier visit, to look at. */
  readonly arrived?: ReactNode;
  /** The file was chosen elsewhere: no ways to take one stand here. */
  readonly isChosen?: boolean;
}

/** A picture from the camera or a file, with how far it has come. */
export function PictureField(props: PictureFieldProps) {
  const { label, upload, error, hint, onCamera, arrived, isChosen = false } = props;
  const { state, preview } = upload;
  const isOpen = !isChosen && (state.step === 'none' || (state.step === 'failed' && preview === ''));
  return (
    <fieldset className={look('stack', styles['field'])}>
      <legend>{label}</legend>
      {hint && isOpen ? <div className={look('filled quiet')}>{hint}</div> : null}
      {preview === '' ? null : <img src={preview} alt={label} />}
      {preview === '' && state.step === 'sent' ? arrived : null}
      {isOpen ? <Ways upload={upload} onCamera={onCamera} /> : null}
      <Progress state={state} />
      <Actions upload={upload} isChosen={isChosen} />
      {error && state.step === 'none' ? (
        <p className={look('failed')} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

function Ways({ upload, onCamera }: Pick<PictureFieldProps, 'upload' | 'onCamera'>) {
  const { t } = useTranslation('wallet');
  return (
    <div className={look('flex wrap gap2', styles['ways'])}>
      {onCamera ? (
        <Button look="soft" onClick={onCamera}>
          <Camera size={18} aria-hidden="true" /> {t('upload.camera')}
        </Button>
      ) : (
        <FileButton text={t('upload.camera')} Icon={Camera} isCamera onChoose={upload.choose} />
      )}
      <FileButton text={t('upload.file')} Icon={Image} onChoose={upload.choose} />
    </div>
  );
}

function Progress({ state }: { readonly state: UploadState }) {
  const { t } = useTranslation('wallet');
  const { ofRefusal } = useRefusalWords();
  const isUnderWay = state.step === 'shrinking' || state.step === 'sending';
  const percent = state.step === 'sending' ? state.percent : 0;
  // How far it is changes too often to be spoken each time.
  const words = () => {
    if (state.step === 'sending') return t('upload.underWay');
    if (state.step === 'shrinking') return t('upload.shrinking');
    if (state.step === 'sent') return t('upload.sent');
    return '';
  };
  return (
    <>
      {isUnderWay ? <progress max={100} value={percent} aria-label={t('upload.progress')} /> : null}
      {state.step === 'sending' ? (
        <p className={look('filled quiet')} aria-hidden="true">
          {t('upload.sending', { percent })}
        </p>
      ) : null}
      <p className={state.step === 'sending' ? 'visually-hidden' : look('quiet filled')} role="status">
        {words()}
      </p>
      {state.step === 'failed' ? (
        <p className={look('failed')} role="alert">
          {ofRefusal(state.refusal)}
        </p>
      ) : null}
    </>
  );
}

function Actions({ upload, isChosen }: Required<Pick<PictureFieldProps, 'upload' | 'isChosen'>>) {
  const { t } = useTranslation('wallet');
  const { state, preview, again, clear } = upload;
  if (state.step === 'none') return null;
  const isUnderWay = state.step === 'shrinking' || state.step === 'sending';
  return (
    <div className={look('flex wrap gap2', styles['ways'])}>
      {state.step === 'failed' && preview !== '' ? (
        <Button look="soft" onClick={again}>
          <RotateCw size={18} aria-hidden="true" /> {t('upload.again')}
        </Button>
      ) : null}
      {state.step === 'failed' && preview === '' && !isChosen ? null : (
        <Button look="soft" onClick={clear}>
          {isUnderWay ? <X size={18} aria-hidden="true" /> : <Trash2 size={18} aria-hidden="true" />}
          {isUnderWay ? t('upload.cancel') : t('upload.remove')}
        </Button>
      )}
    </div>
  );
}
