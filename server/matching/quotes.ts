import type { Dec, Market, MarketKind } from '../../domain/index.ts';
import { emptyBook, RuleError } from '../../domain/index.ts';
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
  #heardAt: number;
  /** Signs of life so far. */
  #heard = 0;
  #tickersAt = Number.NEGATIVE_INFINITY;
  #lasts: ReadonlyMap<string, Dec> = new Map();

  /** @param kinds of the markets that the engine trades. */
  constructor(source: MarketSource, clock: Pick<ServerClock, 'now'>, kinds: readonly MarketKind[]) {
    this.#source = source;
    this.#kinds = kinds;
    this.#clock = clock;
    this.#heardAt = clock.now();
  }

  /** Listens for signs of life. @returns undo. */
  start(): () => void {
    return this.#source.subscribe(() => {
      this.#heardAt = this.#clock.now();
      this.#heard += 1;
    });
  }

  marketOf(id: string): Market | undefined {
    return this.#source.markets().find((market) => market.id === id && this.#kinds.includes(market.kind));
  }

  /** Whether the source has been silent for too long. */
  get isStale(): boolean {
    return this.#clock.now() - this.#heardAt > STALE_MS;
  }

  /** The same of one market, if one is named: the venue that has it may be gone while others go on. */
  isStaleOf(id?: string): boolean {
    return this.isStale || (id !== undefined && (this.#source.live?.isStale(id) ?? false));
  }

  /** @throws {RuleError} `marketUnknown`, `marketClosed`, `marketStale`. */
  mustBeOpen(id: string): void {
    const market = this.marketOf(id);
    if (!market) throw new RuleError('marketUnknown');
    if (market.status !== 'open') throw new RuleError('marketClosed');
    if (this.isStaleOf(id) || this.#source.live?.hasBook(id) === false) throw new RuleError('marketStale');
  }

  /** The price of the last trade; a market that nobody watches may be a second behind. */
  readonly lastOf = this.#kept((id) => this.#source.last(id) ?? this.#tickers().get(id));

  /** A market's book; the same object for as long as it cannot have changed. */
  readonly bookOf = this.#kept((id) => this.#source.book(id) ?? emptyBook);

  /** Asks the source once for each moment, and again after each sign of life. */
  #kept<T>(ask: (id: string) => T): (id: string) => T {
    const kept = new Map<string, { readonly at: number; readonly heard: number; readonly value: T }>();
    return (id) => {
      const [at, heard] = [this.#clock.now(), this.#heard];
      const known = kept.get(id);
      if (known?.at === at && known.heard === heard) return known.value;
      const value = ask(id);
      kept.set(id, { at, heard, value });
      return value;
    };
  }

  #tickers(): ReadonlyMap<string, Dec> {
    const at = this.#clock.now();
    if (at - this.#tickersAt >= TICKERS_MS) {
      this.#tickersAt = at;
      this.#lasts = new Map(this.#source.tickers().map(({ id, last }) => [id, last]));
    }
    return this.#lasts;
  }
}
