import type { ReactNode } from 'react';
import type { Refusal } from '../../domain/index.ts';
import type { FrameOf, View } from '../../workers/api.ts';
import { useTurn } from '../state/useTurn.ts';
import { useUserView } from '../state/useUserView.ts';
import { Failed } from './Notice.tsx';
import { Skeleton } from './Skeleton.tsx';

/** Views of one answer, which another turn asks for again. */
type Turned = Extract<View, { readonly turn: number }>;

interface AnsweredProps<V extends Turned, T> {
  /** What is requested when the component mounts; later ones change nothing. */
  readonly view: V;
  readonly read: (frame: FrameOf<V>) => T | undefined;
  /** In place of an answer that was refused; undefined: it can be requested again. */
  readonly refused?: (refusal: Refusal) => ReactNode | undefined;
  readonly children: (answer: T, again: () => void) => ReactNode;
}

/** What one answer says, once it is there; the newest stays while another is requested, and when that fails. */
export function Answered<V extends Turned, T>({ view: start, read, refused, children }: AnsweredProps<V, T>) {
  const [view, again] = useTurn<V>(start);
  const frame = useUserView(view);
  const answer = frame === undefined ? undefined : read(frame);
  if (answer !== undefined) return children(answer, again);
  const { failed } = (frame ?? {}) as { readonly failed?: Refusal };
  if (!failed) return <Skeleton rows={5} onRetry={again} />;
  return refused?.(failed) ?? <Failed onRetry={again} why={failed} />;
}
