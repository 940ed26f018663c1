import type { MarkRow } from '../../../domain/contract/index.ts';

/** Read access to marks. */
export interface MarkBoard {
  /** The present marks of all perpetuals. */
  rows(): readonly MarkRow[];
  /** Called with the rows that have changed. @returns undo. */
  onMarks(listener: (rows: readonly MarkRow[]) => void): () => void;
}
