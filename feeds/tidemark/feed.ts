import { BehaviorSubject, Subject } from 'rxjs';
import type { SourceNotice } from '../../domain/contract/index.ts';
import { closeCodes, PACK_PARAMETER, PRIVATE_CHANNEL, STREAM_PROTOCOL } from '../../domain/contract/index.ts';
import { SocketLink } from '../link/socketLink.ts';
import { channelEvents } from '../rx/channel.ts';
import { keyed } from '../rx/share.ts';
import type { FeedCounts, FeedDeps, FeedEvent, LinkState, MarketFeed } from '../types.ts';
import { Arrivals } from './arrivals.ts';
import type { ChannelReader } from './channelReader.ts';
import { createReader } from './channelReader.ts';
import { ChannelSubscriptions } from './channelSubscriptions.ts';
import type { Drops } from './decode.ts';
import { Lag } from './lag.ts';
import type { Incoming } from './messages.ts';
import { readFrame, readMessage } from './messages.ts';
import { Polling } from './polling.ts';
import type { PrivateReading } from './privateChannel.ts';
import { PrivateChannel } from './privateChannel.ts';
import { createResyncs } from './resyncs.ts';
import { ServerClock } from './serverClock.ts';
import type { Inflate } from './unpack.ts';

export interface TidemarkFeedDeps extends FeedDeps {
  /** The reader of private messages; fetched when somebody logs in. Undefined while it cannot be fetched. */
  readonly fetchReading: () => Promise<PrivateReading | undefined>;
  /** Address of the stream, with its version. */
  readonly socketUrl: string;
  /** Unpacks what comes packed; without, everything is requested as text. */
  readonly inflate?: Inflate | undefined;
}

/** Market data from an exchange of this product: by socket, and by polling where no socket gets through. */
export const createTidemarkFeed = (deps: TidemarkFeedDeps): MarketFeed => new TidemarkFeed(deps);

class TidemarkFeed implements MarketFeed {
  readonly #deps: TidemarkFeedDeps;
  readonly #events = new Subject<FeedEvent>();
  readonly events$ = this.#events.asObservable();
  readonly #frames = new Subject<string>();
  readonly frames$ = this.#frames.asObservable();
  /** An exchange is taken for one of ours until it has said otherwise. */
  readonly rows$ = new BehaviorSubject(true);
  /** Of the channels that are open, the longest open first. */
  readonly #readers = new Map<string, ChannelReader>();
  /** The messages of a channel; the channel is open for as long as there is a subscriber. */
  readonly channel$ = keyed((channel: string) =>
    channelEvents(this.#events, channel, () => this.#open(channel)),
  );
  readonly #drops: Drops = { dropped: 0 };
  readonly #link: SocketLink;
  readonly #arrivals: Arrivals;
  readonly #subscriptions: ChannelSubscriptions;
  readonly #serverClock: ServerClock;
  readonly #lag = new Lag();
  readonly #private: PrivateChannel;
  readonly #resyncs: ReturnType<typeof createResyncs>;
  readonly #polling: Polling;
  /** Whether few messages are enough for those who look. */
  #isSlow = false;
  #state: LinkState = 'connecting';
  #reconnects = 0;
  #isClosed = false;

  constructor(deps: TidemarkFeedDeps) {
    this.#deps = deps;
    const say = (message: object) => this.#link.send(JSON.stringify(message));
    this.#subscriptions = new ChannelSubscriptions({
      clock: deps.clock,
      wanted: () => this.#readers.keys(),
      say,
    });
    this.#resyncs = createResyncs(deps, (channel) => this.#subscriptions.renew(channel));
    this.#serverClock = new ServerClock({
      clock: deps.clock,
      say,
      publish: (offsetMs) => this.#events.next({ kind: 'clock', offsetMs }),
    });
    this.#private = new PrivateChannel({
      ...deps,
      drops: this.#drops,
      emit: (event) => this.#events.next(event),
      say,
      now: () => this.#serverClock.now(),
    });
    this.#arrivals = new Arrivals({
      inflate: deps.inflate,
      take: (text) => {
        this.#frames.next(String(text));
        this.#take(readFrame(text));
      },
      lost: () => this.#spoilt(),
    });
    this.#polling = new Polling({
      ...deps,
      channels: () => this.#readers.keys(),
      answered: (requestedAt, now) => this.#answered(requestedAt, now),
      take: (snap) => this.#take(readMessage(snap)),
      failed: () => this.#setState('offline'),
      isSlow: () => this.#isSlow,
      pollPrivate: () => this.#private.poll(),
    });
    this.#link = this.#createLink();
    this.#link.start();
  }

  login(token: string | null): void {
    if (this.#isClosed) return;
    this.#private.login(token);
    if (token !== null) this.#link.need();
  }

  setPace(isSlow: boolean): void {
    if (this.#isSlow && !isSlow) this.#polling.hurry();
    this.#isSlow = isSlow;
    this.#setPace();
  }

  wake(): void {
    this.#link.wake();
  }

  counts(): FeedCounts {
    return { dropped: this.#drops.dropped, resyncs: this.#resyncs.count(), reconnects: this.#reconnects };
  }

  close(): void {
    this.#isClosed = true;
    this.#link.close();
    this.#subscriptions.close();
    this.#serverClock.stop();
    this.#private.close();
    this.#resyncs.clear();
    this.#polling.end();
    for (const reader of this.#readers.values()) reader.close();
    this.#readers.clear();
    this.#events.complete();
    this.#arrivals.restart();
  }

  #createLink(): SocketLink {
    const { clock, random, createSocket, socketUrl, inflate } = this.#deps;
    const finalCodes = [closeCodes.version];
    return new SocketLink(
      {
        clock,
        random,
        createSocket,
        url: inflate ? `${socketUrl}&${PACK_PARAMETER}=1` : socketUrl,
        protocol: STREAM_PROTOCOL,
        finalCodes,
        idleCode: closeCodes.idle,
        isOurs: true,
      },
      {
        greeting: () => this.#subscriptions.greeting(),
        ready: () => this.#ready(),
        message: (data) => this.#arrivals.take(data),
        isData: (data) => data instanceof ArrayBuffer || readFrame(data)?.kind === 'channel',
        isWanted: () => this.#readers.size > 0 || this.#private.isWanted,
        isWaiting: () => [...this.#readers.values()].some(({ isWaiting }) => isWaiting),
        lost: (isFinal) => this.#lost(isFinal),
        away: () => this.#polling.start(),
        silent: () => this.#loseAll(),
      },
    );
  }

  #setPace(): void {
    this.#subscriptions.setPace(this.#isSlow || this.#lag.isBehind);
  }

  #open(channel: string): () => void {
    const reader = createReader(channel, {
      clock: this.#deps.clock,
      drops: this.#drops,
      emit: (event) => this.#events.next(event),
      resync: () => this.#resyncs.ask(channel),
    });
    if (this.#isClosed || !reader) return () => undefined;
    this.#readers.set(channel, reader);
    // Again, as the server may still send it to the reader before this one, which has taken the snapshot with it.
    this.#subscriptions.renew(channel);
    this.#link.need();
    return () => {
      if (this.#isClosed) return;
      this.#readers.delete(channel);
      reader.close();
      this.#resyncs.forget(channel);
      this.#subscriptions.changed();
    };
  }

  #ready(): void {
    this.#arrivals.restart();
    this.#polling.end();
    this.#resyncs.clear();
    for (const reader of this.#readers.values()) reader.restart();
    this.#subscriptions.ready();
    this.#serverClock.start();
    this.#private.ready();
    this.#setState('live');
  }

  #lost(isFinal: boolean): void {
    this.#reconnects += 1;
    this.#serverClock.stop();
    this.#subscriptions.gone();
    this.#private.gone();
    this.#resyncs.clear();
    if (isFinal) this.#polling.end();
    this.#setState(isFinal ? 'offline' : 'connecting');
    for (const reader of this.#readers.values()) reader.restart();
    this.#loseAll();
  }

  /** Something came that cannot be unpacked, and all that is packed by it with it: whose it was is not known. */
  #spoilt(): void {
    this.#drops.dropped += 1;
    for (const reader of this.#readers.values()) reader.lose();
  }

  #loseAll(): void {
    for (const channel of this.#readers.keys()) this.#events.next({ kind: 'lost', channel });
    if (this.#private.isWanted) this.#events.next({ kind: 'lost', channel: PRIVATE_CHANNEL });
  }

  /** A poll got through. */
  #answered(requestedAt: number, now: number | undefined): void {
    if (this.#state === 'offline') this.#link.hurry();
    this.#setState('slow');
    if (now !== undefined) this.#serverClock.measured(requestedAt, now);
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
    if (incoming.kind === 'channel') {
      const { channel, message } = incoming;
      if (channel === PRIVATE_CHANNEL) this.#private.take(message);
      else {
        this.#readers.get(channel)?.take(message);
        // A snapshot may be of a while ago.
        if (message.kind === 'delta') this.#arrived(message.at);
      }
    } else if (incoming.kind === 'obeyed') this.#private.obeyed(incoming.id);
    else if (incoming.kind === 'privateRefused') this.#private.refused();
    else if (incoming.kind === 'beat') this.#beat(incoming);
    else if (incoming.kind === 'pong') this.#serverClock.pong(incoming.sentAt, incoming.now);
    else if (incoming.kind === 'drain') this.#link.drain();
    else if (incoming.kind === 'refused') this.#readers.get(incoming.channel)?.refuse();
    else if (incoming.kind === 'hello') this.#hello(incoming);
  }

  /** A message came of a channel that never rests. @param at the server's clock when it was sent. */
  #arrived(at: number): void {
    if (this.#lag.take(this.#serverClock.now() - at, this.#deps.clock.monotonic())) this.#setPace();
  }

  #hello({ now, origin, hasRows, source, list }: Extract<Incoming, { kind: 'hello' }>): void {
    if (hasRows !== this.rows$.value) this.rows$.next(hasRows);
    this.#serverClock.hello(now);
    this.#published(source, list);
    if (origin === 'simulated' || origin === 'recorded' || origin === 'live')
      this.#events.next({ kind: 'origin', origin });
  }

  /** A channel is alive when the server says so and all that it has sent is here. */
  #beat({ at, heads, source, list }: Extract<Incoming, { kind: 'beat' }>): void {
    this.#published(source, list);
    this.#serverClock.received(at);
    this.#arrived(at);
    const channels = heads
      .filter(([channel, epoch, seq]) =>
        channel === PRIVATE_CHANNEL
          ? this.#private.head(epoch, seq)
          : this.#readers.get(channel)?.head(epoch, seq),
      )
      .map(([channel]) => channel);
    for (const reader of this.#readers.values()) reader.checkSnapshot();
    // That all of `sort` is here says nothing about the age of prices: most changes wait to be sent.
    const alive = channels.filter((channel) => channel !== 'sort');
    if (alive.length > 0) this.#events.next({ kind: 'alive', channels: alive, at });
  }

  #published(notice: SourceNotice | undefined, version: string | undefined): void {
    if (notice) this.#events.next({ kind: 'source', notice });
    if (version !== undefined) this.#events.next({ kind: 'listed', version });
  }
}
