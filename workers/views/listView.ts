import { defer, distinctUntilChanged, map, merge, of, switchMap, tap } from 'rxjs';
import type { MarkRow } from '../../domain/contract/index.ts';
import type { Dec } from '../../domain/index.ts';
import {
  directionOf,
  dollarText,
  fundingText,
  NO_FIGURE,
  priceText,
  signedPercent,
  volumeText,
} from '../../domain/index.ts';
import type { Freshness, ListColumn, ListFrame, ListView, RowHead } from '../protocol.ts';
import { listColumns } from '../protocol.ts';
import { LIST_STALE_MS } from '../streams/age.ts';
import type { MarketRow } from '../streams/marketRows.ts';
import type { Marks } from '../streams/marks.ts';
import { orderedRows } from './listOrder.ts';
import { changeDigits, moveSince } from './moves.ts';
import type { Open, ViewDeps } from './view.ts';
import { isSameFreshness } from './view.ts';

/** ms between the texts of rows that are not in sight. */
const UNSEEN_MS = 1_000;

/** What the page holds at one place of the list. */
interface Slot {
  readonly id: string;
  version: number;
  mark: MarkRow | undefined;
  price: Dec;
  sparkline: string;
  status: string;
  readonly texts: (string | undefined)[];
}

/** A window of a list: sends only what changed in it, however many markets there are and however fast they tick. */
export const listView: Open<ListView, ListFrame> = (view$, deps) =>
  defer(() => {
    const { streams, refresh$, time$ } = deps;
    let window: ListWindow | undefined;
    const frame = () => window?.frame();
    const marks$ = time$.pipe(
      map(() => window?.wantsMarks ?? false),
      distinctUntilChanged(),
      switchMap((isWanted) => (isWanted ? streams.marks$ : of(undefined))),
      tap((marks) => {
        if (window) window.marks = marks;
      }),
    );
    const shown$ = time$.pipe(map(() => window?.shown ?? []));
    const requested$ = view$.pipe(
      tap((view) => {
        if (window) window.update(view);
        else window = new ListWindow(view, deps);
      }),
    );
    const again$ = refresh$.pipe(tap(() => window?.refresh()));
    // A look at each beat: ages, the order and rows out of sight depend on time.
    return merge(requested$, again$, streams.prices$(shown$), marks$, time$).pipe(map(() => frame));
  });

/** What the page holds of a list, and in which order. */
class ListWindow {
  readonly #deps: ViewDeps;
  #view: ListView;
  #rows: MarketRow[] = [];
  #slots = new Map<number, Slot>();
  #orderedAt = Number.NEGATIVE_INFINITY;
  #unseenAt = Number.NEGATIVE_INFINITY;
  #orderedVersions = '';
  #mustOrder = true;
  #seenVersion = -1;
  #seenSparklines = -1;
  #seenMarks = -1;
  #sentTotal = -1;
  #freshness: Freshness | undefined;
  /** Whether the rows have marks to show. */
  wantsMarks = false;
  marks: Marks | undefined;
  /** The markets of the window; the same until they are others. */
  shown: readonly string[] = [];

  constructor(view: ListView, deps: ViewDeps) {
    this.#view = view;
    this.#deps = deps;
  }

  update(view: ListView): void {
    const before = this.#view;
    this.#view = view;
    const isSameList =
      before.list === view.list &&
      before.quote === view.quote &&
      before.query === view.query &&
      before.marketKind === view.marketKind &&
      before.ids?.join() === view.ids?.join() &&
      before.sort.column === view.sort.column &&
      before.sort.state === view.sort.state;
    if (!isSameList || (before.held && !view.held)) this.#mustOrder = true;
    // The page may paint what it had of that order: all of it is sent again.
    if (before.order !== view.order) this.refresh();
    if (before.columns.join() !== view.columns.join()) this.#slots.clear();
    // What is missing of the ids may be all that changes.
    if (before.ids?.join() !== view.ids?.join()) this.#sentTotal = -1;
    this.#seenVersion = -1;
  }

  refresh(): void {
    this.#slots.clear();
    this.#freshness = undefined;
    this.#sentTotal = -1;
    this.#seenVersion = -1;
  }

  frame(): ListFrame | undefined {
    const { rows, sparklines } = this.#deps;
    const marksVersion = this.marks?.version ?? 0;
    // Before the first prices there is no order to show them in.
    if (rows.listVersion === 0 || rows.tickerVersion === 0) return undefined;
    const freshness = this.#freshnessNow();
    const hasMoved =
      rows.tickerVersion !== this.#seenVersion ||
      sparklines.version !== this.#seenSparklines ||
      marksVersion !== this.#seenMarks;
    if (!hasMoved && !this.#mustOrder && !this.#isOrderOld() && isSameFreshness(this.#freshness, freshness))
      return undefined;
    this.#seenVersion = rows.tickerVersion;
    this.#seenSparklines = sparklines.version;
    this.#seenMarks = marksVersion;
    this.#order();
    const heads: (readonly [number, RowHead])[] = [];
    const cells: (number | string)[] = [];
    this.#collect(heads, cells);
    const isSame = heads.length === 0 && cells.length === 0 && this.#sentTotal === this.#rows.length;
    if (isSame && isSameFreshness(this.#freshness, freshness)) return undefined;
    this.#freshness = freshness;
    this.#sentTotal = this.#rows.length;
    const { order } = this.#view;
    return {
      kind: 'list',
      order,
      total: this.#rows.length,
      heads,
      cells,
      missing: this.#missing(),
      freshness,
    };
  }

  /** Of prices and marks that of the older. */
  #freshnessNow(): Freshness {
    const { rows, ages, words, isCached } = this.#deps;
    const { age } = words();
    if (isCached()) return cachedFreshness(ages.serverNow() - rows.at, age);
    const prices = ages.ofPrices(this.#inSight(), LIST_STALE_MS, age);
    // What has not come yet is no older than the rest: its places are empty.
    if (!this.marks || this.marks.isEmpty || prices.state === 'stale') return prices;
    const marked = ages.of('mark', LIST_STALE_MS, age);
    return marked.state === 'stale' ? marked : prices;
  }

  #missing(): readonly string[] {
    return (this.#view.ids ?? []).filter((id) => !this.#deps.rows.row(id));
  }

  #isOrderOld(): boolean {
    const { rows, clock } = this.#deps;
    if (this.#view.held || this.#orderedVersions === `${rows.listVersion}:${rows.tickerVersion}`)
      return false;
    return clock.monotonic() - this.#orderedAt >= this.#deps.orderMs();
  }

  #order(): void {
    const { rows, clock } = this.#deps;
    if (!this.#mustOrder && !this.#isOrderOld()) return;
    this.#rows = orderedRows(this.#view, rows.list, (id) => rows.row(id));
    this.#mustOrder = false;
    this.#orderedAt = clock.monotonic();
    this.#orderedVersions = `${rows.listVersion}:${rows.tickerVersion}`;
    this.wantsMarks =
      this.#view.columns.includes('mark') && this.#rows.some(({ market }) => market.kind !== 'spot');
  }

  /** Gathers what changed in the window, and forgets places outside of it: the page does too. */
  #collect(heads: (readonly [number, RowHead])[], cells: (number | string)[]): void {
    const slots = new Map<number, Slot>();
    const isTime = this.#isTimeForUnseen();
    const last = Math.min(this.#view.last, this.#rows.length - 1);
    for (let place = Math.max(0, this.#view.first); place <= last; place++) {
      const row = this.#rows[place];
      if (!row) continue;
      const slot = this.#headOf(place, row, heads);
      slots.set(place, slot);
      const isWanted = isTime || slot.version < 0 || this.#isInSight(place);
      const hasNews =
        slot.version !== this.#deps.rows.versionOf(row) || slot.mark !== this.marks?.of(row.market.id);
      if (isWanted && hasNews) this.#cellsOf(place, row, slot, cells);
    }
    this.#slots = slots;
    const shown = [...slots.values()].map(({ id }) => id);
    if (shown.join() !== this.shown.join()) this.shown = shown;
  }

  /** The markets that a reader sees; a price that does not arrive at full pace yet counts with its age. */
  *#inSight(): Iterable<string> {
    for (const [place, { id }] of this.#slots) if (this.#isInSight(place)) yield id;
  }

  #isInSight(place: number): boolean {
    const { sight } = this.#view;
    return !sight || (place >= sight.first && place <= sight.last);
  }

  #isTimeForUnseen(): boolean {
    const now = this.#deps.clock.monotonic();
    if (now - this.#unseenAt < UNSEEN_MS) return false;
    this.#unseenAt = now;
    return true;
  }

  #headOf(place: number, row: MarketRow, heads: (readonly [number, RowHead])[]): Slot {
    const { market } = row;
    const known = this.#slots.get(place);
    const picture = this.#view.sparkline ? this.#deps.sparklines.of(market.id) : undefined;
    const sparkline = picture?.path ?? '';
    if (known?.id === market.id && known.sparkline === sparkline && known.status === market.status)
      return known;
    const { id, base, quote, kind, iconId, status } = market;
    heads.push([place, { id, base, quote, kind, iconId, status, sparkline, rises: picture?.rises ?? true }]);
    if (known?.id === id) {
      known.sparkline = sparkline;
      known.status = status;
      return known;
    }
    return { id, version: -1, mark: undefined, price: row.ticker?.last ?? '0', sparkline, status, texts: [] };
  }

  #cellsOf(place: number, row: MarketRow, slot: Slot, cells: (number | string)[]): void {
    const move = moveSince(slot.price, row);
    slot.version = this.#deps.rows.versionOf(row);
    slot.mark = this.marks?.of(row.market.id);
    slot.price = row.ticker?.last ?? slot.price;
    for (const column of this.#view.columns) {
      const index = listColumns.indexOf(column);
      const change = column === 'value1' ? changeDigits(row) : undefined;
      const text = this.#textOf(column, row, change);
      if (text === undefined || slot.texts[index] === text) continue;
      const isFirst = slot.texts[index] === undefined;
      slot.texts[index] = text;
      const direction = column === 'value1' ? directionOf(change ?? '0') : isFirst ? 0 : move;
      cells.push(place, index, text, direction);
    }
  }

  /** Undefined: a market of this kind has no such column. */
  #textOf(column: ListColumn, row: MarketRow, change: string | undefined): string | undefined {
    const { ticker, market } = row;
    const { style } = this.#deps.words();
    if (column === 'mark' || column === 'funding') {
      if (market.kind === 'spot') return undefined;
      const mark = this.marks?.of(market.id);
      if (!mark) return NO_FIGURE;
      if (column === 'mark') return priceText(mark[1], style, market);
      // A rate without its moment is none: a venue has not sent it yet.
      return mark[4] > 0 ? fundingText(mark[3], style) : NO_FIGURE;
    }
    if (!ticker) return NO_FIGURE;
    switch (column) {
      case 'value0':
        return priceText(ticker.last, style, market);
      case 'value1':
        return change === undefined ? NO_FIGURE : signedPercent(change, style);
      case 'value2':
        return volumeText(ticker.volume, style);
      case 'value3':
        return dollarText(this.#deps.rows.dollar(row), style, market);
      case 'value4':
        return priceText(ticker.high24, style, market);
      default:
        return priceText(ticker.low24, style, market);
    }
  }
}

/** What the last visit left, with its age. */
export function cachedFreshness(ageMs: number, words: (ageMs: number) => string): Freshness {
  const age = Math.max(0, Math.round(ageMs));
  return { state: 'cached', ageMs: age, ageText: words(age) };
}
