import { Download, Share2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { useMarginModes, usePositionSides } from '../../i18n/perpetual.ts';
import type { FuturesModel, PositionHead } from '../../state/futures.ts';
import { status } from '../../state/status.ts';
import { savePicture, sharePicture } from '../../ui/picture.ts';
import styles from './Futures.module.css';
import { drawCard } from './sharePicture.ts';

interface ShareCardProps {
  readonly head: PositionHead;
  readonly model: FuturesModel;
}

/** A position as a picture, without amounts: pair, side, yield and prices. */
export function ShareCard({ head, model }: ShareCardProps) {
  const { t } = useTranslation(['perpetual', 'app']);
  const sides = usePositionSides();
  const modes = useMarginModes();
  const { origin } = useSnapshot(status);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [taken] = useState(() => ({
    roe: model.cells.read(`${head.id}:roe`),
    mark: model.cells.read(`${head.id}:mark`),
  }));
  const lines = {
    pair: head.name,
    terms: `${sides[head.side]} · ${modes[head.mode]} ${head.leverage}×`,
    roe: taken.roe,
    entry: `${t('entry')} ${head.entry}`,
    mark: `${t('mark')} ${taken.mark}`,
    foot: origin === 'simulated' || origin === 'recorded' ? t('share.play') : t('share.foot'),
    isGain: !/^[-−]/.test(taken.roe),
  };
  const text = JSON.stringify(lines);
  useEffect(() => {
    if (canvas.current) drawCard(canvas.current, JSON.parse(text) as typeof lines);
  }, [text]);
  const give = (way: typeof savePicture) => () =>
    canvas.current && way(canvas.current, `tidemark-${head.name.replace('/', '-')}.png`);
  return (
    <figure className={styles['picture']}>
      <canvas ref={canvas} width={720} height={400} role="img" aria-label={`${head.name} ${taken.roe}`} />
      <figcaption>
        <button type="button" onClick={give(savePicture)}>
          <Download size={18} aria-hidden="true" /> {t('share.save')}
        </button>
        <button type="button" onClick={give(sharePicture)}>
          <Share2 size={18} aria-hidden="true" /> {t('share.send')}
        </button>
      </figcaption>
    </figure>
  );
}
