import { D, toText } from '../decimal.ts';
import type { Position } from './position.ts';
import { compareUrgency, isTriggered } from './protection.ts';
import type {
  ScenarioAccount,
  ScenarioEvent,
  ScenarioOrder,
  ScenarioPosition,
  ScenarioState,
  ScenarioStop,
} from './scenario.ts';
import { heldFor, scenarioState } from './scenario.ts';
import { CrossSlack } from './scenarioCross.ts';
import { dueShare, slackAlong } from './scenarioSlack.ts';
import { liquidationStep, stopStep } from './scenarioSteps.ts';
import { closingSide } from './side.ts';

/** Positions, or orders, that are solved in one step. */
const A_STEP = 8;

/** What an account goes through while its markets move. */
export interface ScenarioWalk {
  readonly account: ScenarioAccount;
  /** In the order in which they happen. */
  readonly events: readonly ScenarioEvent[];
}

type StopOrder = ScenarioOrder & { readonly stop: ScenarioStop };

/** What happens next, and where. */
interface Next {
  readonly share: D;
  /** What fires; undefined for a liquidation. */
  readonly order: StopOrder | undefined;
  /** The isolated position that is liquidated; undefined for the cross side. */
  readonly own: ScenarioPosition | undefined;
}

/**
 * Moves all markets of an account in straight lines from where they are, and liquidates and stops by the exchange's own
 * rules, each thing where it happens. Assumed: what closes is taken at the mark, or worse by the slippage that is
 * stated; nothing else of the account changes, no order opens anything, no funding is settled. In small steps, for who
 * may not be held up by a large account: the caller goes on when it has time. [ours]
 * @returns the walk, as what the last step returns.
 * @throws {RangeError} for a market that would lose all of its price or more.
 */
export function* scenarioSteps(account: ScenarioAccount): Generator<undefined, ScenarioWalk> {
  if (account.positions.some(({ move }) => new D(move).lte(-1)))
    throw new RangeError('scenario: no price left');
  const ahead = new Ahead();
  const events: ScenarioEvent[] = [];
  const stalled = new Set<ScenarioOrder>();
  let now = account;
  let share = new D(0);
  yield* ahead.prepare(account);
  for (;;) {
    yield;
    const next = ahead.next(now, share, stalled);
    if (!next) return { account, events };
    share = next.share;
    const step = next.order ? stopStep(now, next.order, share) : liquidationStep(now, next.own, share);
    if (step) {
      events.push({ ...step, share: toText(share) });
      now = step.after;
      // What could not close before may do so now.
      stalled.clear();
    } else if (next.order) stalled.add(next.order);
    else return { account, events };
  }
}

/** What lies ahead of an account, solved once for each state of a position and of an order. */
class Ahead {
  readonly #cross = new CrossSlack();
  readonly #alone = new WeakMap<Position, D | 'never'>();
  readonly #fires = new WeakMap<StopOrder, D | 'never'>();
  #orders: readonly ScenarioOrder[] | undefined;
  /** In the order in which they act where one price reaches several. */
  #stops: readonly StopOrder[] = [];

  /** Solves what lies ahead of each position and order, a few of them a step. */
  *prepare({ positions, orders }: ScenarioAccount): Generator<undefined, void> {
    const start = new D(0);
    for (let to = 0; to < positions.length; to += A_STEP) {
      yield;
      for (const own of positions.slice(to, to + A_STEP))
        if (own.position.mode === 'isolated') this.#aloneShare(own, start);
      this.#cross.follow(positions.slice(0, to + A_STEP), start);
    }
    const byMarket = new Map(positions.map((own) => [own.market, own]));
    for (const [i, order] of this.#stopsOf(orders).entries()) {
      if (i % A_STEP === 0) yield;
      const own = byMarket.get(order.market);
      if (own) this.#firedShare(own, order, start);
    }
  }

  /** The earliest of what can happen from a share on; of what happens together stops come first. */
  next(account: ScenarioAccount, from: D, stalled: ReadonlySet<ScenarioOrder>): Next | undefined {
    const { positions, orders, balance } = account;
    let best: Next | undefined;
    const take = (share: D | undefined, order?: StopOrder, own?: ScenarioPosition): void => {
      if (share && (best === undefined || share.lt(best.share))) best = { share, order, own };
    };
    const byMarket = new Map(positions.map((own) => [own.market, own]));
    for (const order of this.#stopsOf(orders)) {
      const own = byMarket.get(order.market);
      if (own && !stalled.has(order)) take(this.#firedShare(own, order, from), order);
    }
    for (const own of positions)
      if (own.position.mode === 'isolated') take(this.#aloneShare(own, from), undefined, own);
    this.#cross.follow(positions, from);
    take(this.#cross.due(new D(balance).minus(heldFor(orders)), from));
    return best;
  }

  #stopsOf(orders: readonly ScenarioOrder[]): readonly StopOrder[] {
    if (orders === this.#orders) return this.#stops;
    this.#orders = orders;
    this.#stops = orders
      .filter((order): order is StopOrder => order.stop !== undefined)
      .map((order, rank) => ({ order, rank, trigger: order.stop }))
      .sort(compareUrgency)
      .map(({ order }) => order);
    return this.#stops;
  }

  /** Nothing but the position itself moves the share at which an isolated one is due. */
  #aloneShare(own: ScenarioPosition, from: D): D | undefined {
    const { position } = own;
    const known = this.#alone.get(position) ?? dueShare(slackAlong(own), position.margin, from) ?? 'never';
    this.#alone.set(position, known);
    return laterOf(known, from);
  }

  /** The share at which a stop's price is reached, from here on. */
  #firedShare(own: ScenarioPosition, order: StopOrder, from: D): D | undefined {
    const known = this.#fires.get(order) ?? reachedShare(own, order) ?? 'never';
    this.#fires.set(order, known);
    return laterOf(known, from);
  }
}

const laterOf = (share: D | 'never', from: D): D | undefined =>
  share === 'never' ? undefined : share.lt(from) ? from : share;

/** The share of the path at which a stop's price is reached: 0 where it is already; undefined where it never is. */
function reachedShare({ position, mark, last, move }: ScenarioPosition, { stop }: StopOrder): D | undefined {
  const price = stop.source === 'mark' ? mark : last;
  if (isTriggered(closingSide(position.side), stop.kind, stop.trigger, price)) return new D(0);
  if (new D(move).isZero()) return undefined;
  const share = new D(stop.trigger).div(price).minus(1).div(move);
  return share.gte(0) && share.lte(1) ? share : undefined;
}

/** The account as it is at a share of the path, with all that has happened by then. @param share 0 to 1. */
export function walkedTo({ account, events }: ScenarioWalk, share: D | string): ScenarioState {
  const last = events.findLast((event) => new D(event.share).lte(share));
  return scenarioState(last?.after ?? account, toText(new D(share)));
}
