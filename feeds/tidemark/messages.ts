import type { SourceNotice } from '../../domain/contract/index.ts';
import { PRIVATE_CHANNEL } from '../../domain/contract/index.ts';
import type { ChannelMessage } from './channelReader.ts';

/** A server's message whose envelope has been checked; what it carries is checked by its reader. */
export type Incoming =
  | { readonly kind: 'channel'; readonly channel: string; readonly message: ChannelMessage }
  | {
      readonly kind: 'hello';
      readonly now: number;
      readonly origin: unknown;
      readonly hasRows: boolean;
      readonly source: SourceNotice | undefined;
      readonly list: string | undefined;
    }
  | {
      readonly kind: 'beat';
      readonly at: number;
      readonly heads: readonly (readonly [channel: string, epoch: string, seq: number])[];
      readonly source: SourceNotice | undefined;
      readonly list: string | undefined;
    }
  | { readonly kind: 'pong'; readonly sentAt: number; readonly now: number }
  | { readonly kind: 'drain' }
  /** The server knows no such channel. */
  | { readonly kind: 'refused'; readonly channel: string }
  /** A request of this number was obeyed. */
  | { readonly kind: 'obeyed'; readonly id: number }
  /** The private channel may not be read now. */
  | { readonly kind: 'privateRefused' }
  | { readonly kind: 'ignored' };

/** Codes by which the exchange says that a channel does not exist. */
export const UNKNOWN_CODES: readonly unknown[] = ['marketUnknown', 'channelUnknown'];

/** Frames longer than this are not parsed: no message of ours comes near. */
const MOST_CHARACTERS = 8_000_000;

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** The fields of an answer; undefined where it has none. */
export const fieldsOf = (value: unknown): Fields | undefined => (isFields(value) ? value : undefined);
const isMoment = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** Reads a frame; undefined is one to count and drop. Unknown kinds are ignored, as newer servers may send them. */
export function readFrame(data: unknown): Incoming | undefined {
  if (typeof data !== 'string' || data.length > MOST_CHARACTERS) return undefined;
  try {
    return readMessage(JSON.parse(data));
  } catch {
    return undefined;
  }
}

/** Reads a parsed message, from a socket or from an answer to a poll. */
export function readMessage(value: unknown): Incoming | undefined {
  if (!isFields(value)) return undefined;
  switch (value['t']) {
    case 'snap':
    case 'delta':
      return channelMessage(value['t'], value);
    case 'beat':
      return beat(value);
    case 'hello':
      return isMoment(value['now'])
        ? {
            kind: 'hello',
            now: value['now'],
            origin: value['origin'],
            hasRows: value['rows'] === true,
            source: sourceOf(value['src']),
            list: listOf(value['list']),
          }
        : undefined;
    case 'pong':
      return isMoment(value['now']) && isMoment(value['ts'])
        ? { kind: 'pong', sentAt: value['ts'], now: value['now'] }
        : undefined;
    case 'drain':
      return { kind: 'drain' };
    case 'ok':
      return isMoment(value['id']) ? { kind: 'obeyed', id: value['id'] } : { kind: 'ignored' };
    case 'err':
      if (value['msg'] === PRIVATE_CHANNEL) return { kind: 'privateRefused' };
      return typeof value['msg'] === 'string' && UNKNOWN_CODES.includes(value['code'])
        ? { kind: 'refused', channel: value['msg'] }
        : { kind: 'ignored' };
    default:
      return typeof value['t'] === 'string' ? { kind: 'ignored' } : undefined;
  }
}

function channelMessage(kind: 'snap' | 'delta', { ch, e, s, ts, d, from }: Fields): Incoming | undefined {
  if (typeof ch !== 'string' || typeof e !== 'string' || e.length > 40 || !isMoment(s) || !isMoment(ts))
    return undefined;
  return { kind: 'channel', channel: ch, message: { kind, epoch: e, seq: s, at: ts, data: d, from } };
}

function beat({ ts, heads, src, list }: Fields): Incoming | undefined {
  if (!isMoment(ts) || !isFields(heads)) return undefined;
  const read: [string, string, number][] = [];
  for (const [channel, head] of Object.entries(heads)) {
    if (!Array.isArray(head) || typeof head[0] !== 'string' || !isMoment(head[1])) return undefined;
    read.push([channel, head[0], head[1]]);
  }
  return { kind: 'beat', at: ts, heads: read, source: sourceOf(src), list: listOf(list) };
}

const listOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= 1_000 ? value : undefined;

const isWord = (value: unknown): value is string => typeof value === 'string' && /^\w{1,20}$/.test(value);

/** Undefined for what is none. What a newer server calls a state is shown as no state. */
function sourceOf(value: unknown): SourceNotice | undefined {
  if (!isFields(value)) return undefined;
  const { venue, wanted, state, money } = value;
  return [venue, wanted, state, money].every(isWord) ? (value as unknown as SourceNotice) : undefined;
}
