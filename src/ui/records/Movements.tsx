import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordsFilter, RecordsFrame, RecordsView } from '../../../workers/api.ts';
import { useAccountNames, useMovementNames } from '../../i18n/funds.ts';
import { useView } from '../../state/useView.ts';
import { Amount } from '../LiveAmount.tsx';
import { look } from '../look.ts';
import { Notice } from '../Notice.tsx';
import type { Paged } from './PagedList.tsx';
import { isSameLine, PagedList } from './PagedList.tsx';
import { TwoLines } from './RecordLine.tsx';

type RecordLine = RecordsFrame['rows'][number];

/** Movements of money, of one filter. */
export function Records({ filter }: { readonly filter: RecordsFilter }) {
  const { t } = useTranslation('funds');
  const empty = <Notice title={t('records.none')} text={t('records.noneText')} />;
  return <PagedList of={RECORDS} filter={filter} empty={empty} />;
}

const Row = memo(function Row({ line }: { readonly line: RecordLine }) {
  const { t } = useTranslation('funds');
  const accounts = useAccountNames();
  const kinds = useMovementNames();
  const { account, asset, movement, amount, direction, balance, clock } = line;
  const Icon = direction < 0 ? ArrowUpRight : ArrowDownLeft;
  return (
    <div className={look('row padLow under')}>
      <Icon className={look('dim')} size={18} aria-hidden="true" />
      <TwoLines
        head={<b>{kinds[movement]}</b>}
        figure={
          <>
            <Amount text={amount} direction={direction} /> {asset}
          </>
        }
        foot={`${accounts[account]} · ${clock}`}
        aside={
          <>
            {t('records.balance')} <Amount text={balance} />
          </>
        }
      />
    </div>
  );
}, isSameLine);

const RECORDS: Paged<RecordsFilter, RecordsView, RecordsFrame, RecordLine> = {
  viewOf: (filter, requested) => ({ kind: 'records', ...filter, ...requested }),
  useFrames: useView<RecordsView>,
  linesOf: ({ rows }) => rows,
  Row,
  rowPx: 59,
};
