import type { MarkRow } from '../../../domain/contract/index.ts';
import type { MarkBoard } from '../../market/marks/board.ts';
import type { Channel } from './channel.ts';

/** All perpetuals: changed rows only, the newest of each. */
export function markChannel(board: MarkBoard | undefined): Channel {
  const published = new Map((board?.rows() ?? []).map((row) => [row[0], row]));
  const changed = new Map<string, MarkRow>();
  const stop = board?.onMarks((rows) => {
    for (const row of rows) changed.set(row[0], row);
  });
  return {
    snapshot: () => [...published.values()],
    flush() {
      if (changed.size === 0) return undefined;
      const rows = [...changed.values()];
      for (const row of rows) published.set(row[0], row);
      changed.clear();
      return rows;
    },
    close: () => stop?.(),
  };
}
