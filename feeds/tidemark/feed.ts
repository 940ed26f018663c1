import { Subject } from 'rxjs';
import { closeCodes, STREAM_PROTOCOL, streamLimits } from '../../domain/contract/index.ts';
import { createClockOffset } from '../link/clockOffset.ts';
import { poll } from '../link/poller.ts';
import { REFUSED_ATTEMPTS, SocketLink } from '../link/socketLink.ts';
import type { FeedCounts, FeedDeps, FeedEvent, LinkState, MarketFeed } from '../types.ts';
import { ChannelReader } from './channelReader.ts';
import type { Drops } from './decode.ts';
import type { Incoming } from './messages.ts';
import { readFrame, readMessage } from './messages.ts';
import { createResyncs } from './resyncs.ts';

export interface TidemarkFeedDeps extends FeedDeps {
  /** Address of the stream, with its version. */
  readonly socketUrl: string;
}

/** A channel that nobody wants lives on this long, so that a change of screen does not fetch it anew. */
const LINGER_MS = 1_000;
const PING_MS = 15_000;
const SNAPSHOT_PATH = '/api/xb/v1/market/snapshot';
/** Channels that one poll may ask for. */
const POLLED_MOST = 50;

interface Wanted {
  readonly reader: ChannelReader;
  count: number;
  stopLinger: (() => void) | undefined;
}

/** Market data from a Tidemark exchange: by socket, and by polling where no socket gets through. */
export function createTidemarkFeed(deps: TidemarkFeedDeps): MarketFeed {
  return new TidemarkFeed(deps);
}

class TidemarkFeed implements MarketFeed {
  readonly #deps: TidemarkFeedDeps;
  readonly #events = new Subject<FeedEvent>();
  readonly events$ = this.#events.asObservable();
  readonly #wanted = new Map<string, Wanted>();
  readonly #drops: Drops = { dropped: 0 };
  readonly #offset = createClockOffset();
  readonly #link: SocketLink;
  readonly #resyncs: ReturnType<typeof createResyncs>;
  #asked: { sub: Set<string>; unsub: Set<string> } = { sub: new Set(), unsub: new Set() };
  #stopAsk: (() => void) | undefined;
  #stopPing: (() => void) | undefined;
  #stopPoll: (() => void) | undefined;
  #state: LinkState = 'connecting';
  #reconnects = 0;

  constructor(deps: TidemarkFeedDeps) {
    this.#deps = deps;
    this.#resyncs = createResyncs(deps, (channel) => this.#askAnew(channel));
    this.#link = new SocketLink(
      { ...deps, url: deps.socketUrl, protocol: STREAM_PROTOCOL, finalCodes: [closeCodes.version] },
      {
        opened: () => this.#opened(),
        message: (data) => this.#take(readFrame(data)),
        lost: (isFinal) => this.#lost(isFinal),
        refused: (attempts) => this.#refused(attempts),
        silent: () => this.#loseAll(),
      },
    );
    this.#link.start();
  }

  open(channel: string): () => void {
    const known = this.#wanted.get(channel);
    const wanted = known ?? this.#want(channel);
    wanted.count += 1;
    wanted.stopLinger?.();
    wanted.stopLinger = undefined;
    let isDone = false;
    return () => {
      if (isDone) return;
      isDone = true;
      wanted.count -= 1;
      if (wanted.count === 0) {
        wanted.stopLinger = this.#deps.clock.after(LINGER_MS, () => this.#unwant(channel, wanted));
      }
    };
  }

  wake(): void {
    this.#link.replace();
  }

  counts(): FeedCounts {
    return { dropped: this.#drops.dropped, resyncs: this.#resyncs.count(), reconnects: this.#reconnects };
  }

  close(): void {
    this.#link.close();
    this.#stopAsk?.();
    this.#stopPing?.();
    this.#stopPoll?.();
    this.#resyncs.close();
    for (const { reader, stopLinger } of this.#wanted.values()) {
      stopLinger?.();
      reader.close();
    }
    this.#wanted.clear();
    this.#events.complete();
  }

  #want(channel: string): Wanted {
    const reader = new ChannelReader(channel, {
      clock: this.#deps.clock,
      drops: this.#drops,
      emit: (event) => this.#events.next(event),
      resync: () => this.#resyncs.ask(channel),
    });
    const wanted: Wanted = { reader, count: 0, stopLinger: undefined };
    this.#wanted.set(channel, wanted);
    this.#ask('sub', channel);
    return wanted;
  }

  #unwant(channel: string, wanted: Wanted): void {
    wanted.reader.close();
    this.#wanted.delete(channel);
    this.#resyncs.forget(channel);
    this.#ask('unsub', channel);
  }

  #askAnew(channel: string): void {
    if (!this.#wanted.has(channel)) return;
    this.#say({ op: 'unsub', ch: [channel] });
    this.#say({ op: 'sub', ch: [channel] });
  }

  /** Wishes of one turn go out together: opening a screen is one frame. */
  #ask(op: 'sub' | 'unsub', channel: string): void {
    this.#asked[op].add(channel);
    this.#asked[op === 'sub' ? 'unsub' : 'sub'].delete(channel);
    this.#stopAsk ??= this.#deps.clock.after(0, () => {
      this.#stopAsk = undefined;
      const { sub, unsub } = this.#asked;
      this.#asked = { sub: new Set(), unsub: new Set() };
      if (unsub.size > 0) this.#say({ op: 'unsub', ch: [...unsub] });
      if (sub.size > 0) this.#say({ op: 'sub', ch: [...sub].slice(0, streamLimits.channels) });
    });
  }

  #say(message: object): void {
    this.#link.send(JSON.stringify(message));
  }

  #opened(): void {
    this.#stopPoll?.();
    this.#stopPoll = undefined;
    for (const { reader } of this.#wanted.values()) reader.restart();
    // All wishes go out anew on this socket; those that wait would only repeat them.
    this.#stopAsk?.();
    this.#stopAsk = undefined;
    this.#asked = { sub: new Set(), unsub: new Set() };
    const channels = [...this.#wanted.keys()].slice(0, streamLimits.channels);
    if (channels.length > 0) this.#say({ op: 'sub', ch: channels });
    this.#setState('live');
    this.#ping();
  }

  #lost(isFinal: boolean): void {
    this.#reconnects += 1;
    this.#stopPing?.();
    this.#setState(isFinal ? 'offline' : 'connecting');
    this.#loseAll();
  }

  #loseAll(): void {
    for (const channel of this.#wanted.keys()) this.#events.next({ kind: 'lost', channel });
  }

  #refused(attempts: number): void {
    if (attempts < REFUSED_ATTEMPTS || this.#stopPoll) return;
    this.#stopPoll = poll(this.#deps.clock, () => this.#poll());
  }

  async #poll(): Promise<void> {
    const ch = [...this.#wanted.keys()].slice(0, POLLED_MOST);
    if (ch.length === 0) return;
    try {
      const sentAt = this.#deps.clock.now();
      const { now, snaps } = answerOf(await this.#deps.post(SNAPSHOT_PATH, { ch }));
      if (this.#link.isOpen) return;
      this.#setState('slow');
      this.#measure(sentAt, now);
      for (const snap of snaps) this.#take(readMessage(snap));
    } catch {
      if (!this.#link.isOpen) this.#setState('offline');
    }
  }

  #ping(): void {
    this.#stopPing?.();
    this.#say({ op: 'ping', ts: this.#deps.clock.now() });
    this.#stopPing = this.#deps.clock.after(PING_MS, () => this.#ping());
  }

  #measure(sentAt: number, serverNow: number): void {
    const offsetMs = this.#offset.add(sentAt, this.#deps.clock.now(), serverNow);
    this.#events.next({ kind: 'clock', offsetMs });
  }

  #setState(state: LinkState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#events.next({ kind: 'link', state });
  }

  #take(incoming: Incoming | undefined): void {
    if (!incoming) {
      this.#drops.dropped += 1;
      return;
    }
    if (incoming.kind === 'channel') this.#wanted.get(incoming.channel)?.reader.take(incoming.message);
    else if (incoming.kind === 'beat') this.#beat(incoming.at, incoming.heads);
    else if (incoming.kind === 'pong') this.#measure(incoming.sentAt, incoming.now);
    else if (incoming.kind === 'drain') this.#link.drain();
    else if (incoming.kind === 'hello') {
      this.#measure(this.#deps.clock.now(), incoming.now);
      const { origin } = incoming;
      if (origin === 'simulated' || origin === 'recorded' || origin === 'live')
        this.#events.next({ kind: 'origin', origin });
    }
  }

  #beat(at: number, heads: readonly (readonly [string, string, number])[]): void {
    const channels: string[] = [];
    for (const [channel, epoch, seq] of heads) {
      channels.push(channel);
      this.#wanted.get(channel)?.reader.head(epoch, seq);
    }
    this.#events.next({ kind: 'alive', channels, at });
  }
}

/** The snapshots in an answer's envelope. @throws when the answer is no success. */
function answerOf(answer: unknown): { now: number; snaps: readonly unknown[] } {
  const data = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : undefined;
  if (typeof data === 'object' && data !== null && 'snaps' in data && Array.isArray(data.snaps)) {
    const now = 'now' in data && typeof data.now === 'number' ? data.now : 0;
    return { now, snaps: data.snaps };
  }
  throw new Error('no snapshots in the answer');
}
