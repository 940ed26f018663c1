import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FuturesFilter, FuturesHistoryFrame, FuturesHistoryView } from '../../../workers/api.ts';
import { login, sessionEnded } from '../../state/login.ts';
import { useView } from '../../state/useView.ts';
import { Notice } from '../../ui/Notice.tsx';
import { EndlessList } from '../../ui/records/EndlessList.tsx';
import { useWant } from '../../ui/records/useWant.ts';
import { PastRow } from './PastRow.tsx';

/** What was, from the newest on; older rows come as the reader nears the end. */
export function Past({ filter }: { readonly filter: FuturesFilter }) {
  const [attempt, setAttempt] = useState(0);
  return <List key={attempt} filter={filter} onRetry={() => setAttempt((count) => count + 1)} />;
}

interface ListProps {
  readonly filter: FuturesFilter;
  /** Asks for all of it anew. */
  readonly onRetry: () => void;
}

function List({ filter, onRetry }: ListProps) {
  const { t } = useTranslation('perpetual');
  const want = useWant();
  const { asked } = want;
  const [frame, setFrame] = useState<FuturesHistoryFrame>();
  const [token] = useState(() => login.token);
  const view = useMemo<FuturesHistoryView>(
    () => ({ kind: 'futuresHistory', ...filter, ...asked }),
    [filter, asked],
  );
  useView(view, (next) => {
    setFrame(next);
    if (next.failed?.code === 401) sessionEnded(token);
  });
  const lines = frame?.lines ?? [];
  const empty = <Notice title={t('past.none')} />;
  return (
    <EndlessList frame={frame} length={lines.length} want={want} onRetry={onRetry} empty={empty}>
      {lines.map((line) => (
        <PastRow key={line.id} line={line} />
      ))}
    </EndlessList>
  );
}
