import type { MarkRow } from '../../../domain/contract/index.ts';

/** Where marks are looked up. */
export interface MarkBoard {
  /** All perpetuals, as they stand. */
  rows(): readonly MarkRow[];
  /** Told of rows that have changed. @returns undo. */
  onMarks(listener: (rows: readonly MarkRow[]) => void): () => void;
}
