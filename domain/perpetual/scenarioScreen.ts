import { toScreenNumber } from '../compare.ts';
import type { D } from '../decimal.ts';
import { toText } from '../decimal.ts';
import type { ScenarioPosition } from './scenario.ts';
import type { ScreenPosition, ScreenTable } from './screen.ts';
import { maintenanceScreen, SAFETY, screenPosition, screenTable } from './screen.ts';
import type { TierTable } from './tiers.ts';

/** A position of a path as plain numbers, read once. */
interface Plain {
  readonly screen: ScreenPosition;
  readonly mark: number;
  readonly move: number;
}

const tables = /*#__PURE__*/ new WeakMap<TierTable, ScreenTable>();
const plains = /*#__PURE__*/ new WeakMap<ScenarioPosition, Plain>();

function plainOf(own: ScenarioPosition): Plain {
  const known = plains.get(own);
  if (known) return known;
  const table = tables.get(own.table) ?? screenTable(own.table);
  tables.set(own.table, table);
  const made = {
    screen: screenPosition(own.position, table),
    mark: toScreenNumber(own.mark),
    move: toScreenNumber(own.move),
  };
  plains.set(own, made);
  return made;
}

/**
 * Which cross positions decimals must look at to find the one that is closed next: those that may need most among those
 * whose loss can be booked; all where that is of none sure. Float64 decides nothing else.
 * @param free quote, of which losses are booked. @param share 0 to 1. @returns some of them, in their order.
 */
export function worstScreen(
  positions: readonly ScenarioPosition[],
  free: D,
  share: D,
): readonly ScenarioPosition[] {
  const [money, way] = [toScreenNumber(toText(free)), toScreenNumber(toText(share))];
  let most = -1;
  let largest = 0;
  const seen = positions.map((own) => {
    const { screen, mark, move } = plainOf(own);
    const value = screen.quantity * mark * (1 + move * way);
    const left = money + (value - screen.cost) * screen.sign;
    const doubt = SAFETY * (Math.abs(money) + value + screen.cost);
    const needs = maintenanceScreen(screen, value);
    if (value > largest) largest = value;
    if (left > doubt && needs > most) most = needs;
    return { own, needs, isPossible: left >= -doubt };
  });
  if (most < 0) return positions;
  const least = most - SAFETY * largest;
  return seen.filter(({ needs, isPossible }) => isPossible && needs >= least).map(({ own }) => own);
}
