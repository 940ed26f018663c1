import { useMemo, useState } from 'react';
import type { ContentViews, FrameOf } from '../../workers/api.ts';
import { useRefresh } from './refresh.ts';
import { useView } from './useView.ts';

/**
 * The newest frame of something that the exchange publishes, and what asks for it again.
 * @param view the same object for as long as the same is shown.
 */
export function useContent<V extends ContentViews>(view: V): readonly [FrameOf<V> | undefined, () => void] {
  const [frame, setFrame] = useState<FrameOf<V>>();
  const [turn, setTurn] = useState(0);
  const shown = useMemo(() => ({ ...view, turn }), [view, turn]);
  useView<V>(shown, setFrame);
  const again = () => setTurn((before) => before + 1);
  useRefresh(again);
  return [frame, again];
}
