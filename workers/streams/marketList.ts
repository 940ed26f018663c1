import type { Market } from '../../domain/index.ts';
import type { Clock } from '../../feeds/index.ts';
import type { Caller } from '../session/calls.ts';
import type { MarketRows } from './marketRows.ts';

const REFRESH_MS = 60_000;
const RETRY_MS = 2_000;

/** Keeps the list of markets: asks at once, again when it fails, and now and then for markets that open or close. */
export class MarketList {
  readonly #call: Caller;
  readonly #clock: Clock;
  readonly #rows: MarketRows;
  #stop: () => void = () => undefined;
  #version = '';
  #loading: Promise<void> | undefined;

  constructor(call: Caller, clock: Clock, rows: MarketRows) {
    this.#call = call;
    this.#clock = clock;
    this.#rows = rows;
  }

  /** Origin of the listed markets' prices; undefined before the first list. */
  get origin(): Market['origin'] | undefined {
    return this.#rows.list[0]?.market.origin;
  }

  /** Asks now; those who ask at the same time share one answer. */
  load(): Promise<void> {
    this.#loading ??= this.#ask().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  close(): void {
    this.#stop();
  }

  async #ask(): Promise<void> {
    this.#stop();
    const result = await this.#call('market.list', {});
    if (result.ok && result.data.version !== this.#version) {
      this.#version = result.data.version;
      this.#rows.setMarkets(result.data.markets);
    }
    this.#stop = this.#clock.after(result.ok ? REFRESH_MS : RETRY_MS, () => void this.load());
  }
}
