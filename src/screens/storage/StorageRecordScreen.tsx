import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { ask, login } from '../../state/login.ts';
import { look } from '../../ui/look.ts';
import { changed } from '../../ui/records/period.ts';
import { SaveButton, SaveState } from '../../ui/records/SaveFile.tsx';
import { useExport } from '../../ui/records/useExport.ts';
import { Screen } from '../../ui/Screen.tsx';
import { SignInFirst } from '../../ui/SignInFirst.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { Payouts } from './Payouts.tsx';
import { StorageFilters } from './StorageFilters.tsx';
import { StorageOrders } from './StorageOrders.tsx';
import { storageFilterFrom } from './storageFilter.ts';

const SHOW = 'show';
const PAYOUTS = 'payouts';

/** Storage orders and what they paid; the filter stands in the address. */
export default function StorageRecordScreen() {
  const { t } = useTranslation(['app', 'storage']);
  const { token } = useSnapshot(login);
  const [params] = useSearchParams();
  const text = params.toString();
  const filter = useMemo(() => storageFilterFrom(new URLSearchParams(text)), [text]);
  const arePayouts = params.get(SHOW) === PAYOUTS;
  const file = useExport(arePayouts ? 'storage-payouts' : 'storage-orders', params, () =>
    ask('exportStorage', arePayouts ? { of: 'payouts' } : { of: 'orders', ...filter }),
  );
  return (
    <Screen
      title={t('title.lockRecord')}
      up="/lockMining"
      actions={token === null ? null : <SaveButton file={file} />}
    >
      {token === null ? (
        <SignInFirst title={t('storage:record.signedOut')} gain={t('storage:record.signedOutText')} />
      ) : (
        <>
          <SaveState file={file} />
          <Which />
          {arePayouts ? <Payouts /> : <StorageOrders key={text} filter={filter} />}
        </>
      )}
    </Screen>
  );
}

/** Orders or payouts; orders can be narrowed down. */
function Which() {
  const { t } = useTranslation('storage');
  const [params, setParams] = useSearchParams();
  const set = (next: URLSearchParams) => setParams(next, { replace: true });
  const shown = params.get(SHOW) === PAYOUTS ? PAYOUTS : 'orders';
  return (
    <>
      <div className={look('inset')}>
        <Tabs
          label={t('record.which')}
          selected={shown}
          onSelect={(id) => set(changed(params, SHOW, id === PAYOUTS ? id : ''))}
          tabs={[
            { id: 'orders', text: t('record.orders') },
            { id: PAYOUTS, text: t('record.payouts') },
          ]}
        />
      </div>
      {shown === PAYOUTS ? null : <StorageFilters params={params} onChange={set} />}
    </>
  );
}
