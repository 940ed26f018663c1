import { useTranslation } from 'react-i18next';
import type {
  FuturesFilter,
  FuturesHistoryFrame,
  FuturesHistoryView,
  FuturesPastLine,
} from '../../../workers/api.ts';
import { useView } from '../../state/useView.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { Paged } from '../../ui/records/PagedList.tsx';
import { PagedList } from '../../ui/records/PagedList.tsx';
import { PastRow } from './PastRow.tsx';

const PAST: Paged<FuturesFilter, FuturesHistoryView, FuturesHistoryFrame, FuturesPastLine> = {
  viewOf: (filter, asked) => ({ kind: 'futuresHistory', ...filter, ...asked }),
  useFrames: useView<FuturesHistoryView>,
  linesOf: ({ lines }) => lines,
  Row: PastRow,
};

/** What was, of one tab. */
export function Past({ filter }: { readonly filter: FuturesFilter }) {
  const { t } = useTranslation('perpetual');
  return <PagedList of={PAST} filter={filter} empty={<Notice title={t('past.none')} />} />;
}
