import type { ComponentType, ReactNode } from 'react';
import { useMemo, useState } from 'react';
import type { Refusal } from '../../../domain/index.ts';
import { login, sessionEnded } from '../../state/login.ts';
import { EndlessList } from './EndlessList.tsx';
import type { Want } from './useWant.ts';
import { useWant } from './useWant.ts';

interface LineProps<Line> {
  readonly line: Line;
}
interface PagedFrame {
  readonly more: boolean;
  readonly loading: boolean;
  readonly failed?: Refusal;
}

/** How one kind of record is requested and shown. */
export interface Paged<Filter, V, Frame extends PagedFrame, Line> {
  readonly viewOf: (filter: Filter, requested: Want['requested']) => V;
  readonly useFrames: (view: V, onFrame: (frame: Frame) => void) => unknown;
  readonly linesOf: (frame: Frame) => readonly Line[];
  readonly Row: ComponentType<LineProps<Line>>;
  /** What a row is taken to be high before it is shown, px. */
  readonly rowPx: number;
}

interface PagedListProps<Filter, V, Frame extends PagedFrame, Line> {
  readonly of: Paged<Filter, V, Frame, Line>;
  /** The same object until something else is requested. */
  readonly filter: Filter;
  /** In place of a list without lines. */
  readonly empty: ReactNode;
}

/** The lines of one filter, from the newest on; older ones come as the reader nears the end. */
export function PagedList<Filter, V, Frame extends PagedFrame, Line extends { readonly id: number | string }>(
  props: PagedListProps<Filter, V, Frame, Line>,
) {
  const [attempt, setAttempt] = useState(0);
  return <Pages key={attempt} {...props} onRetry={() => setAttempt((count) => count + 1)} />;
}

interface PagesProps<Filter, V, Frame extends PagedFrame, Line>
  extends PagedListProps<Filter, V, Frame, Line> {
  /** Requests all of it again. */
  readonly onRetry: () => void;
}

function Pages<Filter, V, Frame extends PagedFrame, Line extends { readonly id: number | string }>({
  of: { viewOf, useFrames, linesOf, Row, rowPx },
  filter,
  empty,
  onRetry,
}: PagesProps<Filter, V, Frame, Line>) {
  const want = useWant();
  const { requested } = want;
  const [frame, setFrame] = useState<Frame>();
  const [token] = useState(() => login.token);
  const view = useMemo(() => viewOf(filter, requested), [viewOf, filter, requested]);
  useFrames(view, (next) => {
    setFrame(next);
    if (next.failed?.code === 401) sessionEnded(token);
  });
  const lines = frame ? linesOf(frame) : [];
  return (
    <EndlessList frame={frame} lines={lines} want={want} onRetry={onRetry} empty={empty} rowPx={rowPx}>
      {(line) => <Row line={line} />}
    </EndlessList>
  );
}

/** A frame copies every line: only one that says something else is drawn again. */
export function isSameLine<Line>(before: LineProps<Line>, after: LineProps<Line>): boolean {
  return JSON.stringify(before.line) === JSON.stringify(after.line);
}
