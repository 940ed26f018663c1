import type { Reader, Subscription } from './log.ts';
import type { MarketChannels } from './marketChannels.ts';

interface Side {
  readonly isSlow: boolean;
  readonly reader: Reader;
  readonly subscription: Subscription;
}

/** One channel as one connection reads it: at one pace, or on its way to the other. */
export class Reading {
  readonly #hub: Pick<MarketChannels, 'subscribe'>;
  readonly #name: string;
  readonly #reader: Reader;
  #present: Side;
  /** The other log, until its snapshot is here; the present one is read on meanwhile. */
  #coming: Side | undefined;

  /** @throws {RuleError} `channelUnknown`, `marketUnknown`. */
  constructor(hub: Pick<MarketChannels, 'subscribe'>, name: string, isSlow: boolean, reader: Reader) {
    this.#hub = hub;
    this.#name = name;
    this.#reader = reader;
    this.#present = { isSlow, reader, subscription: hub.subscribe(name, reader, { isSlow }) };
  }

  /** Of the log that is read now. */
  get isSlow(): boolean {
    return this.#present.isSlow;
  }

  /** The pace that was requested last. */
  get isSlowWanted(): boolean {
    return (this.#coming ?? this.#present).isSlow;
  }

  /** Resolves when the first snapshot was sent; rejects when the channel could not be built. */
  get ready(): Promise<void> {
    return this.#present.subscription.ready;
  }

  /**
   * Changes to the other log of the channel with its next message; one that cannot be built changes nothing.
   * @param isBare whether the snapshot may be left out where the state is the same.
   */
  setPace(isSlow: boolean, isBare: boolean): void {
    if (isSlow === this.isSlowWanted) return;
    this.#coming?.subscription.leave();
    this.#coming = undefined;
    if (isSlow === this.#present.isSlow) return;
    const reader: Reader = {
      who: this.#reader.who,
      take: (message) => {
        if (own === this.#coming) this.#arrive(own);
        this.#reader.take(message);
      },
      restart: this.#reader.restart,
    };
    const knowing = isBare ? this.#present.reader : undefined;
    const wanted = { isSlow, isChange: true, knowing };
    const own = { isSlow, reader, subscription: this.#hub.subscribe(this.#name, reader, wanted) };
    this.#coming = own;
    own.subscription.ready.catch(() => {
      own.subscription.leave();
      if (own === this.#coming) this.#coming = undefined;
    });
  }

  leave(): void {
    this.#present.subscription.leave();
    this.#coming?.subscription.leave();
  }

  #arrive(own: Side): void {
    this.#present.subscription.leave();
    this.#present = own;
    this.#coming = undefined;
  }
}
