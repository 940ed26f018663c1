import type { Market, MarketKind } from '../../../../domain/index.ts';
import type { MarketSource } from '../../../market/source.ts';
import { invalidSymbol } from '../protocol/apiError.ts';
import type { Params } from '../protocol/params.ts';

interface Known {
  readonly version: string;
  readonly bySymbol: ReadonlyMap<string, Market>;
  readonly symbols: ReadonlyMap<string, string>;
}

/** Markets of one kind by the symbols of the compatible API: both assets in capitals, without a sign between. */
export class Instruments {
  readonly #source: Pick<MarketSource, 'markets' | 'version'>;
  readonly #kind: MarketKind;
  #known: Known | undefined;

  constructor(source: Pick<MarketSource, 'markets' | 'version'>, kind: MarketKind) {
    this.#source = source;
    this.#kind = kind;
  }

  get version(): string {
    return this.#source.version;
  }

  get markets(): ReadonlyMap<string, Market> {
    return this.#all().bySymbol;
  }

  /** The symbol of a market of this kind; undefined for others. */
  symbolOf(id: string): string | undefined {
    return this.#all().symbols.get(id);
  }

  /** @throws {ApiError} -1121 */
  find(symbol: string): Market {
    const market = this.#all().bySymbol.get(symbol);
    if (!market) throw invalidSymbol();
    return market;
  }

  /** The market that a request names. @throws {ApiError} -1102, -1121 */
  of(params: Params): Market {
    return this.find(params.needText('symbol'));
  }

  /** The same where it may be left out. */
  maybeOf(params: Params): Market | undefined {
    const symbol = params.text('symbol');
    return symbol === undefined ? undefined : this.find(symbol);
  }

  #all(): Known {
    const { version } = this.#source;
    if (this.#known?.version === version) return this.#known;
    const bySymbol = new Map<string, Market>();
    const symbols = new Map<string, string>();
    for (const market of this.#source.markets()) {
      const symbol = `${market.base}${market.quote}`.toUpperCase();
      if (market.kind !== this.#kind || bySymbol.has(symbol)) continue;
      bySymbol.set(symbol, market);
      symbols.set(market.id, symbol);
    }
    this.#known = { version, bySymbol, symbols };
    return this.#known;
  }
}
