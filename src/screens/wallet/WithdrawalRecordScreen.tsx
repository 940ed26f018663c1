import { useTranslation } from 'react-i18next';
import { withdrawalKinds, withdrawalStates } from '../../../domain/index.ts';
import { useWithdrawalKinds, useWithdrawalStates } from '../../i18n/wallet.ts';
import { rangeFrom } from '../../ui/records/days.ts';
import { HistoryScreen } from './HistoryScreen.tsx';
import { Withdrawals } from './Withdrawals.tsx';

/** What of the withdrawals is wanted, as the address says it; what makes no sense there is left out. */
function filterFrom(params: URLSearchParams) {
  const of = withdrawalKinds.find((each) => each === params.get('kind'));
  const state = withdrawalStates.find((each) => each === params.get('state'));
  return { ...(of ? { of } : {}), ...(state ? { state } : {}), ...rangeFrom(params) };
}

/** Every withdrawal of the user; the filter stands in the address. */
export default function WithdrawalRecordScreen() {
  const { t } = useTranslation(['app', 'wallet']);
  const kinds = useWithdrawalKinds();
  const states = useWithdrawalStates();
  return (
    <HistoryScreen
      title={t('title.withdrawals')}
      up="/withdraw"
      file="withdrawals"
      filterFrom={filterFrom}
      exportOf={(filter) => ({ what: 'withdrawals', filter })}
      choices={[
        {
          param: 'kind',
          name: t('wallet:ways'),
          options: withdrawalKinds.map((id) => ({ id, text: kinds[id] })),
        },
        {
          param: 'state',
          name: t('wallet:state'),
          options: withdrawalStates.map((id) => ({ id, text: states[id] })),
        },
      ]}
      list={(filter, onRetry) => <Withdrawals filter={filter} onRetry={onRetry} />}
    />
  );
}
