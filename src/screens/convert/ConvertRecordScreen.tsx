import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { conversionKinds } from '../../../domain/index.ts';
import type { ConversionsFilter } from '../../../workers/api.ts';
import { ask, login } from '../../state/login.ts';
import { useOwnAssets } from '../../state/useOwnAssets.ts';
import { rangeFrom } from '../../ui/records/days.ts';
import { Filters } from '../../ui/records/Filters.tsx';
import { SaveButton, SaveState } from '../../ui/records/SaveFile.tsx';
import { useExport } from '../../ui/records/useExport.ts';
import { Screen } from '../../ui/Screen.tsx';
import { SignInFirst } from '../../ui/SignInFirst.tsx';
import { Conversions } from './Conversions.tsx';

const ASSET = /^[A-Za-z0-9]{1,20}$/;

/** Which conversions are wanted, as the address says it; what makes no sense there is left out. */
function filterFrom(params: URLSearchParams): ConversionsFilter {
  const asset = params.get('asset');
  const kind = conversionKinds.find((each) => each === params.get('kind'));
  return {
    ...(asset && ASSET.test(asset) ? { asset } : {}),
    ...(kind ? { conversion: kind } : {}),
    ...rangeFrom(params),
  };
}

/** All conversions; the filter stands in the address. */
export default function ConvertRecordScreen() {
  const { t } = useTranslation(['app', 'convert']);
  const { token } = useSnapshot(login);
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  const filter = useMemo(() => filterFrom(new URLSearchParams(text)), [text]);
  const file = useExport('conversions', params, () => ask('exportConversions', filter));
  return (
    <Screen
      title={t('title.convertRecord')}
      up="/convert"
      actions={token === null ? null : <SaveButton file={file} />}
    >
      {token === null ? (
        <SignInFirst gain={t('convert:record.gain')} />
      ) : (
        <>
          <SaveState file={file} />
          <RecordFilters params={params} onChange={(next) => setParams(next, { replace: true })} />
          <Conversions key={text} filter={filter} />
        </>
      )}
    </Screen>
  );
}

interface RecordFiltersProps {
  readonly params: URLSearchParams;
  readonly onChange: (params: URLSearchParams) => void;
}

function RecordFilters({ params, onChange }: RecordFiltersProps) {
  const { t } = useTranslation(['convert', 'funds']);
  const assets = useOwnAssets(params.get('asset'));
  const kinds = { quote: t('record.quote'), small: t('record.small') };
  return (
    <Filters
      params={params}
      onChange={onChange}
      choices={[
        {
          param: 'asset',
          name: t('funds:records.asset'),
          options: assets.map((id) => ({ id, text: id })),
        },
        {
          param: 'kind',
          name: t('record.kind'),
          options: conversionKinds.map((id) => ({ id, text: kinds[id] })),
        },
      ]}
    />
  );
}
