import type { calls, ParsedRequestOf } from '../../../../domain/contract/index.ts';
import { DAY_MS, PUSH_DEVICES, RuleError } from '../../../../domain/index.ts';
import type { CommandDeps } from '../../../base/commands/command.ts';
import { runBeside } from '../../../base/commands/command.ts';
import type { Queries } from '../../../base/db/database.ts';
import { constraintOf } from '../../../base/db/database.ts';
import { bytesOfBase64url } from '../../../base/secrets.ts';
import type { SessionUser } from '../../../books/users/sessions.ts';
import { isLive } from '../../../books/users/sessions.ts';
import type { PushService, PushTarget } from './service.ts';

type Calls = typeof calls;
type On = ParsedRequestOf<Calls['notification.pushOn']>;
type Moved = ParsedRequestOf<Calls['notification.pushMoved']>;

/** How long a message waits for its device, ms. */
export const PUSH_KEPT_MS = DAY_MS;

/**
 * Has a login's device reached by push, in place of what the login had before.
 * @throws {RuleError} `pushInvalid`; `pushTaken` while another user's login has this subscription; `pushTooMany`.
 */
export async function subscribe(
  deps: CommandDeps,
  service: PushService,
  { userId, sessionId }: SessionUser,
  request: On,
): Promise<void> {
  await requireGood(service, request);
  await orTaken(() =>
    runBeside(deps, async ({ tx, at }) => {
      await tx.query('select 1 from app_user where id = $1 for no key update', [userId]);
      await freeEndpoint(tx, request.endpoint, userId, at);
      if ((await othersOf(tx, userId, sessionId, at)) >= PUSH_DEVICES) throw new RuleError('pushTooMany');
      await tx.query('delete from push_subscription where endpoint = $1 and session_id <> $2', [
        request.endpoint,
        sessionId,
      ]);
      await tx.query(
        `insert into push_subscription (session_id, user_id, endpoint, p256dh, auth, words, created_at)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (session_id) do update set endpoint = excluded.endpoint, p256dh = excluded.p256dh,
           auth = excluded.auth, words = excluded.words`,
        [sessionId, userId, request.endpoint, request.p256dh, request.auth, request.words, at],
      );
    }),
  );
}

/** A login's device is reached no more. */
export async function unsubscribe(db: Queries, { sessionId }: SessionUser): Promise<void> {
  await db.query('delete from push_subscription where session_id = $1', [sessionId]);
}

/**
 * A browser has replaced a subscription: who knows the former one's secret is its device.
 * @throws {RuleError} `pushInvalid`; `pushUnknown` for a former one that nobody's login has; `pushTaken`.
 */
export async function move(
  deps: CommandDeps,
  service: PushService,
  { former, ...request }: Moved,
): Promise<void> {
  await requireGood(service, request);
  const moved = await orTaken(() =>
    runBeside(deps, ({ tx, at }) =>
      tx.query(
        `update push_subscription p set endpoint = $3, p256dh = $4, auth = $5 from session s
         join app_user u on u.id = s.user_id
         where s.id = p.session_id and p.endpoint = $1 and p.auth = $2 and ${isLive('$6::bigint')} returning p.id`,
        [former.endpoint, former.auth, request.endpoint, request.p256dh, request.auth, at],
      ),
    ),
  );
  if (moved.length === 0) throw new RuleError('pushUnknown');
}

/** Deletes what belongs to logins that have ended, and what nobody waits for any more. */
export async function sweepPush(db: Queries, now: number): Promise<void> {
  await db.query(
    `delete from push_subscription p where not exists (
       select 1 from session s join app_user u on u.id = s.user_id
       where s.id = p.session_id and ${isLive('$1::bigint')})`,
    [now],
  );
  await db.query('delete from push_message where created_at < $1', [now - PUSH_KEPT_MS]);
}

/** An address that a browser names, and a key that something can be encrypted for. @throws {RuleError} `pushInvalid`. */
async function requireGood(service: PushService, { endpoint, p256dh }: PushTarget): Promise<void> {
  const isPoint = await crypto.subtle
    .importKey('raw', bytesOfBase64url(p256dh), { name: 'ECDH', namedCurve: 'P-256' }, false, [])
    .then(
      () => true,
      () => false,
    );
  if (!isPoint || !service.isAllowed(endpoint)) throw new RuleError('pushInvalid');
}

/** @throws {RuleError} `pushTaken` while another user's session has it. */
async function freeEndpoint(tx: Queries, endpoint: string, userId: number, at: number): Promise<void> {
  const taken = await tx.query(
    `select 1 from push_subscription p join session s on s.id = p.session_id join app_user u on u.id = s.user_id
     where p.endpoint = $1 and p.user_id <> $2 and ${isLive('$3::bigint')}`,
    [endpoint, userId, at],
  );
  if (taken.length > 0) throw new RuleError('pushTaken');
}

/** How many other devices of a user are reached. */
async function othersOf(tx: Queries, userId: number, sessionId: number, at: number): Promise<number> {
  const rows = await tx.query(
    `select 1 from push_subscription p join session s on s.id = p.session_id join app_user u on u.id = s.user_id
     where p.user_id = $1 and p.session_id <> $2 and ${isLive('$3::bigint')}`,
    [userId, sessionId, at],
  );
  return rows.length;
}

/** Two that name the same address at the same time: the first has it. @throws {RuleError} `pushTaken`. */
async function orTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (constraintOf(error) === 'push_subscription_endpoint_key') throw new RuleError('pushTaken');
    throw error;
  }
}
