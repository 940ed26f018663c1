import { STEP_MS, startRows } from '../rows.ts';

const FIELDS = 4;

export interface RowValues {
  readonly price: number;
  readonly change: number;
  readonly volume: number;
}

export const NOTHING: RowValues = { price: 0, change: 0, volume: 0 };

interface Update extends RowValues {
  readonly id: number;
}

/** Receives every update, and publishes all rows once an animation frame in which some came. */
export function startTable(count: number, publish: (rows: readonly RowValues[]) => void): true {
  const rows: RowValues[] = Array.from({ length: count }, () => NOTHING);
  let isWaiting = false;
  startRows<readonly Update[]>({ form: 'updates', every: STEP_MS }, (updates) => {
    for (const update of updates) rows[update.id] = update;
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      publish([...rows]);
    });
  });
  return true;
}

/** Newest values of all rows; only mounted rows are notified of a change, once an animation frame. */
export class RowStore {
  readonly #rows: RowValues[];
  readonly #listeners = new Map<number, () => void>();
  #waiting: Float64Array[] = [];

  constructor(count: number) {
    this.#rows = Array.from({ length: count }, () => NOTHING);
    startRows<Float64Array>({ form: 'buffer', every: 16 }, (frame) => {
      this.#waiting.push(frame);
      if (this.#waiting.length === 1) requestAnimationFrame(() => this.#apply());
    });
  }

  /** Subscribes to a row's changes. @returns undo. */
  subscribe(row: number, listener: () => void): () => void {
    this.#listeners.set(row, listener);
    return () => this.#listeners.delete(row);
  }

  read(row: number): RowValues {
    return this.#rows[row] ?? NOTHING;
  }

  #apply(): void {
    const frames = this.#waiting;
    this.#waiting = [];
    const changed = new Set<number>();
    for (const frame of frames)
      for (let at = 0; at < frame.length; at += FIELDS) {
        const [row = 0, price = 0, change = 0, volume = 0] = frame.subarray(at, at + FIELDS);
        this.#rows[row] = { price, change, volume };
        changed.add(row);
      }
    for (const [row, listener] of this.#listeners) if (changed.has(row)) listener();
  }
}
