import type { Dec, NumberStyle, TradeSum } from '../../../domain/index.ts';
import {
  averageLoss,
  averageWin,
  D,
  gainSum,
  gainText,
  netCurve,
  toChartNumber,
  tradeSum,
  tradeSums,
  winRate,
} from '../../../domain/index.ts';
import type { ResultsPart, ResultsSum, ResultsTrade, WorthLine } from '../../protocol.ts';
import type { Words } from '../../session/words.ts';
import type { MarketRow } from '../../streams/marketRows.ts';
import { pastPosition } from '../perpetual/past.ts';
import { gainDirection, ratioText } from '../perpetual/texts.ts';
import type { EndedRow } from './trades.ts';

const NO_FIGURE = '--';
const FULL = 1_000;

const two = (value: number): string => `${value}`.padStart(2, '0');

/** Days, months and hours are those of this device. @param at ms UTC. */
export function dayOf(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
const monthOf = (at: number): string => dayOf(at).slice(0, 7);
const hourOf = (at: number): string => two(new Date(at).getHours());

export function sumFrame(trades: readonly EndedRow[], { style }: Words): ResultsSum {
  const sum = tradeSum(trades);
  const { parts, total, direction } = gainSum([sum.price, sum.fees, sum.funding], style);
  const [price = '', fees = '', funding = ''] = parts;
  const average = (value: Dec | undefined) => (value === undefined ? NO_FIGURE : gainText(value, style));
  return {
    count: sum.count,
    wins: sum.wins,
    net: total,
    direction,
    price,
    fees,
    funding,
    rate: ratioText(winRate(sum), style),
    averageWin: average(averageWin(sum)),
    averageLoss: average(averageLoss(sum)),
  };
}

interface Grouping {
  readonly keyOf: (trade: EndedRow) => string;
  readonly nameOf?: (id: string) => string;
  /** By net P/L, the best first; else by their ids. */
  readonly isRanked?: boolean;
}

function partsOf(
  trades: readonly EndedRow[],
  { keyOf, nameOf = (id) => id, isRanked = false }: Grouping,
  words: Words,
): readonly ResultsPart[] {
  const sums = [...tradeSums(trades, keyOf)];
  const most = sums.reduce((all, [, { net }]) => D.max(all, new D(net).abs()), new D(0));
  sums.sort(([a, { net: own }], [b, { net: other }]) =>
    isRanked ? new D(other).comparedTo(own) : a < b ? -1 : 1,
  );
  return sums.map(([id, sum]) => partFrame(id, nameOf(id), sum, most, words));
}

function partFrame(id: string, name: string, sum: TradeSum, most: D, { style }: Words): ResultsPart {
  return {
    id,
    name,
    net: gainText(sum.net, style),
    short: shortGain(sum.net, style),
    direction: gainDirection(sum.net),
    count: sum.count,
    rate: ratioText(winRate(sum), style),
    permille: most.isZero() ? 0 : new D(sum.net).times(FULL).div(most).toDecimalPlaces(0).toNumber(),
  };
}

/** As short as a day of a calendar is wide: `+42`, `−1870`, `+23K`; rounded down, so that a loss is never less than it is. */
export function shortGain(net: Dec, { minus, plus }: Pick<NumberStyle, 'minus' | 'plus'>): string {
  const value = new D(net);
  const steps = [
    [1, '', 10_000],
    [1_000, 'K', 10_000_000],
    [1_000_000, 'M', Number.POSITIVE_INFINITY],
  ] as const;
  const [size, unit] = steps.find(([, , end]) => value.abs().lt(end)) ?? steps[2];
  const whole = value.div(size).toDecimalPlaces(0, D.ROUND_FLOOR);
  if (whole.isZero()) return '0';
  return (whole.isNegative() ? minus : plus) + whole.abs().toFixed() + unit;
}

/** Net P/L by when and where trades were. */
export const partsFrame = (
  trades: readonly EndedRow[],
  nameOf: (market: string) => string,
  words: Words,
) => ({
  days: partsOf(trades, { keyOf: ({ closedAt }) => dayOf(closedAt) }, words),
  months: partsOf(trades, { keyOf: ({ closedAt }) => monthOf(closedAt) }, words),
  markets: partsOf(trades, { keyOf: ({ market }) => market, nameOf, isRanked: true }, words),
  hours: partsOf(trades, { keyOf: ({ openedAt }) => hourOf(openedAt), nameOf: (id) => `${id}:00` }, words),
});

/** The net P/L as it grew, from nothing on; fewer than one trade are no line. */
export function curveFrame(trades: readonly EndedRow[], { style }: Words): WorthLine {
  const curve = netCurve(trades);
  const [first] = curve;
  if (!first) return { points: [], words: { first: '', low: '', high: '', last: '' } };
  const begin = Math.min(...trades.map(({ openedAt }) => openedAt), first[0] - 1_000);
  const all: readonly (readonly [number, Dec])[] = [[begin, '0'], ...curve];
  // The library takes one point a second.
  const points = new Map(all.map(([at, net]) => [Math.floor(at / 1_000), toChartNumber(net)]));
  const sorted = all.map(([, net]) => new D(net)).sort((a, b) => a.comparedTo(b));
  const text = (net: D | undefined) => gainText((net ?? new D(0)).toFixed(), style);
  return {
    points: [...points],
    words: {
      first: text(new D(0)),
      low: text(sorted[0]),
      high: text(sorted.at(-1)),
      last: text(new D(all.at(-1)?.[1] ?? '0')),
    },
  };
}

export const tradeLine = (row: EndedRow, found: MarketRow | undefined, words: Words): ResultsTrade => ({
  ...pastPosition(row, found, words),
  // Listed by when they ended.
  day: words.day(row.closedAt),
  times: [row.openedAt, row.closedAt],
});
