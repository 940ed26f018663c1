import type {
  Dec,
  NumberStyle,
  PositionSide,
  ScenarioEvent,
  ScenarioOpen,
  ScenarioState,
  ScenarioWalk,
} from '../../../../domain/index.ts';
import { D, roundToStep, signedPercent, signOfSide, toText, unsignedZero } from '../../../../domain/index.ts';
import type { ScenarioLine, ScenarioOutcome } from '../../../protocol.ts';
import type { Words } from '../../../session/words.ts';
import type { Joined } from '../../../streams/positions/joined.ts';
import { gainDirection, textsOf } from '../texts.ts';

/** A walk with how far along it one looks. */
export interface WalkPoint {
  readonly walk: ScenarioWalk;
  /** 0 to 1. */
  readonly share: Dec;
  /** How far a market goes on all of the way, per cent, signed. */
  readonly wayOf: (market: string) => D;
  readonly state: ScenarioState;
}

/** What decides about a position: an event on the way so far, or the next one beyond. */
interface Fate {
  readonly outcome: ScenarioOutcome;
  readonly event: ScenarioEvent | undefined;
  /** Share at which that is. */
  readonly order: D;
  /** How far its market goes on that way, per cent, signed. */
  readonly way: D;
}

/** An event with its place on the way, read once: each frame looks at all of them. */
interface Placed {
  readonly event: ScenarioEvent;
  readonly share: D;
}

const placed = new WeakMap<ScenarioWalk, ReadonlyMap<string, readonly Placed[]>>();
const NONE: readonly Placed[] = [];

/** What happens to a position, in order. */
function eventsOf(walk: ScenarioWalk, market: string): readonly Placed[] {
  const known = placed.get(walk) ?? placedBy(walk);
  placed.set(walk, known);
  return known.get(market) ?? NONE;
}

function placedBy({ events }: ScenarioWalk): ReadonlyMap<string, readonly Placed[]> {
  const byMarket = new Map<string, Placed[]>();
  for (const event of events) {
    const own = byMarket.get(event.market) ?? [];
    byMarket.set(event.market, own);
    own.push({ event, share: new D(event.share) });
  }
  return byMarket;
}

/** What closes a part of a position, or all. */
const isClosing = ({ event }: Placed): boolean => event.quantity !== '0';

/** Positions in the order in which they would go, then those that stay. @param other the way that is not gone. */
export function scenarioLines(
  joined: ReadonlyMap<string, Joined>,
  point: WalkPoint,
  other: WalkPoint,
  { style }: Words,
): readonly ScenarioLine[] {
  const share = new D(point.share);
  const isStart = share.isZero();
  const opens = new Map(point.state.open.map((each) => [each.market, each]));
  const others = isStart ? new Map(other.state.open.map((each) => [each.market, each])) : opens;
  return point.walk.account.positions
    .map(({ market, position, move }) => {
      const at = { market, side: position.side, move, share };
      const own = fateOf({ ...at, isOpen: opens.has(market) }, point);
      const back = isStart ? fateOf({ ...at, isOpen: others.has(market) }, other) : own;
      return { market, fate: back.order.lt(own.order) ? back : own };
    })
    .toSorted((a, b) => a.fate.order.comparedTo(b.fate.order))
    .flatMap(({ market, fate }) => {
      const each = joined.get(market);
      return each ? [lineOf(each, fate, { point, share, open: opens.get(market) }, style)] : [];
    });
}

/** Whose end comes first stands first; whose never comes stands last. */
const NEVER = new D(2);

interface Place {
  readonly market: string;
  readonly side: PositionSide;
  readonly move: Dec;
  readonly share: D;
  readonly isOpen: boolean;
}

function fateOf({ market, side, move, share, isOpen }: Place, { walk, wayOf }: WalkPoint): Fate {
  const way = wayOf(market);
  const own = eventsOf(walk, market).filter(isClosing);
  const isPast = (each: Placed): boolean => each.share.lte(share);
  const fate = (outcome: ScenarioOutcome, by?: Placed): Fate => ({
    outcome,
    ...{ event: by?.event, order: by?.share ?? NEVER, way },
  });
  const past = own.findLast(isPast);
  if (past && !isOpen) return fate(past.event.step === 'stopped' ? 'stopped' : 'liquidated', past);
  if (past?.event.step === 'reduced') return fate('reduced', past);
  const next = own.find((each) => !isPast(each) && each.event.step !== 'stopped');
  const stop = own.find((each) => !isPast(each) && each.event.step === 'stopped');
  const first = next && stop ? (next.share.lte(stop.share) ? next : stop) : (next ?? stop);
  if (past) return fate('partly', past);
  if (first) return fate(first === next ? 'next' : 'nextStop', first);
  if (new D(move).isZero()) return fate('still');
  const isGain = new D(move).times(signOfSide(side)).gt(0) && !share.isZero();
  return fate(isGain ? 'gains' : 'holds');
}

function lineOf(
  { row, market, mark }: Joined,
  { outcome, event, order, way }: Fate,
  {
    point,
    share,
    open,
  }: { readonly point: WalkPoint; readonly share: D; readonly open: ScenarioOpen | undefined },
  style: NumberStyle,
): ScenarioLine {
  const texts = textsOf(market, style);
  const booked = eventsOf(point.walk, market.id)
    .filter((each) => each.share.lte(share))
    .reduce((sum, each) => sum.plus(each.event.net), new D(0));
  const profit = toText(booked.plus(open?.profit ?? 0));
  // On the side of the mark as it is now: it never looks farther than it is.
  const shown =
    event && roundToStep(event.price, market.tick, new D(event.price).lt(mark[1]) ? 'up' : 'down');
  return {
    market: market.id,
    name: market.name,
    base: market.base,
    side: row.side,
    mode: row.mode,
    leverage: row.leverage,
    outcome,
    ...(event?.by ? { by: event.by } : {}),
    at: event ? moveText(order, way, style) : '',
    price: shown === undefined ? '' : texts.price(shown),
    profit: texts.gain(profit),
    direction: gainDirection(profit),
  };
}

/** So far along a way as a move of the market, one decimal, rounded toward nothing. */
function moveText(share: D, way: D, style: NumberStyle): string {
  const percent = way.times(share).toFixed(1, D.ROUND_DOWN);
  return signedPercent(unsignedZero(percent), style);
}
