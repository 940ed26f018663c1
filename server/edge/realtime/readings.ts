import type { MarketChannels } from './marketChannels.ts';
import type { Message } from './message.ts';
import type { Pending } from './openings.ts';
import { Reading } from './reading.ts';

interface WantedChannel {
  isSlow: boolean;
  isBare: boolean;
  reading: Reading | undefined;
  /** What has not been done about it yet. */
  pending: Pending | undefined;
}

interface ReadingsDeps {
  readonly hub: MarketChannels;
  /** The caller that is charged for subscriptions. */
  readonly who: () => string;
  readonly take: (channel: string, message: Message) => void;
  /** A channel could not be opened again. */
  readonly lost: () => void;
}

/** The channels that one connection reads, or waits to read. */
export class Readings {
  readonly #deps: ReadingsDeps;
  readonly #channels = new Map<string, WantedChannel>();

  constructor(deps: ReadingsDeps) {
    this.#deps = deps;
  }

  /** How many are wanted. */
  get size(): number {
    return this.#channels.size;
  }

  has(name: string): boolean {
    return this.#channels.has(name);
  }

  /** Channels that are read, with the pace at which they are. */
  *paces(): Iterable<readonly [name: string, isSlow: boolean]> {
    for (const [name, { reading }] of this.#channels) if (reading) yield [name, reading.isSlow];
  }

  isSlow(name: string): boolean {
    return this.#channels.get(name)?.reading?.isSlow ?? false;
  }

  /**
   * Subscribes to a channel at a pace when the caller's turn comes; only what is still wanted then is opened.
   * @param isBare whether a change of pace may leave out the snapshot where the state is the same.
   * @throws {RuleError} `channelUnknown`, `marketUnknown`.
   */
  async want(name: string, isSlow: boolean, isBare = false): Promise<void> {
    const wanted: WantedChannel = this.#channels.get(name) ?? {
      isSlow,
      isBare,
      reading: undefined,
      pending: undefined,
    };
    this.#channels.set(name, wanted);
    wanted.isSlow = isSlow;
    wanted.isBare = isBare;
    if (!wanted.pending && wanted.reading?.isSlowWanted !== isSlow)
      wanted.pending = this.#deps.hub.openings.ask(this.#deps.who(), () => this.#fulfil(name, wanted));
    await (wanted.pending?.done ?? wanted.reading?.ready);
  }

  leave(name: string): void {
    const wanted = this.#channels.get(name);
    this.#channels.delete(name);
    wanted?.pending?.cancel();
    wanted?.reading?.leave();
  }

  leaveAll(): void {
    for (const name of [...this.#channels.keys()]) this.leave(name);
  }

  #fulfil(name: string, wanted: WantedChannel): Promise<void> | void {
    wanted.pending = undefined;
    if (wanted.reading) return wanted.reading.setPace(wanted.isSlow, wanted.isBare);
    try {
      wanted.reading = new Reading(this.#deps.hub, name, wanted.isSlow, {
        who: this.#deps.who,
        take: (message) => this.#deps.take(name, message),
        restart: () => this.#restart(name, wanted),
      });
    } catch (error) {
      this.#forget(name, wanted);
      throw error;
    }
    return wanted.reading.ready.catch((error: unknown) => {
      this.#forget(name, wanted);
      throw error;
    });
  }

  #restart(name: string, wanted: WantedChannel): void {
    const isSlow = wanted.reading?.isSlowWanted ?? wanted.isSlow;
    this.#forget(name, wanted);
    this.want(name, isSlow).catch(this.#deps.lost);
  }

  /** The name may have another subscription by now. */
  #forget(name: string, wanted: WantedChannel): void {
    if (this.#channels.get(name) === wanted) this.leave(name);
    else wanted.reading?.leave();
  }
}
