import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import type { FuturesFilter, FuturesTab } from '../../../workers/api.ts';
import { ask, login } from '../../state/login.ts';
import { look } from '../../ui/look.ts';
import { ContractKinds } from '../../ui/records/ContractKinds.tsx';
import { rangeFrom } from '../../ui/records/days.ts';
import { Filters } from '../../ui/records/Filters.tsx';
import { Records } from '../../ui/records/Movements.tsx';
import { ALL_MARKETS } from '../../ui/records/orderFilter.ts';
import { changed } from '../../ui/records/period.ts';
import { SaveButton, SaveState } from '../../ui/records/SaveFile.tsx';
import { useExport } from '../../ui/records/useExport.ts';
import { Screen } from '../../ui/Screen.tsx';
import { SignInFirst } from '../../ui/SignInFirst.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { FundingSums } from './FundingSums.tsx';
import { Past, PositionRecords } from './Past.tsx';

const tabs = ['positions', 'orders', 'fills', 'funding', 'liquidations', 'transfers'] as const;
const MARKET = /^[A-Za-z0-9]{1,20}(-[A-Za-z0-9]{1,20}){1,3}$/;

/** Positions, orders, funding, liquidations and transfers, of one market or of all; the filter stands in the address. */
export default function FuturesRecordScreen() {
  const { t } = useTranslation(['app', 'perpetual', 'orders']);
  const { coinType = ALL_MARKETS } = useParams();
  const { token } = useSnapshot(login);
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  const tab = tabs.find((each) => each === params.get('tab')) ?? 'positions';
  const market = MARKET.test(coinType) ? coinType : undefined;
  const range = useMemo(() => rangeFrom(new URLSearchParams(text)), [text]);
  const file = useExport(`perpetual-${tab}-${market ?? ALL_MARKETS}`, params, () =>
    tab === 'transfers'
      ? ask('exportRecords', { account: 'futures', movement: 'transfer', ...range })
      : ask('exportFutures', { tab, ...(market ? { market } : {}), ...range }),
  );
  const navigate = useNavigate();
  const set = (next: URLSearchParams) => setParams(next, { replace: true });
  const toAll = () =>
    navigate({ pathname: `/contractRecord/${ALL_MARKETS}`, search: text }, { replace: true });
  return (
    <Screen
      title={t('title.contractRecord')}
      up="/trade?kind=perpetual"
      actions={token === null ? null : <SaveButton file={file} />}
    >
      {token === null ? (
        <SignInFirst gain={t('perpetual:gain')} />
      ) : (
        <>
          <ContractKinds selected="perpetual" />
          <SaveState file={file} />
          <Which tab={tab} onTab={(next) => set(changed(params, 'tab', next))} />
          <Filters
            params={changed(changed(params, 'tab', ''), 'kind', '')}
            onChange={(next) => set(changed(next, 'tab', tab))}
            narrowed={
              market && tab !== 'transfers'
                ? { text: t('orders:market', { market }), onRemove: toAll }
                : undefined
            }
          />
          <Content key={`${coinType}?${text}`} tab={tab} market={market} range={range} />
        </>
      )}
    </Screen>
  );
}

type Tab = (typeof tabs)[number];

function Which({ tab, onTab }: { readonly tab: Tab; readonly onTab: (tab: Tab) => void }) {
  const { t } = useTranslation('perpetual');
  const names: Record<Tab, string> = {
    positions: t('positions.title'),
    orders: t('past.orders'),
    fills: t('past.fills'),
    funding: t('past.funding'),
    liquidations: t('past.liquidations'),
    transfers: t('past.transfers'),
  };
  return (
    <div className={look('inset')}>
      <Tabs
        label={t('past.label')}
        selected={tab}
        onSelect={onTab}
        tabs={tabs.map((id) => ({ id, text: names[id] }))}
      />
    </div>
  );
}

interface ContentProps {
  readonly tab: Tab;
  readonly market: string | undefined;
  readonly range: Pick<FuturesFilter, 'from' | 'to'>;
}

function Content({ tab, market, range }: ContentProps) {
  const moved = useMemo(() => ({ account: 'futures', movement: 'transfer', ...range }) as const, [range]);
  if (tab === 'transfers') return <Records filter={moved} />;
  return <OfTab tab={tab} market={market} range={range} />;
}

function OfTab({ tab, market, range }: ContentProps & { readonly tab: FuturesTab }) {
  const filter = useMemo<FuturesFilter>(
    () => ({ tab, ...(market ? { market } : {}), ...range }),
    [tab, market, range],
  );
  if (tab === 'positions') return <PositionRecords filter={filter} />;
  return (
    <>
      {tab === 'funding' ? <FundingSums filter={filter} /> : null}
      <Past filter={filter} />
    </>
  );
}
