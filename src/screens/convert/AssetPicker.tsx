import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConvertAssetsFrame, ConvertAssetsView } from '../../../workers/api.ts';
import { useView } from '../../state/useView.ts';
import { CoinIcon } from '../../ui/coin/CoinIcon.tsx';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import layout from '../../ui/layout.module.css';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './AssetPicker.module.css';

const MOST_CHARACTERS = 20;

interface AssetPickerProps {
  readonly title: string;
  readonly onPick: (asset: string) => void;
  readonly onClose: () => void;
}

/** Picks an asset: those that the person has stand first. */
export function AssetPicker({ title, onPick, onClose }: AssetPickerProps) {
  const { t } = useTranslation('convert');
  const [search, setSearch] = useState('');
  const [frame, setFrame] = useState<ConvertAssetsFrame>();
  const view = useMemo<ConvertAssetsView>(() => ({ kind: 'convertAssets', search }), [search]);
  useView(view, setFrame);
  return (
    <Sheet title={title} onClose={onClose}>
      <input
        type="search"
        className={`${layout['box']} ${styles['search']}`}
        autoComplete="off"
        spellCheck={false}
        maxLength={MOST_CHARACTERS}
        aria-label={t('choose.search')}
        placeholder={t('choose.search')}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      {frame ? null : <Skeleton rows={5} />}
      {frame?.lines.length === 0 ? (
        <p className={`${layout['faint']} ${styles['note']}`}>{t('choose.none')}</p>
      ) : null}
      <ul className={styles['list']}>
        {frame?.lines.map(({ asset, iconId, available, price }) => (
          <li key={asset}>
            <button type="button" onClick={() => onPick(asset)}>
              <CoinIcon iconId={iconId} symbol={asset} />
              <b>{asset}</b>
              <span>{available === '' ? price : <Amount className={styles['own']} text={available} />}</span>
            </button>
          </li>
        ))}
      </ul>
      {frame?.isCut ? <p className={`${layout['faint']} ${styles['note']}`}>{t('choose.cut')}</p> : null}
    </Sheet>
  );
}
