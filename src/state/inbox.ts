import { proxy } from 'valtio';
import type { Calls, RequestOf } from '../../domain/contract/index.ts';
import { defined } from '../../domain/index.ts';
import type { AwayText } from '../../workers/api.ts';
import { ask, login } from './login.ts';

/** How much of what happened to the user is unread, and what came while no page was there. */
export const inbox = proxy<{ unread: number; readTo: number; away: AwayText | undefined }>({
  unread: 0,
  readTo: 0,
  away: undefined,
});

/** The newest notification that this page has shown live or summed up; it is sent to the exchange once. */
let seenTo = 0;
/** Up to where this page has said that the list was read. */
let requestedTo = 0;

type Marks = RequestOf<Calls['notification.mark']>;
/** Marks that the exchange has not taken: they go out again with what comes next from it. */
let owed: Marks = {};

async function mark(marks: Marks): Promise<void> {
  const { token } = login;
  const result = await ask('notification.mark', marks);
  if (!result.ok && token === login.token) owed = later(marks, owed);
}

/** Of two marks the one further on, whichever was refused first: the other would take back what has been read. */
function later(one: Marks, other: Marks): Marks {
  const most = (name: keyof Marks) => Math.max(one[name] ?? 0, other[name] ?? 0) || undefined;
  return defined({ seen: most('seen'), read: most('read') });
}

function markOwed(): void {
  const marks = owed;
  owed = {};
  if (Object.keys(marks).length > 0) void mark(marks);
}

/** Takes what the exchange says. A summary stays until it is dismissed or read, whatever other pages have shown. */
export function takeInbox({
  unread,
  readTo,
  away,
}: {
  readonly unread: number;
  readonly readTo: number;
  readonly away?: AwayText;
}): void {
  inbox.unread = unread;
  inbox.readTo = readTo;
  if (away && away.upTo > Math.max(seenTo, inbox.away?.upTo ?? 0)) inbox.away = away;
  if (inbox.away && inbox.away.upTo <= readTo) inbox.away = undefined;
  markOwed();
}

/** Nobody is logged in, or somebody else. */
export function emptyInbox(): void {
  inbox.unread = 0;
  inbox.readTo = 0;
  inbox.away = undefined;
  seenTo = 0;
  requestedTo = 0;
  owed = {};
}

export function dismissAway(): void {
  inbox.away = undefined;
}

/** The user was shown everything up to a notification: no other device, and no later visit, sums it up again. */
export function markSeen(upTo: number): void {
  if (upTo <= seenTo) return;
  seenTo = upTo;
  void mark({ seen: upTo });
}

/** The user has the list in front of them. */
export function markRead(upTo: number): void {
  markOwed();
  if (upTo <= Math.max(inbox.readTo, requestedTo)) return;
  requestedTo = upTo;
  void mark({ read: upTo });
}
