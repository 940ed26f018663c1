import type { ServerClock } from '../../base/clock.ts';
import { joinedBytes } from './frames.ts';

/** Bytes of one message, and of all incomplete ones. */
const MOST_BYTES = 32 * 1024 * 1024;
const MOST_OPEN_BYTES = 256 * 1024 * 1024;
/** Time after which an incomplete message has lost a part. */
const WHOLE_MS = 10_000;

/** Where a part belongs. */
export interface Place {
  readonly id: string;
  /** From 0 on. */
  readonly part: number;
  readonly isLast: boolean;
}

interface Open {
  readonly parts: Uint8Array[];
  size: number;
  readonly since: number;
}

/** Assembles messages of several parts. One that lost a part is dropped. */
export class Assembly {
  readonly #open = new Map<string, Open>();
  readonly #clock: Pick<ServerClock, 'now'>;
  #size = 0;

  constructor(clock: Pick<ServerClock, 'now'>) {
    this.#clock = clock;
  }

  /** @returns the message once all parts have arrived. */
  add({ id, part, isLast }: Place, body: Uint8Array): Uint8Array | undefined {
    if (part === 0 && isLast) return body;
    const now = this.#clock.now();
    if (part === 0) {
      this.#forgetOld(now);
      this.#open.set(id, { parts: [], size: 0, since: now });
    }
    const open = this.#open.get(id);
    if (!open) return undefined;
    const isNext = open.parts.length === part;
    if (!isNext || open.size + body.length > MOST_BYTES || this.#size + body.length > MOST_OPEN_BYTES) {
      this.#forget(id);
      return undefined;
    }
    open.parts.push(body);
    open.size += body.length;
    this.#size += body.length;
    if (!isLast) return undefined;
    this.#forget(id);
    return joinedBytes(open.parts);
  }

  #forgetOld(now: number): void {
    for (const [id, { since }] of this.#open) {
      // Either way, as a clock may be set back.
      if (Math.abs(now - since) < WHOLE_MS) break;
      this.#forget(id);
    }
  }

  #forget(id: string): void {
    this.#size -= this.#open.get(id)?.size ?? 0;
    this.#open.delete(id);
  }
}
