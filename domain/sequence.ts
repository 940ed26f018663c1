/** Where a reader stands in a channel's log. */
export interface Cursor {
  /** Id of the log; it changes when continuity is lost. */
  readonly epoch: string;
  /** Sequence number of the last message applied. */
  readonly seq: number;
}

/** What of a stream message decides its order. */
export interface Numbered {
  readonly kind: 'snap' | 'delta';
  readonly epoch: string;
  readonly seq: number;
}

/**
 * What to do with a message: `apply` it; `drop` it, it is old; `hold` it for the missing one, at most HOLD_MS;
 * `resync`: ask for a new snapshot.
 */
export type Verdict = 'apply' | 'drop' | 'hold' | 'resync';

/** How long a message may wait for the one before it. */
export const HOLD_MS = 500;

/**
 * The reader's rule for a numbered channel: a snapshot always applies unless it is older than what is held;
 * a delta applies only right after its predecessor.
 * @see wire protocol, "Client rule"
 */
export function judge(cursor: Cursor | undefined, message: Numbered): Verdict {
  if (message.kind === 'snap') {
    return cursor !== undefined && cursor.epoch === message.epoch && message.seq < cursor.seq
      ? 'drop'
      : 'apply';
  }
  if (cursor === undefined || cursor.epoch !== message.epoch) return 'resync';
  if (message.seq <= cursor.seq) return 'drop';
  return message.seq === cursor.seq + 1 ? 'apply' : 'hold';
}
