import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { useMarginModes, usePositionSides } from '../../i18n/perpetual.ts';
import { venueSlug } from '../../state/brand.ts';
import type { FuturesModel, PositionHead } from '../../state/futures.ts';
import { isPlayMoney, status } from '../../state/status.ts';
import { Picture } from '../../ui/card/Picture.tsx';
import type { CardLines } from './sharePicture.ts';
import { drawCard } from './sharePicture.ts';

interface ShareCardProps {
  readonly head: PositionHead;
  readonly model: FuturesModel;
}

/** Of the number that it stands on: what reads as nought is neither gain nor loss. */
function colourOf(text: string): CardLines['colour'] {
  if (!/[1-9]/.test(text)) return '--text-1';
  return /^[-−]/.test(text) ? '--down' : '--up';
}

/** A position as a picture, without amounts: pair, side, yield and prices. */
export function ShareCard({ head, model }: ShareCardProps) {
  const { t } = useTranslation('perpetual');
  const sides = usePositionSides();
  const modes = useMarginModes();
  const isPlay = isPlayMoney(useSnapshot(status));
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
    foot: isPlay ? t('share.play') : t('share.foot'),
    colour: colourOf(taken.roe),
  };
  return (
    <Picture
      lines={lines}
      draw={drawCard}
      height={400}
      label={`${head.name} ${taken.roe}`}
      name={`${venueSlug()}-${head.name.replace('/', '-')}`}
    />
  );
}
