import type { Fields } from '../venues/fields.ts';
import { isFields, parseJson } from '../venues/fields.ts';
import { wholeOf } from '../venues/texts.ts';

/** What a subscription names: a channel, and an instrument or a kind of instruments. */
export interface OkxArg {
  readonly channel: string;
  readonly instId?: string;
  readonly instType?: string;
}

/** A frame whose envelope has been checked; its rows are checked by their readers. */
export type OkxFrame =
  | { readonly kind: 'pong' }
  /** The venue obeyed. */
  | {
      readonly kind: 'done';
      readonly event: 'subscribe' | 'unsubscribe';
      readonly arg: OkxArg;
      /** Of the command, where the venue repeats it. */
      readonly id: number | undefined;
    }
  /** The venue refused; `arg` where its words name the subscription. */
  | {
      readonly kind: 'error';
      readonly code: string;
      readonly arg: OkxArg | undefined;
      readonly id: number | undefined;
    }
  /** The venue stops this connection soon. */
  | { readonly kind: 'notice'; readonly code: string }
  | {
      readonly kind: 'data';
      readonly arg: OkxArg;
      /** Of books: `snapshot` or `update`. */
      readonly action: unknown;
      readonly rows: readonly unknown[];
    }
  | { readonly kind: 'other' };

/** Reads a socket's text; undefined is a frame to count and drop. The answer to a heartbeat is no JSON. */
export function readFrame(text: unknown): OkxFrame | undefined {
  if (text === 'pong') return { kind: 'pong' };
  const value = parseJson(text);
  if (!isFields(value)) return undefined;
  if ('event' in value) return readEvent(value);
  const arg = readArg(value['arg']);
  const rows = value['data'];
  return arg && Array.isArray(rows) ? { kind: 'data', arg, action: value['action'], rows } : undefined;
}

function readEvent(value: Fields): OkxFrame | undefined {
  const { event, code, msg } = value;
  const arg = readArg(value['arg']);
  const id = wholeOf(value['id']);
  if (event === 'subscribe' || event === 'unsubscribe') return arg && { kind: 'done', event, arg, id };
  if (event !== 'error' && event !== 'notice') return { kind: 'other' };
  if (typeof code !== 'string') return undefined;
  return event === 'notice'
    ? { kind: 'notice', code }
    : { kind: 'error', code, arg: arg ?? argInWords(msg), id };
}

function readArg(raw: unknown): OkxArg | undefined {
  if (!isFields(raw) || typeof raw['channel'] !== 'string') return undefined;
  const { channel, instId, instType } = raw;
  return {
    channel,
    ...(typeof instId === 'string' ? { instId } : {}),
    ...(typeof instType === 'string' ? { instType } : {}),
  };
}

/** `… channel:tickers,instId:ABC-USDT doesn't exist`: an error tells its subscription in words alone. */
function argInWords(words: unknown): OkxArg | undefined {
  if (typeof words !== 'string' || words.length > 400) return undefined;
  const channel = /channel:\s*([\w-]+)/.exec(words)?.[1];
  const instId = /instId:\s*([\w-]+)/.exec(words)?.[1];
  return channel === undefined ? undefined : { channel, ...(instId === undefined ? {} : { instId }) };
}
