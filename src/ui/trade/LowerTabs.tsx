import { useTranslation } from 'react-i18next';
import { look } from '../look.ts';
import { Tabs } from '../Tabs.tsx';
import styles from './LowerTabs.module.css';

/** Of which markets something is shown. */
export type Scope = 'pair' | 'all';

interface LowerTabsProps<T extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly id: T; readonly text: string; readonly count?: number }[];
  readonly selected: T;
  readonly onSelect: (id: T) => void;
  /** Of the market that is looked at. */
  readonly name: string;
  readonly scope: Scope;
  readonly onScope: (scope: Scope) => void;
  /** How many of what is selected there are in all markets. */
  readonly allCount: number;
}

/** What a user has on a market, with how much of it there is, and the way to that of all markets. */
export function LowerTabs<T extends string>(props: LowerTabsProps<T>) {
  const { label, tabs, selected, onSelect, name, scope, onScope, allCount } = props;
  const { t } = useTranslation('orders');
  const all = allCount > 0 ? `${t('allMarkets')} ${allCount}` : t('allMarkets');
  return (
    <div className={look('flex middle spread across2', styles['bar'])}>
      <Tabs
        label={label}
        selected={selected}
        onSelect={onSelect}
        tabs={tabs.map(({ id, text, count }) => ({ id, text: count ? `${text} (${count})` : text }))}
      />
      <button
        className={look('quiet')}
        type="button"
        onClick={() => onScope(scope === 'all' ? 'pair' : 'all')}
      >
        {scope === 'all' ? name : all}
      </button>
    </div>
  );
}
