import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import {
  closeCodes,
  PACK_PARAMETER,
  STREAM_PATH,
  STREAM_PROTOCOL,
  STREAM_VERSION,
  streamLimits,
} from '../../../domain/contract/index.ts';
import { DAY_MS } from '../../../domain/index.ts';
import type { ServerClock } from '../../base/clock.ts';
import type { Places } from '../../base/places.ts';
import { OwnPlaces } from '../../base/places.ts';
import { socketTargetOf } from '../../edge/compat/index.ts';
import { StreamConnection } from '../../edge/realtime/connection.ts';
import type { MarketChannels } from '../../edge/realtime/marketChannels.ts';
import type { PrivateStreamDeps } from '../../edge/realtime/privatePart.ts';
import type { CompatSocketHost } from './compatSockets.ts';
import { refuseUpgrade, withPlace } from './upgrades.ts';

/** What sockets do, and have done since the start. */
export interface SocketFigures {
  readonly open: number;
  readonly messages: number;
  readonly bytes: number;
}

export interface SocketDeps {
  readonly hub: MarketChannels;
  readonly privateStream: PrivateStreamDeps;
  readonly clock: ServerClock;
  readonly newId: () => string;
  /** The caller's network address, for limits. */
  readonly addressOf: (request: IncomingMessage) => string;
  /** Users assumed behind one address. */
  readonly usersPerAddress: number;
  /** Socket counts of callers over all processes; those of this process when left out. */
  readonly places?: Places;
  /** Whether a request's host is a name of this exchange. */
  readonly isHostKnown: (host: string | undefined) => boolean;
  /** Whether a page of this origin may connect; undefined is a client that is no browser. */
  readonly isOriginAllowed: (origin: string | undefined, host: string | undefined) => boolean;
  /** Sockets of the compatible API, below addresses of their own. */
  readonly compat?: CompatSocketHost;
}

const PING_MS = 15_000;
const MISSED_PINGS = 2;
/** A socket is requested to reconnect after a day, as long-lived ones hide faults. */
const MAX_AGE_MS = DAY_MS;
const DRAIN_MS = 2_000;
/** Sockets of one user, of which fewer read what is private. */
const SOCKETS_PER_USER = 20;
/** Messages of ours come whole; more pieces than a proxy may make of one are an attack. */
const FRAGMENTS = 64;

/** WebSockets on an HTTP server. @returns what ends them, after requesting them to reconnect. */
export function serveSockets(
  server: Server,
  deps: SocketDeps,
): { drain(): Promise<void>; figures(): SocketFigures } {
  const wss = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    // Somewhat above what is allowed, so that a large frame gets our own close code.
    maxPayload: 4 * streamLimits.frameBytes,
    maxFragments: FRAGMENTS,
    handleProtocols: (offered) => (offered.has(STREAM_PROTOCOL) ? STREAM_PROTOCOL : false),
  });
  const places = deps.places ?? new OwnPlaces();
  const most = streamLimits.socketsPerAddress * deps.usersPerAddress;
  const open = new Set<StreamConnection>();
  const sent = { messages: 0, bytes: 0 };

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const url = targetOf(request);
    const address = deps.addressOf(request);
    const target = deps.compat && url && socketTargetOf(url.pathname, url.search);
    if (deps.compat && target) {
      const refused = strangerStatus(request, deps);
      if (refused) refuseUpgrade(socket, refused);
      else deps.compat.take(target, request, socket, head);
      return;
    }
    const status = refusalStatus(url, request, deps);
    if (status) return refuseUpgrade(socket, status);
    withPlace(places, address, most, socket, () => {
      const place = new SocketPlace(places, address);
      // Of the socket below: a handshake that fails makes none above it.
      socket.once('close', () => place.leave());
      wss.handleUpgrade(request, socket, head, (ws) => {
        const isPacked = url?.searchParams.get(PACK_PARAMETER) === '1';
        if (url?.searchParams.get('v') === String(STREAM_VERSION))
          accept(ws, place, deps, { open, sent, isPacked });
        else refuseVersion(ws, deps.clock);
      });
    });
  });

  return {
    figures: () => ({ open: open.size, ...sent }),
    async drain() {
      for (const connection of open) connection.drain(DRAIN_MS);
      if (open.size > 0) await new Promise<void>((resolve) => deps.clock.after(DRAIN_MS + 200, resolve));
      for (const ws of wss.clients) ws.terminate();
      wss.close();
      deps.compat?.close();
    },
  };
}

/** A request's address; undefined for text that is none, such as `//`. */
function targetOf({ url = '/' }: IncomingMessage): URL | undefined {
  return URL.canParse(url, 'http://host') ? new URL(url, 'http://host') : undefined;
}

/** A host that is none of ours, or a page of somebody else. */
function strangerStatus({ headers }: IncomingMessage, deps: SocketDeps): string | undefined {
  if (!deps.isHostKnown(headers.host)) return '421 Misdirected Request';
  return deps.isOriginAllowed(headers.origin, headers.host) ? undefined : '403 Forbidden';
}

function refusalStatus(url: URL | undefined, request: IncomingMessage, deps: SocketDeps): string | undefined {
  if (url?.pathname !== STREAM_PATH) return '404 Not Found';
  return strangerStatus(request, deps);
}

function refuseVersion(ws: WebSocket, clock: ServerClock): void {
  ws.on('error', () => ws.terminate());
  close(ws, closeCodes.version, JSON.stringify({ supported: [STREAM_VERSION] }), clock);
}

/** Closes a socket, and terminates it if the client does not respond. */
function close(ws: WebSocket, code: number, reason: string, clock: ServerClock): void {
  ws.close(code, reason);
  const stop = clock.after(DRAIN_MS, () => ws.terminate());
  ws.once('close', stop);
}

/** What a socket counts against: its address, until it has authenticated a user. */
class SocketPlace {
  readonly #places: Places;
  who: string;
  #isLeft = false;

  /** @param address whose place was taken. */
  constructor(places: Places, address: string) {
    this.#places = places;
    this.who = address;
  }

  /** @returns whether a user may have one more socket; it counts for them then. */
  async move(who: string): Promise<boolean> {
    if (who === this.who) return true;
    if (!(await this.#places.take(who, SOCKETS_PER_USER))) return false;
    this.#places.leave(this.#isLeft ? who : this.who);
    if (!this.#isLeft) this.who = who;
    return true;
  }

  leave(): void {
    if (!this.#isLeft) this.#places.leave(this.who);
    this.#isLeft = true;
  }
}

function accept(
  ws: WebSocket,
  place: SocketPlace,
  { hub, privateStream, clock, newId }: SocketDeps,
  {
    open,
    sent,
    isPacked,
  }: {
    readonly open: Set<StreamConnection>;
    readonly sent: { messages: number; bytes: number };
    readonly isPacked: boolean;
  },
): void {
  const transport = {
    send(data: string | Uint8Array) {
      sent.messages += 1;
      // For text that is nearly all ASCII its length is its size; an exact count costs too much.
      sent.bytes += data.length;
      ws.send(data);
    },
    close: (code: number, reason: string) => close(ws, code, reason, clock),
    bufferedAmount: () => ws.bufferedAmount,
  };
  const connection = new StreamConnection(hub, transport, clock, {
    id: newId(),
    address: place.who,
    isPacked,
    privateStream,
    proven: (who) => place.move(who),
  });
  open.add(connection);
  let missed = 0;
  const stops = [
    clock.every(PING_MS, () => {
      missed += 1;
      if (missed > MISSED_PINGS) ws.terminate();
      else ws.ping();
    }),
    clock.after(MAX_AGE_MS, () => connection.drain(DRAIN_MS)),
  ];
  ws.on('pong', () => {
    missed = 0;
  });
  ws.on('message', (data, isBinary) => connection.receive(isBinary ? data : data.toString()));
  // The library closes a socket that breaks the protocol or its size limit; its words are of no use to a client.
  ws.on('error', () => connection.end(closeCodes.badFrame, 'bad frame'));
  ws.on('close', () => {
    for (const stop of stops) stop();
    connection.closed();
    open.delete(connection);
  });
}
