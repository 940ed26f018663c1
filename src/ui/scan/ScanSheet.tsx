import { Image } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CameraBox } from '../camera/CameraBox.tsx';
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
  const words: Record<CameraState, string> = {
    asking: t('scan.asking'),
    on: t('scan.hold'),
    refused: t('scan.refused'),
    none: t('scan.none'),
  };
  return (
    <Sheet title={title} onClose={onClose} footer={<FromPicture onFound={onFound} />}>
      <CameraBox
        video={video}
        label={t('scan.camera')}
        state={state}
        words={words[state]}
        className={styles['camera']}
      >
        {state === 'on' ? <i aria-hidden="true" /> : null}
      </CameraBox>
    </Sheet>
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
