import { useTranslation } from 'react-i18next';
import { storageStates } from '../../../domain/index.ts';
import type { StoragePlansView } from '../../../workers/api.ts';
import { useStorageStates } from '../../i18n/storage.ts';
import { usePersonView } from '../../state/usePersonView.ts';
import { Choice, changed, Filters } from '../../ui/records/Filters.tsx';

interface StorageFiltersProps {
  readonly params: URLSearchParams;
  readonly onChange: (params: URLSearchParams) => void;
}

const PLANS: StoragePlansView = { kind: 'storagePlans', turn: 0 };

/** Narrows the orders down. */
export function StorageFilters({ params, onChange }: StorageFiltersProps) {
  const { t } = useTranslation(['storage', 'funds']);
  const states = useStorageStates();
  const frame = usePersonView(PLANS);
  const assets = [...new Set((frame?.plans ?? []).map(({ asset }) => asset))];
  return (
    <Filters params={params} onChange={onChange}>
      <Choice
        name={t('state.label')}
        value={params.get('state') ?? ''}
        options={storageStates.map((id) => ({ id, text: states[id] }))}
        onChange={(id) => onChange(changed(params, 'state', id))}
      />
      <Choice
        name={t('funds:records.asset')}
        value={params.get('asset') ?? ''}
        options={assets.map((id) => ({ id, text: id }))}
        onChange={(id) => onChange(changed(params, 'asset', id))}
      />
    </Filters>
  );
}
