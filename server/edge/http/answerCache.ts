/** Most bytes of cached responses, packed and not. */
const MOST_BYTES = 32 * 1024 * 1024;
/** What a response takes beside its key and its text: anybody can ask for very many short ones. */
const ENTRY_BYTES = 512;

const sizeOf = (key: string, text: string): number => key.length + text.length + ENTRY_BYTES;

export interface CachedAnswer {
  readonly text: string;
  /** Packed by gzip, once a request has accepted that. */
  packed: Promise<Uint8Array<ArrayBuffer>> | undefined;
  /** When it was made, and until when it holds, ms. */
  readonly since: number;
  readonly until: number;
}

/** A cache of public responses: each is made once and packed once, until it expires. */
export class AnswerCache {
  readonly #now: () => number;
  /** The most recently used is the last. */
  readonly #answers = new Map<string, CachedAnswer>();
  readonly #making = new Map<string, Making>();
  #bytes = 0;

  /** @param now ms. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * The cached response of a key, made when there is none. Concurrent requests of one key share the work; it
   * is aborted when all of them have hung up.
   */
  async answer(
    { key, cachedMs }: CacheTerms,
    signal: AbortSignal | undefined,
    make: (signal: AbortSignal) => Promise<string>,
  ): Promise<CachedAnswer> {
    const known = this.#answers.get(key);
    const now = this.#now();
    // One that was made later than now was made before the clock was set back.
    if (known && known.since <= now && known.until > now) {
      this.#answers.delete(key);
      this.#answers.set(key, known);
      return known;
    }
    const making = this.#making.get(key) ?? this.#begin(key, cachedMs, make);
    making.join(signal);
    return making.made;
  }

  #begin(key: string, cachedMs: number, make: (signal: AbortSignal) => Promise<string>): Making {
    const controller = new AbortController();
    let waiting = 0;
    const made = make(controller.signal)
      .then((text) => {
        const since = this.#now();
        return this.#keep(key, { text, packed: undefined, since, until: since + cachedMs });
      })
      .finally(() => {
        if (this.#making.get(key) === making) this.#making.delete(key);
      });
    const leave = (): void => {
      waiting -= 1;
      if (waiting > 0) return;
      // The next request starts again.
      if (this.#making.get(key) === making) this.#making.delete(key);
      controller.abort();
    };
    const making: Making = {
      made,
      join(signal) {
        waiting += 1;
        if (signal?.aborted) leave();
        else signal?.addEventListener('abort', leave, { once: true });
      },
    };
    this.#making.set(key, making);
    return making;
  }

  #keep(key: string, answer: CachedAnswer): CachedAnswer {
    this.#forget(key);
    this.#answers.set(key, answer);
    this.#bytes += sizeOf(key, answer.text);
    for (const [old] of this.#answers) {
      if (this.#bytes <= MOST_BYTES) break;
      this.#forget(old);
    }
    return answer;
  }

  #forget(key: string): void {
    const known = this.#answers.get(key);
    if (!known) return;
    this.#bytes -= sizeOf(key, known.text);
    this.#answers.delete(key);
  }
}

/** The key of a cached response, and how long it is valid. */
export interface CacheTerms {
  readonly key: string;
  readonly cachedMs: number;
}

interface Making {
  readonly made: Promise<CachedAnswer>;
  join(signal: AbortSignal | undefined): void;
}

/** A response packed by gzip, once for all that accept it. */
export function packedOf(answer: CachedAnswer): Promise<Uint8Array<ArrayBuffer>> {
  answer.packed ??= new Response(new Blob([answer.text]).stream().pipeThrough(new CompressionStream('gzip')))
    .arrayBuffer()
    .then((bytes) => new Uint8Array(bytes));
  return answer.packed;
}
