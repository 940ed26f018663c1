import type { StreamIncoming, StreamPlan } from '../venues/streams.ts';
import type { OkxConfig } from './config.ts';
import type { OkxArg } from './frames.ts';
import { readFrame } from './frames.ts';

/** What a stream's listener takes of a frame. */
export interface OkxData {
  /** Of books: `snapshot` or `update`. */
  readonly action: unknown;
  readonly rows: readonly unknown[];
}

/** Channels that name a kind of instruments where others name one. */
const BY_KIND = ['instruments'];

/** The one name of a stream. @param of an instrument, or a kind of instruments. */
export const streamName = (channel: string, of: string): string => `${channel}:${of}`;

const nameOf = ({ channel, instId, instType }: OkxArg): string =>
  streamName(channel, (BY_KIND.includes(channel) ? instType : instId) ?? '');

function argOf(stream: string): OkxArg {
  const [channel = '', of = ''] = stream.split(':');
  return BY_KIND.includes(channel) ? { channel, instType: of } : { channel, instId: of };
}

/** The rows of a frame that a stream brought. */
export const dataOf = (message: unknown): OkxData => message as OkxData;

/** How one kind of the venue's sockets is spoken with. */
export function okxPlan(
  config: OkxConfig,
  hosts: readonly string[],
  kind: keyof OkxConfig['sockets'],
): StreamPlan {
  const path = config.sockets[kind];
  return {
    hosts,
    path: () => path,
    command: (op, streams, id) => JSON.stringify({ id: `${id}`, op, args: streams.map(argOf) }),
    read: (data) => readIncoming(data, config),
    probe: () => 'ping',
    areProbesFree: true,
    streams: config.streamsPerSocket,
    batch: config.batch,
    commands: [config.commands],
    lifetimeMs: Number.POSITIVE_INFINITY,
  };
}

function readIncoming(data: unknown, config: OkxConfig): StreamIncoming | undefined {
  const frame = readFrame(data);
  if (!frame) return undefined;
  const id = 'id' in frame && frame.id !== undefined ? { id: frame.id } : {};
  if (frame.kind === 'data') {
    const { arg, action, rows } = frame;
    return { kind: 'data', stream: nameOf(arg), message: { action, rows } satisfies OkxData };
  }
  if (frame.kind === 'done') {
    // Each of a command's streams is answered alone; one that is left is named by its command.
    return frame.event === 'subscribe'
      ? { kind: 'answered', ...id, streams: [nameOf(frame.arg)] }
      : { kind: 'answered', ...id };
  }
  if (frame.kind === 'notice' && frame.code === config.closingCode) return { kind: 'maintenance' };
  if (frame.kind !== 'error' || (config.slowerCodes.socket as readonly string[]).includes(frame.code))
    return { kind: 'other' };
  return { kind: 'refused', ...id, ...(frame.arg ? { streams: [nameOf(frame.arg)] } : {}) };
}
