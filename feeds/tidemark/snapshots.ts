import type { Observable } from 'rxjs';
import { concat, concatMap, defer, EMPTY, from, mergeMap, of } from 'rxjs';
import { fieldsOf, UNKNOWN_CODES } from './messages.ts';

/** Channels that one request may ask for. */
const MOST_CHANNELS = 50;
const SNAPSHOT_PATH = '/api/xb/v1/market/snapshot';

/** What one request yields. */
export interface Snapshots {
  /** The server's clock, ms UTC; undefined when the answer lacks it. */
  readonly now: number | undefined;
  readonly snaps: readonly unknown[];
}

/** Snapshots by POST, for those whom no socket reaches. A channel that does not exist harms none but itself. */
export class SnapshotRequests {
  readonly #post: (path: string, body: unknown) => Promise<unknown>;
  readonly #unknown = new Set<string>();

  constructor(post: (path: string, body: unknown) => Promise<unknown>) {
    this.#post = post;
  }

  /** The answers for all channels, one request after the other. Errors when the network or the server fails. */
  snapshots$(channels: readonly string[]): Observable<Snapshots> {
    const known = channels.filter((channel) => !this.#unknown.has(channel));
    const batches = Array.from({ length: Math.ceil(known.length / MOST_CHANNELS) }, (_, i) =>
      known.slice(i * MOST_CHANNELS, (i + 1) * MOST_CHANNELS),
    );
    return from(batches).pipe(concatMap((batch) => this.#batch$(batch)));
  }

  #batch$(ch: readonly string[]): Observable<Snapshots> {
    const [only] = ch;
    if (only === undefined) return EMPTY;
    return defer(() => this.#post(SNAPSHOT_PATH, { ch })).pipe(
      mergeMap((answer) => {
        const snapshots = snapshotsOf(answer);
        if (snapshots) return of(snapshots);
        if (!isUnknown(answer)) throw new Error('no snapshots');
        if (ch.length > 1) {
          const middle = ch.length >> 1;
          return concat(this.#batch$(ch.slice(0, middle)), this.#batch$(ch.slice(middle)));
        }
        this.#unknown.add(only);
        return EMPTY;
      }),
    );
  }
}

/** The snapshots in an answer's envelope; undefined when the answer is no success. */
function snapshotsOf(answer: unknown): Snapshots | undefined {
  const data = fieldsOf(fieldsOf(answer)?.['data']);
  const snaps = data?.['snaps'];
  const now = data?.['now'];
  if (!Array.isArray(snaps)) return undefined;
  return { now: typeof now === 'number' && Number.isSafeInteger(now) && now >= 0 ? now : undefined, snaps };
}

function isUnknown(answer: unknown): boolean {
  return UNKNOWN_CODES.includes(fieldsOf(answer)?.['code']);
}
