import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConvertAssetsFrame, ConvertAssetsView } from '../../../workers/api.ts';
import { useView } from '../../state/useView.ts';
import { CoinIcon } from '../../ui/coin/CoinIcon.tsx';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { Press } from '../../ui/Press.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

const MOST_CHARACTERS = 20;

interface AssetPickerProps {
  readonly title: string;
  readonly onPick: (asset: string) => void;
  readonly onClose: () => void;
}

/** Picks an asset: those that the user has stand first. */
export function AssetPicker({ title, onPick, onClose }: AssetPickerProps) {
  const { t } = useTranslation('convert');
  const [search, setSearch] = useState('');
  const [frame, setFrame] = useState<ConvertAssetsFrame>();
  const view = useMemo<ConvertAssetsView>(() => ({ kind: 'convertAssets', search }), [search]);
  useView(view, setFrame);
  return (
    <Sheet title={title} onClose={onClose}>
      <SearchField
        isInset
        label={t('choose.search')}
        placeholder={t('choose.search')}
        value={search}
        most={MOST_CHARACTERS}
        isBrowsed
        onType={setSearch}
      />
      {frame ? null : <Skeleton rows={5} />}
      {frame?.lines.length === 0 ? <p className={look('faint high3')}>{t('choose.none')}</p> : null}
      <ul className={look('scrolls listing')}>
        {frame?.lines.map(({ asset, iconId, available, price }) => (
          <li key={asset}>
            <Press look="row" onClick={() => onPick(asset)}>
              <CoinIcon iconId={iconId} symbol={asset} />
              <b className={look('grows')}>{asset}</b>
              <span className={look('faint')}>
                {available === '' ? price : <Amount className={look('bright')} text={available} />}
              </span>
            </Press>
          </li>
        ))}
      </ul>
      {frame?.isCut ? <p className={look('faint high3')}>{t('choose.cut')}</p> : null}
    </Sheet>
  );
}
