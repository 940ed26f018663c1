import type { LinkState } from '../types.ts';
import type { LineEvents } from './streamLine.ts';
import { StreamLine } from './streamLine.ts';
import type { StreamListener, StreamPlan, StreamSubscription } from './streams.ts';
import type { VenueDeps } from './types.ts';

/** A stream with everybody who reads it. */
interface Shared {
  readonly line: StreamLine;
  readonly readers: Set<StreamListener>;
  hasBegun: boolean;
}

/** As many sockets of one kind as the streams that are wanted need. */
export class StreamPool {
  readonly #events: LineEvents;
  readonly #create: () => StreamLine;
  readonly #room: number;
  readonly #lines = new Set<StreamLine>();
  readonly #shared = new Map<string, Shared>();

  constructor(deps: VenueDeps, plan: StreamPlan, events: LineEvents) {
    this.#events = events;
    this.#create = () => new StreamLine(deps, plan, events);
    this.#room = plan.streams;
  }

  /** A stream of several readers must repeat its whole state: who joins later has missed its beginning. @returns undo. */
  want(subscription: StreamSubscription): () => void {
    const { stream, listener } = subscription;
    const shared = this.#shared.get(stream) ?? this.#share(subscription);
    shared.readers.add(listener);
    if (shared.hasBegun) listener.begin();
    return () => {
      if (!shared.readers.delete(listener) || shared.readers.size > 0) return;
      if (this.#shared.get(stream) === shared) this.#drop(stream, shared.line);
    };
  }

  /** A stream is needed from its beginning on. */
  renew(stream: string): void {
    this.#shared.get(stream)?.line.renew(stream);
  }

  /** Whether the venue has just spoken on the line of this stream. */
  isFresh(stream: string): boolean {
    return this.#shared.get(stream)?.line.isFresh ?? false;
  }

  states(): readonly LinkState[] {
    return [...this.#lines].map(({ state }) => state);
  }

  wake(): void {
    for (const line of this.#lines) line.wake();
  }

  close(): void {
    for (const line of this.#lines) line.close();
    this.#lines.clear();
    this.#shared.clear();
  }

  #share(subscription: StreamSubscription): Shared {
    const line = [...this.#lines].find(({ size }) => size < this.#room) ?? this.#create();
    const shared: Shared = { line, readers: new Set(), hasBegun: false };
    this.#lines.add(line);
    this.#shared.set(subscription.stream, shared);
    line.want({ ...subscription, listener: toAll(shared) });
    return shared;
  }

  #drop(stream: string, line: StreamLine): void {
    this.#shared.delete(stream);
    line.unwant(stream);
    if (line.size > 0) return;
    line.close();
    this.#lines.delete(line);
    // A line says nothing of its own end, and one in trouble is no trouble any more.
    this.#events.changed();
  }
}

function toAll(shared: Shared): StreamListener {
  return {
    begin() {
      shared.hasBegun = true;
      for (const reader of shared.readers) reader.begin();
    },
    take(message) {
      for (const reader of shared.readers) reader.take(message);
    },
    lost() {
      shared.hasBegun = false;
      for (const reader of shared.readers) reader.lost();
    },
    refused() {
      for (const reader of shared.readers) reader.refused();
    },
  };
}
