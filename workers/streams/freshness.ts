import type { SourceNotice } from '../../domain/contract/index.ts';
import { PRIVATE_CHANNEL } from '../../domain/contract/index.ts';
import type { Clock, FeedEvent, LinkState } from '../../feeds/index.ts';
import type { Freshness } from '../protocol.ts';

/** Silence after which a list is old; a single market's price and book are old sooner. */
export const LIST_STALE_MS = 5_000;
export const FOCUS_STALE_MS = 3_000;

interface Heard {
  /** The device's monotonic clock. */
  heardAt: number;
  /** The server's clock when the newest value was made. */
  at: number;
  isLost: boolean;
}

/** When each channel was last heard, and how far the server's clock is from the device's. */
export class Heartbeats {
  readonly #clock: Clock;
  readonly #heard = new Map<string, Heard>();
  readonly #followers = new Map<string, number>();
  link: LinkState = 'connecting';
  /** Server minus device, ms; undefined until measured. */
  offsetMs: number | undefined;
  /** What live prices are read from. */
  source: SourceNotice | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The server's clock as far as it is known, ms UTC. */
  serverNow(): number {
    return this.#clock.now() + (this.offsetMs ?? 0);
  }

  take(event: FeedEvent): void {
    if (event.kind === 'link') this.link = event.state;
    else if (event.kind === 'clock') this.offsetMs = event.offsetMs;
    else if (event.kind === 'alive') for (const channel of event.channels) this.#touch(channel, event.at);
    else if (event.kind === 'lost') {
      const heard = this.#heard.get(event.channel);
      if (heard) heard.isLost = true;
    } else if (event.kind === 'source') this.source = event.notice;
    else if (event.kind !== 'origin' && event.kind !== 'loginEnded') this.#touch(channelOf(event), event.at);
  }

  /** Age of what a channel told. @param staleMs silence that makes it old. @param words words an age. */
  of(channel: string, staleMs: number, words: (ageMs: number) => string): Freshness {
    const heard = this.#heard.get(channel);
    const state = this.#stateOf(heard, staleMs);
    // What was never heard has no age, and what is told to be old is no younger than the silence after it.
    if (!heard) return { state, ageMs: 0, ageText: '' };
    const quietMs = state === 'stale' ? this.#clock.monotonic() - heard.heardAt : 0;
    const ageMs = Math.max(0, Math.round(this.serverNow() - heard.at), Math.round(quietMs));
    return { state, ageMs, ageText: state === 'stale' && ageMs < 1_000 ? '' : words(ageMs) };
  }

  /** A view shows this channel until undone; counted. */
  follow(channel: string): () => void {
    this.#followers.set(channel, (this.#followers.get(channel) ?? 0) + 1);
    return () => {
      const left = (this.#followers.get(channel) ?? 1) - 1;
      if (left > 0) this.#followers.set(channel, left);
      else this.#followers.delete(channel);
    };
  }

  /** Ages of the channels that views show. */
  channels(): readonly { readonly channel: string; readonly ageMs: number; readonly stale: boolean }[] {
    return [...this.#followers.keys()].map((channel) => {
      const heard = this.#heard.get(channel);
      const ageMs = heard ? Math.max(0, Math.round(this.serverNow() - heard.at)) : 0;
      return { channel, ageMs, stale: this.#stateOf(heard, LIST_STALE_MS) === 'stale' };
    });
  }

  #stateOf(heard: Heard | undefined, staleMs: number): Freshness['state'] {
    if (!heard || heard.isLost) return 'stale';
    const quiet = this.#clock.monotonic() - heard.heardAt;
    if (this.link === 'slow') return quiet <= 2 * LIST_STALE_MS ? 'slow' : 'stale';
    return quiet <= staleMs ? 'live' : 'stale';
  }

  #touch(channel: string, at: number): void {
    const known = this.#heard.get(channel);
    const heardAt = this.#clock.monotonic();
    this.#heard.set(channel, { heardAt, at: Math.max(at, known?.at ?? 0), isLost: false });
  }
}

function channelOf(event: Extract<FeedEvent, { at: number }>): string {
  switch (event.kind) {
    case 'tickers':
      return 'tick';
    case 'book':
      return `book:${event.id}`;
    case 'trades':
      return `trade:${event.id}`;
    case 'candle':
      return `cndl:${event.id}:${event.interval}`;
    case 'marks':
      return 'mark';
    case 'private':
      return PRIVATE_CHANNEL;
    default:
      return '';
  }
}
