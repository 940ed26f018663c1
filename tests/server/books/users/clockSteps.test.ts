import { expect, it } from 'vitest';
import { MINUTE_MS } from '../../../../domain/index.ts';
import type { Queries } from '../../../../server/base/db/database.ts';
import { createVault } from '../../../../server/base/secrets.ts';
import { apiKeyReader } from '../../../../server/books/users/apiKeys.ts';
import { sessionReader, Tickets } from '../../../../server/books/users/sessions.ts';

const START = Date.UTC(2026, 10, 18, 12);
const user = { userId: 7, sessionId: 70 };

/** A clock that is set by hand, and a database that says when what was written down. */
function parts(rows: (at: number) => readonly unknown[] = () => []) {
  const own = { at: START };
  const written: number[] = [];
  const db: Queries = {
    query: async <Row>(text: string, params: readonly unknown[] = []) => {
      if (text.startsWith('update')) written.push((params[1] as number) - START);
      return rows(own.at) as readonly Row[];
    },
  };
  return { own, written, db, clock: { now: () => own.at, pause: async () => undefined } };
}

it.each([
  ['at once', 0, true],
  ['in its last instant', MINUTE_MS - 1, true],
  ['a minute later', MINUTE_MS, false],
  ['after a step back that a clock makes each day', -1_000, true],
  ['after a clock was set back by its life', -MINUTE_MS, false],
  ['after a clock was set back by an hour', -60 * MINUTE_MS, false],
])('a ticket that is shown %s is worth what its age is', (_, ms, isGood) => {
  const { own, clock } = parts();
  const tickets = new Tickets(clock);
  const { ticket } = tickets.issue(user);
  own.at += ms;
  expect(tickets.redeem(ticket)).toEqual(isGood ? user : undefined);
  expect(tickets.redeem(ticket)).toBeUndefined();
});

it('a ticket from before a clock was set back does not stay in memory, nor come to life again', () => {
  const { own, clock } = parts();
  const tickets = new Tickets(clock);
  const { ticket } = tickets.issue(user);
  own.at -= 60 * MINUTE_MS;
  const other = tickets.issue(user);
  own.at = START + 1;
  expect([tickets.redeem(ticket), tickets.redeem(other.ticket)]).toEqual([undefined, undefined]);
});

it('when an API key was used is written down once a minute, also after a clock was set back', async () => {
  const { own, written, db, clock } = parts();
  const reader = apiKeyReader(db, await createVault(new Uint8Array(32)), clock);
  const key = { id: 1 } as Parameters<typeof reader.used>[0];
  for (const ms of [0, MINUTE_MS - 1, MINUTE_MS, -60 * MINUTE_MS, -60 * MINUTE_MS + 1]) {
    own.at = START + ms;
    await reader.used(key, 'a');
  }
  expect(written).toEqual([0, MINUTE_MS, -60 * MINUTE_MS]);
});

it('when a session was seen is written down once a minute, also after a clock was set back', async () => {
  let seenAt = START;
  const { own, written, db, clock } = parts(() => [{ hash: '', ...user, seenAt }]);
  const find = sessionReader(db, clock);
  for (const ms of [MINUTE_MS, MINUTE_MS + 1, -60 * MINUTE_MS, -60 * MINUTE_MS + 1]) {
    own.at = START + ms;
    await find('token');
    seenAt = START + (written.at(-1) ?? 0);
  }
  expect(written).toEqual([MINUTE_MS + 1, -60 * MINUTE_MS]);
});
