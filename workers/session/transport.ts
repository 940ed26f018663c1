import type { Transport } from './calls.ts';

/** Calls by fetch, to the page's own origin. A file goes as a form, everything else as JSON. */
export function createTransport(send: typeof fetch): Transport {
  return async (path, body, headers) => {
    const response = await send(
      path,
      body instanceof Blob
        ? { method: 'POST', headers, body: formOf(body) }
        : {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...headers },
            body: JSON.stringify(body),
          },
    );
    return response.json();
  };
}

/** A file as a form sends it. */
export function formOf(file: Blob): FormData {
  const form = new FormData();
  form.append('file', file, 'picture');
  return form;
}
