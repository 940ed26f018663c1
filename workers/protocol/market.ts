import type { SourceNotice } from '../../domain/contract/index.ts';
import type {
  ChartInterval,
  Dec,
  Direction,
  Indicator,
  MarketKind,
  MarketStatus,
  Refusal,
  Sort,
} from '../../domain/index.ts';
import type { ProfileFrame, TimeRange } from './profile.ts';

/** `home` lists are the rankings; `search` matches `query` in names. */
export type ListName =
  | 'spot'
  | 'futures'
  | 'cycle'
  | 'favorites'
  | 'volume'
  | 'rising'
  | 'falling'
  | 'search';

/**
 * The live cells of a row; only requested columns are sent. A column of a cell, as a list frame carries it, is an index
 * into this list.
 *
 * The fields that the specification (§3) names for a coin of a list and for a list row, and where they are here:
 *
 * | specification          | here                                                                              |
 * | ---------------------- | --------------------------------------------------------------------------------- |
 * | `coinType`, `id`       | `RowHead.id`, `MarketHead.id`                                                     |
 * | `name`, `value`        | `RowHead.base` and `quote`, written with a stroke between them; `MarketHead.name` |
 * | `price`, `value0`      | column `value0`, `TickerFrame.price`: the latest price                            |
 * | `percent`, `value1`    | column `value1`, `TickerFrame.percent`: the change of 24 hours                    |
 * | `value2`               | column `value2`, `TickerFrame.volume`: traded in 24 hours, in quote units         |
 * | `dollar`, `value3`     | column `value3`, `TickerFrame.dollar`: the price in dollars                       |
 * | `value4`, `value5`     | columns `value4` and `value5`, `TickerFrame.high` and `low`: of 24 hours          |
 * | `isUp`, `type`         | the direction of the cell `value1`; `TickerFrame.isUp`                            |
 * | `showPercent`          | the text of `value1`: `--` where no price of 24 hours ago exists                  |
 *
 * `mark` and `funding` are of perpetuals alone: the mark price, and the rate of the funding under way.
 */
export const listColumns = [
  'value0',
  'value1',
  'value2',
  'value3',
  'value4',
  'value5',
  'mark',
  'funding',
] as const;
export type ListColumn = (typeof listColumns)[number];

export interface ListView {
  readonly kind: 'list';
  readonly list: ListName;
  readonly sort: Sort;
  /** Only markets quoted in this currency. */
  readonly quote?: string;
  /** Only markets of this kind: the filter of the futures list. */
  readonly marketKind?: MarketKind;
  /** Text to search for, as typed. */
  readonly query?: string;
  /** Market ids of the favourites in their order; read by `favorites` only. */
  readonly ids?: readonly string[];
  /** Rows of the window, both included; the page adds its overscan. */
  readonly first: number;
  readonly last: number;
  /** Those of the window that are in sight, both included: the others are kept up once a second. Absent: all. */
  readonly sight?: { readonly first: number; readonly last: number };
  readonly columns: readonly ListColumn[];
  /** Whether rows carry a small picture of the last day. */
  readonly sparkline: boolean;
  /** A finger rests on the list: rows keep their places until it is lifted. */
  readonly held: boolean;
  /** Names which rows in which order; frames repeat it, so that the page recognises those of an order it has left. */
  readonly order?: string;
}

/** What stands still in a row. */
export interface RowHead {
  /** The market's id, the specification's coinType. */
  readonly id: string;
  readonly base: string;
  readonly quote: string;
  readonly kind: MarketKind;
  readonly iconId: number | null;
  readonly status: MarketStatus;
  /** SVG path in a box 64 wide and 24 high; empty until known. */
  readonly sparkline: string;
  /** Whether that picture ends above its beginning. */
  readonly rises: boolean;
}

/** How old what a view shows is. */
export interface Freshness {
  /**
   * `live`; `slow`: polled every few seconds; `stale`: nothing new arrives; `cached`: from the last visit, not yet
   * confirmed; `waiting`: nothing was received yet.
   */
  readonly state: 'live' | 'slow' | 'stale' | 'cached' | 'waiting';
  /** ms since the newest value was made; 0 for a moment in the server's future. */
  readonly ageMs: number;
  /** The age in the reader's language, e.g. "5 seconds ago". */
  readonly ageText: string;
}

export interface ListFrame {
  readonly kind: 'list';
  /** As it was requested. */
  readonly order?: string | undefined;
  /** Rows in the whole list. */
  readonly total: number;
  /** Rows whose market or still parts changed, by place in the list. */
  readonly heads: readonly (readonly [index: number, head: RowHead])[];
  /**
   * Changed cells, flat, four entries each: row's place, column's index in listColumns, text, direction
   * (value1: of the change; others: of the latest move, 0 where there was none).
   */
  readonly cells: readonly (number | string)[];
  /** Ids that were requested and are on no list of markets. */
  readonly missing: readonly string[];
  readonly freshness: Freshness;
}

export interface TickerView {
  readonly kind: 'ticker';
  readonly id: string;
}
export interface TickerFrame {
  readonly kind: 'ticker';
  /** Undefined while the market list has not arrived. */
  readonly market?: MarketHead;
  /** Texts by the names of the specification's coin list item and the day's range. */
  readonly price: string;
  readonly percent: string;
  readonly isUp: boolean;
  readonly dollar: string;
  readonly high: string;
  readonly low: string;
  readonly volume: string;
  /** Where the price stands between the day's low (0) and high (1000). */
  readonly rangePermille: number;
  /** Of the last move of the price. */
  readonly direction: Direction;
  readonly freshness: Freshness;
}
export interface MarketHead {
  readonly id: string;
  readonly name: string;
  readonly base: string;
  readonly quote: string;
  readonly kind: MarketKind;
  readonly iconId: number | null;
  readonly status: MarketStatus;
  readonly tick: Dec;
  readonly lot: Dec;
  readonly minQuantity: Dec;
  readonly minTotal: Dec;
  readonly origin: 'simulated' | 'recorded' | 'live';
  /** Text of the day of recording, in the reader's language. */
  readonly recordedOn?: string;
  /** Why it is stopped, in the exchange's own words. */
  readonly notice?: string;
}

export interface CandlesView {
  readonly kind: 'candles';
  readonly id: string;
  readonly interval: ChartInterval;
  /** Bars wanted at least, counted from the newest; grows while the reader scrolls into the past. */
  readonly want: number;
  /** Reckoned for each bar; the same texts mean the same. */
  readonly indicators: readonly Indicator[];
  /** Bars whose volume by price is reckoned; absent: none is. */
  readonly profile?: TimeRange | undefined;
}
/** Bars as columns; all the same length, ascending. */
export interface Bars {
  /** Seconds UTC. */
  readonly time: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
  /** One column for each line of the frame's indicators; NaN where a line does not exist yet. */
  readonly plots: readonly Float64Array[];
}
export interface CandlesFrame {
  readonly kind: 'candles';
  /** `reset`: all bars; `older`: bars before those already sent; `tail`: the last bars, to put in place or append. */
  readonly mode: 'reset' | 'older' | 'tail';
  readonly bars: Bars;
  /** What the columns and words of the lines are of: those requested, once they are reckoned. */
  readonly indicators: readonly Indicator[];
  /** Of the range that was requested; null: none any more. Absent: as in the frame before. */
  readonly profile?: ProfileFrame | null;
  /** Words for the newest bar. */
  readonly legend: BarLegend;
  /** Decimals of the price axis. */
  readonly decimals: number;
  /** Whether older bars exist. */
  readonly more: boolean;
  readonly loading: boolean;
  readonly failed?: Refusal;
  readonly freshness: Freshness;
}
export interface BarLegend {
  readonly time: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
  readonly change: string;
  readonly direction: Direction;
  /** One for each line of the indicators. */
  readonly plots: readonly string[];
}

export interface BookView {
  readonly kind: 'book';
  readonly id: string;
  /** Price step to group by, a multiple of the tick; absent: the tick. */
  readonly group?: Dec;
  /** Levels a side. */
  readonly depth: number;
}
/** Price, quantity, sum from the best, share of the deepest sum in per mille (for the bar). */
export type BookRow = readonly [price: string, quantity: string, sum: string, share: number];
export interface BookFrame {
  readonly kind: 'book';
  readonly bids: readonly BookRow[];
  readonly asks: readonly BookRow[];
  readonly spread: string;
  /** Steps to group by that make sense for this market, the tick first. */
  readonly groups: readonly { readonly step: Dec; readonly text: string }[];
  readonly freshness: Freshness;
}

export interface TradesView {
  readonly kind: 'trades';
  readonly id: string;
  readonly count: number;
}
export interface TradesFrame {
  readonly kind: 'trades';
  /** Newest first. */
  readonly rows: readonly {
    readonly id: number;
    readonly time: string;
    readonly price: string;
    readonly quantity: string;
    readonly side: 'buy' | 'sell';
    /** Much larger than is usual of late. */
    readonly isBig: boolean;
  }[];
  readonly freshness: Freshness;
}

/** The link's state and the age of each channel. */
export interface StatusView {
  readonly kind: 'status';
}
export interface StatusFrame {
  readonly kind: 'status';
  /** `connecting`: the first attempt; `slow`: polling; `offline`: nothing answers. */
  readonly link: 'connecting' | 'live' | 'slow' | 'offline';
  readonly channels: readonly { readonly channel: string; readonly ageMs: number; readonly stale: boolean }[];
  /** Server's clock minus this device's, ms; undefined until measured. */
  readonly clockOffsetMs?: number;
  readonly refresh: 'live' | 'balanced' | 'saver';
  /** Undefined until the server has said. */
  readonly origin?: 'simulated' | 'recorded' | 'live';
  /** What live prices are read from; undefined where they are not live. */
  readonly source?: SourceNotice;
  /** All of trading is stopped: the exchange's own words, empty where it gave none. */
  readonly paused?: string;
  /** The exchange knows this page's login no more. */
  readonly loginEnded: boolean;
  /** A script of the worker could not be fetched, and this worker cannot have it any more. */
  readonly isPartMissing: boolean;
  /** Rises when something of the account itself has changed, such as its e-mail address. */
  readonly profileVersion: number;
  /** Rises when favourites may have changed on another device. */
  readonly favouritesVersion: number;
  /** Frames of the feed that were malformed and left out. */
  readonly dropped: number;
  readonly resyncs: number;
  readonly markets: number;
  /** The dollar that markets are quoted in: USDC where none is in USDT. */
  readonly quotedIn: 'USDT' | 'USDC';
}
