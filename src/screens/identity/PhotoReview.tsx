import { useTranslation } from 'react-i18next';
import type { PhotoKind } from '../../../domain/index.ts';
import { photoKinds } from '../../../domain/index.ts';
import { useIdentityFields } from '../../i18n/identity.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { ask } from '../../state/login.ts';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useTexts } from '../../ui/form/useTexts.ts';
import { look } from '../../ui/look.ts';
import type { Upload } from '../../ui/upload/useUpload.ts';
import photos from './PhotoReview.module.css';
import { StoredPhoto } from './StoredPhoto.tsx';
import { arrivedId } from './usePhotos.ts';

interface PhotoReviewProps {
  readonly uploads: Readonly<Record<PhotoKind, Upload>>;
  readonly onStep: (kind: PhotoKind) => void;
  readonly onSent: () => void;
}

/** All photos side by side before they are sent in. */
export function PhotoReview({ uploads, onStep, onSent }: PhotoReviewProps) {
  const { t } = useTranslation('identity');
  const form = useTexts({});
  const send = async () => {
    const [front, back, holding] = [uploads.front, uploads.back, uploads.holding].map(arrivedId);
    if (!front || !back || !holding) {
      const missing = photoKinds.find((kind) => arrivedId(uploads[kind]) === undefined);
      if (missing) onStep(missing);
      return undefined;
    }
    const result = await ask('identity.advanced', { front, back, holding });
    if (result.ok) onSent();
    else if (result.error.code === 'photoMissing') await clearLost(uploads);
    return result.ok ? undefined : result.error;
  };
  return (
    <Form form={form} places={{}} send={send} action={t('send')}>
      <p className={look('quiet')}>{t('check')}</p>
      <ul className={look('divided grid', photos['photos'])}>
        {photoKinds.map((kind) => (
          <Line key={kind} kind={kind} upload={uploads[kind]} onStep={onStep} />
        ))}
      </ul>
      <p className={look('quiet')}>{t('privacy')}</p>
    </Form>
  );
}

/** Empties the fields whose photos the exchange does not keep any more. */
async function clearLost(uploads: PhotoReviewProps['uploads']): Promise<void> {
  const state = await ask('identity.state', {});
  if (!state.ok) return;
  const kept = new Set(state.data.photos.map(({ id }) => id));
  for (const kind of photoKinds) if (!kept.has(arrivedId(uploads[kind]) ?? '')) uploads[kind].clear();
}

interface LineProps {
  readonly kind: PhotoKind;
  readonly upload: Upload;
  readonly onStep: (kind: PhotoKind) => void;
}

/** One photo as it will be sent; its progress while it is on its way. */
function Line({ kind, upload, onStep }: LineProps) {
  const { t } = useTranslation(['identity', 'wallet']);
  const fields = useIdentityFields();
  const { ofRefusal } = useRefusalWords();
  const { state, preview } = upload;
  const id = arrivedId(upload);
  const words = {
    none: t('photo.missing'),
    shrinking: t('wallet:upload.shrinking'),
    sending: t('wallet:upload.underWay'),
    sent: t('photo.there'),
    failed: state.step === 'failed' ? ofRefusal(state.refusal) : '',
  };
  return (
    <li className={look('stack3 middle high2')} data-step={state.step}>
      <div className={look('centred ground2 round2')}>
        {preview === '' ? null : <img className={look('block round2')} src={preview} alt={fields[kind]} />}
        {preview === '' && id !== undefined ? <StoredPhoto id={id} label={fields[kind]} /> : null}
      </div>
      <p className={look('grid breaks')}>
        <b>{fields[kind]}</b>
        <span
          className={state.step === 'failed' || state.step === 'none' ? look('failed') : look('quiet')}
          role="status"
        >
          {words[state.step]}
        </span>
      </p>
      <Button look="link" onClick={() => onStep(kind)}>
        {state.step === 'none' ? t('photo.add') : t('photo.change')}
      </Button>
    </li>
  );
}
