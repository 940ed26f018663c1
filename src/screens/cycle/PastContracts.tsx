import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CycleFilter, CycleHistoryFrame, CycleHistoryView, CycleLine } from '../../../workers/api.ts';
import { useView } from '../../state/useView.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { Paged } from '../../ui/records/PagedList.tsx';
import { isSameLine, PagedList } from '../../ui/records/PagedList.tsx';
import { PastContract } from './ContractRow.tsx';

const CONTRACTS: Paged<CycleFilter, CycleHistoryView, CycleHistoryFrame, CycleLine> = {
  viewOf: (filter, requested) => ({ kind: 'cycleHistory', ...filter, ...requested }),
  useFrames: useView<CycleHistoryView>,
  linesOf: ({ lines }) => lines,
  Row: memo(PastContract, isSameLine),
  rowPx: 56,
};

/** Contracts of one filter that have ended. */
export function PastContracts({ filter }: { readonly filter: CycleFilter }) {
  const { t } = useTranslation('cycle');
  const empty = <Notice title={t('past.none')} text={t('past.noneText')} />;
  return <PagedList of={CONTRACTS} filter={filter} empty={empty} />;
}
