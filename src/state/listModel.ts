import { proxy } from 'valtio';
import type { Freshness, ListFrame } from '../../workers/api.ts';
import { CellBoard } from './cells.ts';
import { HeadBoard } from './heads.ts';
import { RecentMap } from './recentMap.ts';

/** The latest price, which is marked when it moves, and the day's change, which has a direction of its own. */
const PRICE_COLUMN = 0;
const CHANGE_COLUMN = 1;
const COLUMNS = 8;
/** Values no older than this are shown as live, ms: after that time the rows of an order wait for the worker. */
const FRESH_MS = 5_000;
/** Orders that a reader goes to and fro between: a header's three, of two lists. */
const ORDERS_KEPT = 6;

/** The rows of an order as they were left. */
interface Left {
  /** ms of the page's own clock. */
  readonly at: number;
  readonly frame: ListFrame;
}

/** What one list shows: still parts to render, live cells to write. */
export class ListModel {
  readonly state = proxy<{
    total: number;
    /** Ids that were requested and are not traded. */
    missing: readonly string[];
    freshness: Freshness | undefined;
  }>({ total: -1, missing: [], freshness: undefined });
  readonly heads = new HeadBoard();
  readonly cells = new CellBoard();
  /** Updates of cells that reached the page. */
  applied = 0;

  readonly #left = new RecentMap<Left>(ORDERS_KEPT);
  #order: string | undefined;
  /** Whether the rows are those of the order, and not of the one before. */
  #isOwn = false;

  /**
   * Goes over to another order of rows. One that was shown a moment ago stands again at once, in the frame of the tap;
   * the worker sends all rows again. @param first,last places whose rows are kept.
   */
  turn(order: string, first: number, last: number): void {
    if (order === this.#order) return;
    const { freshness } = this.state;
    if (this.#order !== undefined && this.#isOwn && freshness)
      this.#left.put(this.#order, { at: performance.now(), frame: this.#frameNow(first, last, freshness) });
    this.#order = order;
    this.#isOwn = false;
    const left = this.#left.get(order);
    // What is marked as old by now stays so.
    if (left && performance.now() - left.at <= FRESH_MS)
      this.#write({ ...left.frame, freshness: freshness ?? left.frame.freshness });
  }

  #frameNow(first: number, last: number, freshness: Freshness): ListFrame {
    const heads = this.heads.part(first, last);
    const cells = heads.flatMap(([place]) =>
      Array.from({ length: COLUMNS }, (_, column) => {
        const key = `${place}:${column}`;
        return [place, column, this.cells.read(key), this.cells.direction(key) ?? 0];
      }).flat(),
    );
    const { total, missing } = this.state;
    return { kind: 'list', total, heads, cells, missing, freshness };
  }

  /** Takes what the worker sent, unless it is of an order that has been left. */
  apply(frame: ListFrame): void {
    if (frame.order === undefined || frame.order === this.#order) this.#write(frame);
  }

  /** The only writer of the list. */
  #write({ total, heads, cells, missing, freshness }: ListFrame): void {
    const { state } = this;
    this.#isOwn = true;
    if (state.total !== total) state.total = total;
    if (state.missing.join() !== missing.join()) state.missing = missing;
    for (const [place, head] of heads) this.heads.write(place, head);
    if (state.freshness?.state !== freshness.state || state.freshness.ageText !== freshness.ageText) {
      state.freshness = freshness;
    }
    for (let i = 0; i + 3 < cells.length; i += 4) {
      const key = `${cells[i]}:${cells[i + 1]}`;
      const text = cells[i + 2] as string;
      const direction = cells[i + 3] as number;
      if (cells[i + 1] === CHANGE_COLUMN) this.cells.write(key, text, direction);
      else if (cells[i + 1] === PRICE_COLUMN) this.cells.writeMoved(key, text, direction);
      else this.cells.write(key, text);
    }
    this.applied += cells.length / 4;
  }
}
