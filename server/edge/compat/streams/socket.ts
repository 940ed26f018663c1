import type { Openings, Pending } from '../../realtime/openings.ts';
import { jsonOf, requestNumberOf } from '../protocol/params.ts';
import type { Sink, StreamFeeds } from './feeds.ts';
import type { StreamKind } from './names.ts';

export interface SocketOut {
  send(text: string): void;
  close(code: number, reason: string): void;
}

const MOST_STREAMS = 1_024;
const POLICY = 1008;
const UNAVAILABLE = 1011;
const invalid = (id: unknown, msg: string) => ({ error: { code: 2, msg: `Invalid request: ${msg}` }, id });

/** Opens the user stream of a listen key. @returns what closes it; undefined when nobody has such a key. */
export type OpenUser = (listenKey: string, sink: Sink) => Promise<(() => void) | undefined>;

export interface StreamSocketDeps {
  readonly kind: StreamKind;
  readonly isCombined: boolean;
  readonly openUser: OpenUser;
  /** Opens streams at their caller's turn, and charges the work. */
  readonly openings: Pick<Openings, 'ask'>;
  /** Who is charged. */
  readonly who: string;
}

/** A socket of the compatible streams: what it subscribes to, and its later requests. */
export class StreamSocket {
  readonly #feeds: StreamFeeds;
  readonly #out: SocketOut;
  readonly #kind: StreamKind;
  #isCombined: boolean;
  readonly #openUser: OpenUser;
  readonly #open: (work: () => void) => Pending;
  readonly #reads = new Map<string, () => void>();
  /** Streams that wait for their turn. */
  readonly #pending = new Map<string, Pending>();
  #isClosed = false;

  constructor(feeds: StreamFeeds, out: SocketOut, deps: StreamSocketDeps) {
    this.#feeds = feeds;
    this.#out = out;
    this.#kind = deps.kind;
    this.#isCombined = deps.isCombined;
    this.#openUser = deps.openUser;
    this.#open = (work) => deps.openings.ask(deps.who, work);
  }

  /** Reads the named streams; a name that is no stream may be a listen key. @returns the first that is neither. */
  async read(names: readonly string[]): Promise<string | undefined> {
    if (this.#reads.size + this.#pending.size + names.length > MOST_STREAMS) {
      this.#out.close(POLICY, 'too many streams');
      return undefined;
    }
    const areStreams = await Promise.all(names.map((name) => this.#add(name)));
    for (const [place, name] of names.entries())
      if (!areStreams[place] && !(await this.#listen(name))) return name;
    return undefined;
  }

  async #listen(listenKey: string): Promise<boolean> {
    const stop = await this.#openUser(listenKey, this.#sinkOf(listenKey));
    if (!stop) return false;
    if (this.#isClosed || this.#reads.has(listenKey)) stop();
    else this.#reads.set(listenKey, stop);
    return true;
  }

  /** @returns whether there is a stream of this name, read now or given up meanwhile. */
  async #add(name: string): Promise<boolean> {
    if (this.#reads.has(name)) return true;
    let isStream = true;
    const waits = this.#pending.get(name);
    const pending =
      waits ??
      this.#open(() => {
        this.#pending.delete(name);
        const stop = this.#feeds.open(this.#kind, name, this.#sinkOf(name));
        if (stop) this.#reads.set(name, stop);
        isStream = stop !== undefined;
      });
    this.#pending.set(name, pending);
    await pending.done;
    return waits ? this.#reads.has(name) : isStream;
  }

  /** Takes messages that belong to a stream of this name. */
  #sinkOf(name: string): Sink {
    const head = `{"stream":${JSON.stringify(name)},"data":`;
    return (text) => this.send(this.#isCombined ? `${head}${text}}` : text);
  }

  send(text: string): void {
    this.#out.send(text);
  }

  receive(data: string): void {
    const message = jsonOf(data);
    const isFields = typeof message === 'object' && message !== null && !Array.isArray(message);
    const { method, params, id: named } = (isFields ? message : {}) as Record<string, unknown>;
    const id = requestNumberOf(named);
    const answer = !isFields
      ? invalid(null, 'invalid JSON')
      : id === undefined
        ? invalid(null, 'request ID must be an unsigned integer or a short text')
        : this.#answer(method, params, id);
    if (!(answer instanceof Promise)) this.send(JSON.stringify(answer));
    else
      answer.then(
        (later) => this.#isClosed || this.send(JSON.stringify(later)),
        () => this.#out.close(UNAVAILABLE, 'not available'),
      );
  }

  #answer(method: unknown, params: unknown, id: unknown): unknown {
    if (method === 'LIST_SUBSCRIPTIONS') return { result: [...this.#reads.keys()], id };
    if (method === 'SET_PROPERTY' || method === 'GET_PROPERTY') return this.#property(method, params, id);
    if (method !== 'SUBSCRIBE' && method !== 'UNSUBSCRIBE') return invalid(id, 'unknown variant');
    if (!Array.isArray(params) || !params.every((each) => typeof each === 'string'))
      return invalid(id, 'property params is expected to be an array of strings');
    const names: readonly string[] = params;
    if (method === 'UNSUBSCRIBE') {
      for (const name of names) this.#leave(name);
      return { result: null, id };
    }
    if (this.#reads.size + this.#pending.size + names.length > MOST_STREAMS)
      return invalid(id, 'too many streams');
    return this.read(names).then((unknown) =>
      unknown === undefined ? { result: null, id } : invalid(id, `unknown stream ${unknown}`),
    );
  }

  /** Whether messages come with the name of their stream, from here on. */
  #property(method: 'SET_PROPERTY' | 'GET_PROPERTY', params: unknown, id: unknown): unknown {
    const [name, value] = Array.isArray(params) ? (params as readonly unknown[]) : [];
    if (name !== 'combined') return invalid(id, 'unknown property');
    if (method === 'GET_PROPERTY') return { result: this.#isCombined, id };
    if (typeof value !== 'boolean') return invalid(id, 'property value is expected to be a boolean');
    this.#isCombined = value;
    return { result: null, id };
  }

  #leave(name: string): void {
    this.#pending.get(name)?.cancel();
    this.#pending.delete(name);
    this.#reads.get(name)?.();
    this.#reads.delete(name);
  }

  closed(): void {
    this.#isClosed = true;
    for (const pending of this.#pending.values()) pending.cancel();
    this.#pending.clear();
    for (const stop of this.#reads.values()) stop();
    this.#reads.clear();
  }
}
