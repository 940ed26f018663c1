import { Camera, Image, RotateCw, Trash2, X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefusalWords } from '../form/refusals.ts';
import styles from './PictureField.module.css';
import type { Upload, UploadState } from './useUpload.ts';

interface PictureFieldProps {
  readonly label: string;
  readonly upload: Upload;
  /** What is missing, in words. */
  readonly error?: string | undefined;
}

/** A picture from the camera or a file, with how far it has come. */
export function PictureField({ label, upload, error }: PictureFieldProps) {
  const { state, preview } = upload;
  return (
    <fieldset className={styles['field']}>
      <legend>{label}</legend>
      {preview === '' ? null : <img src={preview} alt={label} />}
      {state.step === 'none' || (state.step === 'failed' && preview === '') ? <Ways upload={upload} /> : null}
      <Progress state={state} />
      <Actions upload={upload} />
      {error && state.step === 'none' ? (
        <p className={styles['error']} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

/** On a phone the first opens the camera itself; elsewhere both choose a file. */
function Ways({ upload }: { readonly upload: Upload }) {
  const { t } = useTranslation('wallet');
  return (
    <div className={styles['ways']}>
      <Way text={t('upload.camera')} Icon={Camera} isCamera onChoose={upload.choose} />
      <Way text={t('upload.file')} Icon={Image} onChoose={upload.choose} />
    </div>
  );
}

interface WayProps {
  readonly text: string;
  readonly Icon: typeof Camera;
  readonly isCamera?: boolean;
  readonly onChoose: (file: Blob) => void;
}

function Way({ text, Icon, isCamera, onChoose }: WayProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" onClick={() => input.current?.click()}>
        <Icon size={18} aria-hidden="true" /> {text}
      </button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture={isCamera ? 'environment' : undefined}
        className="visually-hidden"
        tabIndex={-1}
        aria-label={text}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onChoose(file);
          target.value = '';
        }}
      />
    </>
  );
}

function Progress({ state }: { readonly state: UploadState }) {
  const { t } = useTranslation('wallet');
  const { ofRefusal } = useRefusalWords();
  const isUnderWay = state.step === 'shrinking' || state.step === 'sending';
  const percent = state.step === 'sending' ? state.percent : 0;
  const words = () => {
    if (state.step === 'sending') return t('upload.sending', { percent });
    if (state.step === 'shrinking') return t('upload.shrinking');
    if (state.step === 'sent') return t('upload.sent');
    return '';
  };
  return (
    <>
      {isUnderWay ? <progress max={100} value={percent} aria-label={t('upload.progress')} /> : null}
      <p className={styles['said']} role="status">
        {words()}
      </p>
      {state.step === 'failed' ? (
        <p className={styles['error']} role="alert">
          {ofRefusal(state.refusal)}
        </p>
      ) : null}
    </>
  );
}

function Actions({ upload: { state, preview, again, clear } }: { readonly upload: Upload }) {
  const { t } = useTranslation('wallet');
  if (state.step === 'none') return null;
  const isUnderWay = state.step === 'shrinking' || state.step === 'sending';
  return (
    <div className={styles['ways']}>
      {state.step === 'failed' && preview !== '' ? (
        <button type="button" onClick={again}>
          <RotateCw size={18} aria-hidden="true" /> {t('upload.again')}
        </button>
      ) : null}
      {state.step === 'failed' && preview === '' ? null : (
        <button type="button" onClick={clear}>
          {isUnderWay ? <X size={18} aria-hidden="true" /> : <Trash2 size={18} aria-hidden="true" />}
          {isUnderWay ? t('upload.cancel') : t('upload.remove')}
        </button>
      )}
    </div>
  );
}
