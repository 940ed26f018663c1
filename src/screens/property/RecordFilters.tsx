import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountKinds, movementKinds } from '../../../domain/index.ts';
import type { BalancesView } from '../../../workers/api.ts';
import { useAccountNames, useMovementNames } from '../../i18n/funds.ts';
import { useView } from '../../state/useView.ts';
import { Choice, changed, Filters } from '../../ui/records/Filters.tsx';

type Name = 'asset' | 'account' | 'kind';

interface RecordFiltersProps {
  readonly params: URLSearchParams;
  readonly onChange: (params: URLSearchParams) => void;
}

/** Narrows the records down. */
export function RecordFilters({ params, onChange }: RecordFiltersProps) {
  const { t } = useTranslation('funds');
  const accounts = useAccountNames();
  const kinds = useMovementNames();
  const assets = useAssets(params.get('asset'));
  const value = (name: Name) => params.get(name) ?? '';
  const set = (name: Name) => (text: string) => onChange(changed(params, name, text));
  return (
    <Filters params={params} onChange={onChange}>
      <Choice
        name={t('records.asset')}
        value={value('asset')}
        options={assets.map((id) => ({ id, text: id }))}
        onChange={set('asset')}
      />
      <Choice
        name={t('records.account')}
        value={value('account')}
        options={accountKinds.map((id) => ({ id, text: accounts[id] }))}
        onChange={set('account')}
      />
      <Choice
        isWide
        name={t('records.kind')}
        value={value('kind')}
        options={movementKinds.map((id) => ({ id, text: kinds[id] }))}
        onChange={set('kind')}
      />
    </Filters>
  );
}

const everything: BalancesView = { kind: 'balances' };

/** The assets that the person has, and the chosen one. */
function useAssets(chosen: string | null): readonly string[] {
  const [names, setNames] = useState('');
  useView(everything, ({ lines }) =>
    setNames(
      lines
        .map(({ asset }) => asset)
        .sort()
        .join(' '),
    ),
  );
  const assets = names === '' ? [] : names.split(' ');
  return chosen && !assets.includes(chosen) ? [chosen, ...assets] : assets;
}
