import { isFields, isWhole, parseJson } from '../venues/fields.ts';
import type { StreamIncoming, StreamPlan } from '../venues/streams.ts';
import type { BinanceConfig } from './config.ts';
import { scanFrame } from './scan.ts';

type SocketLimits = BinanceConfig['spotStreams'] | BinanceConfig['futuresStreams'];

/**
 * How Binance's sockets are spoken with. Streams of futures have the same names as those of spot: within the venue
 * they carry a mark in front.
 */
export function streamPlan(
  hosts: readonly string[],
  limits: SocketLimits,
  path: string,
  mark: string,
): StreamPlan {
  const bare = (stream: string) => stream.slice(mark.length);
  return {
    ...limits,
    hosts,
    // An address without a stream is not documented; the rest is subscribed to on the open socket.
    path: ([first = '']) => `${path}${bare(first)}`,
    command: (op, streams, id) => JSON.stringify({ method: op.toUpperCase(), params: streams.map(bare), id }),
    probe: (id) => JSON.stringify({ method: 'LIST_SUBSCRIPTIONS', id }),
    read: (data) => readFrame(data, mark),
  };
}

function readFrame(data: unknown, mark: string): StreamIncoming | undefined {
  const scanned = typeof data === 'string' ? scanFrame(data) : undefined;
  if (scanned) return { kind: 'data', stream: `${mark}${scanned.stream}`, message: scanned.message };
  const frame = parseJson(data);
  if (!isFields(frame)) return undefined;
  const { stream, data: message, id } = frame;
  if (isShutdown(frame) || isShutdown(message)) return { kind: 'maintenance' };
  if (typeof stream === 'string' && message !== undefined)
    return { kind: 'data', stream: `${mark}${stream}`, message };
  if ('error' in frame || 'code' in frame) return isWhole(id) ? { kind: 'refused', id } : undefined;
  if ('result' in frame) return isWhole(id) ? { kind: 'answered', id } : { kind: 'other' };
  return undefined;
}

const isShutdown = (value: unknown): boolean => isFields(value) && value['e'] === 'serverShutdown';
