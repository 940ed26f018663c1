import { useState } from 'react';
import type { Refusal } from '../../domain/index.ts';
import type { FrameOf, View } from '../../workers/api.ts';
import { login, sessionEnded } from './login.ts';
import { useView } from './useView.ts';

/** Shows a view about the logged-in user; takes note of a login that has ended. */
export function useUserFrames<V extends View>(view: V, onFrame: (frame: FrameOf<V>) => void): void {
  const [token] = useState(() => login.token);
  useView(view, (next) => {
    onFrame(next);
    const { failed } = next as { readonly failed?: Refusal };
    if (failed?.code === 401) sessionEnded(token);
  });
}

/** The newest frame of a view about the logged-in user. */
export function useUserView<V extends View>(view: V): FrameOf<V> | undefined {
  const [frame, setFrame] = useState<FrameOf<V>>();
  useUserFrames(view, setFrame);
  return frame;
}
