import { D, toText } from '../decimal.ts';
import type { Position } from './position.ts';
import { compareUrgency, isTriggered } from './protection.ts';
import type {
  ScenarioAccount,
  ScenarioEvent,
  ScenarioOrder,
  ScenarioPosition,
  ScenarioStanding,
  ScenarioStop,
} from './scenario.ts';
import { heldFor, priceAt, scenarioStanding } from './scenario.ts';
import type { Stretch } from './scenarioSlack.ts';
import { dueShare, slackAlong } from './scenarioSlack.ts';
import { liquidationStep, stopStep } from './scenarioSteps.ts';
import { closingSide } from './side.ts';

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
 * rules, each thing where it happens. Assumed: what closes is taken at the mark; nothing else of the account changes, no
 * order opens anything, no funding is settled. [ours]
 * @throws {RangeError} for a market that would lose all of its price or more.
 */
export function walkScenario(account: ScenarioAccount): ScenarioWalk {
  if (account.positions.some(({ move }) => new D(move).lte(-1)))
    throw new RangeError('scenario: no price left');
  const alone = isolatedShares();
  const lineOf = linesOfWalk();
  const events: ScenarioEvent[] = [];
  const stalled = new Set<ScenarioOrder>();
  let now = account;
  let share = new D(0);
  for (;;) {
    const next = nextOf(now, share, { lineOf, alone }, stalled);
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

/** What is solved once for each state of a position. */
interface Solutions {
  readonly lineOf: (own: ScenarioPosition) => readonly Stretch[];
  readonly alone: (own: ScenarioPosition, line: readonly Stretch[], from: D) => D | undefined;
}

function linesOfWalk(): Solutions['lineOf'] {
  const lines = new WeakMap<Position, readonly Stretch[]>();
  return (own) => {
    const line = lines.get(own.position) ?? slackAlong(own);
    lines.set(own.position, line);
    return line;
  };
}

/** Nothing but the position itself moves the share at which an isolated one is due. */
function isolatedShares(): Solutions['alone'] {
  const shares = new WeakMap<Position, D | 'never'>();
  return ({ position }, line, from) => {
    const share = shares.get(position) ?? dueShare([line], position.margin, from) ?? 'never';
    shares.set(position, share);
    return share === 'never' ? undefined : D.max(share, from);
  };
}

/** The earliest of what can happen from a share on; of what happens together stops come first. */
function nextOf(
  account: ScenarioAccount,
  from: D,
  { lineOf, alone }: Solutions,
  stalled: ReadonlySet<ScenarioOrder>,
): Next | undefined {
  const { positions, orders, balance } = account;
  const found: Next[] = [];
  const stops = orders
    .filter((order): order is StopOrder => order.stop !== undefined && !stalled.has(order))
    .map((order, rank) => ({ order, rank, trigger: order.stop }))
    .sort(compareUrgency);
  for (const { order } of stops) {
    const share = firedShare(account, order, from);
    if (share) found.push({ share, order, own: undefined });
  }
  for (const own of positions.filter(({ position }) => position.mode === 'isolated')) {
    const share = alone(own, lineOf(own), from);
    if (share) found.push({ share, order: undefined, own });
  }
  const cross = positions.filter(({ position }) => position.mode === 'cross');
  const backing = new D(balance).minus(heldFor(orders));
  const share = cross.length > 0 ? dueShare(cross.map(lineOf), backing, from) : undefined;
  if (share) found.push({ share, order: undefined, own: undefined });
  return found.reduce<Next | undefined>(
    (best, each) => (best === undefined || each.share.lt(best.share) ? each : best),
    undefined,
  );
}

/** The share at which a stop's price is reached, from here on. */
function firedShare({ positions }: ScenarioAccount, { market, stop }: StopOrder, from: D): D | undefined {
  const own = positions.find((each) => each.market === market);
  if (!own) return undefined;
  const { position, mark, last, move } = own;
  const price = stop.source === 'mark' ? mark : last;
  const side = closingSide(position.side);
  if (isTriggered(side, stop.kind, stop.trigger, toText(priceAt(price, move, from)))) return from;
  if (new D(move).isZero()) return undefined;
  const share = new D(stop.trigger).div(price).minus(1).div(move);
  // Of two stops at one price the second is there, whatever the last digit of the price says.
  return share.gte(from) && share.lte(1) ? share : undefined;
}

/** The account as it is at a share of the path, with all that has happened by then. @param share 0 to 1. */
export function walkedTo({ account, events }: ScenarioWalk, share: D | string): ScenarioStanding {
  const last = events.findLast((event) => new D(event.share).lte(share));
  return scenarioStanding(last?.after ?? account, toText(new D(share)));
}
