import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import type { FrameOf, View } from '../../../workers/api.ts';
import { usePersonView } from '../../state/usePersonView.ts';
import { EndlessList } from './EndlessList.tsx';
import { useWant } from './useWant.ts';

/** Views that are read page by page. */
type Endless = Extract<View, { readonly want: number }>;

interface EndlessViewProps<V extends Endless> {
  /** What is asked for, and not how much of it; the same object for as long as it is the same question. */
  readonly question: Omit<V, 'want'>;
  /** In place of a list without lines. */
  readonly empty: ReactNode;
  /** The lines, as list items. */
  readonly children: (frame: FrameOf<V>) => readonly ReactNode[];
}

/** A view's lines from the newest on; older ones come as the reader nears the end. */
export function EndlessView<V extends Endless>(props: EndlessViewProps<V>) {
  const [attempt, setAttempt] = useState(0);
  return <Lines key={attempt} {...props} onRetry={() => setAttempt((count) => count + 1)} />;
}

function Lines<V extends Endless>(props: EndlessViewProps<V> & { readonly onRetry: () => void }) {
  const { question, empty, children, onRetry } = props;
  const want = useWant();
  const { asked } = want;
  const view = useMemo(() => ({ ...question, ...asked }) as unknown as V, [question, asked]);
  const frame = usePersonView(view);
  const lines = frame ? children(frame) : [];
  return (
    <EndlessList frame={frame} length={lines.length} want={want} onRetry={onRetry} empty={empty}>
      {lines}
    </EndlessList>
  );
}
