import type { ChartInterval, Direction, Refusal } from '../../domain/index.ts';
import type { CandlesFrame } from './market.ts';
import type { PastPositionLine } from './perpetualPast.ts';
import type { MarksFrame } from './user.ts';
import type { WorthLine } from './worth.ts';

/** Which ended positions are counted. */
export interface ResultsFilter {
  /** When they ended, ms UTC, both included. */
  readonly from?: number;
  readonly to?: number;
  readonly market?: string;
  /** These alone, by their numbers. */
  readonly only?: readonly number[];
}
/** What a user's ended positions have brought. */
export interface ResultsView extends ResultsFilter {
  readonly kind: 'results';
  /** Of which day trades are listed, `2026-03-09` in the device's calendar; absent: of all. */
  readonly day?: string;
  readonly want: number;
}

/** Trades that belong together: a day, a month, a market, an hour. */
export interface ResultsPart {
  /** `2026-03-09`, `2026-03`, a market, or an hour of the day, `00` to `23`. */
  readonly id: string;
  /** How it reads: a market's name, an hour; days are worded by the page's calendar. */
  readonly name: string;
  readonly net: string;
  /** The same in as few characters as can be: `+1.2K`. */
  readonly short: string;
  readonly direction: Direction;
  readonly count: number;
  /** How many won, as a share: `62.50%`. */
  readonly rate: string;
  /** Its net P/L against the largest of its kind, for pixels: −1000 to 1000. */
  readonly permille: number;
}
export interface ResultsSum {
  readonly count: number;
  readonly wins: number;
  /** After fees and funding; the three parts add up to it as they are shown. */
  readonly net: string;
  readonly direction: Direction;
  readonly price: string;
  readonly fees: string;
  readonly funding: string;
  readonly rate: string;
  readonly averageWin: string;
  readonly averageLoss: string;
}
/** A trade of the list, and what its own chart is made of. */
export interface ResultsTrade extends PastPositionLine {
  /** ms UTC. */
  readonly times: readonly [openedAt: number, closedAt: number];
}
export interface ResultsFrame {
  readonly kind: 'results';
  readonly isKnown: boolean;
  /** There are more than can be counted: the newest of them were. */
  readonly isCut: boolean;
  readonly sum: ResultsSum;
  /** Ascending. */
  readonly days: readonly ResultsPart[];
  readonly months: readonly ResultsPart[];
  /** By net P/L, the best first. */
  readonly markets: readonly ResultsPart[];
  /** By the hour in which they were opened, ascending; hours without any are left out. */
  readonly hours: readonly ResultsPart[];
  readonly line: WorthLine;
  /** The newest first. */
  readonly lines: readonly ResultsTrade[];
  readonly more: boolean;
  readonly loading: boolean;
  readonly failed?: Refusal;
}

/** Of which trade, as it stands in a list. */
export interface TradeChartOf {
  readonly position: number;
  readonly market: string;
  /** ms UTC. */
  readonly openedAt: number;
  readonly closedAt: number;
}
/** A trade on its own chart: bars around it, and where it was entered and left. */
export interface TradeChart {
  readonly interval: ChartInterval;
  readonly candles: Pick<CandlesFrame, 'mode' | 'bars' | 'indicators' | 'decimals' | 'more'>;
  readonly marks: MarksFrame;
}

/** A note and tags of a trade, as the device keeps them. */
export type TradeNote = readonly [position: number, note: string, tags: readonly string[]];
/** What becomes a file: ended positions with the notes that are kept of them. */
export interface ResultsExport extends ResultsFilter {
  readonly notes: readonly TradeNote[];
}
/** Whose columns a file has. */
export type TaxFormat = 'koinly' | 'cointracking';
export interface TaxExport {
  readonly format: TaxFormat;
  /** Goes into the column that says where. */
  readonly venue: string;
  /** ms UTC, both included. */
  readonly from?: number;
  readonly to?: number;
}
