import type { StreamIncoming, StreamPlan } from '../venues/streams.ts';
import type { OkxConfig } from './config.ts';
import { readFrame } from './frames.ts';
import { scanFrame } from './scan.ts';

/** What a stream's listener takes of a frame. */
export interface OkxData {
  /** Of books: `snapshot` or `update`. */
  readonly action: unknown;
  readonly rows: readonly unknown[];
}

/** Channels that name a kind of instruments where others name one. */
const BY_KIND = ['instruments'];

/** What a subscription names in the venue's words. */
function argOf(stream: string): object {
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
  const frame = (typeof data === 'string' ? scanFrame(data) : undefined) ?? readFrame(data);
  if (!frame) return undefined;
  if (frame.kind === 'data') return { kind: 'data', stream: frame.stream, message: frame satisfies OkxData };
  if (frame.kind === 'done') {
    // Each of a command's streams is answered alone; one that is left is named by its command.
    const named = frame.event === 'subscribe' ? { streams: [frame.stream] } : {};
    return { kind: 'answered', ...idOf(frame), ...named };
  }
  if (frame.kind === 'notice' && frame.code === config.closingCode) return { kind: 'maintenance' };
  if (frame.kind !== 'error' || (config.slowerCodes.socket as readonly string[]).includes(frame.code))
    return { kind: 'other' };
  return {
    kind: 'refused',
    ...idOf(frame),
    ...(frame.stream === undefined ? {} : { streams: [frame.stream] }),
  };
}

const idOf = ({ id }: { readonly id: number | undefined }) => (id === undefined ? {} : { id });
