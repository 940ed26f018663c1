import { useTranslation } from 'react-i18next';
import { storageStates } from '../../../domain/index.ts';
import type { StoragePlansView } from '../../../workers/api.ts';
import { useStorageStates } from '../../i18n/storage.ts';
import { useUserView } from '../../state/useUserView.ts';
import { Filters } from '../../ui/records/Filters.tsx';

interface StorageFiltersProps {
  readonly params: URLSearchParams;
  readonly onChange: (params: URLSearchParams) => void;
}

const PLANS: StoragePlansView = { kind: 'storagePlans', turn: 0 };

/** Narrows the orders down. */
export function StorageFilters({ params, onChange }: StorageFiltersProps) {
  const { t } = useTranslation(['storage', 'funds']);
  const states = useStorageStates();
  const frame = useUserView(PLANS);
  const assets = [...new Set((frame?.plans ?? []).map(({ asset }) => asset))];
  return (
    <Filters
      params={params}
      onChange={onChange}
      choices={[
        {
          param: 'state',
          name: t('state.label'),
          options: storageStates.map((id) => ({ id, text: states[id] })),
        },
        {
          param: 'asset',
          name: t('funds:records.asset'),
          options: assets.map((id) => ({ id, text: id })),
        },
      ]}
    />
  );
}
