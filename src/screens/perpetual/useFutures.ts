import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { FuturesView } from '../../../workers/api.ts';
import { client } from '../../state/client.ts';
import type { FuturesState } from '../../state/futures.ts';
import { FuturesModel } from '../../state/futures.ts';
import { useRefresh } from '../../state/refresh.ts';
import { useView } from '../../state/useView.ts';

/** The futures account on screen. @param view the same object until something else is wanted. */
export function useFutures(view: FuturesView): { readonly model: FuturesModel; readonly now: FuturesState } {
  const [model] = useState(() => new FuturesModel());
  useRefresh(() => client.wake());
  useView(view, (frame) => model.apply(frame));
  const { now } = useSnapshot(model.state) as { readonly now: FuturesState };
  return { model, now };
}
