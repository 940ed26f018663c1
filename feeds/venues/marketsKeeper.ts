import type { Market } from '../../domain/index.ts';
import { HOUR_MS } from '../../domain/index.ts';
import { backoffMs } from '../link/backoff.ts';
import type { Clock } from '../types.ts';

/** Where a venue's list of markets outlives a run: orders rest in them, and the venue may be away at the next start. */
export interface KeptMarkets {
  read(): readonly Market[];
  write(markets: readonly Market[]): void;
}

export interface MarketsKeeperDeps {
  readonly ask: () => Promise<readonly Market[]>;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly kept: KeptMarkets;
  /** The list is another one. */
  readonly told: () => void;
  readonly failed: (error: unknown) => void;
}

/** Asks for a venue's markets until they are known, and again every hour. */
export class MarketsKeeper {
  readonly #deps: MarketsKeeperDeps;
  /** Resolves when the first question has been answered, or has failed. */
  readonly asked: Promise<void>;
  #markets: readonly Market[];
  #byId: ReadonlyMap<string, Market>;
  #failures = 0;
  #stop: () => void = () => undefined;
  #isClosed = false;

  constructor(deps: MarketsKeeperDeps) {
    this.#deps = deps;
    this.#markets = deps.kept.read();
    this.#byId = byId(this.#markets);
    this.asked = this.#ask();
  }

  get markets(): readonly Market[] {
    return this.#markets;
  }

  market(id: string): Market | undefined {
    return this.#byId.get(id);
  }

  close(): void {
    this.#isClosed = true;
    this.#stop();
  }

  async #ask(): Promise<void> {
    const { ask, clock, random, failed } = this.#deps;
    let wait = HOUR_MS;
    try {
      const markets = await ask();
      if (this.#isClosed) return;
      this.#failures = 0;
      if (markets.length > 0) this.#set(markets);
    } catch (error) {
      if (this.#isClosed) return;
      // Once for each time that it goes away: a venue that stays away would fill the log.
      if (this.#failures === 0) failed(error);
      wait = backoffMs(this.#failures, random());
      this.#failures += 1;
    }
    this.#stop = clock.after(wait, () => void this.#ask());
  }

  #set(markets: readonly Market[]): void {
    if (JSON.stringify(markets) === JSON.stringify(this.#markets)) return;
    this.#markets = markets;
    this.#byId = byId(markets);
    this.#deps.kept.write(markets);
    this.#deps.told();
  }
}

const byId = (markets: readonly Market[]): ReadonlyMap<string, Market> =>
  new Map(markets.map((market) => [market.id, market]));
