import type { StreamFeeds } from './feeds.ts';
import type { ListenKeys } from './listenKeys.ts';
import type { StreamKind } from './names.ts';
import type { SocketOut } from './socket.ts';
import { StreamSocket } from './socket.ts';
import type { UserFeeds } from './userFeed.ts';
import type { WsApiDeps } from './wsApi.ts';
import { WsApi } from './wsApi.ts';

/** What an address of a socket says, below the compatible API's own. */
export type SocketTarget =
  | { readonly is: 'api' }
  | {
      readonly is: 'streams';
      readonly kind: StreamKind;
      readonly isCombined: boolean;
      readonly names: readonly string[];
    };

const STREAMS =
  /^(\/stream(?=\/(?:ws|stream))|\/fstream)?(\/(?:public|market|private))?\/(ws|stream)(?:\/(.*))?$/;

/**
 * Reads a socket's address: `/ws/NAME` and `/stream?streams=A/B` of spot, the same below `/fstream`, or in one of its
 * parts, of futures. Undefined for any other.
 */
export function targetOf(path: string, query: string): SocketTarget | undefined {
  if (path === '/ws-api/v3') return { is: 'api' };
  const [, base, part, way, rest = ''] = STREAMS.exec(path) ?? [];
  if (way === undefined) return undefined;
  const kind = base === '/fstream' || part !== undefined ? 'futures' : 'spot';
  const values = new URLSearchParams(query);
  const names =
    way === 'ws' ? [rest, values.get('listenKey') ?? ''] : (values.get('streams') ?? '').split('/');
  return { is: 'streams', kind, isCombined: way === 'stream', names: names.filter((name) => name !== '') };
}

export interface OpenedSocket {
  receive(text: string): void;
  closed(): void;
}

export interface CompatSockets {
  /** A socket that was accepted. */
  open(target: SocketTarget, address: string, out: SocketOut): OpenedSocket;
}

export interface CompatSocketsDeps extends WsApiDeps {
  readonly feeds: StreamFeeds;
  readonly listenKeys: ListenKeys;
  readonly users: UserFeeds;
}

export function compatSockets(deps: CompatSocketsDeps): CompatSockets {
  return {
    open(target, address, out) {
      if (target.is === 'api') {
        const api = new WsApi(deps, address, (text) => out.send(text));
        return { receive: (text) => void api.receive(text), closed: () => api.closed() };
      }
      return openStreams(deps, target, out);
    },
  };
}

function openStreams(
  { feeds, listenKeys, users, now }: CompatSocketsDeps,
  { kind, isCombined, names }: Extract<SocketTarget, { is: 'streams' }>,
  out: SocketOut,
): OpenedSocket {
  const socket = new StreamSocket(feeds, out, { kind, isCombined, now });
  const stops: (() => void)[] = [];
  let isClosed = false;
  const listen = async (name: string): Promise<void> => {
    const user = await listenKeys.userOf(name);
    if (!user || isClosed) return;
    const sink = socket.sinkOf(name);
    const stop = await users.open(user.userId, user.kind, sink, {
      holds: async () => (await listenKeys.userOf(name)) !== undefined,
      ended: () => sink(JSON.stringify({ e: 'listenKeyExpired', E: now(), listenKey: name })),
    });
    if (isClosed) stop();
    else stops.push(stop);
  };
  // A name that is no stream may be a listen key; clients also number their sockets so.
  for (const name of names) if (!socket.add(name)) listen(name).catch(() => out.close(1011, 'not available'));
  return {
    receive: (text) => socket.receive(text),
    closed() {
      isClosed = true;
      socket.closed();
      for (const stop of stops) stop();
    },
  };
}
