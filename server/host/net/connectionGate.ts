import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestFrame } from './requestFrame.ts';
import { frameOf } from './requestFrame.ts';

/** The bytes that a request is answered with at once; undefined for one that is let in. */
type RefusalOf = (frame: RequestFrame) => Buffer | undefined;
type Listener = (piece: Buffer) => void;

/**
 * Stands between a connection's bytes and the HTTP parser, and answers by itself what is refused. Under a flood most
 * of what comes is refused, and each request that the parser makes of bytes costs several times what a refusal does.
 */
class GatedConnection {
  readonly #socket: Socket;
  readonly #parse: Listener;
  readonly #refusalOf: RefusalOf;
  readonly #left: () => void;
  /** Bytes of a request's body that are still to come. */
  #rest = 0;
  /** Whether those go to the parser: their request has been let in. */
  #isLetIn = true;
  /** Requests that the parser has, and that are not answered. */
  #open = 0;
  /** Whether the next piece begins a request beyond doubt: the parser read one of ours from end to end. */
  #isSure = false;
  /** Of the piece that the parser reads at this moment. */
  #made: IncomingMessage[] = [];

  constructor(socket: Socket, parse: Listener, refusalOf: RefusalOf, left: () => void) {
    this.#socket = socket;
    this.#parse = parse;
    this.#refusalOf = refusalOf;
    this.#left = left;
    socket.removeListener('data', parse);
    socket.on('data', this.#read);
  }

  /** The parser has made a request of this connection. */
  entered(request: IncomingMessage, response: ServerResponse): void {
    this.#made.push(request);
    this.#open += 1;
    response.once('close', () => {
      this.#open -= 1;
    });
  }

  readonly #read = (piece: Buffer): void => {
    const more = piece.length - this.#rest;
    if (this.#rest === 0) this.#readHead(piece);
    else if (more > 0 && this.#isLetIn) this.#leave(piece);
    else {
      this.#rest = Math.max(0, -more);
      if (this.#isLetIn) this.#parse(piece);
      else if (more > 0) this.#readHead(piece.subarray(piece.length - more));
    }
  };

  #readHead(piece: Buffer): void {
    const frame = frameOf(piece);
    // Where the next request begins is not known any more, here or after several at once.
    if (!frame || frame.length < piece.length) {
      this.#leave(piece);
      return;
    }
    this.#rest = frame.length - piece.length;
    // Answers go out in the order of their requests: none overtakes one that is being made.
    const isNext = this.#isSure && this.#open === 0 && this.#socket.writable;
    const refusal = isNext ? this.#refusalOf(frame) : undefined;
    this.#isLetIn = refusal === undefined;
    if (refusal) this.#write(refusal);
    else this.#parseWhole(piece, frame);
  }

  #parseWhole(piece: Buffer, frame: RequestFrame): void {
    this.#made = [];
    this.#parse(piece);
    this.#isSure ||= this.#made.length === 1 && isOf(frame, this.#made[0]);
  }

  /** Who does not read what is answered is not read either. */
  #write(answer: Buffer): void {
    if (this.#socket.write(answer)) return;
    this.#socket.pause();
    this.#socket.once('drain', () => this.#socket.resume());
  }

  /** The parser is alone with the connection from this piece on. */
  #leave(piece: Buffer): void {
    this.#socket.removeListener('data', this.#read);
    this.#socket.on('data', this.#parse);
    this.#left();
    this.#parse(piece);
  }
}

/**
 * Whether the parser has made just this of a piece. Had the piece begun inside of another request, the parser would
 * have seen another one, or one with more headers: the line that begins this one would be part of them.
 */
const isOf = (frame: RequestFrame, request: IncomingMessage | undefined): boolean =>
  request?.method === frame.method &&
  request.url === frame.path &&
  request.rawHeaders.length === 2 * frame.headers;

/** The gates before a server's connections: before none, until a request is refused or would be. */
export class ConnectionGate {
  readonly #gated = new WeakMap<Socket, GatedConnection | undefined>();
  readonly #refusalOf: RefusalOf;

  constructor(refusalOf: RefusalOf) {
    this.#refusalOf = refusalOf;
  }

  /** To be called with each request that the parser has made. */
  entered(request: IncomingMessage, response: ServerResponse): void {
    this.#gated.get(request.socket)?.entered(request, response);
  }

  /**
   * A connection that comes while requests are refused: its first request is the parser's, which has to see one before
   * it takes a connection for an idle one, and the gate is sure of the next.
   */
  opened(socket: Socket): void {
    const [parse, ...others] = socket.listeners('data') as Listener[];
    if (!parse || others.length > 0 || this.#gated.has(socket)) return;
    this.#begin(socket, parse);
  }

  /**
   * A request of this connection was refused: the next ones of its flood are refused here. It begins once the parser
   * is out of the piece that it reads.
   */
  watch(socket: Socket): void {
    if (this.#gated.has(socket)) return;
    const [parse] = socket.listeners('data') as Listener[];
    if (!parse) return;
    this.#gated.set(socket, undefined);
    setImmediate(() => {
      const [now, ...others] = socket.listeners('data');
      // Another protocol may have begun.
      if (now !== parse || others.length > 0 || socket.destroyed) this.#gated.delete(socket);
      else this.#begin(socket, parse);
    });
  }

  #begin(socket: Socket, parse: Listener): void {
    const left = (): void => void this.#gated.delete(socket);
    this.#gated.set(socket, new GatedConnection(socket, parse, this.#refusalOf, left));
  }
}
