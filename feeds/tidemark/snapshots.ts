import { UNKNOWN_CODES } from './messages.ts';

/** Channels that one request may ask for. */
const ASKED_MOST = 50;
const SNAPSHOT_PATH = '/api/xb/v1/market/snapshot';

/** What one request yields. */
export interface Snapshots {
  /** The server's clock, ms UTC; undefined when it is not told. */
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

  /** Asks for all channels. @param take is told each answer. @throws when the network or the server fails. */
  async ask(channels: readonly string[], take: (answer: Snapshots) => void): Promise<void> {
    const asked = channels.filter((channel) => !this.#unknown.has(channel));
    for (let i = 0; i < asked.length; i += ASKED_MOST) await this.#some(asked.slice(i, i + ASKED_MOST), take);
  }

  async #some(ch: readonly string[], take: (answer: Snapshots) => void): Promise<void> {
    const [only] = ch;
    if (only === undefined) return;
    const answer = await this.#post(SNAPSHOT_PATH, { ch });
    const snapshots = snapshotsOf(answer);
    if (snapshots) take(snapshots);
    else if (!isUnknown(answer)) throw new Error('no snapshots in the answer');
    else if (ch.length === 1) this.#unknown.add(only);
    else {
      const middle = ch.length >> 1;
      await this.#some(ch.slice(0, middle), take);
      await this.#some(ch.slice(middle), take);
    }
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

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}
