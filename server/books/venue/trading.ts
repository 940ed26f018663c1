import type { TradingNotice } from '../../../domain/contract/index.ts';
import type { MarketStatus } from '../../../domain/index.ts';
import { stricterStatus } from '../../../domain/index.ts';
import type { ServerClock } from '../../base/clock.ts';
import type { Queries } from '../../base/db/database.ts';
import type { VenueState } from './state.ts';

/** An operator of another process writes to the database itself: what it has changed holds after this time at the latest. */
const LOOK_MS = 1_000;

interface Row {
  readonly id: number;
  readonly scope: string;
  readonly state: VenueState;
  readonly at: number;
  readonly words: string;
}

export interface TradingStateDeps {
  readonly db: Queries;
  readonly clock: Pick<ServerClock, 'every'>;
  readonly log: (event: string, detail: Readonly<Record<string, unknown>>) => void;
}

const SCOPES = "scope = 'trading' or scope like 'market:%'";

/** What operators have stopped of trading, as the engines and the page ask for it. */
export class TradingState {
  readonly #deps: TradingStateDeps;
  readonly #stop: () => void;
  #newest = 0;
  #all: MarketStatus = 'open';
  #markets: ReadonlyMap<string, MarketStatus> = new Map();
  #notices: readonly TradingNotice[] = [];
  /** Reads follow one another, so that an older one never overwrites a newer one. */
  #reading: Promise<void> = Promise.resolve();

  private constructor(deps: TradingStateDeps) {
    this.#deps = deps;
    this.#stop = deps.clock.every(LOOK_MS, () => {
      this.refresh().catch((error: unknown) => deps.log('trading state', { error: String(error) }));
    });
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

  /** Reads what was changed; what is committed before the call holds once it resolves. */
  refresh(): Promise<void> {
    const next = this.#reading.catch(() => undefined).then(() => this.#read());
    this.#reading = next;
    return next;
  }

  close(): void {
    this.#stop();
  }

  async #read(): Promise<void> {
    const rows = await this.#deps.db.query<Row>(
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
