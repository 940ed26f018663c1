import type { Fields } from '../venues/fields.ts';
import { isFields, parseJson } from '../venues/fields.ts';
import { wholeOf } from '../venues/texts.ts';

/** A frame whose envelope has been checked; its rows are checked by their readers. */
export type OkxFrame =
  | { readonly kind: 'pong' }
  /** The venue obeyed; `id` is the command's, where the venue repeats it. */
  | {
      readonly kind: 'done';
      readonly event: 'subscribe' | 'unsubscribe';
      readonly stream: string;
      readonly id: number | undefined;
    }
  /** The venue refused; `stream` where its words name the subscription. */
  | {
      readonly kind: 'error';
      readonly code: string;
      readonly stream: string | undefined;
      readonly id: number | undefined;
    }
  /** The venue stops this connection soon. */
  | { readonly kind: 'notice'; readonly code: string }
  | {
      readonly kind: 'data';
      readonly stream: string;
      /** Of books: `snapshot` or `update`. */
      readonly action: unknown;
      readonly rows: readonly unknown[];
    }
  | { readonly kind: 'other' };

/** The one name of a stream. @param of an instrument, or a kind of instruments. */
export const streamName = (channel: string, of: string): string => `${channel}:${of}`;

/** Reads a socket's text; undefined is a frame to count and drop. The answer to a heartbeat is no JSON. */
export function readFrame(text: unknown): OkxFrame | undefined {
  if (text === 'pong') return { kind: 'pong' };
  const value = parseJson(text);
  if (!isFields(value)) return undefined;
  if (value['event'] !== undefined) return readEvent(value);
  const stream = streamOf(value['arg']);
  const rows = value['data'];
  return stream !== undefined && Array.isArray(rows)
    ? { kind: 'data', stream, action: value['action'], rows }
    : undefined;
}

function readEvent(value: Fields): OkxFrame | undefined {
  const { event, code, msg } = value;
  const stream = streamOf(value['arg']);
  const id = wholeOf(value['id']);
  if (event === 'subscribe' || event === 'unsubscribe')
    return stream === undefined ? undefined : { kind: 'done', event, stream, id };
  if (event !== 'error' && event !== 'notice') return { kind: 'other' };
  if (typeof code !== 'string') return undefined;
  return event === 'notice'
    ? { kind: 'notice', code }
    : { kind: 'error', code, stream: stream ?? streamInWords(msg), id };
}

function streamOf(arg: unknown): string | undefined {
  if (!isFields(arg) || typeof arg['channel'] !== 'string') return undefined;
  const of = arg['instId'] ?? arg['instType'];
  return typeof of === 'string' ? streamName(arg['channel'], of) : undefined;
}

/** `… channel:tickers,instId:ABC-USDT doesn't exist`: an error names its subscription in words alone. */
function streamInWords(words: unknown): string | undefined {
  if (typeof words !== 'string' || words.length > 400) return undefined;
  const [, channel, of] = /channel:\s*([\w-]+),\s*inst(?:Id|Type):\s*([\w-]+)/.exec(words) ?? [];
  return channel === undefined || of === undefined ? undefined : streamName(channel, of);
}
