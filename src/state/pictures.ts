import type { Remote } from 'comlink';
import { wrap } from 'comlink';
import type { Pictures, Pixels } from '../../workers/api.ts';

let pictures: Remote<Pictures> | undefined;

/** The worker for pictures: started with the first one. */
function worker(): Remote<Pictures> {
  pictures ??= wrap<Pictures>(
    new Worker(new URL('../../workers/pictures.worker.ts', import.meta.url), { type: 'module' }),
  );
  return pictures;
}

/** A picture small enough to be sent over a phone's network; undefined for a file that is none. */
export function shrinkPicture(file: Blob): Promise<Blob | undefined> {
  return worker().shrink(file);
}

/** The text of the QR code in a picture; undefined when there is none. */
export function readPixels(pixels: Pixels): Promise<string | undefined> {
  return worker().readCode(pixels);
}
