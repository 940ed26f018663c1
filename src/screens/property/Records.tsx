import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordsFilter, RecordsFrame, RecordsView } from '../../../workers/api.ts';
import { useAccountNames, useMovementNames } from '../../i18n/funds.ts';
import { login, sessionEnded } from '../../state/login.ts';
import { useView } from '../../state/useView.ts';
import { Amount } from '../../ui/LiveAmount.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { EndlessList } from '../../ui/records/EndlessList.tsx';
import type { Want } from '../../ui/records/useWant.ts';
import { useWant } from '../../ui/records/useWant.ts';
import styles from './Records.module.css';

/** The records of one filter, from the newest on; older ones come as the reader nears the end. */
export function Records({ filter }: { readonly filter: RecordsFilter }) {
  const [attempt, setAttempt] = useState(0);
  return <List key={attempt} filter={filter} onRetry={() => setAttempt((count) => count + 1)} />;
}

interface ListProps {
  readonly filter: RecordsFilter;
  /** Asks for all of it anew. */
  readonly onRetry: () => void;
}

function List({ filter, onRetry }: ListProps) {
  const { t } = useTranslation('funds');
  const want = useWant();
  const frame = useRecords(filter, want);
  const rows = frame?.rows ?? [];
  const empty = <Notice title={t('records.none')} text={t('records.noneText')} />;
  return (
    <EndlessList frame={frame} length={rows.length} want={want} onRetry={onRetry} empty={empty}>
      {rows.map((row) => (
        <Row key={row.id} {...row} />
      ))}
    </EndlessList>
  );
}

function useRecords(filter: RecordsFilter, { asked }: Want): RecordsFrame | undefined {
  const [frame, setFrame] = useState<RecordsFrame>();
  const [token] = useState(() => login.token);
  const view = useMemo<RecordsView>(() => ({ kind: 'records', ...filter, ...asked }), [filter, asked]);
  useView(view, (next) => {
    setFrame(next);
    if (next.failed?.code === 401) sessionEnded(token);
  });
  return frame;
}

/** A movement never changes: a row is drawn once. */
const Row = memo(function Row(row: RecordsFrame['rows'][number]) {
  const { t } = useTranslation('funds');
  const accounts = useAccountNames();
  const kinds = useMovementNames();
  const { account, asset, movement, amount, direction, balance, time } = row;
  const Icon = direction < 0 ? ArrowUpRight : ArrowDownLeft;
  return (
    <li className={styles['record']}>
      <Icon size={18} aria-hidden="true" />
      <div>
        <p className={styles['what']}>
          <b>{kinds[movement]}</b>
          <b>
            <Amount text={amount} direction={direction} /> {asset}
          </b>
        </p>
        <p className={styles['where']}>
          <span>
            {accounts[account]} <span>{time}</span>
          </span>
          <span>
            {t('records.balance')} <Amount text={balance} />
          </span>
        </p>
      </div>
    </li>
  );
});
