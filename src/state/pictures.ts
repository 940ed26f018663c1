import type { Remote } from 'comlink';
import { wrap } from 'comlink';
import type { PictureRefusal, Pictures, Pixels } from '../../workers/api.ts';

interface Started {
  readonly own: Worker;
  readonly api: Remote<Pictures>;
  /** Rejects when the worker's script cannot be had, or stops on an error. */
  readonly failed: Promise<never>;
}
let started: Started | undefined;

function start(): Started {
  const own = new Worker(new URL('../../workers/pictures.worker.ts', import.meta.url), { type: 'module' });
  const failed = new Promise<never>((_, reject) => {
    own.addEventListener('error', () => reject(new Error('the worker for pictures has failed')));
  });
  // Nobody may be waiting.
  failed.catch(() => undefined);
  return { own, api: wrap<Pictures>(own), failed };
}

/**
 * Asks the worker for pictures, which starts with the first one. After a failure the next picture has another worker:
 * one remembers a script that it could not fetch as missing for as long as it lives.
 */
async function ask<T>(question: (api: Remote<Pictures>) => Promise<T>): Promise<T> {
  started ??= start();
  const requested = started;
  try {
    return await Promise.race([question(requested.api), requested.failed]);
  } catch (error) {
    if (started === requested) started = undefined;
    requested.own.terminate();
    throw error;
  }
}

/**
 * A picture small enough to be sent over a phone's network; for a file that is none, why.
 * @throws when the worker cannot be had.
 */
export const shrinkPicture = (file: Blob): Promise<Blob | PictureRefusal> =>
  ask(async (api) => api.shrink(file));

/** The text of the QR code in a picture; undefined when there is none. @throws when the worker cannot be had. */
export const readPixels = (pixels: Pixels): Promise<string | undefined> =>
  ask(async (api) => api.readCode(pixels));
