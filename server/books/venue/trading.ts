import type { TradingNotice } from '../../../domain/contract/index.ts';
import type { MarketStatus } from '../../../domain/index.ts';
import { stricterStatus } from '../../../domain/index.ts';
import type { Queries } from '../../base/db/database.ts';
import type { RereadDeps } from './rereadState.ts';
import { RereadState } from './rereadState.ts';
import type { VenueState } from './state.ts';

interface Row {
  readonly id: number;
  readonly scope: string;
  readonly state: VenueState;
  readonly at: number;
  readonly words: string;
}

export interface TradingStateDeps extends RereadDeps {
  readonly db: Queries;
}

const SCOPES = "scope = 'trading' or scope like 'market:%'";

/** What operators have stopped of trading, as the engines and the page ask for it. */
export class TradingState extends RereadState {
  readonly #db: Queries;
  #newest = 0;
  #all: MarketStatus = 'open';
  #markets: ReadonlyMap<string, MarketStatus> = new Map();
  #notices: readonly TradingNotice[] = [];

  private constructor(deps: TradingStateDeps) {
    super(deps, 'trading state');
    this.#db = deps.db;
  }

  static async open(deps: TradingStateDeps): Promise<TradingState> {
    const opened = new TradingState(deps);
    await opened.refresh();
    return opened;
  }

  /** Another text after each change. */
  get version(): string {
    return String(this.#newest);
  }

  /** What is stopped, trading as a whole first. */
  get notices(): readonly TradingNotice[] {
    return this.#notices;
  }

  /** What operators allow in a market. */
  statusOf(market: string): MarketStatus {
    return stricterStatus(this.#all, this.#markets.get(market) ?? 'open');
  }

  protected async read(): Promise<void> {
    const rows = await this.#db.query<Row>(
      `select distinct on (scope) id, scope, state, at, words from venue_state
       where (${SCOPES}) and (select coalesce(max(id), 0) from venue_state where ${SCOPES}) > $1
       order by scope, id desc`,
      [this.#newest],
    );
    if (rows.length === 0) return;
    const stopped = rows.filter(({ state }) => state !== 'open');
    const ofMarket = ({ scope }: Row) => scope.replace(/^market:/, '');
    const markets = stopped.filter(({ scope }) => scope !== 'trading');
    this.#all = stopped.some(({ scope }) => scope === 'trading') ? 'cancelOnly' : 'open';
    this.#markets = new Map(markets.map((row) => [ofMarket(row), row.state as MarketStatus]));
    this.#notices = [
      ...stopped.flatMap(({ scope, at, words }) =>
        scope === 'trading' ? [{ status: this.#all, at, words }] : [],
      ),
      ...markets.map((row) => ({
        market: ofMarket(row),
        status: row.state as MarketStatus,
        at: row.at,
        words: row.words,
      })),
    ];
    this.#newest = Math.max(...rows.map(({ id }) => id));
  }
}
