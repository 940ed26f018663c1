import { useCallback, useRef } from 'react';
import type { Watch } from '../camera/useCamera.ts';
import { useCamera } from '../camera/useCamera.ts';
import { createCodeReader } from './readCode.ts';

/** Between two looks, ms: quick for a hand that holds still, and easy on the battery. */
const LOOK_MS = 200;

/** Shows the camera's picture, and looks for a code in it until one is found. */
export function useScanner(onFound: (text: string) => void): ReturnType<typeof useCamera> {
  const latest = useRef(onFound);
  latest.current = onFound;
  const look = useCallback<Watch>(async (video, signal) => {
    const read = await createCodeReader();
    while (!signal.aborted) {
      const text = await read(video).catch(() => undefined);
      if (signal.aborted) return;
      if (text) {
        latest.current(text);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }, []);
  return useCamera('environment', look);
}
