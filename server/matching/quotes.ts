import type { Dec, Market, MarketKind, RefusalCode } from '../../domain/index.ts';
import { cancelRefusal, emptyBook, isTrading, RuleError, statusRefusal } from '../../domain/index.ts';
import type { ServerClock } from '../base/clock.ts';
import type { MarketSource } from '../market/source.ts';

/** Silence of the source after which its prices are not traded on. */
const STALE_MS = 5_000;
const TICKERS_MS = 1_000;

/** The source as the engine trades on it. */
export class Quotes {
  readonly #source: MarketSource;
  readonly #clock: Pick<ServerClock, 'now'>;
  readonly #kinds: readonly MarketKind[];
  #list: readonly Market[] | undefined;
  #markets: ReadonlyMap<string, Market> = new Map();
  #receivedAt: number;
  /** Events of the source so far. */
  #received = 0;
  #tickersAt = Number.NEGATIVE_INFINITY;
  #lasts: ReadonlyMap<string, Dec> = new Map();

  /** @param kinds of the markets that the engine trades. */
  constructor(source: MarketSource, clock: Pick<ServerClock, 'now'>, kinds: readonly MarketKind[]) {
    this.#source = source;
    this.#kinds = kinds;
    this.#clock = clock;
    this.#receivedAt = clock.now();
  }

  /** Subscribes to the source. @returns undo. */
  start(): () => void {
    return this.#source.subscribe(() => {
      this.#receivedAt = this.#clock.now();
      this.#received += 1;
    });
  }

  marketOf(id: string): Market | undefined {
    const list = this.#source.markets();
    if (list !== this.#list) {
      this.#list = list;
      this.#markets = new Map(
        list.filter(({ kind }) => this.#kinds.includes(kind)).map((market) => [market.id, market]),
      );
    }
    return this.#markets.get(id);
  }

  /** Whether the source has been silent for too long. */
  get isStale(): boolean {
    const silentMs = this.#clock.now() - this.#receivedAt;
    // After a clock was set back nobody knows for how long, until the next event.
    return silentMs > STALE_MS || silentMs < -STALE_MS;
  }

  /** The same of one market, if one is given: its venue may be gone while others are live. */
  isStaleOf(id?: string): boolean {
    return this.isStale || (id !== undefined && (this.#source.live?.isStale(id) ?? false));
  }

  /** Whether a market trades now. */
  isTrading(id: string): boolean {
    const market = this.marketOf(id);
    return market !== undefined && isTrading(market.status);
  }

  /**
   * @param reduces whether the order can only make a position smaller.
   * @throws {RuleError} `marketUnknown`, `marketClosed`, `marketPaused`, `marketReduceOnly`, `marketStale`.
   */
  mustTakeOrder(id: string, reduces = false): void {
    const market = this.marketOf(id);
    if (!market) throw new RuleError('marketUnknown');
    const refusal = statusRefusal(market.status, reduces);
    if (refusal) throw new RuleError(refusal);
    if (this.isStaleOf(id) || this.#source.live?.hasBook(id) === false) throw new RuleError('marketStale');
  }

  /** @throws {RuleError} `marketPaused` while a market's open orders may not be cancelled. */
  mustCancel(id: string): void {
    const refusal = this.#cancelRefusal(id);
    if (refusal) throw new RuleError(refusal);
  }

  mayCancel(id: string): boolean {
    return this.#cancelRefusal(id) === undefined;
  }

  /** Orders of a delisted market can be cancelled. */
  #cancelRefusal(id: string): RefusalCode | undefined {
    return cancelRefusal(this.marketOf(id)?.status ?? 'closed');
  }

  /** The last price; of a market without subscribers it may be a second old. */
  readonly lastOf = this.#kept((id) => this.#source.last(id) ?? this.#tickers().get(id));

  /** A market's book; the same object until it may have changed. */
  readonly bookOf = this.#kept((id) => this.#source.book(id) ?? emptyBook);

  /** Caches what the source yields until the clock or the source moves on. */
  #kept<T>(ask: (id: string) => T): (id: string) => T {
    const kept = new Map<string, { readonly at: number; readonly received: number; readonly value: T }>();
    return (id) => {
      const [at, received] = [this.#clock.now(), this.#received];
      const known = kept.get(id);
      if (known?.at === at && known.received === received) return known.value;
      const value = ask(id);
      kept.set(id, { at, received, value });
      return value;
    };
  }

  #tickers(): ReadonlyMap<string, Dec> {
    const at = this.#clock.now();
    if (at - this.#tickersAt >= TICKERS_MS || at < this.#tickersAt) {
      this.#tickersAt = at;
      this.#lasts = new Map(this.#source.tickers().map(({ id, last }) => [id, last]));
    }
    return this.#lasts;
  }
}
