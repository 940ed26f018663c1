import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { defined } from '../../../domain/index.ts';
import type { ResultsFilter, ResultsFrame, ResultsView } from '../../../workers/api.ts';
import { login } from '../../state/login.ts';
import { idsTagged, tagsInUse, tradeNotes } from '../../state/tradeNotes.ts';
import { useUserFrames } from '../../state/useUserView.ts';
import { IconButton } from '../../ui/Button.tsx';
import { look } from '../../ui/look.ts';
import { Failed, Notice } from '../../ui/Notice.tsx';
import { rangeFrom } from '../../ui/records/days.ts';
import { Filters } from '../../ui/records/Filters.tsx';
import type { Want } from '../../ui/records/useWant.ts';
import { useWant } from '../../ui/records/useWant.ts';
import { Screen } from '../../ui/Screen.tsx';
import { SignInFirst } from '../../ui/SignInFirst.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Parts } from './Parts.tsx';
import { SaveSheet } from './SaveSheet.tsx';
import { Summary } from './Summary.tsx';
import { Trades } from './Trades.tsx';

/** What ended positions have brought, net: by day, month, market and hour, and each on its own. */
export default function ResultsScreen() {
  const { t } = useTranslation(['app', 'perpetual']);
  const { token } = useSnapshot(login);
  const [params, setParams] = useSearchParams();
  const filter = useFilter(params);
  const [isSaving, setSaving] = useState(false);
  return (
    <Screen
      title={t('title.results')}
      up="/property"
      actions={
        token === null ? null : (
          <IconButton
            label={t('perpetual:results.save')}
            aria-haspopup="dialog"
            onClick={() => setSaving(true)}
          >
            <Download size={20} aria-hidden="true" />
          </IconButton>
        )
      }
    >
      {token === null ? (
        <SignInFirst gain={t('perpetual:results.gain')} />
      ) : (
        <Results
          key={token}
          filter={filter}
          params={params}
          onParams={(next) => setParams(next, { replace: true })}
        />
      )}
      {isSaving ? <SaveSheet filter={filter} params={params} onClose={() => setSaving(false)} /> : null}
    </Screen>
  );
}

/** What the address narrows trades to; a tag stands for the trades that carry it on this device. */
function useFilter(params: URLSearchParams): ResultsFilter {
  const { byId } = useSnapshot(tradeNotes);
  const text = params.toString();
  return useMemo(() => {
    const own = new URLSearchParams(text);
    const [market, tag] = [own.get('market'), own.get('tag')];
    return {
      ...rangeFrom(own),
      ...(market ? { market } : {}),
      ...(tag ? { only: idsTagged(byId, tag) } : {}),
    };
  }, [text, byId]);
}

interface ResultsProps {
  readonly filter: ResultsFilter;
  readonly params: URLSearchParams;
  readonly onParams: (params: URLSearchParams) => void;
}

function Results({ filter, params, onParams }: ResultsProps) {
  const want = useWant();
  const [day, setDay] = useState<string>();
  const [frame, setFrame] = useState<ResultsFrame>();
  const view = useMemo<ResultsView>(
    () => ({ kind: 'results', ...filter, ...want.requested, ...defined({ day }) }),
    [filter, want.requested, day],
  );
  useUserFrames(view, setFrame);
  return (
    <>
      <ResultFilters frame={frame} params={params} onParams={onParams} />
      <Content frame={frame} want={want} day={day} onDay={setDay} />
    </>
  );
}

interface ContentProps {
  readonly frame: ResultsFrame | undefined;
  readonly want: Want;
  readonly day: string | undefined;
  readonly onDay: (day: string | undefined) => void;
}

function Content({ frame, want, day, onDay }: ContentProps) {
  const { t } = useTranslation('perpetual');
  if (!frame) return <Skeleton rows={7} onRetry={want.again} />;
  if (!frame.isKnown) return <Failed onRetry={want.again} why={frame.failed} />;
  if (frame.sum.count === 0) return <Notice title={t('past.none')} text={t('results.noneText')} />;
  return (
    <>
      <Summary frame={frame} />
      <Parts frame={frame} day={day} onDay={onDay} />
      <Trades frame={frame} want={want} day={day} onAll={() => onDay(undefined)} />
      {frame.isCut ? <p className={look('tiny mid pad')}>{t('results.cut')}</p> : null}
    </>
  );
}

function ResultFilters({
  frame,
  params,
  onParams,
}: Omit<ResultsProps, 'filter'> & { readonly frame: ResultsFrame | undefined }) {
  const { t } = useTranslation('perpetual');
  const { byId } = useSnapshot(tradeNotes);
  const own = params.get('market');
  const markets = frame?.markets.map(({ id, name }) => ({ id, text: name })) ?? [];
  // The one that is chosen can be taken away, also while none of its trades are counted.
  const options =
    own && !markets.some(({ id }) => id === own) ? [...markets, { id: own, text: own }] : markets;
  return (
    <Filters
      params={params}
      onChange={onParams}
      choices={[
        { param: 'market', name: t('results.market'), options },
        { param: 'tag', name: t('results.tags'), options: tagsInUse(byId).map((id) => ({ id, text: id })) },
      ]}
    />
  );
}
