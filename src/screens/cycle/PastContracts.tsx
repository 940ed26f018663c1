import { memo, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CycleFilter, CycleHistoryFrame, CycleHistoryView, CycleLine } from '../../../workers/api.ts';
import { login, sessionEnded } from '../../state/login.ts';
import { useView } from '../../state/useView.ts';
import { Notice } from '../../ui/Notice.tsx';
import { EndlessList } from '../../ui/records/EndlessList.tsx';
import type { Want } from '../../ui/records/useWant.ts';
import { useWant } from '../../ui/records/useWant.ts';
import { ContractRow } from './ContractRow.tsx';

/** Contracts of one filter that have ended, from the newest on; older ones come as the reader nears the end. */
export function PastContracts({ filter }: { readonly filter: CycleFilter }) {
  const [attempt, setAttempt] = useState(0);
  return <List key={attempt} filter={filter} onRetry={() => setAttempt((count) => count + 1)} />;
}

interface ListProps {
  readonly filter: CycleFilter;
  /** Asks for all of it anew. */
  readonly onRetry: () => void;
}

function List({ filter, onRetry }: ListProps) {
  const { t } = useTranslation('cycle');
  const want = useWant();
  const frame = useHistory(filter, want);
  const lines = frame?.lines ?? [];
  const empty = <Notice title={t('past.none')} text={t('past.noneText')} />;
  return (
    <EndlessList frame={frame} length={lines.length} want={want} onRetry={onRetry} empty={empty}>
      {lines.map((line) => (
        <Row key={line.id} line={line} />
      ))}
    </EndlessList>
  );
}

function useHistory(filter: CycleFilter, { asked }: Want): CycleHistoryFrame | undefined {
  const [frame, setFrame] = useState<CycleHistoryFrame>();
  const [token] = useState(() => login.token);
  const view = useMemo<CycleHistoryView>(
    () => ({ kind: 'cycleHistory', ...filter, ...asked }),
    [filter, asked],
  );
  useView(view, (next) => {
    setFrame(next);
    if (next.failed?.code === 401) sessionEnded(token);
  });
  return frame;
}

const Row = memo(
  ({ line }: { readonly line: CycleLine }) => <ContractRow line={line} />,
  // A frame copies every line: only one that says something else is drawn again.
  (before, after) => JSON.stringify(before.line) === JSON.stringify(after.line),
);
