import { useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { TickerFrame, TickerView } from '../../workers/api.ts';
import { TickerModel } from './tickerModel.ts';
import { useView } from './useView.ts';

interface Ticker extends Readonly<TickerModel['state']> {
  readonly model: TickerModel;
}

/** One market's head on screen. @param onFrame called with every frame, outside of rendering. */
export function useTicker(id: string, onFrame?: (frame: TickerFrame) => void): Ticker {
  const [model] = useState(() => new TickerModel());
  const view = useMemo<TickerView>(() => ({ kind: 'ticker', id }), [id]);
  useView(view, (frame) => {
    model.apply(frame);
    onFrame?.(frame);
  });
  return { model, ...(useSnapshot(model.state) as TickerModel['state']) };
}
