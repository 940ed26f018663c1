import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import { defined } from '../../../domain/index.ts';
import type { FrameOf, View } from '../../../workers/api.ts';
import { useUserView } from '../../state/useUserView.ts';
import { EndlessList } from './EndlessList.tsx';
import { useWant } from './useWant.ts';

/** Views that are read page by page. */
type Endless = Extract<View, { readonly want: number }>;

/** What one line of a view's frame is. */
type LineOf<V extends View> = FrameOf<V> extends { readonly lines: readonly (infer Line)[] } ? Line : never;

interface EndlessViewProps<V extends Endless> {
  /** What is requested, and not how much of it; the same object for as long as it is the same request. */
  readonly question: Omit<V, 'want'>;
  /** In place of a list without lines. */
  readonly empty: ReactNode;
  /** What a line is taken to be high before it is shown, px. */
  readonly rowPx?: number;
  /** One line's content, without the list item around it. */
  readonly children: (line: LineOf<V>) => ReactNode;
}

/** A view's lines from the newest on; older ones come as the reader nears the end. */
export function EndlessView<V extends Endless>(props: EndlessViewProps<V>) {
  const [attempt, setAttempt] = useState(0);
  return <Lines key={attempt} {...props} onRetry={() => setAttempt((count) => count + 1)} />;
}

function Lines<V extends Endless>(props: EndlessViewProps<V> & { readonly onRetry: () => void }) {
  const { question, empty, rowPx, children, onRetry } = props;
  const want = useWant();
  const { requested } = want;
  const view = useMemo(() => ({ ...question, ...requested }) as unknown as V, [question, requested]);
  const frame = useUserView(view);
  const { lines = [] } = (frame ?? {}) as {
    readonly lines?: readonly (LineOf<V> & { readonly id: number | string })[];
  };
  return (
    <EndlessList
      frame={frame}
      lines={lines}
      want={want}
      onRetry={onRetry}
      empty={empty}
      {...defined({ rowPx })}
    >
      {children}
    </EndlessList>
  );
}
