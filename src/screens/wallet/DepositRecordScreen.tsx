import { useTranslation } from 'react-i18next';
import { depositChains, depositStates } from '../../../domain/index.ts';
import { chainName, useDepositStates } from '../../i18n/wallet.ts';
import { rangeFrom } from '../../ui/records/days.ts';
import { Deposits } from './Deposits.tsx';
import { HistoryScreen } from './HistoryScreen.tsx';

/** What of the deposits is wanted, as the address says it; what makes no sense there is left out. */
function filterFrom(params: URLSearchParams) {
  const chain = depositChains.find((each) => each === params.get('chain'));
  const state = depositStates.find((each) => each === params.get('state'));
  return { ...(chain ? { chain } : {}), ...(state ? { state } : {}), ...rangeFrom(params) };
}

/** Every deposit of the user; the filter stands in the address. */
export default function DepositRecordScreen() {
  const { t } = useTranslation(['app', 'wallet']);
  const states = useDepositStates();
  return (
    <HistoryScreen
      title={t('title.deposits')}
      up="/recharge"
      file="deposits"
      filterFrom={filterFrom}
      exportOf={(filter) => ({ what: 'deposits', filter })}
      choices={[
        {
          param: 'chain',
          name: t('wallet:network'),
          options: depositChains.map((id) => ({ id, text: chainName(id) })),
        },
        {
          param: 'state',
          name: t('wallet:state'),
          options: depositStates.map((id) => ({ id, text: states[id] })),
        },
      ]}
      list={(filter, onRetry) => <Deposits filter={filter} onRetry={onRetry} />}
    />
  );
}
