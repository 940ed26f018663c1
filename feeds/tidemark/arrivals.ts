import type { Inflate } from './unpack.ts';
import { Unpacker } from './unpack.ts';

interface ArrivalsDeps {
  /** Unpacks; left out where all is text. */
  readonly inflate: Inflate | undefined;
  /** A text of the socket that is listened to. */
  readonly take: (text: unknown) => void;
  /** Of what was to be unpacked something is lost. */
  readonly lost: () => void;
}

/** Brings what comes on a socket in its order, though unpacking takes a moment. */
export class Arrivals {
  readonly #deps: ArrivalsDeps;
  #unpacker: Unpacker | undefined;
  /** What is being unpacked, and all that waits behind it. */
  #busy: Promise<void> | undefined;

  constructor(deps: ArrivalsDeps) {
    this.#deps = deps;
    this.restart();
  }

  /** Another socket is listened to: what came on the one before counts no more. */
  restart(): void {
    const { inflate } = this.#deps;
    this.#unpacker = inflate && new Unpacker(inflate);
    this.#busy = undefined;
  }

  take(data: unknown): void {
    const isPacked = data instanceof ArrayBuffer;
    if (!isPacked && !this.#busy) {
      this.#deps.take(data);
      return;
    }
    const unpacker = this.#unpacker;
    const own: Promise<void> = (this.#busy ?? Promise.resolve()).then(async () => {
      const texts = isPacked ? await this.#unpacked(unpacker, data) : [data];
      for (const text of texts) if (unpacker === this.#unpacker) this.#deps.take(text);
      if (own === this.#busy) this.#busy = undefined;
    });
    this.#busy = own;
  }

  async #unpacked(unpacker: Unpacker | undefined, data: ArrayBuffer): Promise<readonly string[]> {
    try {
      if (unpacker) return await unpacker.texts(data);
    } catch {
      // Counted and requested again like any frame that is malformed.
    }
    if (unpacker === this.#unpacker) this.#deps.lost();
    return [];
  }
}
