import type { RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { CameraState, Facing } from './camera.ts';
import { openCamera, stopCamera } from './camera.ts';

/** What happens while the camera's picture is there, until the signal ends it. */
export type Watch = (video: HTMLVideoElement, signal: AbortSignal) => Promise<void>;

/**
 * Shows a camera's picture in a video element for as long as the component is there, and stops the camera then.
 * @param facing another one opens the other camera. @param watch begins with the picture.
 */
export function useCamera(
  facing: Facing,
  watch?: Watch,
): {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly state: CameraState;
} {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>('asking');
  const latest = useRef(watch);
  latest.current = watch;
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const publish = (next: CameraState) => {
      if (!signal.aborted) setState(next);
    };
    publish('asking');
    void show(video, facing, signal, publish).then((element) => {
      if (element && !signal.aborted) void latest.current?.(element, signal);
    });
    return () => stop.abort();
  }, [facing]);
  return { video, state };
}

/** @returns the element with the picture; undefined when there is none, or nobody waits for it any more. */
async function show(
  video: RefObject<HTMLVideoElement | null>,
  facing: Facing,
  signal: AbortSignal,
  publish: (state: CameraState) => void,
): Promise<HTMLVideoElement | undefined> {
  const camera = await openCamera(facing);
  if (typeof camera === 'string') {
    publish(camera);
    return undefined;
  }
  signal.addEventListener('abort', () => stopCamera(camera));
  const element = video.current;
  if (signal.aborted || !element) {
    stopCamera(camera);
    return undefined;
  }
  // Another app, or a hand on the plug, may take the camera away.
  for (const track of camera.getTracks()) track.addEventListener('ended', () => publish('none'));
  element.srcObject = camera;
  await element.play().catch(() => undefined);
  publish('on');
  return element;
}
