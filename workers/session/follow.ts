import { CALL_TIMEOUT_MS } from '../../domain/contract/index.ts';
import type { Clock } from '../../feeds/index.ts';
import type { Transport } from './calls.ts';
import { formOf } from './transport.ts';

/** Makes a request that tells how much of it has gone out; `fetch` cannot. */
export type OpenRequest = () => XMLHttpRequest;

export interface FollowDeps {
  readonly openRequest: OpenRequest;
  readonly clock: Clock;
}

/**
 * Sends one file and tells how far it is. It has no time-out as a whole, but one for each standstill.
 * @param told whole per cent, 0 to 100, rising. @param signal takes the request back.
 */
export function followedTransport(
  { openRequest, clock }: FollowDeps,
  told: (percent: number) => void,
  signal: AbortSignal,
): Transport {
  return (path, body, headers) =>
    new Promise((resolve, reject) => {
      const request = openRequest();
      let stopWait: () => void = () => undefined;
      const wait = () => {
        stopWait();
        stopWait = clock.after(CALL_TIMEOUT_MS, () => request.abort());
      };
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        wait();
        told(total > 0 ? Math.floor((loaded / total) * 100) : 0);
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
      if (signal.aborted || !(body instanceof Blob)) {
        reject(new Error('nothing to send'));
        return;
      }
      wait();
      request.send(formOf(body));
    });
}
