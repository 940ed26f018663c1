/**
 * Turns that suffice for a burst of connections; an endless stream of them must not keep commands waiting.
 */
const MOST_TURNS = 50;
/** A connection is accepted in one turn and read in the next. */
const QUIET_TURNS = 2;

/** The same in ms: commands wait for as long. */
const MOST_MS = 12;

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
  #arrived = 0;

  /** @param turn resolves after the event loop had one turn. @param now ms. */
  constructor(turn: () => Promise<void>, now: () => number) {
    this.#turn = turn;
    this.#now = now;
  }

  watch(server: Arrivals): void {
    server.on('connection', this.entered);
  }

  /** A connection or a request has come in, and was not refused. */
  readonly entered = (): void => {
    this.#arrived += 1;
  };

  /** Resolves when nothing new has come for a moment, and after MOST_TURNS or MOST_MS at the latest. */
  readonly pause = async (): Promise<void> => {
    let quiet = 0;
    const until = this.#now() + MOST_MS;
    for (let turn = 0; turn < MOST_TURNS && quiet < QUIET_TURNS && this.#now() < until; turn++) {
      const before = this.#arrived;
      await this.#turn();
      quiet = this.#arrived === before ? quiet + 1 : 0;
    }
  };
}
