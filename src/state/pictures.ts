import type { Remote } from 'comlink';
import { wrap } from 'comlink';
import type { PictureRefusal, Pictures, Pixels } from '../../workers/api.ts';

interface Started {
  readonly api: Remote<Pictures>;
  /** Rejects when the worker's script cannot be had, or stops on an error. */
  readonly failed: Promise<never>;
}
let started: Started | undefined;

/** The worker for pictures: started with the first one, and anew after it has failed. */
function worker(): Started {
  started ??= start();
  return started;
}

function start(): Started {
  const own = new Worker(new URL('../../workers/pictures.worker.ts', import.meta.url), { type: 'module' });
  const failed = new Promise<never>((_, reject) => {
    own.addEventListener('error', () => {
      started = undefined;
      reject(new Error('the worker for pictures has failed'));
    });
  });
  // Who waits for nothing is told nothing.
  failed.catch(() => undefined);
  return { api: wrap<Pictures>(own), failed };
}

/**
 * A picture small enough to be sent over a phone's network; for a file that is none, why.
 * @throws when the worker cannot be had.
 */
export function shrinkPicture(file: Blob): Promise<Blob | PictureRefusal> {
  const { api, failed } = worker();
  return Promise.race([api.shrink(file), failed]);
}

/** The text of the QR code in a picture; undefined when there is none. @throws when the worker cannot be had. */
export function readPixels(pixels: Pixels): Promise<string | undefined> {
  const { api, failed } = worker();
  return Promise.race([api.readCode(pixels), failed]);
}
