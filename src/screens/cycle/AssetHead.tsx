import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AssetClass } from '../../../domain/index.ts';
import type { CycleAssetHead } from '../../../workers/api.ts';
import { useClassNames } from '../../i18n/cycle.ts';
import { useAsk } from '../../state/useAsk.ts';
import { useTicker } from '../../state/useTicker.ts';
import { look } from '../../ui/look.ts';
import { NewsBell } from '../../ui/NewsBell.tsx';
import { StaleMark } from '../../ui/StaleMark.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { LivePrice, PairButton } from '../../ui/trade/HeadParts.tsx';
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
  const { model, freshness, market } = useTicker(id);
  // Until its name comes, what it is made of: the same words for nearly all.
  const name = head?.name ?? market?.name ?? id.replace('-', '/');
  return (
    <header className={look('inset rigid', styles['head'])}>
      <div className={look('between tap', styles['classes'])}>
        <Classes selected={head?.assetClass} onPick={onPick} />
        <StaleMark freshness={freshness} />
        <NewsBell />
      </div>
      <div className={look('between tap', styles['asset'])}>
        <PairButton name={name} label={t('choose', { name })} onPick={() => setPicking(true)} />
        <div className={look('flex wrap baseline across2 pushed small', styles['numbers'])}>
          <LivePrice cells={model.cells} />
        </div>
      </div>
      {head && head.opensIn !== '' ? (
        <p className={look('warned small round3', styles['closed'])}>
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
