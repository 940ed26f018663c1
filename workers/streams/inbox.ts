import type { NotificationSummary } from '../../domain/contract/index.ts';
import type { Dec } from '../../domain/index.ts';
import { D, toText } from '../../domain/index.ts';
import type { PrivateEvent } from './account.ts';

/** What a user was shown nothing of yet: how many of each kind, and the sum of cycle contracts, USDT. */
export interface Away {
  /** The newest notification among them. */
  readonly upTo: number;
  readonly kinds: NotificationSummary['unseen'];
  readonly cycleNet: Dec;
}

/** ms after which an event is no live news any more: it comes after a pause in which nothing was shown. */
export const LIVE_MS = 60_000;

/** What of a user's notifications is unread, and what came while no page was there. */
export class Inbox {
  readonly #now: () => number;
  #version = 0;
  #newest = 0;
  unread = 0;
  readTo = 0;
  away: Away | undefined;

  /** @param now the exchange's clock, ms UTC. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Rises with each change. */
  get version(): number {
    return this.#version;
  }

  take(event: PrivateEvent): void {
    if ('snapshot' in event) {
      const { notifications } = event.snapshot;
      this.#set(notifications);
      this.away = awayOf(notifications);
    } else if (event.row.type === 'notificationState') {
      this.#set(event.row.body);
      this.away &&= awayOf(event.row.body);
    } else if (event.row.type === 'notification') this.#add(event.row.body, this.#now() - event.at > LIVE_MS);
    else return;
    this.#version += 1;
  }

  /** Nobody is logged in, or somebody else. */
  clear(): void {
    this.#newest = 0;
    this.unread = 0;
    this.readTo = 0;
    this.away = undefined;
    this.#version += 1;
  }

  #set({ unread, readTo, newest }: NotificationSummary): void {
    this.unread = unread;
    this.readTo = readTo;
    this.#newest = newest;
  }

  /** One that is known has changed and is counted already. */
  #add(
    row: { readonly id: number; readonly kind?: unknown; readonly body?: unknown },
    isLate: boolean,
  ): void {
    if (row.id <= this.#newest) return;
    this.#newest = row.id;
    this.unread += 1;
    const { kind } = row;
    if (isLate && typeof kind === 'string')
      this.away = withOne(this.away, row.id, kind, netOf(kind, row.body));
  }
}

function awayOf({ newest, unseen, cycleNet }: NotificationSummary): Away | undefined {
  return unseen.length === 0 ? undefined : { upTo: newest, kinds: unseen, cycleNet };
}

function withOne(away: Away | undefined, upTo: number, kind: string, net: Dec): Away {
  const known = away?.kinds ?? [];
  const count = (known.find((each) => each.kind === kind)?.count ?? 0) + 1;
  return {
    upTo,
    kinds: [...known.filter((each) => each.kind !== kind), { kind, count }],
    cycleNet: toText(new D(away?.cycleNet ?? 0).plus(net)),
  };
}

/** What a cycle contract came to; the exchange's own decimal text. */
function netOf(kind: string, body: unknown): Dec {
  const { net } = (body ?? {}) as { readonly net?: unknown };
  return kind === 'cycle' && typeof net === 'string' ? net : '0';
}
