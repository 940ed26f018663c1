/** A connection is accepted in one turn and read in the next. */
const QUIET_TURNS = 2;

/** Turns and ms that suffice as a rule; an endless stream of requests must not keep commands waiting. */
const MOST_TURNS = 50;
const MOST_MS = 12;

/**
 * Longer pauses let in a burst of connections, one a turn: the five hundred that a proxy opens when what it keeps is
 * busy take some 300 ms with their first requests. What is not let in comes by tens between transactions, and waits for
 * seconds. Pauses are saved up to this many ms, at this share of the time, which is all that an endless stream of
 * connections takes.
 */
const MOST_SAVED_MS = 400;
const SAVED_SHARE = 0.1;

/** What reports connections: an HTTP server. */
export interface Arrivals {
  on(event: 'connection', listener: () => void): unknown;
}

/**
 * The event loop accepts a single connection per turn (libuv since 1.45): when every turn runs a long
 * transaction, connections wait for as many transactions without being counted. A transaction first yields to
 * them.
 */
export class SocketYield {
  readonly #turn: () => Promise<void>;
  readonly #now: () => number;
  #entered = 0;
  #connected = 0;
  #savedMs = MOST_SAVED_MS;
  #savedAt: number;

  /** @param turn resolves after the event loop had one turn. @param now ms. */
  constructor(turn: () => Promise<void>, now: () => number) {
    this.#turn = turn;
    this.#now = now;
    this.#savedAt = now();
  }

  watch(server: Arrivals): void {
    server.on('connection', () => {
      this.#connected += 1;
    });
  }

  /** A request has come in, and was not refused. */
  readonly entered = (): void => {
    this.#entered += 1;
  };

  /**
   * Resolves when nothing new has come for a moment, and after MOST_TURNS or MOST_MS at the latest; while connections
   * come, after what is saved besides.
   */
  readonly pause = async (): Promise<void> => {
    const begun = this.#now();
    this.#save(begun);
    let quiet = 0;
    let sinceConnection = QUIET_TURNS;
    for (let turn = 0; quiet < QUIET_TURNS; turn++) {
      const took = this.#now() - begun;
      const isUsual = turn < MOST_TURNS && took < MOST_MS;
      if (!isUsual && (sinceConnection >= QUIET_TURNS || took >= MOST_MS + this.#savedMs)) break;
      const [entered, connected] = [this.#entered, this.#connected];
      await this.#turn();
      sinceConnection = this.#connected === connected ? sinceConnection + 1 : 0;
      quiet = this.#entered === entered && sinceConnection > 0 ? quiet + 1 : 0;
    }
    this.#savedMs -= Math.max(0, Math.min(this.#savedMs, this.#now() - begun - MOST_MS));
  };

  #save(now: number): void {
    // A clock that was set back takes nothing of what is saved.
    const passed = Math.max(0, now - this.#savedAt);
    this.#savedMs = Math.min(MOST_SAVED_MS, this.#savedMs + passed * SAVED_SHARE);
    this.#savedAt = now;
  }
}
