import type { VenueAnswer, VenueDeps, VenueRequest } from './types.ts';

/** The part of `fetch` that a question to a venue uses. */
export type SendRequest = (
  url: string,
  init: {
    readonly method: VenueRequest['method'];
    readonly redirect: 'error';
    readonly body?: string;
    readonly headers?: Readonly<Record<string, string>>;
  },
) => Promise<{
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  json(): Promise<unknown>;
}>;

/**
 * Questions by `fetch`. Redirects are refused: an address that leads elsewhere is none of a venue's.
 * @param send ends by itself when no answer comes.
 */
export function createAsk(send: SendRequest): VenueDeps['ask'] {
  return async ({ method, url, body }): Promise<VenueAnswer> => {
    const content = body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } };
    const response = await send(url, { method, redirect: 'error', ...content });
    return {
      status: response.status,
      header: (name) => response.headers.get(name) ?? undefined,
      body: await response.json().catch(() => undefined),
    };
  };
}
