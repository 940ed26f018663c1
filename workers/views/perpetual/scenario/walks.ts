import type {
  Dec,
  Market,
  RecordedDay,
  ScenarioAccount,
  ScenarioStop,
  ScenarioWalk,
} from '../../../../domain/index.ts';
import { D, defined, isGuardOrder, scenarioSteps, toText } from '../../../../domain/index.ts';
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
/** Most of a beat that walking takes, ms: prices on other screens go on in the rest of it, and so does a thumb. */
const SLICE_MS = 2;
/** The same while nothing is shown yet, ms: no thumb moves, and somebody waits. */
const FIRST_SLICE_MS = 12;

/** What is to be walked. */
interface WalkRequest extends Pick<ScenarioView, 'base' | 'slippage'> {
  readonly day: RecordedDay | undefined;
  readonly stop: TriedStop | undefined;
}

/** All ways that begin with one snapshot. */
interface Round {
  readonly owner: string | undefined;
  readonly state: FuturesState;
  readonly snapshot: Snapshot;
  readonly balance: Dec;
  readonly orders: Positions['orders'];
  readonly works: Map<string, Generator<undefined, Walks>>;
  readonly made: Map<string, Walks>;
}

/**
 * Both ways of what stands: walked again when something has changed, and not while a thumb moves along them. A large
 * account is walked in slices, and until all of a new snapshot is, what was walked before is shown.
 */
export class ScenarioWalks {
  readonly #clock: Pick<FuturesState['clock'], 'monotonic'>;
  /** What the last frame was made of, by name. */
  readonly #requests = new Map<string, WalkRequest>();
  #shown: Round | undefined;
  #next: Round | undefined;
  #at = 0;
  #version = 0;

  constructor(clock: Pick<FuturesState['clock'], 'monotonic'>) {
    this.#clock = clock;
  }

  /**
   * @param day that is looked at. @param stop that is tried. @returns undefined while account or marks are not known, or
   * nothing is walked yet.
   */
  of(
    { base, slippage }: Pick<ScenarioView, 'base' | 'slippage'>,
    state: FuturesState,
    day: RecordedDay | undefined,
    stop?: TriedStop,
  ): Walks | undefined {
    const name = [base ?? '', slippage ?? '', day?.at ?? '', stop?.market ?? '', stop?.price ?? ''].join(' ');
    if (!stop) this.#requests.clear();
    this.#requests.set(name, {
      ...defined({ base }),
      ...(slippage ? { slippage } : {}),
      day,
      stop,
    });
    const isNew = this.#renew(state);
    if (this.#shown && (isNew || !this.#shown.works.has(name))) this.advance();
    return this.#shown?.made.get(name);
  }

  /** Walks on for a slice. @returns another number when something is ready that was not. */
  advance(): number {
    const isFirst = this.#shown?.made.size === 0;
    const until = this.#clock.monotonic() + (isFirst ? FIRST_SLICE_MS : SLICE_MS);
    if (
      this.#shown &&
      this.#isWalked(this.#shown, until) &&
      this.#next &&
      this.#isWalked(this.#next, until)
    ) {
      this.#shown = this.#next;
      this.#next = undefined;
      this.#version += 1;
    }
    return this.#version;
  }

  /** Whether all that was requested is walked in a round; goes on with it until then. */
  #isWalked(round: Round, until: number): boolean {
    for (const [name, request] of this.#requests) {
      if (round.made.has(name)) continue;
      const work = round.works.get(name) ?? waysOf(round, request);
      round.works.set(name, work);
      for (;;) {
        const { done, value } = work.next();
        if (done) {
          round.made.set(name, value);
          if (round === this.#shown) this.#version += 1;
          break;
        }
        if (this.#clock.monotonic() > until) return false;
      }
    }
    return true;
  }

  /** Begins with another snapshot where there is a newer one. @returns whether it has. */
  #renew(state: FuturesState): boolean {
    const { positions } = state;
    const snapshot = positions.snapshot();
    const { orders, isKnown } = positions;
    const newest = this.#next ?? this.#shown;
    const now = this.#clock.monotonic();
    const before = newest?.snapshot;
    const isSame =
      before?.positions === snapshot.positions &&
      before.posted === snapshot.posted &&
      newest?.orders === orders;
    const isSoon = now < this.#at + AGAIN_MS || this.#next !== undefined;
    if (isSame && isKnown && (before.id === snapshot.id || isSoon)) return false;
    const { account } = snapshot;
    if (!isKnown || !account || snapshot.joined.size !== snapshot.positions.length) {
      this.#shown = undefined;
      this.#next = undefined;
      return false;
    }
    const { balance } = account;
    const owner = state.funds.uid;
    // Nobody is shown what somebody else's account would come to.
    if (owner !== newest?.owner) this.#shown = undefined;
    const round: Round = { owner, state, snapshot, balance, orders, works: new Map(), made: new Map() };
    this.#at = now;
    this.#next = this.#shown && round;
    this.#shown ??= round;
    return true;
  }
}

/** To either side, or through a recorded day. */
function* waysOf(
  round: Round,
  { base, slippage = '0', day, stop }: WalkRequest,
): Generator<undefined, Walks> {
  const { snapshot, balance, state } = round;
  const accountWith = (moveOf: (market: Market) => Dec): ScenarioAccount => {
    const own = accountOf(snapshot, balance, moveOf, state);
    const slipped = { ...own, slippage: toText(new D(slippage).div(100)) };
    return stop ? withStop(slipped, stop) : slipped;
  };
  if (day) {
    const way = yield* scenarioSteps(accountWith(({ id }) => day.moves.get(id) ?? '0'));
    return { down: way, up: way, snapshot };
  }
  const to = (sign: 1 | -1): ScenarioAccount => {
    const whole = toText(new D(MOST * sign).div(100));
    return accountWith((market) => (base === undefined || market.base === base ? whole : '0'));
  };
  return { down: yield* scenarioSteps(to(-1)), up: yield* scenarioSteps(to(1)), snapshot };
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
