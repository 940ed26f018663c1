import type { Market } from '../../domain/index.ts';
import type { Clock } from '../../feeds/index.ts';
import type { Caller } from '../session/calls.ts';
import type { MarketRows } from './marketRows.ts';

const REFRESH_MS = 60_000;
/** Doubled with each failure in a row, up to the most. */
const RETRY_MS = 2_000;
const RETRY_MOST_MS = 30_000;

/** Keeps the list of markets: asks again when it fails, and now and then for markets that open or close. */
export class MarketList {
  readonly #call: Caller;
  readonly #clock: Clock;
  readonly #rows: MarketRows;
  readonly #isSeen: () => boolean;
  #stop: () => void = () => undefined;
  #version = '';
  #failures = 0;
  #isBegun = false;
  #isClosed = false;
  #loading: Promise<void> | undefined;

  /** @param isSeen whether anybody looks; while nobody does, a list that is known is not asked for again. */
  constructor(call: Caller, clock: Clock, rows: MarketRows, isSeen: () => boolean) {
    this.#call = call;
    this.#clock = clock;
    this.#rows = rows;
    this.#isSeen = isSeen;
  }

  /** Whether it has been asked for. */
  get isBegun(): boolean {
    return this.#isBegun;
  }

  /** Origin of the listed markets' prices; undefined before the first list. */
  get origin(): Market['origin'] | undefined {
    return this.#rows.list[0]?.market.origin;
  }

  /** Asks now; those who ask at the same time share one answer. */
  load(): Promise<void> {
    this.#isBegun = true;
    this.#loading ??= this.#ask().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  close(): void {
    this.#isClosed = true;
    this.#stop();
  }

  async #ask(): Promise<void> {
    this.#stop();
    const result = await this.#call('market.list', {});
    if (this.#isClosed) return;
    this.#failures = result.ok ? 0 : this.#failures + 1;
    if (result.ok && result.data.version !== this.#version) {
      this.#version = result.data.version;
      this.#rows.setMarkets(result.data.markets);
    }
    this.#again(result.ok ? REFRESH_MS : Math.min(RETRY_MOST_MS, RETRY_MS * 2 ** (this.#failures - 1)));
  }

  #again(ms: number): void {
    this.#stop = this.#clock.after(ms, () => {
      if (this.#version === '' || this.#isSeen()) void this.load();
      else this.#again(ms);
    });
  }
}
