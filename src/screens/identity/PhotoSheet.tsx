import { Camera, SwitchCamera } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhotoKind } from '../../../domain/index.ts';
import { useIdentityFields } from '../../i18n/identity.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { CameraBox } from '../../ui/camera/CameraBox.tsx';
import type { CameraState, Facing } from '../../ui/camera/camera.ts';
import { takePhoto } from '../../ui/camera/photo.ts';
import { useCamera } from '../../ui/camera/useCamera.ts';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import { look } from '../../ui/look.ts';
import { FileButton } from '../../ui/upload/FileButton.tsx';
import { useObjectUrl } from '../../ui/upload/useObjectUrl.ts';
import styles from './PhotoSheet.module.css';

interface PhotoSheetProps {
  readonly kind: PhotoKind;
  readonly onTaken: (photo: Blob) => void;
  readonly onClose: () => void;
}

/** Takes a photo by the camera, with a frame for what it should show; without a camera, by the phone's own app. */
export function PhotoSheet({ kind, onTaken, onClose }: PhotoSheetProps) {
  const { t } = useTranslation('identity');
  const fields = useIdentityFields();
  const [facing, setFacing] = useState<Facing>('environment');
  const [photo, setPhoto] = useState<Blob>();
  const { video, state } = useCamera(facing);
  const preview = useObjectUrl(photo);
  const words = useCameraWords(kind);
  const shoot = async () => {
    if (video.current) setPhoto(await takePhoto(video.current));
  };
  const footer = photo ? (
    <PhotoPreview onAgain={() => setPhoto(undefined)} onUse={() => onTaken(photo)} />
  ) : (
    <Shutter
      state={state}
      onShoot={() => void shoot()}
      onTurn={() => setFacing(facing === 'user' ? 'environment' : 'user')}
      onFile={onTaken}
    />
  );
  return (
    <Sheet title={fields[kind]} onClose={onClose} footer={footer}>
      <CameraBox
        video={video}
        label={t('camera.picture')}
        state={state}
        words={photo ? undefined : words[state]}
        className={styles['camera']}
        data-kind={kind}
        data-facing={facing}
      >
        {preview === '' ? null : <img src={preview} alt={fields[kind]} />}
        {state === 'on' && !photo ? <Frame kind={kind} /> : null}
      </CameraBox>
    </Sheet>
  );
}

/** Where the document belongs, and the face above it. */
function Frame({ kind }: Pick<PhotoSheetProps, 'kind'>) {
  return (
    <>
      {kind === 'holding' ? <i className={look('circle', styles['face'])} aria-hidden="true" /> : null}
      <i className={look('round3', styles['card'])} aria-hidden="true" />
    </>
  );
}

function useCameraWords(kind: PhotoKind): Readonly<Record<CameraState, string>> {
  const { t } = useTranslation('identity');
  return {
    asking: t('camera.asking'),
    on: kind === 'holding' ? t('camera.holding') : t('camera.card'),
    refused: t('camera.refused'),
    none: t('camera.none'),
  };
}

interface ShutterProps {
  readonly state: CameraState;
  readonly onShoot: () => void;
  /** To the camera on the other side. */
  readonly onTurn: () => void;
  readonly onFile: (file: Blob) => void;
}

function Shutter({ state, onShoot, onTurn, onFile }: ShutterProps) {
  const { t } = useTranslation('identity');
  if (state === 'refused' || state === 'none')
    return (
      <div className={look('grows')}>
        <FileButton look="quiet" text={t('camera.app')} Icon={Camera} isCamera onChoose={onFile} />
      </div>
    );
  return (
    <>
      <IconButton look="round" label={t('camera.turn')} onClick={onTurn}>
        <SwitchCamera size={22} aria-hidden="true" />
      </IconButton>
      <Button look="main" disabled={state !== 'on'} onClick={onShoot}>
        {t('camera.shoot')}
      </Button>
    </>
  );
}

interface PhotoPreviewProps {
  readonly onAgain: () => void;
  readonly onUse: () => void;
}

function PhotoPreview({ onAgain, onUse }: PhotoPreviewProps) {
  const { t } = useTranslation('identity');
  return (
    <>
      <Button onClick={onAgain}>{t('camera.again')}</Button>
      <Button look="main" onClick={onUse}>
        {t('camera.use')}
      </Button>
    </>
  );
}
