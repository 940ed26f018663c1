import { ChevronDown } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { AssetClass } from '../../../domain/index.ts';
import type { CycleAssetHead, TickerView } from '../../../workers/api.ts';
import { useClassNames } from '../../i18n/cycle.ts';
import { TickerModel } from '../../state/tickerModel.ts';
import { useAsk } from '../../state/useAsk.ts';
import { useView } from '../../state/useView.ts';
import { LiveText } from '../../ui/LiveText.tsx';
import { StaleMark } from '../../ui/StaleMark.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import styles from './AssetHead.module.css';
import { AssetSheet } from './AssetSheet.tsx';

const NOTHING = {};

interface AssetHeadProps {
  readonly id: string;
  readonly head: CycleAssetHead | undefined;
  readonly onPick: (asset: string) => void;
}

/** Which asset, its live price, and the way to another. */
export function AssetHead({ id, head, onPick }: AssetHeadProps) {
  const { t } = useTranslation('cycle');
  const [isPicking, setPicking] = useState(false);
  const [model] = useState(() => new TickerModel());
  const { freshness, market } = useSnapshot(model.state);
  const view = useMemo<TickerView>(() => ({ kind: 'ticker', id }), [id]);
  useView(view, (frame) => model.apply(frame));
  const name = head?.name ?? market?.name ?? id;
  return (
    <header className={styles['head']}>
      <div className={styles['classes']}>
        <Classes selected={head?.assetClass} onPick={onPick} />
        <StaleMark freshness={freshness} />
      </div>
      <div className={styles['asset']}>
        <button
          type="button"
          className={styles['pair']}
          aria-haspopup="dialog"
          aria-label={t('choose', { name })}
          onClick={() => setPicking(true)}
        >
          <b>{name}</b>
          <ChevronDown size={18} aria-hidden="true" />
        </button>
        <div className={styles['numbers']}>
          <LiveText board={model.cells} cell="price" className={styles['price']} />
          <LiveText board={model.cells} cell="percent" className={styles['percent']} />
        </div>
      </div>
      {head && head.opensIn !== '' ? (
        <p className={styles['closed']}>
          {t('opens', { time: head.opensIn })} <small>{t('opensAt', { moment: head.opensAt })}</small>
        </p>
      ) : null}
      {isPicking ? (
        <AssetSheet
          assetClass={head?.assetClass ?? 'crypto'}
          onPick={(asset) => {
            setPicking(false);
            onPick(asset);
          }}
          onClose={() => setPicking(false)}
        />
      ) : null}
    </header>
  );
}

interface ClassesProps {
  readonly selected: AssetClass | undefined;
  readonly onPick: (asset: string) => void;
}

/** Crypto or commodities: the first asset of a class that is open, else its first. */
function Classes({ selected, onPick }: ClassesProps) {
  const { t } = useTranslation('cycle');
  const names = useClassNames();
  const { data } = useAsk('cycle.assets', NOTHING);
  const pickClass = (next: AssetClass) => {
    const own = data?.assets.filter(({ kind }) => kind === next) ?? [];
    const first = own.find(({ status }) => status === 'open') ?? own[0];
    if (next !== selected && first) onPick(first.id);
  };
  return (
    <Tabs
      label={t('class.label')}
      selected={selected ?? 'crypto'}
      onSelect={pickClass}
      tabs={(['crypto', 'commodity'] as const).map((id) => ({ id, text: names[id] }))}
    />
  );
}
