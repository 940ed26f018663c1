import type { Transport } from './caller.ts';

/** Calls by fetch, to the page's own origin. */
export function createTransport(send: typeof fetch): Transport {
  return async (path, body, headers, signal) => {
    const response = await send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      ...(signal ? { signal } : {}),
    });
    return response.json();
  };
}
