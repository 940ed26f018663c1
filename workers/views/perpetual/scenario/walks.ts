import type {
  Dec,
  Market,
  RecordedDay,
  ScenarioAccount,
  ScenarioStop,
  ScenarioWalk,
} from '../../../../domain/index.ts';
import { D, isGuardOrder, toText, walkScenario } from '../../../../domain/index.ts';
import type { ScenarioView } from '../../../protocol.ts';
import type { Positions, Snapshot } from '../../../streams/positions/index.ts';
import type { FuturesState } from '../perpetual.ts';
import { scenarioAccountOf } from './account.ts';

/** The farthest move to either side, per cent. */
export const MOST = 50;

/** What happens on the way to the farthest fall and to the farthest rise; of a day both are the same way. */
export interface Walks {
  readonly down: ScenarioWalk;
  readonly up: ScenarioWalk;
  /** What they begin with. */
  readonly snapshot: Snapshot;
}
/** A stop-loss that is tried, quote per base. */
export interface TriedStop {
  readonly market: string;
  readonly price: Dec;
}

/** While marks alone move, ways are walked again after this time, ms: many positions take a part of it. */
const AGAIN_MS = 250;

/** Both ways of what stands: walked again when something has changed, and not while a thumb moves along them. */
export class ScenarioWalks {
  readonly #made = new Map<string, Walks>();
  #snapshot: Snapshot | undefined;
  #orders: Positions['orders'] | undefined;
  #at = 0;

  /**
   * @param day that is looked at. @param stop that is tried. @returns undefined while account or marks are not known.
   */
  of(
    { base, slippage = '0' }: ScenarioView,
    state: FuturesState,
    day: RecordedDay | undefined,
    stop?: TriedStop,
  ): Walks | undefined {
    const snapshot = this.#current(state);
    const { account } = snapshot ?? {};
    if (!snapshot || !account) return undefined;
    const name = [base ?? '', slippage, day?.at ?? '', stop?.market ?? '', stop?.price ?? ''].join(' ');
    const known = this.#made.get(name);
    if (known) return known;
    const walk = (moveOf: (market: Market) => Dec) => {
      const own = accountOf(snapshot, account.balance, moveOf, state);
      const slipped = { ...own, slippage: toText(new D(slippage).div(100)) };
      return walkScenario(stop ? withStop(slipped, stop) : slipped);
    };
    const made = { ...waysOf(walk, base, day), snapshot };
    this.#made.set(name, made);
    return made;
  }

  /** The snapshot that all ways begin with. */
  #current({ positions, clock }: FuturesState): Snapshot | undefined {
    const next = positions.snapshot();
    const kept = this.#snapshot;
    const { orders, isKnown } = positions;
    const now = clock.monotonic();
    const isSame =
      kept?.positions === next.positions && kept.posted === next.posted && this.#orders === orders;
    if (isSame && isKnown && (kept.id === next.id || now < this.#at + AGAIN_MS)) return kept;
    const isWhole = isKnown && next.account !== undefined && next.joined.size === next.positions.length;
    this.#made.clear();
    this.#snapshot = isWhole ? next : undefined;
    this.#orders = orders;
    this.#at = now;
    return this.#snapshot;
  }
}

/** To either side, or through a recorded day. */
function waysOf(
  walk: (moveOf: (market: Market) => Dec) => ScenarioWalk,
  base: string | undefined,
  day: RecordedDay | undefined,
): Omit<Walks, 'snapshot'> {
  if (day) {
    const way = walk(({ id }) => day.moves.get(id) ?? '0');
    return { down: way, up: way };
  }
  const to = (sign: 1 | -1) => {
    const whole = toText(new D(MOST * sign).div(100));
    return walk((market) => (base === undefined || market.base === base ? whole : '0'));
  };
  return { down: to(-1), up: to(1) };
}

function accountOf(
  { joined }: Snapshot,
  balance: Dec,
  moveOf: (market: Market) => Dec,
  { positions, rows }: FuturesState,
): ScenarioAccount {
  return scenarioAccountOf(
    balance,
    [...joined.values()].map(({ row, market, mark }) => ({
      row,
      market,
      mark: mark[1],
      last: rows.row(market.id)?.ticker?.last ?? mark[1],
    })),
    positions.orders,
    moveOf,
  );
}

/** A stop-loss of all of a position, in place of the one that it has. */
function withStop(account: ScenarioAccount, { market, price }: TriedStop): ScenarioAccount {
  const stop: ScenarioStop = { kind: 'stop', trigger: price, source: 'mark', limit: null, quantity: null };
  const isReplaced = (own: ScenarioStop | undefined): boolean =>
    own?.kind === 'stop' && own.quantity === null;
  const kept = account.orders.filter((each) => each.market !== market || !isReplaced(each.stop));
  return { ...account, orders: [...kept, { market, held: '0', stop, group: NO_GROUP }] };
}
/** Of a guard that nobody has placed: it cancels no other. */
const NO_GROUP = -1;

/** Whether any order would open something, which the frame leaves out. */
export const hasOpeningOrders = ({ orders }: Positions): boolean =>
  orders.some((order) => !order.reduceOnly && !isGuardOrder(order));
