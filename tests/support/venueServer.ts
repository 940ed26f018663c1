import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import type { VenueHosts, VenueName } from '../../feeds/index.ts';
import { binanceScript } from './venues/binance.ts';
import { hyperliquidScript } from './venues/hyperliquid.ts';
import { okxScript } from './venues/okx.ts';
import type { VenueScript } from './venues/walk.ts';

const TELL_MS = 250;
const SCRIPTS = {
  binance: binanceScript,
  hyperliquid: hyperliquidScript,
  okx: okxScript,
} satisfies Partial<Record<VenueName, () => VenueScript>>;
/** A venue that a server on this machine can speak as. */
export type ScriptedVenue = keyof typeof SCRIPTS;

/**
 * A venue on this machine that speaks as the named one does, at prices that rise by a hundredth of a per cent with each
 * look: enough to try a venue's readers against real sockets and answers.
 */
export class VenueServer {
  readonly #name: ScriptedVenue;
  readonly #script: VenueScript;
  readonly #server: Server;
  readonly #sockets = new WebSocketServer({ noServer: true });
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #wanted = new Map<WebSocket, Set<string>>();
  #isAway = false;
  /** Paths of all questions so far. */
  readonly requested: string[] = [];

  private constructor(name: ScriptedVenue) {
    this.#name = name;
    this.#script = SCRIPTS[name]();
    this.#server = createServer((request, response) => void this.#answer(request, response));
    this.#server.on('upgrade', (request, socket, head) => {
      if (this.#isAway) socket.destroy();
      else this.#sockets.handleUpgrade(request, socket, head, (each) => this.#greet(each, request.url ?? ''));
    });
    this.#timer = setInterval(() => this.#publish(), TELL_MS);
  }

  /** @param port 0 for any that is free. */
  static async open(port = 0, name: ScriptedVenue = 'binance'): Promise<VenueServer> {
    const made = new VenueServer(name);
    await new Promise<void>((resolve) => made.#server.listen(port, '127.0.0.1', resolve));
    return made;
  }

  get hosts(): VenueHosts {
    return VenueServer.hostsAt((this.#server.address() as AddressInfo).port, this.#name);
  }

  /** In place of the venue's own addresses. */
  static hostsAt(port: number, name: ScriptedVenue = 'binance'): VenueHosts {
    const at = `127.0.0.1:${port}`;
    const rest = [`http://${at}`];
    const socket = [`ws://${at}`];
    if (name !== 'binance') return { [name]: { rest, socket } };
    const futures = { futuresRest: rest, futuresBooks: socket, futuresMarket: socket };
    return { binance: { spotRest: rest, spotStream: socket, ...futures } };
  }

  /** Nothing answers from here on, and every socket is cut. */
  leave(): void {
    this.#isAway = true;
    for (const socket of this.#sockets.clients) socket.terminate();
  }

  comeBack(): void {
    this.#isAway = false;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.leave();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #greet(socket: WebSocket, url: string): void {
    const wanted = new Set(this.#script.greet(new URL(url, 'ws://venue')));
    this.#wanted.set(socket, wanted);
    socket.on('close', () => this.#wanted.delete(socket));
    socket.on('message', (data) => {
      for (const each of this.#script.receive(String(data), wanted)) socket.send(each);
    });
  }

  #publish(): void {
    this.#script.walk.step += 1;
    for (const [socket, wanted] of this.#wanted) {
      for (const stream of wanted) {
        const message = this.#script.deliver(stream);
        if (message !== undefined) socket.send(JSON.stringify(message));
      }
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '', method } = request;
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' };
    if (this.#isAway) {
      response.destroy();
      return;
    }
    if (method === 'OPTIONS') {
      response.writeHead(204, headers).end();
      return;
    }
    const payload = await text(request);
    this.requested.push(`${url}${payload}`);
    const body = this.#script.answer(new URL(url, 'http://venue'), payload);
    const status = body === undefined ? 404 : 200;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body ?? { code: -1, msg: 'no such route' }));
  }
}
