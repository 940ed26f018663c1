import { ArrowRight, Repeat } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type {
  ConversionLine,
  ConversionsFilter,
  ConversionsFrame,
  ConversionsView,
} from '../../../workers/api.ts';
import { login, sessionEnded } from '../../state/login.ts';
import { useView } from '../../state/useView.ts';
import { Amount } from '../../ui/LiveAmount.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { EndlessList } from '../../ui/records/EndlessList.tsx';
import type { Want } from '../../ui/records/useWant.ts';
import { useWant } from '../../ui/records/useWant.ts';
import styles from './Conversions.module.css';

/** The conversions of one filter, from the newest on; older ones come as the reader nears the end. */
export function Conversions({ filter }: { readonly filter: ConversionsFilter }) {
  const [attempt, setAttempt] = useState(0);
  return <List key={attempt} filter={filter} onRetry={() => setAttempt((count) => count + 1)} />;
}

interface ListProps {
  readonly filter: ConversionsFilter;
  /** Asks for all of it anew. */
  readonly onRetry: () => void;
}

function List({ filter, onRetry }: ListProps) {
  const { t } = useTranslation('convert');
  const want = useWant();
  const frame = useConversions(filter, want);
  const lines = frame?.lines ?? [];
  const empty = <Notice title={t('record.none')} text={t('record.noneText')} />;
  return (
    <EndlessList frame={frame} length={lines.length} want={want} onRetry={onRetry} empty={empty}>
      {lines.map((line) => (
        <Row key={line.id} line={line} />
      ))}
    </EndlessList>
  );
}

function useConversions(filter: ConversionsFilter, { asked }: Want): ConversionsFrame | undefined {
  const [frame, setFrame] = useState<ConversionsFrame>();
  const [token] = useState(() => login.token);
  const view = useMemo<ConversionsView>(
    () => ({ kind: 'conversions', ...filter, ...asked }),
    [filter, asked],
  );
  useView(view, (next) => {
    setFrame(next);
    if (next.failed?.code === 401) sessionEnded(token);
  });
  return frame;
}

/** A conversion never changes: a row is drawn once for each language. */
const Row = memo(
  function Row({ line }: { readonly line: ConversionLine }) {
    const { t } = useTranslation('convert');
    const { id, conversion, from, to, given, received, price, spread, time, entry, digits } = line;
    const again = new URLSearchParams({ from, to, amount: digits });
    return (
      <li className={styles['row']}>
        <p className={styles['what']}>
          <b>
            <Amount text={given} /> {from}
          </b>
          <ArrowRight size={16} aria-hidden="true" />
          <b>
            <Amount text={received} /> {to}
          </b>
        </p>
        <p>
          <span>{price}</span>
          <span>{`${t('spread')} ${spread}`}</span>
        </p>
        <p>
          <span>{time}</span>
          <span>{`${t('receipt.number')} ${id} · ${t('receipt.entry')} ${entry}`}</span>
        </p>
        {conversion === 'small' ? (
          <p>{t('record.small')}</p>
        ) : (
          <Link className={styles['again']} to={`/convert?${again}`}>
            <Repeat size={16} aria-hidden="true" />
            {t('record.repeat')}
          </Link>
        )}
      </li>
    );
  },
  // A frame copies every line: only one that says something else is drawn again.
  (before, after) => JSON.stringify(before.line) === JSON.stringify(after.line),
);
