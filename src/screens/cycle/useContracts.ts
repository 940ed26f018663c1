import { useCallback, useMemo, useState } from 'react';
import { defined } from '../../../domain/index.ts';
import type { CycleMark, CycleOpenFrame, CycleOpenView } from '../../../workers/api.ts';
import { client } from '../../state/client.ts';
import { useRefresh } from '../../state/refresh.ts';
import { useView } from '../../state/useView.ts';

export interface Contracts {
  /** Without results that the user has put away. */
  readonly frame: CycleOpenFrame | undefined;
  /** Entry lines; the same array until they change. */
  readonly marks: readonly CycleMark[];
  /** Puts a result away. */
  readonly dismiss: (id: number) => void;
}

const NONE: readonly CycleMark[] = [];

/** Running contracts, and those that end while the user looks. */
export function useContracts({ asset, only }: Pick<CycleOpenView, 'asset' | 'only'>): Contracts {
  const view = useMemo<CycleOpenView>(
    () => ({
      kind: 'cycleOpen',
      ...defined({ asset, only }),
    }),
    [asset, only],
  );
  const [frame, setFrame] = useState<CycleOpenFrame>();
  const [marks, setMarks] = useState(NONE);
  const [dismissed, setDismissed] = useState<ReadonlySet<number>>(new Set());
  useRefresh(() => client.wake());
  useView(view, (next) => {
    setFrame(next);
    setMarks((before) => (JSON.stringify(before) === JSON.stringify(next.marks) ? before : next.marks));
  });
  const dismiss = useCallback((id: number) => setDismissed((before) => new Set([...before, id])), []);
  const shown = useMemo(
    () => frame && { ...frame, ended: frame.ended.filter(({ id }) => !dismissed.has(id)) },
    [frame, dismissed],
  );
  return { frame: shown, marks, dismiss };
}
