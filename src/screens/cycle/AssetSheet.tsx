import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AssetClass } from '../../../domain/index.ts';
import type { CycleAssetLine, CycleAssetsFrame, CycleAssetsView } from '../../../workers/api.ts';
import { useAssetStatusNames, useClassNames } from '../../i18n/cycle.ts';
import { useView } from '../../state/useView.ts';
import { CoinIcon } from '../../ui/coin/CoinIcon.tsx';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import { look } from '../../ui/look.ts';
import { Press } from '../../ui/Press.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';

const VIEW: CycleAssetsView = { kind: 'cycleAssets' };

interface AssetSheetProps {
  /** Shown first. */
  readonly assetClass: AssetClass;
  readonly onPick: (asset: string) => void;
  readonly onClose: () => void;
}

/** Picks another asset, with live prices and hours. */
export function AssetSheet({ assetClass, onPick, onClose }: AssetSheetProps) {
  const { t } = useTranslation('cycle');
  const names = useClassNames();
  const [shown, setShown] = useState(assetClass);
  const [frame, setFrame] = useState<CycleAssetsFrame>();
  useView(VIEW, setFrame);
  const lines = frame?.lines.filter((line) => line.assetClass === shown) ?? [];
  return (
    <Sheet title={t('assets')} onClose={onClose}>
      <Tabs
        look="chips"
        label={t('class.label')}
        selected={shown}
        onSelect={setShown}
        tabs={(['crypto', 'commodity'] as const).map((id) => ({ id, text: names[id] }))}
      />
      {frame ? null : <Skeleton rows={5} />}
      <ul className={look('scrolls listing')}>
        {lines.map((line) => (
          <Line key={line.id} line={line} onPick={onPick} />
        ))}
      </ul>
    </Sheet>
  );
}

interface LineProps extends Pick<AssetSheetProps, 'onPick'> {
  readonly line: CycleAssetLine;
}

function Line({ line, onPick }: LineProps) {
  const { t } = useTranslation('cycle');
  const statuses = useAssetStatusNames();
  const { id, name, base, iconId, status, opensIn, price, percent, direction } = line;
  return (
    <li>
      <Press look="row" onClick={() => onPick(id)}>
        <CoinIcon iconId={iconId} symbol={base} />
        <span className={look('grid grows')}>
          <b>{name}</b>
          {status === 'open' ? null : (
            <small className={look('warning')}>
              {opensIn === '' ? statuses[status] : t('opens', { time: opensIn })}
            </small>
          )}
        </span>
        <span className={look('grid right')}>
          <b>{price}</b>
          <small data-direction={direction > 0 ? 'up' : direction < 0 ? 'down' : 'flat'}>{percent}</small>
        </span>
      </Press>
    </li>
  );
}
