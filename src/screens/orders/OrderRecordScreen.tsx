import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { orderSides, orderStatuses } from '../../../domain/index.ts';
import { useSideNames, useStatusNames } from '../../i18n/orders.ts';
import { ask, login } from '../../state/login.ts';
import { Filters } from '../../ui/records/Filters.tsx';
import { ALL_MARKETS, orderFilterFrom } from '../../ui/records/orderFilter.ts';
import { SaveButton, SaveState } from '../../ui/records/SaveFile.tsx';
import { useExport } from '../../ui/records/useExport.ts';
import { Screen } from '../../ui/Screen.tsx';
import { SignInFirst } from '../../ui/SignInFirst.tsx';
import { Orders } from './Orders.tsx';

/** Orders of the past and the present, of one market or of all; the filter stands in the address. */
export default function OrderRecordScreen() {
  const { t } = useTranslation(['app', 'orders']);
  const { coinType = ALL_MARKETS } = useParams();
  const { token } = useSnapshot(login);
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  const filter = useMemo(() => orderFilterFrom(coinType, new URLSearchParams(text)), [coinType, text]);
  const file = useExport(`spot-orders-${filter.market ?? ALL_MARKETS}`, params, () =>
    ask('exportOrders', filter),
  );
  return (
    <Screen
      title={t('title.allRecord')}
      up="/property"
      actions={token === null ? null : <SaveButton file={file} />}
    >
      {token === null ? (
        <SignInFirst title={t('orders:signedOut.title')} gain={t('orders:signedOut.text')} />
      ) : (
        <>
          <SaveState file={file} />
          <OrderFilters
            market={filter.market}
            params={params}
            onChange={(next) => setParams(next, { replace: true })}
          />
          <Orders key={`${coinType}?${text}`} filter={filter} />
        </>
      )}
    </Screen>
  );
}

interface OrderFiltersProps {
  readonly market: string | undefined;
  readonly params: URLSearchParams;
  readonly onChange: (params: URLSearchParams) => void;
}

function OrderFilters({ market, params, onChange }: OrderFiltersProps) {
  const { t } = useTranslation('orders');
  const navigate = useNavigate();
  const sides = useSideNames();
  const statuses = useStatusNames();
  const toAll = () =>
    navigate({ pathname: `/allRecord/${ALL_MARKETS}`, search: params.toString() }, { replace: true });
  return (
    <Filters
      params={params}
      onChange={onChange}
      narrowed={market === undefined ? undefined : { text: t('market', { market }), onRemove: toAll }}
      choices={[
        {
          param: 'side',
          name: t('side.label'),
          options: orderSides.map((id) => ({ id, text: sides[id] })),
        },
        {
          param: 'status',
          name: t('status.label'),
          options: orderStatuses.map((id) => ({ id, text: statuses[id] })),
        },
      ]}
    />
  );
}
