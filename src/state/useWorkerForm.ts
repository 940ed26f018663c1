import { useEffect, useId, useRef, useState } from 'react';
import { emptySent, useEmptying } from './sentForms.ts';
import { useOpening } from './useOpening.ts';

/** What the worker says of a form. */
interface WorkerFrame<V> {
  readonly view: V;
  /** Code of why nothing can be sent now, whatever is typed. */
  readonly blocked?: string | undefined;
}

interface WorkerFormOptions<T, V, F> {
  /** What the form begins with. */
  readonly first: () => T;
  /** The question whose answer has the figures. @param turn counts how often it was requested again. */
  readonly viewOf: (values: T, turn: number) => V;
  /** The hook that brings the answers. */
  readonly useFrames: (view: V, onFrame: (frame: F) => void) => unknown;
  /** Keeps what was typed. The same function each time. */
  readonly keep?: (values: T) => void;
  /** The draft that it is kept in. */
  readonly draft?: string;
}

export interface WorkerForm<T, F> {
  readonly values: T;
  /** The newest figures. They may be of values that have changed since. */
  readonly frame: F | undefined;
  /** The figures of exactly these values. */
  readonly answer: F | undefined;
  readonly change: (next: Partial<T> | ((before: T) => T)) => void;
  /** Whether the user has been at the form: what is wrong is said from then on. */
  readonly isTouched: boolean;
  readonly touch: () => void;
  /** Asks again: a quote has been used, or its terms have changed. */
  readonly renew: () => void;
  /** Empties a part of it after it was sent, unless that has changed since: it is the next one then. */
  readonly reset: (emptied: Partial<T>) => void;
}

/** A form whose figures and errors the worker computes: an answer counts for the values that it was given for alone. */
export function useWorkerForm<T extends object, V, F extends WorkerFrame<V>>(
  options: WorkerFormOptions<T, V, F>,
): WorkerForm<T, F> {
  const { first, viewOf, useFrames, keep } = options;
  const own = useId();
  const draft = options.draft ?? own;
  const [values, setValues] = useState(first);
  const [turn, setTurn] = useState(0);
  const [isTouched, setTouched] = useState(false);
  const [frame, setFrame] = useState<F>();
  const view = useSame(viewOf(values, turn));
  // Many frames say the same: only what is new renders.
  useFrames(view, (next) => setFrame((before) => (isSame(before, next) ? before : next)));
  useEffect(() => keep?.(values), [keep, values]);
  useEmptying(draft, setValues);
  const isOpening = useOpening(frame);
  return {
    values,
    frame: isOpening && frame ? { ...frame, blocked: undefined } : frame,
    answer: !isOpening && isSame(frame?.view, view) ? frame : undefined,
    change: (next) =>
      setValues((before) => (typeof next === 'function' ? next(before) : { ...before, ...next })),
    isTouched,
    touch: () => setTouched(true),
    renew: () => setTurn((count) => count + 1),
    reset: (emptied) => {
      setTouched(false);
      // Who called it has kept it from when it was sent: these are the values that went out.
      emptySent(draft, emptied, values);
    },
  };
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The same object for as long as it says the same. */
function useSame<V>(next: V): V {
  const held = useRef(next);
  if (!isSame(held.current, next)) held.current = next;
  return held.current;
}
