import { Observable, Subject, takeUntil } from 'rxjs';
import { backoffMs } from '../link/backoff.ts';
import { schedulerOf } from '../rx/scheduler.ts';
import { keyed, sharedWithLinger } from '../rx/share.ts';
import type { LinkState } from '../types.ts';
import type { VenueChannel } from './channel.ts';
import { venueChannel } from './channel.ts';
import type { ChannelReader, ReaderOutlet, ReaderStream } from './reader.ts';
import { StreamPool } from './streamPool.ts';
import type { StreamPlan } from './streams.ts';
import type { Venue, VenueDeps, VenueEvent, VenueRestState } from './types.ts';

/** What is a venue's own in reading its channels. */
export interface VenueBody {
  /** Its kinds of sockets, by name. */
  readonly plans: Readonly<Record<string, StreamPlan>>;
  /**
   * Reads a channel; undefined for a market that the venue does not have. Rejects when it cannot be known yet:
   * it is tried again.
   */
  reader(channel: VenueChannel, outlet: ReaderOutlet): Promise<ChannelReader | undefined>;
  readonly markets: Venue['markets'];
  readonly candles: Venue['candles'];
  /** Weight of the questions of the last minute. */
  restWeight(): number;
  close(): void;
}

/** Messages and rows that were left out. */
export interface Tally {
  dropped: number;
}

/** One channel while it is wanted. */
interface OpenChannel {
  reader: ChannelReader | undefined;
  /** Streams of it that have not begun, or not again. */
  readonly pending: Set<string>;
  isClosed: boolean;
  readonly undo: (() => void)[];
}

const ALIVE_MS = 1_000;

/** What all venues have in common: channels that are wanted, the sockets they need, and what is emitted of them. */
export class VenueCore implements Venue {
  readonly #deps: VenueDeps;
  readonly #events = new Subject<VenueEvent>();
  readonly events$ = this.#events.asObservable();
  readonly #tally: Tally;
  readonly #body: VenueBody;
  readonly #pools: ReadonlyMap<string, StreamPool>;
  /** The longest wanted first. */
  readonly #open = new Map<string, OpenChannel>();
  readonly #closed = new Subject<void>();
  /** A channel for as long as somebody subscribes, and a little longer; what is read of it goes to all. */
  readonly #channel$: (channel: string) => Observable<never>;
  #resyncs = 0;
  #reconnects = 0;
  #state: LinkState | undefined;
  #stopAlive: (() => void) | undefined;
  #isClosed = false;

  /** @param build makes the venue's own part; `publishRest` receives the states of its questions. */
  constructor(
    deps: VenueDeps,
    tally: Tally,
    build: (publishRest: (state: VenueRestState) => void) => VenueBody,
  ) {
    this.#deps = deps;
    this.#tally = tally;
    this.#channel$ = keyed(
      (channel: string) => new Observable<never>(() => this.#begin(channel)).pipe(takeUntil(this.#closed)),
      sharedWithLinger(schedulerOf(deps.clock)),
    );
    this.#body = build((state) => this.#publish({ kind: 'rest', ...state }));
    const pools = Object.entries(this.#body.plans).map(
      ([name, plan]) => [name, new StreamPool(deps, plan, this.#lineEvents())] as const,
    );
    this.#pools = new Map(pools);
  }

  markets(): ReturnType<Venue['markets']> {
    return this.#body.markets();
  }

  candles(query: Parameters<Venue['candles']>[0]): ReturnType<Venue['candles']> {
    return this.#body.candles(query);
  }

  open(channel: string): () => void {
    if (this.#isClosed) return () => undefined;
    this.#stopAlive ??= this.#deps.clock.after(ALIVE_MS, () => this.#alive());
    const wanted = this.#channel$(channel).subscribe();
    return () => wanted.unsubscribe();
  }

  wake(): void {
    for (const pool of this.#pools.values()) pool.wake();
  }

  counts(): ReturnType<Venue['counts']> {
    return {
      dropped: this.#tally.dropped,
      resyncs: this.#resyncs,
      reconnects: this.#reconnects,
      restWeight: this.#body.restWeight(),
    };
  }

  close(): void {
    this.#isClosed = true;
    this.#stopAlive?.();
    this.#closed.next();
    for (const pool of this.#pools.values()) pool.close();
    this.#body.close();
    this.#events.complete();
  }

  #lineEvents() {
    return {
      changed: () => this.#stateChanged(),
      reconnected: () => {
        this.#reconnects += 1;
      },
      resynced: () => {
        this.#resyncs += 1;
      },
      dropped: () => {
        this.#tally.dropped += 1;
      },
      maintenance: () => this.#publish({ kind: 'maintenance', at: this.#deps.clock.now() }),
    };
  }

  #begin(channel: string): () => void {
    const open: OpenChannel = { reader: undefined, pending: new Set(), isClosed: false, undo: [] };
    this.#open.set(channel, open);
    const name = venueChannel(channel);
    if (name) void this.#attach(channel, name, open, 0);
    return () => {
      this.#open.delete(channel);
      end(open);
    };
  }

  async #attach(channel: string, name: VenueChannel, open: OpenChannel, attempt: number): Promise<void> {
    try {
      const reader = await this.#body.reader(name, this.#outlet(channel, open));
      if (!reader || open.isClosed) reader?.close();
      else this.#listen(channel, open, reader);
    } catch {
      // What a market's symbol or steps are is not known yet; the state of requests has said why.
      if (open.isClosed) return;
      const ms = backoffMs(attempt + 2, this.#deps.random());
      open.undo.push(this.#deps.clock.after(ms, () => void this.#attach(channel, name, open, attempt + 1)));
    }
  }

  #outlet(channel: string, open: OpenChannel): ReaderOutlet {
    return {
      publish: (event) => {
        if (!open.isClosed) this.#publish(event);
      },
      dropped: (count = 1) => {
        this.#tally.dropped += count;
      },
      resynced: () => {
        this.#resyncs += 1;
      },
      renew: (stream) => {
        for (const pool of this.#pools.values()) pool.renew(stream);
      },
      add: (stream) => {
        if (open.reader && !open.isClosed) this.#want(channel, open, open.reader, stream);
      },
    };
  }

  #listen(channel: string, open: OpenChannel, reader: ChannelReader): void {
    open.reader = reader;
    for (const stream of reader.streams) this.#want(channel, open, reader, stream);
  }

  #want(
    channel: string,
    open: OpenChannel,
    reader: ChannelReader,
    { pool, ...subscription }: ReaderStream,
  ): void {
    open.pending.add(subscription.stream);
    const listener = {
      begin: () => {
        open.pending.delete(subscription.stream);
        reader.begin(subscription.stream);
      },
      take: (message: unknown) => reader.take(subscription.stream, message),
      lost: () => this.#lost(channel, open, subscription.stream),
      refused: () => this.#refused(channel, open, subscription.stream),
    };
    const undo = this.#pools.get(pool)?.want({ ...subscription, listener });
    if (undo) open.undo.push(undo);
  }

  #lost(channel: string, open: OpenChannel, stream: string): void {
    const isFirst = open.pending.size === 0;
    open.pending.add(stream);
    open.reader?.lost(stream);
    if (isFirst) this.#publish({ kind: 'lost', channel });
  }

  /** A reader of many streams goes on without one that the venue does not send; a reader of one has nothing. */
  #refused(channel: string, open: OpenChannel, stream: string): void {
    this.#lost(channel, open, stream);
    if ((open.reader?.streams.length ?? 0) > 1) open.pending.delete(stream);
  }

  /** Which channels are as they should be, though nothing of them may have changed. */
  #alive(): void {
    const at = this.#deps.clock.now();
    const channels: string[] = [];
    for (const [channel, { reader, pending }] of this.#open) {
      if (!reader) continue;
      const missing = new Set([...pending, ...this.#silent(reader)]);
      if (missing.size === 0 && reader.isValid()) channels.push(channel);
      else if (missing.size > 0 && missing.size < reader.streams.length && reader.streamOf)
        this.#publish(partlyAlive(reader, missing, at));
    }
    if (channels.length > 0) this.#publish({ kind: 'alive', channels, at });
    this.#stopAlive = this.#open.size > 0 ? this.#deps.clock.after(ALIVE_MS, () => this.#alive()) : undefined;
  }

  #silent({ streams }: ChannelReader): readonly string[] {
    return streams
      .filter(({ pool, stream }) => !this.#pools.get(pool)?.isFresh(stream))
      .map(({ stream }) => stream);
  }

  /** The worst of all sockets: what one of them lacks is emitted as lost, channel by channel. */
  #stateChanged(): void {
    const states = new Set([...this.#pools.values()].flatMap((pool) => pool.states()));
    const state = (['offline', 'connecting', 'live'] as const).find((each) => states.has(each));
    if (state === undefined || state === this.#state) return;
    this.#state = state;
    this.#publish({ kind: 'link', state });
  }

  #publish(event: VenueEvent): void {
    if (!this.#isClosed) this.#events.next(event);
  }
}

const partlyAlive = (reader: ChannelReader, missing: ReadonlySet<string>, at: number): VenueEvent => ({
  kind: 'partlyAlive',
  has(id) {
    const stream = reader.streamOf?.(id);
    return stream !== undefined && !missing.has(stream);
  },
  at,
});

function end(open: OpenChannel): void {
  open.isClosed = true;
  for (const undo of open.undo) undo();
  open.reader?.close();
}
