import { useEffect, useMemo, useRef } from 'react';
import type { FrameOf, View } from '../../workers/api.ts';
import { client } from './client.ts';
import type { ViewControl } from './worker.ts';

/**
 * Shows a view for as long as the component is there. `onFrame` receives frames outside of rendering.
 * @param view plain description; a new one of the same kind changes what is shown.
 * @returns `update` shows another one without a render, until the next `view`.
 */
export function useView<V extends View>(
  view: V,
  onFrame: (frame: FrameOf<V>) => void,
): Pick<ViewControl, 'legendAt' | 'update'> {
  const control = useRef<ViewControl | undefined>(undefined);
  const latest = useRef(onFrame);
  const shown = useRef<V>(view);
  latest.current = onFrame;
  const { kind } = view;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a view lives as long as its kind; changes go by update
  useEffect(() => {
    shown.current = view;
    const opened = client.open(view, (frame) => latest.current(frame as FrameOf<V>));
    control.current = opened;
    return () => {
      control.current = undefined;
      opened.close();
    };
  }, [kind]);

  useEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    control.current?.update(view);
  }, [view]);

  return useMemo(
    () => ({
      legendAt: async (time) => control.current?.legendAt(time),
      update: (next) => control.current?.update(next),
    }),
    [],
  );
}
