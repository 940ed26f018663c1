import type { MarketChannels } from './marketChannels.ts';
import type { Message } from './message.ts';
import type { Pending } from './openings.ts';
import { Reading } from './reading.ts';

interface Wish {
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
  readonly #wishes = new Map<string, Wish>();

  constructor(deps: ReadingsDeps) {
    this.#deps = deps;
  }

  /** How many are wanted. */
  get size(): number {
    return this.#wishes.size;
  }

  has(name: string): boolean {
    return this.#wishes.has(name);
  }

  /** Channels that are read, with the pace at which they are. */
  *paces(): Iterable<readonly [name: string, isSlow: boolean]> {
    for (const [name, { reading }] of this.#wishes) if (reading) yield [name, reading.isSlow];
  }

  isSlow(name: string): boolean {
    return this.#wishes.get(name)?.reading?.isSlow ?? false;
  }

  /**
   * Subscribes to a channel at a pace when the caller's turn comes; only what is still wanted then is opened.
   * @param isBare whether a change of pace may leave out the snapshot where the state is the same.
   * @throws {RuleError} `channelUnknown`, `marketUnknown`.
   */
  async want(name: string, isSlow: boolean, isBare = false): Promise<void> {
    const wish: Wish = this.#wishes.get(name) ?? { isSlow, isBare, reading: undefined, pending: undefined };
    this.#wishes.set(name, wish);
    wish.isSlow = isSlow;
    wish.isBare = isBare;
    if (!wish.pending && wish.reading?.isSlowWanted !== isSlow)
      wish.pending = this.#deps.hub.openings.ask(this.#deps.who(), () => this.#fulfil(name, wish));
    await (wish.pending?.done ?? wish.reading?.ready);
  }

  leave(name: string): void {
    const wish = this.#wishes.get(name);
    this.#wishes.delete(name);
    wish?.pending?.cancel();
    wish?.reading?.leave();
  }

  leaveAll(): void {
    for (const name of [...this.#wishes.keys()]) this.leave(name);
  }

  #fulfil(name: string, wish: Wish): Promise<void> | void {
    wish.pending = undefined;
    if (wish.reading) return wish.reading.setPace(wish.isSlow, wish.isBare);
    try {
      wish.reading = new Reading(this.#deps.hub, name, wish.isSlow, {
        who: this.#deps.who,
        take: (message) => this.#deps.take(name, message),
        restart: () => this.#restart(name, wish),
      });
    } catch (error) {
      this.#forget(name, wish);
      throw error;
    }
    return wish.reading.ready.catch((error: unknown) => {
      this.#forget(name, wish);
      throw error;
    });
  }

  #restart(name: string, wish: Wish): void {
    const wanted = wish.reading?.isSlowWanted ?? wish.isSlow;
    this.#forget(name, wish);
    this.want(name, wanted).catch(this.#deps.lost);
  }

  /** The name may have another subscription by now. */
  #forget(name: string, wish: Wish): void {
    if (this.#wishes.get(name) === wish) this.leave(name);
    else wish.reading?.leave();
  }
}
