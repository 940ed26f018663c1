import type { SourceNotice } from '../../domain/contract/index.ts';
import type { Clock, FeedEvent, LinkState, MarketFeed, Received } from '../../feeds/index.ts';
import { channelOf } from '../../feeds/index.ts';
import type { Freshness } from '../protocol.ts';

/** Silence after which a list is old; a single market's price and book are old sooner. */
export const LIST_STALE_MS = 5_000;
export const FOCUS_STALE_MS = 3_000;

/** The published age falls back by more than this when a clock was set. */
const SET_MS = 5_000;

/** When each channel was last received, and how far the server's clock is from the device's. */
export class Ages {
  readonly #clock: Clock;
  readonly #ofMarket: MarketFeed['received'];
  readonly #received = new Map<string, Received>();
  readonly #followers = new Map<string, number>();
  link: LinkState = 'connecting';
  /** Server minus device, ms; undefined until measured. */
  offsetMs: number | undefined;
  /** Server minus the device's monotonic clock, ms. */
  #ahead = Number.NEGATIVE_INFINITY;
  /** What live prices are read from. */
  source: SourceNotice | undefined;

  /** @param ofMarket as of `MarketFeed.received`. */
  constructor(clock: Clock, ofMarket?: MarketFeed['received']) {
    this.#clock = clock;
    this.#ofMarket = ofMarket;
  }

  /**
   * The server's clock as far as it is known, ms UTC. By the device's wall clock, as the other one may stand still while
   * the device sleeps; but never back, where the wall clock was set back.
   */
  serverNow(): number {
    return Math.max(this.#clock.now() + (this.offsetMs ?? 0), this.#clock.monotonic() + this.#ahead);
  }

  take(event: FeedEvent): void {
    if (event.kind === 'link') this.link = event.state;
    else if (event.kind === 'clock') {
      this.offsetMs = event.offsetMs;
      this.#ahead = this.#clock.now() + event.offsetMs - this.#clock.monotonic();
    } else if (event.kind === 'alive') for (const channel of event.channels) this.#touch(channel, event.at);
    else if (event.kind === 'lost') {
      const received = this.#received.get(event.channel);
      if (received) received.isLost = true;
    } else if (event.kind === 'source') this.source = event.notice;
    else if ('at' in event) this.#touch(channelOf(event) ?? '', event.at);
  }

  /** Age of what a channel published. @param staleMs age that makes it old. @param words words an age. */
  of(channel: string, staleMs: number, words: (ageMs: number) => string): Freshness {
    return this.#freshness(this.#received.get(channel), staleMs, words);
  }

  #freshness(received: Received | undefined, staleMs: number, words: (ageMs: number) => string): Freshness {
    if (!received) return { state: 'waiting', ageMs: 0, ageText: '' };
    const state = this.#stateOf(received, staleMs);
    const ageMs = Math.round(this.#ageOf(received));
    // What was lost this moment is a second old: "0 seconds" is no age, and a word in its place is wider than any.
    return { state, ageMs, ageText: words(state === 'stale' ? Math.max(ageMs, 1_000) : ageMs) };
  }

  /** Whether a channel is followed, and has received something that still counts. */
  isFollowed(channel: string): boolean {
    return this.#followers.has(channel) && this.#received.get(channel)?.isLost === false;
  }

  /**
   * Age of the oldest of some markets' prices. Each is as young as its newest message: its own row, that of all, or
   * what lists are sorted by. @param staleMs age that makes it old. @param words words an age.
   */
  ofPrices(ids: Iterable<string>, staleMs: number, words: (ageMs: number) => string): Freshness {
    const tick = this.#received.get('tick');
    // What is read at full pace is not taken from what lists are sorted by.
    const all = this.isFollowed('tick') ? tick : this.#younger(tick, this.#received.get('sort'));
    let oldest: Received | undefined;
    for (const id of ids) {
      const row = `row:${id}`;
      const own = this.#younger(
        this.#received.get(row),
        this.isFollowed(row) ? tick : (this.#ofMarket?.(id) ?? all),
      );
      if (!oldest || this.#younger(oldest, own) === oldest) oldest = own;
    }
    return this.#freshness(oldest ?? all, staleMs, words);
  }

  /** A view shows this channel until undone; counted. */
  follow(channel: string): () => void {
    this.#followers.set(channel, (this.#followers.get(channel) ?? 0) + 1);
    return () => {
      const left = (this.#followers.get(channel) ?? 1) - 1;
      if (left > 0) {
        this.#followers.set(channel, left);
        return;
      }
      this.#followers.delete(channel);
      // From here on lists are sorted by newer prices: opened again, the row would be as old as when it was left.
      if (channel.startsWith('row:')) this.#received.delete(channel);
    };
  }

  /** Ages of the channels that views show. */
  channels(): readonly { readonly channel: string; readonly ageMs: number; readonly stale: boolean }[] {
    return [...this.#followers.keys()].map((channel) => {
      const received = this.#received.get(channel);
      const ageMs = received ? Math.round(this.#ageOf(received)) : 0;
      return { channel, ageMs, stale: !received || this.#stateOf(received, LIST_STALE_MS) === 'stale' };
    });
  }

  #younger(a: Received | undefined, b: Received | undefined): Received | undefined {
    if (!a || !b) return a ?? b;
    if (a.isLost !== b.isLost) return a.isLost ? b : a;
    return this.#ageOf(a) <= this.#ageOf(b) ? a : b;
  }

  #stateOf(received: Received, staleMs: number): Freshness['state'] {
    if (received.isLost) return 'stale';
    const ageMs = this.#ageOf(received);
    if (this.link === 'slow') return ageMs <= 2 * LIST_STALE_MS ? 'slow' : 'stale';
    return ageMs <= staleMs ? 'live' : 'stale';
  }

  /** That of the value, ms: on a line that lags, what is received this moment is old. No shorter than the silence after it. */
  #ageOf({ at, receivedAt }: Received): number {
    return Math.max(0, this.serverNow() - at, this.#clock.monotonic() - receivedAt);
  }

  #touch(channel: string, at: number): void {
    // A little older than what was published before is a snapshot on its way; much older, and the server's clock was set.
    const newest = Math.max(at, this.#received.get(channel)?.at ?? 0);
    this.#received.set(channel, {
      receivedAt: this.#clock.monotonic(),
      at: newest - at > SET_MS ? at : newest,
      isLost: false,
    });
  }
}
