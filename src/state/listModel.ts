import { proxy } from 'valtio';
import type { Freshness, ListFrame } from '../../workers/api.ts';
import { CellBoard } from './cells.ts';
import { HeadBoard } from './heads.ts';

/** The latest price, which is marked when it moves, and the day's change, which has a direction of its own. */
const PRICE_COLUMN = 0;
const CHANGE_COLUMN = 1;

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

  /** The only writer of the list. */
  apply({ total, heads, cells, missing, freshness }: ListFrame): void {
    const { state } = this;
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
