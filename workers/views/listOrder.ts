import { compareDec, namesOf, plainName, sortDirection } from '../../domain/index.ts';
import type { ListView } from '../protocol.ts';
import type { MarketRow } from '../streams/marketRows.ts';

/** The rankings of the home screen look among this many of the most traded spot markets. */
const RANKED_AMONG = 100;

/** The rows of a list in the order to show. */
export function orderedRows(
  view: ListView,
  list: readonly MarketRow[],
  rowOf: (id: string) => MarketRow | undefined,
): MarketRow[] {
  const rows = members(view, list, rowOf);
  const direction = sortDirection(view.sort);
  if (direction === 0) return ranked(view, rows);
  const compare = comparators[view.sort.column];
  return rows.sort((a, b) => direction * compare(a, b) || byVolume(a, b));
}

function members(
  view: ListView,
  list: readonly MarketRow[],
  rowOf: (id: string) => MarketRow | undefined,
): MarketRow[] {
  switch (view.list) {
    case 'spot':
      return list.filter(
        ({ market }) => market.kind === 'spot' && (!view.quote || market.quote === view.quote),
      );
    case 'futures':
      return list.filter(
        ({ market }) => market.kind !== 'spot' && (!view.marketKind || market.kind === view.marketKind),
      );
    case 'cycle':
      return list.filter(({ market }) => market.cycle);
    case 'favorites':
      return (view.ids ?? []).map(rowOf).filter((row) => row !== undefined);
    case 'search':
      return searched(
        view.marketKind ? list.filter(({ market }) => market.kind === view.marketKind) : list,
        view.query ?? '',
      );
    default:
      return list
        .filter(
          ({ market, ticker }) =>
            market.kind === 'spot' && market.quote !== 'BTC' && market.quote !== 'ETH' && ticker,
        )
        .sort(byVolume)
        .slice(0, RANKED_AMONG);
  }
}

/** The list's own order, when no header is chosen. */
function ranked(view: ListView, rows: MarketRow[]): MarketRow[] {
  if (view.list === 'rising') return rows.sort((a, b) => comparators.change(b, a) || byVolume(a, b));
  if (view.list === 'falling') return rows.sort((a, b) => comparators.change(a, b) || byVolume(a, b));
  return view.list === 'favorites' || view.list === 'search' ? rows : rows.sort(byVolume);
}

const byVolume = (a: MarketRow, b: MarketRow): number =>
  b.volume - a.volume || compareText(a.market.id, b.market.id);

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const comparators = {
  name: (a: MarketRow, b: MarketRow) => compareText(a.market.base, b.market.base),
  // Float64 screens; prices that it cannot distinguish are compared by their digits.
  price: (a: MarketRow, b: MarketRow) =>
    a.last - b.last || compareDec(a.ticker?.last ?? '0', b.ticker?.last ?? '0'),
  volume: (a: MarketRow, b: MarketRow) =>
    a.volume - b.volume || compareDec(a.ticker?.volume ?? '0', b.ticker?.volume ?? '0'),
  change: (a: MarketRow, b: MarketRow) =>
    (Number.isNaN(a.change) ? -9 : a.change) - (Number.isNaN(b.change) ? -9 : b.change),
};

const NOT_FOUND = 4;

/** Names that begin with the text before names that contain it. */
function searched(list: readonly MarketRow[], query: string): MarketRow[] {
  const name = plainName(query);
  const text = name.toUpperCase();
  if (text === '') return [];
  const placed = list
    .map((row) => [row, placeOf(row, text, name)] as const)
    .filter(([, place]) => place < NOT_FOUND);
  return placed.sort(([a, p], [b, q]) => p - q || byVolume(a, b)).map(([row]) => row);
}

function placeOf({ market }: MarketRow, text: string, name: string): number {
  const pair = market.base + market.quote;
  const names = namesOf(market.base);
  const isNamed = market.base === text || names.includes(name);
  const begins = pair.startsWith(text) || (name.length > 1 && names.some((each) => each.startsWith(name)));
  const place = isNamed ? 0 : begins ? 1 : pair.includes(text) ? 2 : NOT_FOUND;
  // Who names a coin means its spot market first.
  return market.kind === 'spot' ? place : place + 0.5;
}
