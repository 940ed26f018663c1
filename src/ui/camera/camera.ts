/** `asking`: the browser's prompt is open, or it starts; `refused`: not allowed; `none`: there is none, or it is in use. */
export type CameraState = 'asking' | 'on' | 'refused' | 'none';
/** `environment`: the camera on the back of a phone; `user`: the one that sees who holds it. */
export type Facing = 'environment' | 'user';

/** Enough to read what is printed on a document; cameras with less give what they have. */
const WANTED = { width: { ideal: 1_920 }, height: { ideal: 1_440 } };

/** The camera that faces so, or any. */
export async function openCamera(facing: Facing): Promise<MediaStream | 'refused' | 'none'> {
  try {
    // Pages that came without encryption have no such thing.
    if (!navigator.mediaDevices) return 'none';
    const video = { facingMode: facing, ...WANTED };
    return await navigator.mediaDevices.getUserMedia({ video, audio: false });
  } catch (error) {
    const isRefused = error instanceof DOMException && error.name === 'NotAllowedError';
    return isRefused ? 'refused' : 'none';
  }
}

export function stopCamera(camera: MediaStream): void {
  for (const track of camera.getTracks()) track.stop();
}
