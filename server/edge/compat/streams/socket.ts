import { jsonOf } from '../protocol/params.ts';
import type { Sink, StreamFeeds } from './feeds.ts';
import type { StreamKind } from './names.ts';

export interface SocketOut {
  send(text: string): void;
  close(code: number, reason: string): void;
  bufferedAmount(): number;
}

/** A client that does not read is cut off before it fills the memory. */
const MOST_BUFFERED = 4_000_000;
const MOST_STREAMS = 1_024;
/** Messages that a client may send in a second. */
const MOST_MESSAGES = 10;

const POLICY = 1008;
const invalid = (id: unknown, msg: string) => ({ error: { code: 2, msg: `Invalid request: ${msg}` }, id });

/** A socket of the compatible streams: what it reads, and what it asks for on the way. */
export class StreamSocket {
  readonly #feeds: StreamFeeds;
  readonly #out: SocketOut;
  readonly #kind: StreamKind;
  readonly #isCombined: boolean;
  readonly #now: () => number;
  readonly #reads = new Map<string, () => void>();
  #second = 0;
  #messages = 0;

  constructor(
    feeds: StreamFeeds,
    out: SocketOut,
    { kind, isCombined, now }: { kind: StreamKind; isCombined: boolean; now: () => number },
  ) {
    this.#feeds = feeds;
    this.#out = out;
    this.#kind = kind;
    this.#isCombined = isCombined;
    this.#now = now;
  }

  /** Reads a stream. @returns whether there is one of this name. */
  add(name: string): boolean {
    if (this.#reads.has(name)) return true;
    const stop = this.#feeds.open(this.#kind, name, this.sinkOf(name));
    if (stop) this.#reads.set(name, stop);
    return stop !== undefined;
  }

  /** Takes messages that belong to a stream of this name. */
  sinkOf(name: string): Sink {
    const head = `{"stream":${JSON.stringify(name)},"data":`;
    return (text) => this.send(this.#isCombined ? `${head}${text}}` : text);
  }

  send(text: string): void {
    if (this.#out.bufferedAmount() > MOST_BUFFERED) this.#out.close(POLICY, 'too slow');
    else this.#out.send(text);
  }

  receive(data: string): void {
    const second = Math.floor(this.#now() / 1_000);
    this.#messages = second === this.#second ? this.#messages + 1 : 1;
    this.#second = second;
    if (this.#messages > MOST_MESSAGES) {
      this.#out.close(POLICY, 'too many messages');
      return;
    }
    const message = jsonOf(data);
    const isFields = typeof message === 'object' && message !== null && !Array.isArray(message);
    const { method, params, id = null } = (isFields ? message : {}) as Record<string, unknown>;
    this.send(JSON.stringify(isFields ? this.#answer(method, params, id) : invalid(null, 'invalid JSON')));
  }

  #answer(method: unknown, params: unknown, id: unknown): unknown {
    if (method === 'LIST_SUBSCRIPTIONS') return { result: [...this.#reads.keys()], id };
    if (method === 'SET_PROPERTY' || method === 'GET_PROPERTY')
      return { result: method === 'GET_PROPERTY' ? this.#isCombined : null, id };
    if (method !== 'SUBSCRIBE' && method !== 'UNSUBSCRIBE') return invalid(id, 'unknown variant');
    if (!Array.isArray(params) || !params.every((each) => typeof each === 'string'))
      return invalid(id, 'property params is expected to be an array of strings');
    const names: readonly string[] = params;
    if (method === 'UNSUBSCRIBE') {
      for (const name of names) this.#leave(name);
      return { result: null, id };
    }
    if (this.#reads.size + names.length > MOST_STREAMS) return invalid(id, 'too many streams');
    const unknown = names.filter((name) => !this.add(name));
    return unknown.length > 0 ? invalid(id, `unknown stream ${unknown[0]}`) : { result: null, id };
  }

  #leave(name: string): void {
    this.#reads.get(name)?.();
    this.#reads.delete(name);
  }

  closed(): void {
    for (const stop of this.#reads.values()) stop();
    this.#reads.clear();
  }
}
