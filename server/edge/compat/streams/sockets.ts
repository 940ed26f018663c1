import { networkOf } from '../../../base/network.ts';
import type { Openings } from '../../realtime/openings.ts';
import type { StreamFeeds } from './feeds.ts';
import type { ListenKeys } from './listenKeys.ts';
import type { StreamKind } from './names.ts';
import type { OpenUser, SocketOut } from './socket.ts';
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
  /** Opens streams at their caller's turn, and charges the work. */
  readonly openings: Pick<Openings, 'ask'>;
}

export function compatSockets(deps: CompatSocketsDeps): CompatSockets {
  return {
    open(target, address, out) {
      if (target.is === 'api') {
        const api = new WsApi(deps, address, (text) => out.send(text));
        return { receive: (text) => void api.receive(text), closed: () => api.closed() };
      }
      return openStreams(deps, target, address, out);
    },
  };
}

function openStreams(
  { feeds, listenKeys, users, openings, now }: CompatSocketsDeps,
  { kind, isCombined, names }: Extract<SocketTarget, { is: 'streams' }>,
  address: string,
  out: SocketOut,
): OpenedSocket {
  const openUser: OpenUser = async (listenKey, sink) => {
    const user = await listenKeys.userOf(listenKey);
    return (
      user &&
      users.open(user.userId, user.kind, sink, {
        holds: async () => (await listenKeys.userOf(listenKey)) !== undefined,
        ended: () => sink(JSON.stringify({ e: 'listenKeyExpired', E: now(), listenKey })),
      })
    );
  };
  const socket = new StreamSocket(feeds, out, {
    ...{ kind, isCombined, openUser, openings },
    who: networkOf(address),
  });
  // A name that is neither is passed over: clients number their sockets so.
  for (const name of names) socket.read([name]).catch(() => out.close(1011, 'not available'));
  return { receive: (text) => socket.receive(text), closed: () => socket.closed() };
}
