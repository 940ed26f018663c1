import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import { SECOND_MS } from '../../../domain/index.ts';
import type { ServerClock } from '../../base/clock.ts';
import { networkOf } from '../../base/network.ts';
import type { Places } from '../../base/places.ts';
import { OwnPlaces } from '../../base/places.ts';
import type { CompatSockets, OpenedSocket, SocketOut, SocketTarget } from '../../edge/compat/index.ts';
import { withPlace } from './upgrades.ts';

export interface CompatSocketHostDeps {
  readonly clock: ServerClock;
  /** Users assumed behind one address. */
  readonly usersPerAddress: number;
  /** Socket counts of callers over all processes; those of this process when left out. */
  readonly places?: Places;
}

const PING_MS = 20_000;
const MISSED_PINGS = 3;
const MOST_BYTES = 65_536;
/** For each user assumed behind an address. */
const SOCKETS = 10;
/** Messages and pings that a program may send in a second, whatever its socket is for. */
const MOST_MESSAGES = 10;
/** A program that does not read is cut off before it fills the memory, bytes. */
const MOST_BUFFERED = 4_000_000;
const POLICY = 1008;

export interface CompatSocketHost {
  /** Takes an upgrade that is its own, or refuses it. */
  take(target: SocketTarget, request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): void;
}

/**
 * Sockets of API clients: connects `ws` to the compatible streams.
 * @param addressOf the caller's own address, which keys are bound to.
 */
export function compatSocketHost(
  { clock, usersPerAddress, places = new OwnPlaces() }: CompatSocketHostDeps,
  sockets: CompatSockets,
  addressOf: (request: IncomingMessage) => string,
): CompatSocketHost {
  const wss = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MOST_BYTES });
  return {
    take(target, request, socket, head) {
      const address = addressOf(request);
      const who = `program ${networkOf(address)}`;
      withPlace(places, who, SOCKETS * usersPerAddress, socket, () => {
        // Of the socket below: a handshake that fails makes none above it.
        socket.once('close', () => places.leave(who));
        wss.handleUpgrade(request, socket, head, (ws) =>
          accept(ws, (out) => sockets.open(target, address, out), clock),
        );
      });
    },
    close() {
      for (const ws of wss.clients) ws.terminate();
      wss.close();
    },
  };
}

function accept(ws: WebSocket, open: (out: SocketOut) => OpenedSocket, clock: ServerClock): void {
  const opened = open({
    send: (text) => {
      if (ws.bufferedAmount > MOST_BUFFERED) ws.close(POLICY, 'too slow');
      else ws.send(text);
    },
    close: (code, reason) => ws.close(code, reason),
  });
  const isTooMany = messageCounter(ws, clock);
  let missed = 0;
  const stop = clock.every(PING_MS, () => {
    missed += 1;
    if (missed > MISSED_PINGS) ws.terminate();
    else ws.ping();
  });
  ws.on('pong', () => {
    missed = 0;
  });
  ws.on('ping', () => void isTooMany());
  ws.on('message', (data) => {
    if (!isTooMany()) opened.receive(data.toString());
  });
  ws.on('error', () => ws.terminate());
  ws.on('close', () => {
    stop();
    opened.closed();
  });
}

/**
 * Counts what a program sends, here at its own socket: at a gateway everything that is received goes to the engine.
 * @returns whether this one is too many, or comes after one that was; the socket ends with the first.
 */
function messageCounter(ws: WebSocket, { now }: ServerClock): () => boolean {
  let [second, count] = [0, 0];
  let hasEnded = false;
  return () => {
    const current = Math.floor(now() / SECOND_MS);
    count = current === second ? count + 1 : 1;
    second = current;
    if (!hasEnded && count > MOST_MESSAGES) {
      hasEnded = true;
      ws.close(POLICY, 'too many messages');
    }
    return hasEnded;
  };
}
