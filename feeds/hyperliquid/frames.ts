import { isFields, parseJson } from '../venues/fields.ts';

/** A frame whose envelope has been checked; its data is checked by its reader. */
export type HyperliquidFrame =
  | { readonly kind: 'pong' }
  /** The venue obeyed; `subscription` repeats the request. */
  | { readonly kind: 'done'; readonly subscription: unknown }
  /** The venue's own words. */
  | { readonly kind: 'error'; readonly words: string }
  | { readonly kind: 'data'; readonly channel: string; readonly data: unknown };

/** Reads a socket's text; undefined is a frame to count and drop. */
export function readFrame(text: unknown): HyperliquidFrame | undefined {
  const value = parseJson(text);
  if (!isFields(value)) return undefined;
  const { channel, data } = value;
  if (typeof channel !== 'string') return undefined;
  if (channel === 'pong') return { kind: 'pong' };
  if (channel === 'subscriptionResponse') {
    return { kind: 'done', subscription: isFields(data) ? data['subscription'] : undefined };
  }
  if (channel === 'error') return { kind: 'error', words: typeof data === 'string' ? data : '' };
  return { kind: 'data', channel, data };
}
