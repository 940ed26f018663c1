import { DAY_MS, RuleError } from '../../../domain/index.ts';
import type { ServerClock } from '../../base/clock.ts';
import { coalesce } from '../../base/db/coalesce.ts';
import type { Queries } from '../../base/db/database.ts';
import { singleRow } from '../../base/db/database.ts';
import { digestOf } from '../../base/digest.ts';
import { hexOf, newToken } from '../../base/secrets.ts';

/** Lifetime of a session; it ends earlier after inactivity. */
const LIFE_MS = 30 * DAY_MS;
const REST_MS = 7 * DAY_MS;
/** `seen_at` is written at most this often. */
const SEEN_MS = 60_000;
/**
 * Whether a session lives, in SQL: of `session s`, joined with the user as `u`.
 * @param at an expression for now, ms UTC.
 */
export const isLive = (at: string): string =>
  `s.ended_at is null and s.expires_at > ${at} and s.seen_at > ${at} - ${REST_MS} and u.frozen_at is null`;
const TEMPORARY_MS = 30 * 60_000;
const TICKET_MS = 60_000;

/** The user of a call. */
export interface SessionUser {
  readonly userId: number;
  readonly sessionId: number;
  /** Nothing but this session leads to the account. @see guests.ts */
  readonly isGuest?: boolean | undefined;
}

/** Where a user calls from, for their own eyes. */
export interface Origin {
  readonly address: string;
  readonly device: string;
}

/** Opens a session. @returns the token, returned once and stored as a hash. */
export async function openSession(tx: Queries, userId: number, from: Origin, at: number): Promise<string> {
  const token = newToken();
  await tx.query(
    `insert into session (token_hash, user_id, device, address, created_at, seen_at, expires_at)
     values ($1, $2, $3, $4, $5, $5, $6)`,
    [digestOf(token), userId, from.device, from.address, at, at + LIFE_MS],
  );
  return token;
}

/** The user of a token; undefined when it has ended. Concurrent callers share a lookup. */
export function sessionReader(
  db: Queries,
  { now, pause }: Pick<ServerClock, 'now' | 'pause'>,
): (token: string) => Promise<SessionUser | undefined> {
  const load = (hashes: readonly string[]) => sessionsOfHashes(db, hashes, now());
  const sessionOf = coalesce(load, pause);
  return async (token) => (token.length > 100 ? undefined : sessionOf(hexOf(digestOf(token))));
}

async function sessionsOfHashes(
  db: Queries,
  hashes: readonly string[],
  at: number,
): Promise<ReadonlyMap<string, SessionUser>> {
  const rows = await db.query<SessionUser & { hash: string; seenAt: number }>(
    `select encode(s.token_hash, 'hex') as hash, s.user_id as "userId", s.id as "sessionId", s.seen_at as "seenAt",
       u.password_hash = '' as "isGuest"
     from session s join app_user u on u.id = s.user_id
     where s.token_hash = any (array(select decode(x, 'hex') from unnest($1::text[]) x))
       and ${isLive('$2::bigint')}`,
    [hashes, at],
  );
  const seen = rows.filter(({ seenAt }) => Math.abs(at - seenAt) > SEEN_MS).map(({ sessionId }) => sessionId);
  if (seen.length > 0)
    await db.query('update session set seen_at = $2 where id = any($1::bigint[])', [seen, at]);
  return new Map(rows.map(({ hash, userId, sessionId, isGuest }) => [hash, { userId, sessionId, isGuest }]));
}

/** Ends sessions of a user: one, all, or all but one; their devices are reached no more. @returns how many ended. */
export async function endSessions(
  tx: Queries,
  userId: number,
  at: number,
  which: { readonly id?: number; readonly except?: number } = {},
): Promise<number> {
  const rows = await tx.query(
    `with ended as (
       update session set ended_at = $2 where user_id = $1 and ended_at is null
         and ($3::bigint is null or id = $3) and ($4::bigint is null or id <> $4) returning id
     ), unreached as (
       delete from push_subscription where session_id in (select id from ended)
     ) select id from ended`,
    [userId, at, which.id ?? null, which.except ?? null],
  );
  return rows.length;
}

export interface SessionRow extends Origin {
  readonly id: number;
  readonly createdAt: number;
  readonly seenAt: number;
  readonly isCurrent: boolean;
}

export async function sessionsOf(
  db: Queries,
  { userId, sessionId }: SessionUser,
  at: number,
): Promise<SessionRow[]> {
  const rows = await db.query<Omit<SessionRow, 'isCurrent'>>(
    `select id, device, address, created_at as "createdAt", seen_at as "seenAt" from session
     where user_id = $1 and ended_at is null and expires_at > $2 and seen_at > $3 order by seen_at desc limit 100`,
    [userId, at, at - REST_MS],
  );
  return rows.map((row) => ({ ...row, isCurrent: row.id === sessionId }));
}

/** Which of these sessions have ended, for sockets that outlive a call. */
export async function endedAmong(db: Queries, ids: readonly number[], at: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `select s.id from session s join app_user u on u.id = s.user_id
     where s.id = any($1::bigint[]) and not (${isLive('$2::bigint')})`,
    [[...ids], at],
  );
  return rows.map(({ id }) => id);
}

/** A token for what comes before a login. */
export async function openTemporary(db: Queries, at: number): Promise<{ token: string; expiresAt: number }> {
  const token = newToken();
  const expiresAt = at + TEMPORARY_MS;
  await db.query('insert into temporary_token values ($1, $2)', [digestOf(token), expiresAt]);
  await db.query('delete from temporary_token where expires_at < $1', [at]);
  return { token, expiresAt };
}

/** The hash of a temporary token that is still good; undefined for any other text. */
export async function temporaryOf(db: Queries, token: string, at: number): Promise<Uint8Array | undefined> {
  if (token.length > 100) return undefined;
  const hash = digestOf(token);
  const rows = await db.query('select 1 from temporary_token where token_hash = $1 and expires_at > $2', [
    hash,
    at,
  ]);
  return rows.length > 0 ? hash : undefined;
}

interface OpenTicket {
  readonly user: SessionUser;
  /** ms UTC. */
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/** A clock that is set back by more than its life makes no ticket hold longer: how old it is nobody knows then. */
const isOpen = ({ issuedAt, expiresAt }: OpenTicket, at: number): boolean =>
  expiresAt > at && issuedAt - at < TICKET_MS;

/** Tickets that authenticate sockets: valid once, for a minute, in this process. */
export class Tickets {
  readonly #open = new Map<string, OpenTicket>();
  readonly #clock: Pick<ServerClock, 'now'>;

  constructor(clock: Pick<ServerClock, 'now'>) {
    this.#clock = clock;
  }

  issue(user: SessionUser): { ticket: string; expiresAt: number } {
    const at = this.#clock.now();
    for (const [old, open] of this.#open) if (!isOpen(open, at)) this.#open.delete(old);
    const ticket = newToken();
    const expiresAt = at + TICKET_MS;
    this.#open.set(ticket, { user, issuedAt: at, expiresAt });
    return { ticket, expiresAt };
  }

  redeem(ticket: string): SessionUser | undefined {
    const found = this.#open.get(ticket);
    this.#open.delete(ticket);
    return found && isOpen(found, this.#clock.now()) ? found.user : undefined;
  }
}

/** One row of a user, whole. @throws {RuleError} `notFound`. */
export async function userRow<Row>(db: Queries, userId: number, columns: string): Promise<Row> {
  const rows = await db.query<Row>(`select ${columns} from app_user where id = $1`, [userId]);
  if (rows.length === 0) throw new RuleError('notFound');
  return singleRow(rows);
}
