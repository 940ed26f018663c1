/** So many turns bring in a burst; a stream that never ends must not keep those inside waiting. */
const MOST_TURNS = 50;
/** A connection is taken in one turn and read in the next. */
const QUIET_TURNS = 2;

/** What tells of connections and requests: an HTTP server. */
export interface Arrivals {
  on(event: 'connection' | 'request', listener: () => void): unknown;
}

/**
 * The event loop takes a single waiting connection in each of its turns (libuv since 1.45): when every turn carries a
 * long transaction, those who stand outside wait for as many transactions, uncounted, while those inside are served.
 * Whoever is about to hold the loop lets them in first.
 */
export class Doorway {
  readonly #turn: () => Promise<void>;
  #arrived = 0;

  /** @param turn resolves after the event loop had one turn. */
  constructor(turn: () => Promise<void>) {
    this.#turn = turn;
  }

  watch(server: Arrivals): void {
    const count = (): void => {
      this.#arrived += 1;
    };
    server.on('connection', count);
    server.on('request', count);
  }

  /** Resolves when nobody new has come for a moment, and after MOST_TURNS at the latest. */
  readonly pause = async (): Promise<void> => {
    let quiet = 0;
    for (let turn = 0; turn < MOST_TURNS && quiet < QUIET_TURNS; turn++) {
      const before = this.#arrived;
      await this.#turn();
      quiet = this.#arrived === before ? quiet + 1 : 0;
    }
  };
}
