import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { cycleDirections, cycleOutcomes, cycles } from '../../../domain/index.ts';
import type { CycleLine } from '../../../workers/api.ts';
import { useClassNames, useDirectionNames, useLengthNames, useOutcomeNames } from '../../i18n/cycle.ts';
import { client } from '../../state/client.ts';
import { ask, login } from '../../state/login.ts';
import { look } from '../../ui/look.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ContractKinds } from '../../ui/records/ContractKinds.tsx';
import { Filters, Narrowed } from '../../ui/records/Filters.tsx';
import { changed } from '../../ui/records/period.ts';
import { SaveButton, SaveState } from '../../ui/records/SaveFile.tsx';
import { useExport } from '../../ui/records/useExport.ts';
import { Screen } from '../../ui/Screen.tsx';
import { SignInFirst } from '../../ui/SignInFirst.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { VirtualList } from '../../ui/VirtualList.tsx';
import { ContractRow } from './ContractRow.tsx';
import { ALL_ASSETS, assetClasses, cycleFilterFrom } from './cycleFilter.ts';
import { PastContracts } from './PastContracts.tsx';
import { useContracts } from './useContracts.ts';

/** Cycle contracts of one asset or of all, running and past; the filter stands in the address. */
export default function ContractRecordScreen() {
  const { t } = useTranslation(['app', 'cycle']);
  const { coinType = ALL_ASSETS } = useParams();
  const { token } = useSnapshot(login);
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const text = params.toString();
  const filter = useMemo(() => cycleFilterFrom(coinType, new URLSearchParams(text)), [coinType, text]);
  const file = useExport(`cycle-contracts-${filter.asset ?? ALL_ASSETS}`, params, () =>
    ask('exportCycles', filter),
  );
  const isPast = params.get('show') === 'past';
  const set = (next: URLSearchParams) => setParams(changed(next, 'kind', 'cycle'), { replace: true });
  const toAll = () =>
    navigate({ pathname: `/contractRecord/${ALL_ASSETS}`, search: text }, { replace: true });
  return (
    <Screen
      title={t('title.contractRecord')}
      up="/cycle"
      actions={token === null || !isPast ? null : <SaveButton file={file} />}
    >
      {token === null ? (
        <SignInFirst title={t('cycle:record.signedOut')} gain={t('cycle:record.signedOutText')} />
      ) : (
        <>
          <ContractKinds selected="cycle" />
          <SaveState file={file} />
          <Which
            isPast={isPast}
            onShow={(show) => set(changed(params, 'show', show === 'past' ? show : ''))}
          />
          {isPast ? (
            <>
              <CycleFilters
                asset={filter.asset}
                onAll={toAll}
                params={changed(changed(params, 'show', ''), 'kind', '')}
                onChange={(next) => set(changed(next, 'show', 'past'))}
              />
              <PastContracts key={`${coinType}?${text}`} filter={filter} />
            </>
          ) : (
            <Running asset={filter.asset} onAll={toAll} />
          )}
        </>
      )}
    </Screen>
  );
}

interface WhichProps {
  readonly isPast: boolean;
  readonly onShow: (show: 'open' | 'past') => void;
}

function Which({ isPast, onShow }: WhichProps) {
  const { t } = useTranslation('cycle');
  return (
    <div className={look('inset')}>
      <Tabs
        label={t('record.which')}
        selected={isPast ? 'past' : 'open'}
        onSelect={onShow}
        tabs={[
          { id: 'open', text: t('open.tab') },
          { id: 'past', text: t('past.title') },
        ]}
      />
    </div>
  );
}

interface RunningProps {
  readonly asset: string | undefined;
  /** The way to those of all assets. */
  readonly onAll: () => void;
}

function Running({ asset, onAll }: RunningProps) {
  const { t } = useTranslation('cycle');
  const { frame } = useContracts(asset === undefined ? {} : { only: asset });
  if (!frame?.isKnown) return <Skeleton rows={3} onRetry={() => client.wake()} />;
  const lines = [...frame.ended, ...frame.open];
  return (
    <>
      {asset === undefined ? null : (
        <Narrowed text={t('record.market', { market: asset })} onRemove={onAll} />
      )}
      {lines.length === 0 ? <Notice title={t('open.none')} text={t('open.noneText')} /> : null}
      <VirtualList items={lines} keyOf={idOf} rowPx={302}>
        {(line) => <ContractRow line={line} />}
      </VirtualList>
    </>
  );
}

const idOf = ({ id }: CycleLine) => id;

interface CycleFiltersProps extends RunningProps {
  readonly params: URLSearchParams;
  readonly onChange: (params: URLSearchParams) => void;
}

function CycleFilters({ asset, onAll, params, onChange }: CycleFiltersProps) {
  const { t } = useTranslation('cycle');
  const [classes, directions] = [useClassNames(), useDirectionNames()];
  const [lengths, outcomes] = [useLengthNames(), useOutcomeNames()];
  const choice = <T extends string>(
    param: string,
    name: string,
    ids: readonly T[],
    names: Readonly<Record<T, string>>,
  ) => ({ param, name, options: ids.map((id) => ({ id, text: names[id] })) });
  return (
    <Filters
      params={params}
      onChange={onChange}
      narrowed={
        asset === undefined ? undefined : { text: t('record.market', { market: asset }), onRemove: onAll }
      }
      choices={[
        choice('class', t('class.label'), assetClasses, classes),
        choice('direction', t('direction.label'), cycleDirections, directions),
        choice('cycle', t('length.label'), cycles, lengths),
        choice('outcome', t('outcome.label'), cycleOutcomes, outcomes),
      ]}
    />
  );
}
