import type {
  Dec,
  Market,
  NumberStyle,
  RecordedDay,
  RefusalCode,
  ScenarioWalk,
} from '../../../../domain/index.ts';
import {
  averageEntryOf,
  closingSide,
  D,
  defined,
  exactText,
  NO_FIGURE,
  percentText,
  protectionRefusal,
  signedPercent,
  toText,
  triggerRefusal,
  typedAmount,
  walkedTo,
} from '../../../../domain/index.ts';
import type { ScenarioFrame, ScenarioRatio, ScenarioStopOutcome, ScenarioView } from '../../../protocol.ts';
import type { Words } from '../../../session/words.ts';
import { FOCUS_STALE_MS } from '../../../streams/age.ts';
import type { Snapshot } from '../../../streams/positions/index.ts';
import type { FuturesState } from '../perpetual.ts';
import { priceRefusal } from '../place.ts';
import { gainDirection, permilleOf, ratioText, textsOf } from '../texts.ts';
import type { DaysByMarket } from './days.ts';
import { MOST_MARKETS } from './days.ts';
import { dayTexts, worstOf } from './dayTexts.ts';
import type { WalkPoint } from './lines.ts';
import { scenarioLines } from './lines.ts';
import type { ScenarioWalks, TriedStop, Walks } from './walks.ts';
import { hasOpeningOrders, MOST } from './walks.ts';

/** What the frames are made of. */
export interface ScenarioState extends FuturesState {
  readonly days: DaysByMarket;
}

/** Makes the frames of one open view. */
export function scenarioFrames(walks: ScenarioWalks) {
  const worst = worstOf();
  return (view: ScenarioView, state: ScenarioState, words: Words): ScenarioFrame => {
    const { style } = words;
    const days = view.day === undefined ? undefined : worst(state);
    const day = days?.find(({ at }) => at === view.day) ?? days?.[0];
    const made = walks.of(view, state, day);
    const move = signedPercent(`${view.percent}`, style);
    if (!made) return { ...NOTHING, view, move };
    const { snapshot } = made;
    const { point, other } = walkPointOf(view, made, day);
    const tried = triedStop(view, snapshot);
    const withStop = tried && 'price' in tried ? walks.of(view, state, day, tried) : undefined;
    return {
      ...NOTHING,
      view,
      isKnown: true,
      ...ageOf(state, words),
      move,
      bases: [...new Set(made.down.account.positions.flatMap(({ market }) => baseOf(snapshot, market)))],
      ...(days ? { days: dayTexts(days, snapshot, words) } : {}),
      ...(day ? { day: day.at } : {}),
      ...(days && snapshot.positions.length > MOST_MARKETS ? { dayMost: MOST_MARKETS } : {}),
      ...firstLiquidations(made, day),
      ...equityTexts(snapshot, point, style),
      ...ratioOf(view, snapshot, point, style),
      lines: scenarioLines(snapshot.joined, point, other, words),
      liquidated: liquidatedBy(point),
      hasOrders: hasOpeningOrders(state.positions),
      ...(withStop && tried && 'price' in tried
        ? { stop: stopOutcome(walkPointOf(view, withStop, day).point, tried, point, style) }
        : {}),
      ...(tried && 'error' in tried
        ? { stopError: tried.error, tick: exactText(tried.market.tick, style) }
        : {}),
    };
  };
}

/** Like the prices of a single market, marks are old after three seconds. */
function ageOf({ ages }: FuturesState, { age }: Words): Pick<ScenarioFrame, 'freshness'> {
  const freshness = ages.of('mark', FOCUS_STALE_MS, age);
  return freshness.state === 'live' || freshness.state === 'slow' ? {} : { freshness };
}

const NOTHING: Omit<ScenarioFrame, 'view' | 'move'> = {
  kind: 'scenario',
  isKnown: false,
  bases: [],
  equityNow: NO_FIGURE,
  equityThen: NO_FIGURE,
  change: NO_FIGURE,
  changePercent: NO_FIGURE,
  direction: 0,
  lines: [],
  liquidated: 0,
  hasOrders: false,
};

/** Decimals of an equity on the screen. */
const SHOWN = 2;

const baseOf = ({ joined }: Snapshot, market: string): string[] => {
  const own = joined.get(market);
  return own ? [own.market.base] : [];
};

function walkPointOf(
  { percent }: ScenarioView,
  { down, up }: Walks,
  day: RecordedDay | undefined,
): { point: WalkPoint; other: WalkPoint } {
  const share = toText(new D(Math.abs(percent)).div(day ? 100 : MOST));
  const at = (walk: ScenarioWalk, wayOf: WalkPoint['wayOf']): WalkPoint => {
    // Of the way that is not gone it is read at its beginning alone.
    let state: WalkPoint['state'] | undefined;
    return {
      ...{ walk, share, wayOf },
      get state() {
        state ??= walkedTo(walk, share);
        return state;
      },
    };
  };
  if (day) {
    const point = at(down, (market) => new D(day.moves.get(market) ?? 0).times(100));
    return { point, other: point };
  }
  const [fall, rise] = [at(down, () => new D(-MOST)), at(up, () => new D(MOST))];
  return percent > 0 ? { point: rise, other: fall } : { point: fall, other: rise };
}

const isLiquidation = ({ step }: ScenarioWalk['events'][number]): boolean =>
  step === 'liquidated' || step === 'reduced';

/** Where each way's first liquidation lies, for the slider; that of a day begins at its left end. */
function firstLiquidations(
  { down, up }: Walks,
  day: RecordedDay | undefined,
): Pick<ScenarioFrame, 'fallsAt' | 'risesAt'> {
  if (day) {
    const first = down.events.find(isLiquidation);
    return first ? { risesAt: new D(first.share).times(1_000).toDecimalPlaces(0).toNumber() } : {};
  }
  const placeOf = ({ events }: ScenarioWalk, sign: 1 | -1): number | undefined => {
    const first = events.find(isLiquidation);
    return (
      first &&
      new D(first.share)
        .times(500 * sign)
        .plus(500)
        .toDecimalPlaces(0)
        .toNumber()
    );
  };
  const [falls, rises] = [placeOf(down, -1), placeOf(up, 1)];
  return {
    ...defined({ fallsAt: falls, risesAt: rises }),
  };
}

const liquidatedBy = ({ walk, share }: WalkPoint): number =>
  new Set(
    walk.events
      .filter((event) => isLiquidation(event) && new D(event.share).lte(share))
      .map(({ market }) => market),
  ).size;

/** Equity now and then; what a user has is rounded down, and the change is that of the two as they are shown. */
function equityTexts({ equity }: Snapshot, { state }: WalkPoint, style: NumberStyle) {
  const { has, gain } = textsOf(undefined, style);
  const shown = (value: Dec): D => new D(value).toDecimalPlaces(SHOWN, D.ROUND_DOWN);
  const change = toText(shown(state.equity).minus(shown(equity ?? '0')));
  const share = new D(equity ?? 0).gt(0)
    ? toText(
        new D(change)
          .div(equity ?? 1)
          .times(100)
          .toDecimalPlaces(2, D.ROUND_FLOOR),
      )
    : undefined;
  return {
    equityNow: has(equity),
    equityThen: has(state.equity),
    change: gain(change),
    changePercent: percentText(share, style),
    direction: gainDirection(change),
  };
}

/** Of the position that is looked at; of the cross side where that is one of it, or none is chosen. */
function ratioOf(
  { market }: ScenarioView,
  snapshot: Snapshot,
  point: WalkPoint,
  style: NumberStyle,
): Pick<ScenarioFrame, 'ratio'> {
  const { positions, joined, totals } = snapshot;
  const chosen = market === undefined ? undefined : joined.get(market);
  const isCross = chosen === undefined || chosen.row.mode === 'cross';
  if (isCross && !positions.some(({ mode }) => mode === 'cross')) return {};
  const { cross, open } = point.state;
  const left = isCross ? cross !== undefined : open.some((each) => each.market === market);
  const now = isCross ? totals?.ratio : chosen?.ratio;
  const then = isCross ? cross?.ratio : open.find((each) => each.market === market)?.ratio;
  const isGone = !left && endedByLiquidation(point, isCross ? undefined : market);
  const ratio: ScenarioRatio = {
    mode: isCross ? 'cross' : 'isolated',
    before: ratioText(now, style),
    after: left ? ratioText(then, style) : NO_FIGURE,
    beforePermille: permilleOf(now),
    afterPermille: left ? permilleOf(then) : isGone ? 1_000 : 0,
  };
  return { ratio };
}

/** Whether what is gone went by liquidation. @param market of an isolated position; the cross side without it. */
function endedByLiquidation({ walk, share }: WalkPoint, market: string | undefined): boolean {
  const modes = new Map(walk.account.positions.map(({ market: id, position }) => [id, position.mode]));
  return walk.events.some(
    (event) =>
      event.step === 'liquidated' &&
      new D(event.share).lte(share) &&
      (market === undefined ? modes.get(event.market) === 'cross' : event.market === market),
  );
}

/** What was typed as a stop-loss of the chosen position, or what the exchange would say of it. */
function triedStop(
  { market, stop }: ScenarioView,
  { joined }: Snapshot,
): TriedStop | { readonly error: RefusalCode; readonly market: Market } | undefined {
  const own = market === undefined ? undefined : joined.get(market);
  if (!own || stop === undefined || stop.trim() === '') return undefined;
  const price = typedAmount(stop);
  const wrong = priceRefusal(price, own.market);
  const { market: rules } = own;
  if (wrong || price === undefined) return { error: wrong ?? 'priceInvalid', market: rules };
  const refusal =
    triggerRefusal(closingSide(own.row.side), 'stop', price, own.mark[1]) ??
    protectionRefusal(own.row.side, averageEntryOf(own.row), { stopLoss: price });
  return refusal ? { error: refusal, market: rules } : { market: rules.id, price };
}

/** The same move with a stop-loss in place. */
function stopOutcome(
  point: WalkPoint,
  { market }: TriedStop,
  without: WalkPoint,
  style: NumberStyle,
): ScenarioStopOutcome {
  const end = point.walk.events.find(
    (event) => event.market === market && event.quantity !== '0' && new D(event.share).lte(point.share),
  );
  const { has, gain } = textsOf(undefined, style);
  const saved = toText(new D(point.state.equity).minus(without.state.equity));
  return {
    outcome: end === undefined ? 'idle' : end.step === 'stopped' && end.by === 'stop' ? 'stops' : 'late',
    equity: has(point.state.equity),
    saved: gain(saved),
    direction: gainDirection(saved),
  };
}
