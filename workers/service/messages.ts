/** What a page asks of the service worker: to keep files that it has loaded; to take over from the one before. */
export type ToService =
  | { readonly type: 'keep'; readonly urls: readonly string[] }
  | { readonly type: 'SKIP_WAITING' };

/** A message of the service worker to a page: show this route. */
export interface FromService {
  readonly type: 'open';
  readonly path: string;
}

/** Reads what a page says; undefined for anything else. */
export function readToService(value: unknown): ToService | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { type, urls } = value as Record<string, unknown>;
  if (type === 'SKIP_WAITING') return { type };
  if (type !== 'keep' || !Array.isArray(urls)) return undefined;
  return { type, urls: urls.filter((url) => typeof url === 'string') };
}
