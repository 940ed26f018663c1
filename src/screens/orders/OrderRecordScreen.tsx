import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { orderSides, orderStatuses } from '../../../domain/index.ts';
import { useSideNames, useStatusNames } from '../../i18n/orders.ts';
import { login } from '../../state/login.ts';
import { ordersCsv } from '../../state/orders.ts';
import { Choice, changed, Filters } from '../../ui/records/Filters.tsx';
import { Narrowed } from '../../ui/records/Narrowed.tsx';
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
  const file = useExport(`spot-orders-${filter.market ?? ALL_MARKETS}`, params, () => ordersCsv(filter));
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
          <Market market={filter.market} search={text} />
          <OrderFilters params={params} onChange={(next) => setParams(next, { replace: true })} />
          <Orders key={`${coinType}?${text}`} filter={filter} />
        </>
      )}
    </Screen>
  );
}

interface MarketProps {
  readonly market: string | undefined;
  /** The other filters, which stay. */
  readonly search: string;
}

/** Which market's orders are shown, and the way to those of all. */
function Market({ market, search }: MarketProps) {
  const { t } = useTranslation('orders');
  if (market === undefined) return null;
  return (
    <Narrowed
      text={t('market', { market })}
      to={{ pathname: `/allRecord/${ALL_MARKETS}`, search }}
      all={t('allMarkets')}
    />
  );
}

interface OrderFiltersProps {
  readonly params: URLSearchParams;
  readonly onChange: (params: URLSearchParams) => void;
}

function OrderFilters({ params, onChange }: OrderFiltersProps) {
  const { t } = useTranslation('orders');
  const sides = useSideNames();
  const statuses = useStatusNames();
  const set = (name: string) => (text: string) => onChange(changed(params, name, text));
  return (
    <Filters params={params} onChange={onChange}>
      <Choice
        name={t('side.label')}
        value={params.get('side') ?? ''}
        options={orderSides.map((id) => ({ id, text: sides[id] }))}
        onChange={set('side')}
      />
      <Choice
        name={t('status.label')}
        value={params.get('status') ?? ''}
        options={orderStatuses.map((id) => ({ id, text: statuses[id] }))}
        onChange={set('status')}
      />
    </Filters>
  );
}
