import { Image } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CameraState } from '../camera/camera.ts';
import { Sheet } from '../dialog/Sheet.tsx';
import { look } from '../look.ts';
import { FileButton } from '../upload/FileButton.tsx';
import { readFileCode } from './readCode.ts';
import styles from './ScanSheet.module.css';
import { useScanner } from './useScanner.ts';

interface ScanSheetProps {
  readonly title: string;
  readonly onFound: (text: string) => void;
  readonly onClose: () => void;
}

/** Reads a QR code from the camera, or from a picture where there is no camera. */
export function ScanSheet({ title, onFound, onClose }: ScanSheetProps) {
  const { t } = useTranslation('wallet');
  const { video, state } = useScanner(onFound);
  return (
    <Sheet title={title} onClose={onClose} footer={<FromPicture onFound={onFound} />}>
      <div className={look('centred box mids relative', styles['camera'])} data-state={state}>
        {/* A live picture has no sound, and nothing to caption. */}
        <video ref={video} muted playsInline aria-label={t('scan.camera')} />
        {state === 'on' ? <i aria-hidden="true" /> : null}
        <CameraWords state={state} />
      </div>
    </Sheet>
  );
}

function CameraWords({ state }: { readonly state: CameraState }) {
  const { t } = useTranslation('wallet');
  const words: Record<CameraState, string> = {
    asking: t('scan.asking'),
    on: t('scan.hold'),
    refused: t('scan.refused'),
    none: t('scan.none'),
  };
  return (
    <p className={look('text mid relative')} role="status">
      {words[state]}
    </p>
  );
}

function FromPicture({ onFound }: Pick<ScanSheetProps, 'onFound'>) {
  const { t } = useTranslation('wallet');
  const [hasNone, setHasNone] = useState(false);
  const read = async (file: File) => {
    setHasNone(false);
    const text = await readFileCode(file).catch(() => undefined);
    if (text) onFound(text);
    else setHasNone(true);
  };
  return (
    <div className={look('grows', styles['picture'])}>
      <FileButton look="quiet" text={t('scan.picture')} Icon={Image} onChoose={(file) => void read(file)} />
      <p className={look('failed')} role="alert">
        {hasNone ? t('scan.noCode') : ''}
      </p>
    </div>
  );
}
