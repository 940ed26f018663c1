import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhotoKind } from '../../../domain/index.ts';
import type { RejectedField } from '../../../workers/api.ts';
import { useIdentityFields } from '../../i18n/identity.ts';
import { Button } from '../../ui/Button.tsx';
import { look } from '../../ui/look.ts';
import { PictureField } from '../../ui/upload/PictureField.tsx';
import type { Upload } from '../../ui/upload/useUpload.ts';
import { PhotoSheet } from './PhotoSheet.tsx';
import { Reason } from './Reasons.tsx';
import { StoredPhoto } from './StoredPhoto.tsx';
import { arrivedId } from './usePhotos.ts';

interface PhotoStepProps {
  readonly kind: PhotoKind;
  readonly upload: Upload;
  /** Why the last one of it was rejected. */
  readonly reason: RejectedField | undefined;
  readonly onNext: () => void;
}

/** One photo: how it should look, the ways to take it, and how far it is. It goes on being sent at the next step. */
export function PhotoStep({ kind, upload, reason, onNext }: PhotoStepProps) {
  const { t } = useTranslation('identity');
  const fields = useIdentityFields();
  const [isOpen, setOpen] = useState(false);
  const id = arrivedId(upload);
  const hints = { front: t('hint.front'), back: t('hint.back'), holding: t('hint.holding') };
  // A page that came without encryption is given no camera: the phone's own app takes its place.
  const canShow = 'mediaDevices' in navigator && navigator.mediaDevices !== undefined;
  return (
    <section className={look('stack4')}>
      <PictureField
        label={fields[kind]}
        upload={upload}
        hint={<Hint text={hints[kind]} reason={reason} />}
        onCamera={canShow ? () => setOpen(true) : undefined}
        arrived={id === undefined ? null : <StoredPhoto id={id} label={fields[kind]} />}
      />
      <Button look="main" isWide disabled={upload.state.step === 'none'} onClick={onNext}>
        {t('next')}
      </Button>
      {isOpen ? (
        <PhotoSheet
          kind={kind}
          onTaken={(photo) => {
            setOpen(false);
            upload.choose(photo);
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </section>
  );
}

function Hint({ text, reason }: Pick<PhotoStepProps, 'reason'> & { readonly text: string }) {
  return (
    <>
      {reason ? (
        <p className={look('bad')}>
          <Reason reason={reason} />
        </p>
      ) : null}
      <p>{text}</p>
    </>
  );
}
