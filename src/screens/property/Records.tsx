import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import type { RefObject } from 'react';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordsFilter, RecordsFrame, RecordsView } from '../../../workers/api.ts';
import { useAccountNames, useMovementNames } from '../../i18n/funds.ts';
import { login, sessionEnded } from '../../state/login.ts';
import { useView } from '../../state/useView.ts';
import { Amount } from '../../ui/LiveAmount.tsx';
import { Failed, Notice } from '../../ui/Notice.tsx';
import styles from './Records.module.css';

const PAGE = 50;

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
  const { frame, wantMore, askAgain } = useRecords(filter);
  const rows = frame?.rows ?? [];
  const mayGrow = frame?.more === true && !frame.loading && !frame.failed;
  const end = useNearEnd(mayGrow, rows.length, () => wantMore(rows.length));
  if (rows.length === 0 && frame?.failed) return <Failed onRetry={onRetry} />;
  if (rows.length === 0 && (!frame || frame.loading || frame.more)) return <Skeleton />;
  if (rows.length === 0) return <Notice title={t('records.none')} text={t('records.noneText')} />;
  return (
    <>
      <ul className={styles['records']}>
        {rows.map((row) => (
          <Row key={row.id} {...row} />
        ))}
      </ul>
      <div className={styles['end']} aria-busy={frame?.loading}>
        {mayGrow ? <div ref={end} className={styles['sentinel']} /> : null}
        {frame?.failed ? <Failed onRetry={askAgain} /> : null}
        {frame?.more ? null : <p>{t('records.end')}</p>}
      </div>
    </>
  );
}

function useRecords(filter: RecordsFilter) {
  const [asked, setAsked] = useState({ want: PAGE });
  const [frame, setFrame] = useState<RecordsFrame>();
  const [token] = useState(() => login.token);
  const view = useMemo<RecordsView>(
    () => ({ kind: 'records', ...filter, want: asked.want }),
    [filter, asked],
  );
  useView(view, (next) => {
    setFrame(next);
    if (next.failed?.code === 401) sessionEnded(token);
  });
  const wantMore = (shown: number) =>
    setAsked((before) => (before.want >= shown + PAGE ? before : { want: shown + PAGE }));
  // The same view once more: what failed is asked for again, and what is there stays.
  const askAgain = () => setAsked(({ want }) => ({ want }));
  return { frame, wantMore, askAgain };
}

/** Tells when the end of the list comes near; asked anew for each length, as a short page may leave it in sight. */
function useNearEnd(isOn: boolean, length: number, onNear: () => void): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const told = useRef(onNear);
  told.current = onNear;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list of another length is looked at anew
  useEffect(() => {
    const element = end.current;
    if (!isOn || !element) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) told.current();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOn, length]);
  return end;
}

/** A movement never changes: a row is drawn once. */
const Row = memo(function Row(row: RecordsFrame['rows'][number]) {
  const { t } = useTranslation('funds');
  const accounts = useAccountNames();
  const kinds = useMovementNames();
  const { account, asset, movement, amount, direction, balance, time } = row;
  const Icon = direction < 0 ? ArrowUpRight : ArrowDownLeft;
  return (
    <li>
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

const PLACES = [0, 1, 2, 3, 4, 5, 6];

function Skeleton() {
  return (
    <div className={styles['skeleton']} aria-busy="true">
      {PLACES.map((place) => (
        <i key={place} />
      ))}
    </div>
  );
}
