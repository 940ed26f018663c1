import { useTranslation } from 'react-i18next';
import { accountKinds, movementKinds } from '../../../domain/index.ts';
import { useAccountNames, useMovementNames } from '../../i18n/funds.ts';
import { useOwnAssets } from '../../state/useOwnAssets.ts';
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
  const assets = useOwnAssets(params.get('asset'));
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
