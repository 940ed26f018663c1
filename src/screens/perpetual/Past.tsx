import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  FuturesFilter,
  FuturesHistoryFrame,
  FuturesHistoryView,
  FuturesPastLine,
  FuturesView,
} from '../../../workers/api.ts';
import { client } from '../../state/client.ts';
import { useView } from '../../state/useView.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { Paged } from '../../ui/records/PagedList.tsx';
import { PagedList } from '../../ui/records/PagedList.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { OpenRows } from './OpenRows.tsx';
import { PastRow } from './PastRow.tsx';
import { useFutures } from './useFutures.ts';

const PAST: Paged<FuturesFilter, FuturesHistoryView, FuturesHistoryFrame, FuturesPastLine> = {
  viewOf: (filter, requested) => ({ kind: 'futuresHistory', ...filter, ...requested }),
  useFrames: useView<FuturesHistoryView>,
  linesOf: ({ lines }) => lines,
  Row: PastRow,
  rowPx: 56,
};

/** What was, of one tab. @param empty in place of a list without lines; absent: says that there is nothing. */
export function Past({ filter, empty }: { readonly filter: FuturesFilter; readonly empty?: ReactNode }) {
  const { t } = useTranslation('perpetual');
  const none = <Notice title={t('past.none')} />;
  return <PagedList of={PAST} filter={filter} empty={empty === undefined ? none : empty} />;
}

/** Positions of one market or of all: the open ones, live, and below them those that have ended. */
export function PositionRecords({ filter }: { readonly filter: FuturesFilter }) {
  const { market } = filter;
  const view = useMemo<FuturesView>(
    () => (market === undefined ? { kind: 'futures' } : { kind: 'futures', market }),
    [market],
  );
  const { model, now } = useFutures(view);
  // What is open stands above what has ended: until it is known, nothing below it would stay where it is.
  if (!now.isKnown) return <Skeleton rows={7} onRetry={() => client.wake()} />;
  // A period that has ended has no open positions.
  const open = filter.to === undefined ? now.positions : [];
  return (
    <>
      {open.length > 0 ? <OpenRows positions={open} model={model} /> : null}
      <Past filter={filter} {...(open.length > 0 ? { empty: null } : {})} />
    </>
  );
}
