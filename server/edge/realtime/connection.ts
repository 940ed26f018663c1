import * as v from 'valibot';
import type { HelloMessage, ServerMessage } from '../../../domain/contract/index.ts';
import { ClientMessage, closeCodes, PRIVATE_CHANNEL, streamLimits } from '../../../domain/contract/index.ts';
import type { ServerClock } from '../../base/clock.ts';
import { createBucket } from './bucket.ts';
import { refusalOf } from './hub.ts';
import type { MarketChannels } from './marketChannels.ts';
import type { Cursor } from './outbox.ts';
import type { Transport } from './outgoing.ts';
import { Outgoing } from './outgoing.ts';
import type { PrivateStreamDeps } from './privatePart.ts';
import { PrivatePart } from './privatePart.ts';
import { Readings } from './readings.ts';

export interface ConnectionOptions {
  readonly id: string;
  /** The caller's network. */
  readonly address?: string;
  /** Whether the client has requested packed public messages. */
  readonly isPacked?: boolean;
  readonly privateStream?: PrivateStreamDeps;
  /** Receives the authenticated user. @returns whether the user may have one more socket. */
  readonly proven?: (who: string) => boolean | Promise<boolean>;
}

/** More than this for STUCK_MS: the connection is closed. */
const STUCK_BYTES = 1024 * 1024;
const STUCK_MS = 10_000;
/** Texts that are no JSON until the connection is closed: a client of ours sends none. */
const GARBLED_MOST = 3;

/** One client's socket: its requests, its subscriptions, and what is done when it does not keep up. */
export class StreamConnection {
  readonly #hub: MarketChannels;
  readonly #transport: Transport;
  readonly #clock: ServerClock;
  readonly #bucket: ReturnType<typeof createBucket>;
  readonly #readings: Readings;
  readonly #outgoing: Outgoing;
  readonly #private: PrivatePart;
  readonly #proven: (who: string) => boolean | Promise<boolean>;
  readonly #stops: (() => void)[];
  #stuckSince: number | undefined;
  #idleSince: number | undefined;
  #garbled = 0;
  #listPublished: string | undefined;
  #isClosed = false;

  /** @param address who is charged for subscriptions until the socket has authenticated a user. */
  constructor(
    hub: MarketChannels,
    transport: Transport,
    clock: ServerClock,
    { id, address = id, isPacked = false, privateStream, proven = () => true }: ConnectionOptions,
  ) {
    this.#outgoing = new Outgoing(transport, isPacked ? (send) => hub.rounds.gather(send) : undefined);
    this.#private = new PrivatePart(privateStream, {
      send: (text) => this.#takePrivate(text),
      end: () => this.end(closeCodes.auth, 'login ended'),
    });
    this.#readings = new Readings({
      hub,
      who: () => this.#private.who ?? address,
      take: (channel, message) => this.#outgoing.message(channel, message),
      lost: () => this.end(closeCodes.restart, 'channel ended'),
    });
    this.#hub = hub;
    this.#proven = proven;
    this.#transport = transport;
    this.#clock = clock;
    this.#bucket = createBucket(streamLimits.framesPerSecond, streamLimits.burst, clock.now);
    const hello: HelloMessage = {
      t: 'hello',
      conn: id,
      now: hub.now(),
      beat: streamLimits.beatMs,
      limits: streamLimits,
      origin: hub.origin,
      rows: true,
      ...this.#source(),
    };
    transport.send(JSON.stringify(hello));
    this.#idleSince = clock.now();
    this.#stops = [clock.every(streamLimits.beatMs, () => this.#beat())];
  }

  /** A frame from the client. @param data text; anything else ends the connection. */
  receive(data: unknown): void {
    if (this.#isClosed) return;
    if (!this.#bucket.take()) this.end(closeCodes.rate, 'too many frames');
    else if (typeof data !== 'string' || isTooLong(data)) this.end(closeCodes.badFrame, 'bad frame');
    else this.#read(parseJson(data));
  }

  #read(message: unknown): void {
    const parsed = v.safeParse(ClientMessage, message);
    if (message === undefined) this.#garbled += 1;
    if (parsed.success) this.#obey(parsed.output);
    else if (this.#garbled >= GARBLED_MOST) this.end(closeCodes.badFrame, 'no JSON');
    else if (isAuth(message)) this.#refuseTicket();
    else this.#send({ t: 'err', code: 'requestInvalid', ...idOf(message) });
  }

  #refuseTicket(): void {
    this.end(closeCodes.auth, 'ticket unknown');
  }

  /** Ends the connection. Doing it twice does nothing. */
  end(code: number, reason: string): void {
    if (this.#isClosed) return;
    this.#transport.close(code, reason);
    this.closed();
  }

  /** The socket is gone. */
  closed(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const stop of this.#stops) stop();
    this.#readings.leaveAll();
    this.#outgoing.close();
    this.#private.leave();
  }

  /** Requests the client to reconnect within `ms`; the socket is closed then. */
  drain(ms: number): void {
    this.#send({ t: 'drain', in: ms });
    this.#stops.push(this.#clock.after(ms, () => this.end(closeCodes.restart, 'restart')));
  }

  #obey(message: ClientMessage): void {
    const id = message.id === undefined ? {} : { id: message.id };
    if (message.op === 'ping') {
      const ts = message.ts === undefined ? {} : { ts: message.ts };
      this.#send({ t: 'pong', ...id, ...ts, now: this.#hub.now() });
    } else if (message.op === 'auth') {
      void this.#prove(message.ticket, id);
    } else if (message.op === 'unsub') {
      for (const name of message.ch) this.#unsubscribe(name);
      if (message.ch.includes(PRIVATE_CHANNEL)) this.#private.leave();
      this.#send({ t: 'ok', ...id });
    } else {
      const names = message.ch.filter((name) => name !== PRIVATE_CHANNEL);
      if (names.length < message.ch.length) void this.#subscribePrivate(message.from, id);
      if (names.length > 0) void this.#subscribeAll(names, message, id);
    }
  }

  async #prove(ticket: string, id: { readonly id?: number }): Promise<void> {
    const isProven = await this.#private.prove(ticket);
    const { who } = this.#private;
    if (!isProven || who === undefined) this.#refuseTicket();
    else if (await this.#proven(who)) this.#send({ t: 'ok', ...id });
    else this.end(closeCodes.rate, 'too many sockets');
  }

  async #subscribePrivate(from: Cursor | undefined, id: { readonly id?: number }): Promise<void> {
    try {
      const recovered = await this.#private.read(from);
      this.#send({ t: 'ok', ...id, recovered });
    } catch (error) {
      this.#send({ t: 'err', ...id, code: refusalOf(error), msg: PRIVATE_CHANNEL });
    }
  }

  /** Nothing of a private channel is left out: a socket that does not keep up is closed, and reads on later. */
  #takePrivate(text: string): void {
    if (this.#isClosed) return;
    if (this.#outgoing.waiting > STUCK_BYTES) this.end(closeCodes.slow, 'too slow');
    else this.#outgoing.text(text);
  }

  async #subscribeAll(
    names: readonly string[],
    { slow = false, bare = false }: Pick<Extract<ClientMessage, { op: 'sub' }>, 'slow' | 'bare'>,
    id: { readonly id?: number },
  ): Promise<void> {
    const own = [...new Set(names)];
    const known = own.filter((name) => this.#readings.has(name));
    const fresh = own.filter((name) => !this.#readings.has(name));
    const isTooMany = this.#readings.size + fresh.length > streamLimits.channels;
    const requested = isTooMany ? known : own;
    const results = await Promise.allSettled(requested.map((name) => this.#readings.want(name, slow, bare)));
    if (isTooMany) {
      this.#send({ t: 'err', ...id, code: 'tooManyRequests', msg: 'too many channels' });
      return;
    }
    const refused = results.findIndex(({ status }) => status === 'rejected');
    const result = results[refused];
    if (result?.status !== 'rejected') this.#send({ t: 'ok', ...id });
    else this.#send({ t: 'err', ...id, code: refusalOf(result.reason), msg: requested[refused] ?? '' });
  }

  #unsubscribe(name: string): void {
    this.#readings.leave(name);
    this.#outgoing.forget(name);
  }

  #beat(): void {
    this.#closeWhenIdle();
    this.#catchUp();
    const heads: Record<string, readonly [string, number]> = {};
    for (const [name, isSlow] of this.#readings.paces()) {
      const head = this.#outgoing.isBehind(name) ? undefined : this.#hub.idleHead(name, idleMs(name), isSlow);
      if (head) heads[name] = head;
    }
    const head = this.#private.head();
    if (head) heads[PRIVATE_CHANNEL] = head;
    this.#send({ t: 'beat', ts: this.#hub.now(), heads, ...this.#source(), ...this.#newList() });
  }

  /** The version of the list of markets, unless this socket knows it. */
  #newList(): Pick<HelloMessage, 'list'> {
    const list = this.#hub.listVersion;
    if (list === this.#listPublished) return {};
    this.#listPublished = list;
    return { list };
  }

  #source(): Pick<HelloMessage, 'src'> {
    const { notice } = this.#hub;
    return notice ? { src: notice } : {};
  }

  #catchUp(): void {
    const { waiting } = this.#outgoing;
    if (waiting <= STUCK_BYTES) this.#stuckSince = undefined;
    else this.#stuckSince ??= this.#clock.now();
    if (this.#stuckSince !== undefined && this.#clock.now() - this.#stuckSince >= STUCK_MS) {
      this.end(closeCodes.slow, 'too slow');
    }
    this.#outgoing.catchUp((name) => this.#hub.snapshot(name, this.#readings.isSlow(name)));
  }

  #closeWhenIdle(): void {
    if (this.#readings.size > 0 || this.#private.head()) this.#idleSince = undefined;
    else this.#idleSince ??= this.#clock.now();
    if (this.#idleSince !== undefined && this.#clock.now() - this.#idleSince >= streamLimits.idleMs) {
      this.end(closeCodes.idle, 'no subscription');
    }
  }

  #send(message: ServerMessage): void {
    if (!this.#isClosed) this.#outgoing.text(JSON.stringify(message));
  }
}

/** Silence after which a channel's head is sent. A socket reads many rows, whose prices turn stale later. */
const idleMs = (channel: string): number => streamLimits.beatMs * (channel.startsWith('row:') ? 1.5 : 1);

/** A character takes at most three bytes, so that most texts need no counting. */
function isTooLong(text: string): boolean {
  const most = streamLimits.frameBytes;
  return text.length > most || (text.length * 3 > most && new TextEncoder().encode(text).length > most);
}

const isAuth = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'op' in message && message.op === 'auth';

/** Undefined for text that is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The request's number, so that the client can match the response even to a refused request. */
function idOf(message: unknown): { readonly id?: number } {
  const id = typeof message === 'object' && message !== null && 'id' in message ? message.id : undefined;
  return typeof id === 'number' && Number.isSafeInteger(id) && id >= 0 ? { id } : {};
}
