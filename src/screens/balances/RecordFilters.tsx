import { useTranslation } from 'react-i18next';
import { accountKinds, movementKinds } from '../../../domain/index.ts';
import { useAccountNames, useMovementNames } from '../../i18n/funds.ts';
import { useOwnAssets } from '../../state/useOwnAssets.ts';
import { Filters } from '../../ui/records/Filters.tsx';

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
  return (
    <Filters
      params={params}
      onChange={onChange}
      choices={[
        { param: 'asset', name: t('records.asset'), options: assets.map((id) => ({ id, text: id })) },
        {
          param: 'account',
          name: t('records.account'),
          options: accountKinds.map((id) => ({ id, text: accounts[id] })),
        },
        {
          param: 'kind',
          name: t('records.kind'),
          options: movementKinds.map((id) => ({ id, text: kinds[id] })),
        },
      ]}
    />
  );
}
