import type {
  Dec,
  NumberStyle,
  PositionSide,
  ScenarioEvent,
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
  /** How far its market goes on that way, per cent, signed. */
  readonly way: D;
}

/** What closes a part of a position, or all. */
const isOwn = (market: string) => (event: ScenarioEvent) => event.market === market && event.quantity !== '0';
const isPast = (event: ScenarioEvent, share: Dec): boolean => new D(event.share).lte(share);

/** Positions in the order in which they would go, then those that stay. @param other the way that is not gone. */
export function scenarioLines(
  joined: ReadonlyMap<string, Joined>,
  point: WalkPoint,
  other: WalkPoint,
  { style }: Words,
): readonly ScenarioLine[] {
  const isStart = new D(point.share).isZero();
  return point.walk.account.positions
    .map(({ market, position, move }) => {
      const own = fateOf(market, position.side, move, point);
      const back = isStart ? fateOf(market, position.side, move, other) : own;
      return { market, fate: sooner(own, back) };
    })
    .toSorted((a, b) => orderOf(a.fate).comparedTo(orderOf(b.fate)))
    .flatMap(({ market, fate }) => {
      const each = joined.get(market);
      return each ? [lineOf(each, fate, point, style)] : [];
    });
}

/** Whose end comes first stands first; whose never comes stands last. */
const orderOf = ({ event }: Fate): D => new D(event?.share ?? 2);
const sooner = (a: Fate, b: Fate): Fate => (orderOf(b).lt(orderOf(a)) ? b : a);

function fateOf(
  market: string,
  side: PositionSide,
  move: Dec,
  { walk, share, wayOf, state }: WalkPoint,
): Fate {
  const way = wayOf(market);
  const own = walk.events.filter(isOwn(market));
  const past = own.findLast((event) => isPast(event, share));
  const isOpen = state.open.some((each) => each.market === market);
  if (past && !isOpen)
    return { outcome: past.step === 'stopped' ? 'stopped' : 'liquidated', event: past, way };
  if (past?.step === 'reduced') return { outcome: 'reduced', event: past, way };
  const next = own.find((event) => !isPast(event, share) && event.step !== 'stopped');
  const stop = own.find((event) => !isPast(event, share) && event.step === 'stopped');
  const first = next && stop ? (new D(next.share).lte(stop.share) ? next : stop) : (next ?? stop);
  if (past) return { outcome: 'partly', event: past, way };
  if (first) return { outcome: first === next ? 'next' : 'nextStop', event: first, way };
  if (new D(move).isZero()) return { outcome: 'still', event: undefined, way };
  const isGain = new D(move).times(signOfSide(side)).gt(0) && !new D(share).isZero();
  return { outcome: isGain ? 'gains' : 'holds', event: undefined, way };
}

function lineOf(
  { row, market, mark }: Joined,
  { outcome, event, way }: Fate,
  { walk, share, state }: WalkPoint,
  style: NumberStyle,
): ScenarioLine {
  const texts = textsOf(market, style);
  const booked = walk.events
    .filter((each) => each.market === market.id && isPast(each, share))
    .reduce((sum, { net }) => sum.plus(net), new D(0));
  const open = state.open.find((each) => each.market === market.id);
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
    at: event ? moveText(event.share, way, style) : '',
    price: shown === undefined ? '' : texts.price(shown),
    profit: texts.gain(profit),
    direction: gainDirection(profit),
  };
}

/** So far along a way as a move of the market, one decimal, rounded toward nothing. */
function moveText(share: Dec, way: D, style: NumberStyle): string {
  const percent = way.times(share).toFixed(1, D.ROUND_DOWN);
  return signedPercent(unsignedZero(percent), style);
}
