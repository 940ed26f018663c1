import { streamLimits } from '../../domain/contract/index.ts';
import type { Clock } from '../types.ts';

export interface ChannelSubscriptionsDeps {
  readonly clock: Clock;
  /** The channels that are wanted, the longest wanted first. */
  readonly wanted: () => Iterable<string>;
  /** Says it on the socket that is listened to; left out when there is none. */
  readonly say: (message: object) => void;
}

/** The subscriptions at the server, kept equal to what is wanted. */
export class ChannelSubscriptions {
  readonly #deps: ChannelSubscriptionsDeps;
  /** Subscribed on the present socket; undefined while there is none. */
  #published: Set<string> | undefined;
  /** Subscribed on the socket that opened last. */
  #greeted = new Set<string>();
  /** The pace that is wanted, the one subscribed on the socket that opened last, and the present one. */
  #isSlow = false;
  #isGreetedSlow = false;
  #isPublishedSlow = false;
  /** Channels whose snapshot is needed although they are subscribed already. */
  readonly #again = new Set<string>();
  #stopAsk: (() => void) | undefined;

  constructor(deps: ChannelSubscriptionsDeps) {
    this.#deps = deps;
  }

  /** What to say first on an empty socket. */
  greeting(): readonly string[] {
    this.#greeted = this.#within();
    this.#again.clear();
    this.#isGreetedSlow = this.#isSlow;
    return this.#greeted.size === 0 ? [] : [JSON.stringify(this.#sub([...this.#greeted]))];
  }

  /** The socket that was greeted last is listened to from here. */
  ready(): void {
    this.#published = this.#greeted;
    this.#isPublishedSlow = this.#isGreetedSlow;
    this.changed();
  }

  /** No socket is listened to. */
  gone(): void {
    this.#published = undefined;
  }

  /** Fewer messages of every channel, or as many as there are; what is read goes on without a gap. */
  setPace(isSlow: boolean): void {
    if (isSlow === this.#isSlow) return;
    this.#isSlow = isSlow;
    this.changed();
  }

  /** A channel is needed from its snapshot on, whether it is subscribed already or not. */
  renew(channel: string): void {
    this.#again.add(channel);
    this.changed();
  }

  /** What is wanted has changed. Requests of one turn go out together: opening a screen is one frame. */
  changed(): void {
    this.#stopAsk ??= this.#deps.clock.after(0, () => {
      this.#stopAsk = undefined;
      this.#publish();
    });
  }

  close(): void {
    this.#stopAsk?.();
    this.#stopAsk = undefined;
  }

  #publish(): void {
    const published = this.#published;
    if (!published) return;
    const within = this.#within();
    const unsub = [...published].filter((channel) => !within.has(channel) || this.#again.has(channel));
    for (const channel of unsub) published.delete(channel);
    const isOtherPace = this.#isPublishedSlow !== this.#isSlow;
    this.#isPublishedSlow = this.#isSlow;
    const sub = [...within].filter((channel) => isOtherPace || !published.has(channel));
    for (const channel of sub) published.add(channel);
    this.#again.clear();
    if (unsub.length > 0) this.#deps.say({ op: 'unsub', ch: unsub });
    if (sub.length > 0) this.#deps.say({ ...this.#sub(sub), ...(isOtherPace ? { bare: true } : {}) });
  }

  #sub(ch: readonly string[]): object {
    return { op: 'sub', ch, ...(this.#isSlow ? { slow: true } : {}) };
  }

  /** What is wanted, as far as the server serves one client; the rest follows when there is room. */
  #within(): Set<string> {
    return new Set([...this.#deps.wanted()].slice(0, streamLimits.channels));
  }
}
