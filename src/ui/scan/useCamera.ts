import type { RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import { createCodeReader } from './readCode.ts';

/** `asking`: the person is asked, or it starts; `refused`: not allowed; `none`: there is none, or it is in use. */
export type CameraState = 'asking' | 'on' | 'refused' | 'none';

/** Between two looks, ms: quick for a hand that holds still, and easy on the battery. */
const LOOK_MS = 200;

/** Shows the camera's picture in a video element and looks for a code in it, for as long as the component is there. */
export function useCamera(onFound: (text: string) => void): {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly state: CameraState;
} {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>('asking');
  const told = useRef(onFound);
  told.current = onFound;
  useEffect(() => {
    const stop = new AbortController();
    void look(video, stop.signal, setState, (text) => told.current(text));
    return () => stop.abort();
  }, []);
  return { video, state };
}

async function look(
  video: RefObject<HTMLVideoElement | null>,
  signal: AbortSignal,
  tell: (state: CameraState) => void,
  found: (text: string) => void,
): Promise<void> {
  const camera = await openCamera();
  if (typeof camera === 'string') {
    if (!signal.aborted) tell(camera);
    return;
  }
  signal.addEventListener('abort', () => stopAll(camera));
  const element = video.current;
  if (signal.aborted || !element) {
    stopAll(camera);
    return;
  }
  element.srcObject = camera;
  await element.play().catch(() => undefined);
  const read = await createCodeReader();
  if (signal.aborted) return;
  tell('on');
  while (!signal.aborted) {
    const text = await read(element).catch(() => undefined);
    if (signal.aborted) return;
    if (text) {
      found(text);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** The camera on the back of a phone, or any. */
async function openCamera(): Promise<MediaStream | 'refused' | 'none'> {
  try {
    // Pages that came without encryption have no such thing.
    if (!navigator.mediaDevices) return 'none';
    return await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false });
  } catch (error) {
    const isRefused = error instanceof DOMException && error.name === 'NotAllowedError';
    return isRefused ? 'refused' : 'none';
  }
}

function stopAll(camera: MediaStream): void {
  for (const track of camera.getTracks()) track.stop();
}
