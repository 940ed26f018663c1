import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { ask, login } from '../../state/login.ts';
import { Records } from '../../ui/records/Movements.tsx';
import { SaveButton, SaveState } from '../../ui/records/SaveFile.tsx';
import { useExport } from '../../ui/records/useExport.ts';
import { Screen } from '../../ui/Screen.tsx';
import { SignInFirst } from '../../ui/SignInFirst.tsx';
import { RecordFilters } from './RecordFilters.tsx';
import { filterFrom } from './recordFilter.ts';

/** Every movement of the user's money; the filter stands in the address. */
export default function CoinRecordScreen() {
  const { t } = useTranslation(['app', 'funds']);
  const { token } = useSnapshot(login);
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  const filter = useMemo(() => filterFrom(new URLSearchParams(text)), [text]);
  const file = useExport(`${filter.account ?? 'all'}-records`, params, () => ask('exportRecords', filter));
  return (
    <Screen
      title={t('title.coinRecord')}
      up="/property"
      actions={token === null ? null : <SaveButton file={file} />}
    >
      {token === null ? (
        <SignInFirst title={t('funds:signedOut.title')} gain={t('funds:signedOut.text')} />
      ) : (
        <>
          <SaveState file={file} />
          <RecordFilters params={params} onChange={(next) => setParams(next, { replace: true })} />
          <Records key={text} filter={filter} />
        </>
      )}
    </Screen>
  );
}
