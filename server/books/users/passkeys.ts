import type { calls, ParsedRequestOf, ResponseOf } from '../../../domain/contract/index.ts';
import { RuleError } from '../../../domain/index.ts';
import { run } from '../../base/commands/command.ts';
import type { Queries } from '../../base/db/database.ts';
import { constraintOf, singleRow } from '../../base/db/database.ts';
import { newToken } from '../../base/secrets.ts';
import { openLogin } from './access.ts';
import type { AccountDeps, Caller, UserCaller } from './context.ts';
import { noteChange, protect } from './notices.ts';
import type { StoredPasskey } from './passkeyChecks.ts';
import { checkMade, checkSigned, namedIn, storedPasskey } from './passkeyChecks.ts';
import { mustStillHold } from './proven.ts';
import { proveFactor, provePassword } from './security.ts';
import { userRow } from './sessions.ts';

type Calls = typeof calls;
type Request<Name extends keyof Calls> = ParsedRequestOf<Calls[Name]>;
type Response<Name extends keyof Calls> = ResponseOf<Calls[Name]>;
type Assertion = Request<'account.passkeyLogin'>['passkey'];
type Purpose = 'add' | 'login' | 'proof';

/** Long enough to find the phone that has it. */
const CHALLENGE_MS = 5 * 60_000;
const MOST_PASSKEYS = 20;

interface Challenge {
  readonly purpose: Purpose;
  readonly userId?: number;
  readonly handle?: string;
}

async function ask(
  { db, clock, passkeys: { rpId } }: AccountDeps,
  { purpose, userId, handle }: Challenge,
): Promise<{ challenge: string; rpId: string; expiresAt: number }> {
  const challenge = newToken();
  const expiresAt = clock.now() + CHALLENGE_MS;
  await db.query(
    'insert into passkey_challenge (challenge, purpose, user_id, handle, expires_at) values ($1, $2, $3, $4, $5)',
    [challenge, purpose, userId ?? null, handle ?? null, expiresAt],
  );
  return { challenge, rpId, expiresAt };
}

/** Takes a challenge: each is answered once, rightly or wrongly. @throws {RuleError} `passkeyInvalid`. */
async function take(
  { db, clock }: AccountDeps,
  answer: Parameters<typeof namedIn>[0],
  { purpose, userId }: Challenge,
): Promise<{ handle: string | null }> {
  const [taken] = await db.query<{ handle: string | null }>(
    `delete from passkey_challenge where challenge = $1 and purpose = $2 and user_id is not distinct from $3::bigint
       and expires_at > $4 returning handle`,
    [namedIn(answer).challenge, purpose, userId ?? null, clock.now()],
  );
  if (!taken) throw new RuleError('passkeyInvalid');
  return taken;
}

interface PasskeyRow {
  readonly id: number;
  readonly label: string;
  readonly credential: string;
  readonly handle: string;
  readonly createdAt: number;
  readonly usedAt: number | null;
}

const passkeysOf = (db: Queries, userId: number) =>
  db.query<PasskeyRow>(
    `select id, label, credential, handle, created_at as "createdAt", used_at as "usedAt"
     from passkey where user_id = $1 order by id`,
    [userId],
  );

export async function listPasskeys(
  { db, passkeys: { rpId } }: AccountDeps,
  { user: { userId } }: UserCaller,
): Promise<Response<'account.passkeys'>> {
  const rows = await passkeysOf(db, userId);
  return { rpId, rows: rows.map(({ id, label, createdAt, usedAt }) => ({ id, label, createdAt, usedAt })) };
}

/** What a new passkey is made with. @throws {RuleError} `passwordWrong`, `totpRequired`, `totpInvalid`, `passkeysTooMany`. */
export async function startPasskey(
  deps: AccountDeps,
  { password, totp }: Request<'account.passkeyStart'>,
  { user: { userId } }: UserCaller,
): Promise<Response<'account.passkeyStart'>> {
  await provePassword(deps, userId, password);
  await proveFactor(deps, userId, totp);
  const known = await passkeysOf(deps.db, userId);
  if (known.length >= MOST_PASSKEYS) throw new RuleError('passkeysTooMany');
  const { uid } = await userRow<{ uid: string }>(deps.db, userId, 'uid');
  // One name for all of a user's: an authenticator keeps one passkey a name.
  const handle = known[0]?.handle ?? newToken();
  const offer = await ask(deps, { purpose: 'add', userId, handle });
  return { ...offer, handle, uid, passkeys: known.map(({ credential }) => credential) };
}

/**
 * Stores a new passkey and pauses withdrawals: an attacker with a stolen session would add one.
 * @throws {RuleError} `passkeyInvalid`, `passkeysTooMany`.
 */
export async function addPasskey(
  deps: AccountDeps,
  { label, passkey }: Request<'account.passkeyAdd'>,
  caller: UserCaller,
): Promise<Response<'account.passkeyAdd'>> {
  const { userId } = caller.user;
  const { handle } = await take(deps, passkey, { purpose: 'add', userId });
  const { credential, publicKey, counter } = await checkMade(deps.passkeys, passkey);
  const name = label.trim() || caller.device.slice(0, 60) || credential.slice(0, 12);
  try {
    return await run(deps, async (work) => {
      // Several may have been begun while there was room; the row of the user keeps two from counting at once.
      await work.tx.query('select 1 from app_user where id = $1 for update', [userId]);
      if ((await passkeysOf(work.tx, userId)).length >= MOST_PASSKEYS) throw new RuleError('passkeysTooMany');
      const { id } = singleRow(
        await work.tx.query<{ id: number }>(
          `insert into passkey (user_id, credential, public_key, counter, rp_id, handle, label, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
          [userId, credential, publicKey, counter, deps.passkeys.rpId, handle, name, work.at],
        ),
      );
      await protect(deps, work, userId, { what: 'passkeyAdded' }, caller);
      return { id };
    });
  } catch (error) {
    if (constraintOf(error) === 'passkey_credential_key')
      throw new RuleError('passkeyInvalid', { cause: error });
    throw error;
  }
}

/** @throws {RuleError} `passwordWrong`, `totpRequired`, `totpInvalid`, `notFound`. */
export async function removePasskey(
  deps: AccountDeps,
  { id, password, totp }: Request<'account.passkeyRemove'>,
  caller: UserCaller,
): Promise<Response<'account.passkeyRemove'>> {
  const { userId } = caller.user;
  const proven = await provePassword(deps, userId, password);
  await proveFactor(deps, userId, totp);
  return run(deps, async (work) => {
    await mustStillHold(work.tx, userId, proven);
    const gone = await work.tx.query('delete from passkey where id = $1 and user_id = $2 returning id', [
      id,
      userId,
    ]);
    if (gone.length === 0) throw new RuleError('notFound');
    await noteChange(deps, work, userId, { what: 'passkeyRemoved' }, caller);
    return {};
  });
}

/** A challenge for anybody's login. @throws {TooManyError} */
export async function challengePasskey(
  deps: AccountDeps,
  { address }: Caller,
): Promise<Response<'account.passkeyChallenge'>> {
  await deps.limits.take('loginFromAddress', address);
  return { ...(await ask(deps, { purpose: 'login' })), passkeys: [] };
}

/** A challenge for the user's own passkeys. @throws {RuleError} `passkeyUnknown` where there is none. */
export async function challengeOwnPasskey(
  deps: AccountDeps,
  { user: { userId } }: UserCaller,
): Promise<Response<'account.passkeyProof'>> {
  await deps.limits.take('secretOfUser', `passkey ${userId}`);
  const own = await passkeysOf(deps.db, userId);
  if (own.length === 0) throw new RuleError('passkeyUnknown');
  const offer = await ask(deps, { purpose: 'proof', userId });
  return { ...offer, passkeys: own.map(({ credential }) => credential) };
}

/** Logs in by a passkey, which is two proofs in one. @throws {RuleError} `passkeyInvalid`, `passkeyUnknown`, `accountFrozen`. */
export async function loginByPasskey(
  deps: AccountDeps,
  { passkey }: Request<'account.passkeyLogin'>,
  caller: Caller,
): Promise<Response<'account.passkeyLogin'>> {
  await deps.limits.take('loginFromAddress', caller.address);
  await take(deps, passkey, { purpose: 'login' });
  const kept = await storedPasskey(deps.db, deps.passkeys, passkey.id, undefined);
  const counter = await checkSigned(deps.passkeys, kept, passkey);
  const user = await userRow<{ uid: string; frozen_at: number | null }>(
    deps.db,
    kept.user_id,
    'uid, frozen_at',
  );
  if (user.frozen_at !== null) throw new RuleError('accountFrozen');
  return run(deps, async (work) => {
    await use(work, kept, counter);
    const token = await openLogin(deps, work, kept.user_id, caller);
    return { uid: user.uid, token };
  });
}

/**
 * Checks that a user's own passkey has signed a challenge of theirs. @returns writes its use into a transaction.
 * @throws {RuleError} `passkeyInvalid`, `passkeyUnknown`.
 */
export async function provePasskey(
  deps: AccountDeps,
  userId: number,
  passkey: Assertion,
): Promise<(work: { readonly tx: Queries; readonly at: number }) => Promise<void>> {
  await take(deps, passkey, { purpose: 'proof', userId });
  const kept = await storedPasskey(deps.db, deps.passkeys, passkey.id, userId);
  const counter = await checkSigned(deps.passkeys, kept, passkey);
  return (work) => use(work, kept, counter);
}

/** Writes a use down. Two that were signed with one count cannot both be: one of them is a copy. */
async function use(
  { tx, at }: { readonly tx: Queries; readonly at: number },
  { id }: StoredPasskey,
  counter: number,
): Promise<void> {
  const rows = await tx.query(
    `update passkey set counter = $2, used_at = $3
     where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning id`,
    [id, counter, at],
  );
  if (rows.length === 0) throw new RuleError('passkeyInvalid');
}
