import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordsFilter, RecordsFrame, RecordsView } from '../../../workers/api.ts';
import { useAccountNames, useMovementNames } from '../../i18n/funds.ts';
import { useView } from '../../state/useView.ts';
import { Amount } from '../LiveAmount.tsx';
import { look } from '../look.ts';
import { Notice } from '../Notice.tsx';
import styles from './Movements.module.css';
import type { Paged } from './PagedList.tsx';
import { isSameLine, PagedList } from './PagedList.tsx';

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
  const { account, asset, movement, amount, direction, balance, time } = line;
  const Icon = direction < 0 ? ArrowUpRight : ArrowDownLeft;
  return (
    <div className={look('stack3 pad ruled', styles['record'])} data-dense>
      <Icon className={look('dim')} size={18} aria-hidden="true" />
      <div>
        <p className={look('apart line breaks')}>
          <b>{kinds[movement]}</b>
          <b>
            <Amount text={amount} direction={direction} /> {asset}
          </b>
        </p>
        <p className={look('apart line tiny breaks')}>
          <span>
            {accounts[account]} {time}
          </span>
          <span>
            {t('records.balance')} <Amount text={balance} />
          </span>
        </p>
      </div>
    </div>
  );
}, isSameLine);

const RECORDS: Paged<RecordsFilter, RecordsView, RecordsFrame, RecordLine> = {
  viewOf: (filter, requested) => ({ kind: 'records', ...filter, ...requested }),
  useFrames: useView<RecordsView>,
  linesOf: ({ rows }) => rows,
  Row,
  rowPx: 66,
};
