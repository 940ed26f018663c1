import type { Market } from '../../domain/index.ts';
import type { Clock } from '../types.ts';
import { cachedAnswer } from '../venues/cachedAnswer.ts';
import { venueMarket } from '../venues/market.ts';
import type { VenueKind } from '../venues/types.ts';
import { VenueError } from '../venues/types.ts';
import type { Questions } from './questions.ts';

export interface DirectoryDeps {
  readonly kind: VenueKind;
  readonly clock: Clock;
  readonly questions: Pick<Questions, 'exchangeInfo'>;
  /** Currencies that symbols may end with, the longer ones first. */
  readonly quotes: readonly string[];
  readonly cachedMs: number;
}

/** Questions without an answer are tried again after this time. */
const REFUSED_MS = 60_000;

/** The markets of one kind by the venue's symbols: as the venue lists them, else as its streams name them. */
export class Directory {
  readonly #deps: DirectoryDeps;
  /** The venue's list, kept for a time. @throws {VenueError} */
  readonly load: () => Promise<ReadonlyMap<string, Market>>;
  #listed: ReadonlyMap<string, Market> | undefined;
  /** Markets made from symbols that a stream has sent, while there is no list. */
  readonly #seen = new Map<string, Market | undefined>();
  /** When no question was answered, though the venue may be read by its sockets, monotonic ms. */
  #refusedAt: number | undefined;

  constructor(deps: DirectoryDeps) {
    this.#deps = deps;
    this.load = cachedAnswer(deps.clock, deps.cachedMs, () => this.#ask());
  }

  /** Whether only the sockets are read: requests get no answer, as browsers may refuse them. */
  get isRefused(): boolean {
    return this.#refusedAt !== undefined;
  }

  /** Whether markets of this kind can be read: listed, or sent by sockets. @throws {VenueError} while unknown. */
  async isReadable(): Promise<boolean> {
    const now = this.#deps.clock.monotonic();
    if (this.#refusedAt !== undefined && now - this.#refusedAt < REFUSED_MS) return true;
    this.#refusedAt = undefined;
    try {
      await this.load();
      return true;
    } catch (error) {
      const code = error instanceof VenueError ? error.code : 'closed';
      if (code === 'blocked') return false;
      if (code !== 'unreachable') throw error;
      this.#refusedAt = now;
      return true;
    }
  }

  /** The market of a symbol that a stream has sent; undefined for one that does not trade here. */
  market(symbol: string): Market | undefined {
    if (this.#listed) return this.#listed.get(symbol);
    if (!this.#seen.has(symbol)) this.#seen.set(symbol, this.#guess(symbol));
    return this.#seen.get(symbol);
  }

  /** The venue's symbol of a market; undefined when it has none. */
  symbol({ base, quote }: Pick<Market, 'base' | 'quote'>): string | undefined {
    const symbol = `${base}${quote}`;
    return this.isRefused || this.#listed?.has(symbol) ? symbol : undefined;
  }

  /** What streams have sent about markets so far. */
  seen(): readonly Market[] {
    return [...this.#seen.values()].filter((market) => market !== undefined);
  }

  async #ask(): Promise<ReadonlyMap<string, Market>> {
    const { markets } = await this.#deps.questions.exchangeInfo();
    this.#listed = markets;
    return markets;
  }

  #guess(symbol: string): Market | undefined {
    const quote = this.#deps.quotes.find((each) => symbol.endsWith(each) && symbol.length > each.length);
    if (quote === undefined) return undefined;
    const base = symbol.slice(0, -quote.length);
    const steps = { tick: '0', lot: '0', minQuantity: '0', minTotal: '0' };
    return venueMarket({ kind: this.#deps.kind, base, quote, ...steps, status: 'open', listedAt: 0 });
  }
}
