import { CALL_TIMEOUT_MS } from '../../domain/contract/index.ts';
import type { PhotoKind, Result } from '../../domain/index.ts';
import type { Clock } from '../../feeds/index.ts';
import type { ExtraCaller, Transport } from './caller.ts';

/** Makes a request that reports how much of it has gone out; `fetch` cannot. */
export type OpenRequest = () => XMLHttpRequest;

export interface FollowDeps {
  readonly openRequest: OpenRequest;
  readonly clock: Clock;
}

/** A picture on its way to the exchange. */
interface SentPicture {
  readonly file: Blob;
  /** Of a photo that proves who somebody is, which the exchange seals; other pictures have none. */
  readonly kind: PhotoKind | undefined;
  /** Whole per cent that have gone out, 0 to 100, rising. */
  readonly onProgress: (percent: number) => void;
  /** Takes it back. */
  readonly signal: AbortSignal;
}

/** Sends a picture by the call that its kind takes. @returns the id by which it is named from here on. */
export async function sendPicture(
  call: ExtraCaller,
  deps: FollowDeps,
  { file, kind, onProgress, signal }: SentPicture,
): Promise<Result<{ readonly id: string }>> {
  const send = followedTransport(deps, { file, ...(kind ? { kind } : {}) }, onProgress, signal);
  if (!kind) return call('common.upload', {}, { send });
  const result = await call('identity.photo', { kind }, { send });
  return result.ok ? { ok: true, data: { id: result.data.photo.id } } : result;
}

/**
 * Sends one file and reports how far it is. It has no time-out as a whole, but one for each standstill.
 * @param fields of its form, the file among them.
 */
function followedTransport(
  { openRequest, clock }: FollowDeps,
  fields: Readonly<Record<string, string | Blob>>,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
): Transport {
  return (path, _, headers) =>
    new Promise((resolve, reject) => {
      const request = openRequest();
      let stopWait: () => void = () => undefined;
      const wait = () => {
        stopWait();
        stopWait = clock.after(CALL_TIMEOUT_MS, () => request.abort());
      };
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        wait();
        onProgress(total > 0 ? Math.floor((loaded / total) * 100) : 0);
      });
      request.addEventListener('loadend', () => {
        stopWait();
        try {
          resolve(JSON.parse(request.responseText));
        } catch (cause) {
          reject(new Error('no answer', { cause }));
        }
      });
      request.open('POST', path);
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      signal.addEventListener('abort', () => request.abort());
      if (signal.aborted) {
        reject(new Error('taken back'));
        return;
      }
      wait();
      request.send(formOf(fields));
    });
}

function formOf(fields: Readonly<Record<string, string | Blob>>): FormData {
  const form = new FormData();
  for (const [name, field] of Object.entries(fields)) form.append(name, field);
  return form;
}
