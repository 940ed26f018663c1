import { useState } from 'react';
import type { Refusal } from '../../domain/index.ts';
import type { FrameOf, View } from '../../workers/api.ts';
import { login, sessionEnded } from './login.ts';
import { useView } from './useView.ts';

/** The newest frame of a view about whoever is logged in; takes note of a login that has ended. */
export function usePersonView<V extends View>(view: V): FrameOf<V> | undefined {
  const [frame, setFrame] = useState<FrameOf<V>>();
  const [token] = useState(() => login.token);
  useView(view, (next) => {
    setFrame(next);
    const { failed } = next as { readonly failed?: Refusal };
    if (failed?.code === 401) sessionEnded(token);
  });
  return frame;
}
