import type { calls, ParsedRequestOf } from '../../../domain/contract/index.ts';
import type { AccountChange } from '../../../domain/index.ts';
import { passwordRefusal, RuleError, restsWithdrawals } from '../../../domain/index.ts';
import type { Transaction } from '../../base/commands/command.ts';
import { run } from '../../base/commands/command.ts';
import { constraintOf, singleRow } from '../../base/db/database.ts';
import type { HashTurn } from '../../base/secrets.ts';
import { endApiKeys } from './apiKeys.ts';
import type { CanonicalContact, Purpose } from './codes.ts';
import { canonicalContact, requesterOf, tryCode } from './codes.ts';
import type { AccountDeps, UserCaller } from './context.ts';
import type { Noted } from './notices.ts';
import { noteChange, protect, recipientsOf } from './notices.ts';
import { mustStillHold } from './proven.ts';
import { boundContact, reachedContact } from './sending.ts';
import { endSessions, userRow } from './sessions.ts';
import { confirmTotp, newTotp, secondFactor } from './totp.ts';

type Calls = typeof calls;
type Request<Name extends keyof Calls> = ParsedRequestOf<Calls[Name]>;

/**
 * A user's place in the queue of hashes, within a limit: a right password costs hashes too.
 * @throws {TooManyError}
 */
export async function ownTurn({ limits }: Pick<AccountDeps, 'limits'>, userId: number): Promise<HashTurn> {
  await limits.take('hashesOfUser', `${userId}`);
  return { queue: 'account', who: `${userId}` };
}

/**
 * @returns the hash that it was checked against. @throws {RuleError} `passwordWrong`; from the eleventh in a quarter of
 * an hour on none is checked.
 */
export async function provePassword(deps: AccountDeps, userId: number, password: string): Promise<string> {
  await deps.limits.take('secretOfUser', `password ${userId}`);
  const turn = await ownTurn(deps, userId);
  const row = await userRow<{ password_hash: string }>(deps.db, userId, 'password_hash');
  if (!(await deps.hasher.verify(password.slice(0, 100), row.password_hash, turn)))
    throw new RuleError('passwordWrong');
  return row.password_hash;
}

/** Requires the second factor of users who have one. @throws {RuleError} `totpRequired`, `totpInvalid`. */
export async function proveFactor(
  deps: AccountDeps,
  userId: number,
  totp: string | undefined,
): Promise<void> {
  if (totp !== undefined) await deps.limits.take('secretOfUser', `totp ${userId}`);
  await secondFactor(deps.db, deps.vault, userId, totp, deps.clock.now());
}

/** Tries a code that this user had sent. @returns takes it. @throws {RuleError} `codeInvalid`. */
const tryOwnCode = (
  { db, clock }: AccountDeps,
  caller: UserCaller,
  contact: CanonicalContact,
  purpose: Purpose,
  code: string,
) => tryCode(db, { contact, purpose, code, requester: requesterOf(caller) }, clock.now());

function mustBeGood(password: string): void {
  const refusal = passwordRefusal(password);
  if (refusal) throw new RuleError(refusal);
}

export async function changePassword(
  deps: AccountDeps,
  { old, password, totp }: Request<'account.changePassword'>,
  caller: UserCaller,
): Promise<Record<never, never>> {
  const { userId, sessionId } = caller.user;
  mustBeGood(password);
  const proven = await provePassword(deps, userId, old);
  await proveFactor(deps, userId, totp);
  const hash = await deps.hasher.hash(password, await ownTurn(deps, userId));
  await run(deps, async (work) => {
    // Hashing takes a while: a password that was reset meanwhile is not replaced by who knows the old one alone.
    const changed = await work.tx.query(
      'update app_user set password_hash = $2 where id = $1 and password_hash = $3 returning id',
      [userId, hash, proven],
    );
    if (changed.length === 0) throw new RuleError('passwordWrong');
    await endSessions(work.tx, userId, work.at, { except: sessionId });
    await endApiKeys(work.tx, userId, work.at);
    await protect(deps, work, userId, { what: 'passwordChanged' }, caller);
  });
  return {};
}

/** What the rule of resting withdrawals looks at; locked, and read before the change is written. */
async function restsAfter({ tx, at }: Transaction, userId: number, change: AccountChange): Promise<boolean> {
  const row = singleRow(
    await tx.query<{ phone: string | null; fund_hash: string | null; created_at: number }>(
      'select phone, fund_hash, created_at from app_user where id = $1 for update',
      [userId],
    ),
  );
  const account = {
    hasPhone: row.phone !== null,
    hasFundPassword: row.fund_hash !== null,
    createdAt: row.created_at,
  };
  return restsWithdrawals(change, account, at);
}

export async function setFundPassword(
  deps: AccountDeps,
  { password, code, totp }: Request<'account.setFundPassword'>,
  caller: UserCaller,
): Promise<Record<never, never>> {
  const { userId } = caller.user;
  mustBeGood(password);
  const row = await userRow<{ email: string | null; password_hash: string }>(
    deps.db,
    userId,
    'email, password_hash',
  );
  const contact = await boundContact(deps, userId, row.email === null ? 'phone' : 'email');
  const takeCode = await tryOwnCode(deps, caller, contact, 'fundPassword', code);
  await proveFactor(deps, userId, totp);
  // Only with the code can a caller learn whether it equals the login password, and within a limit.
  await deps.limits.take('fundPasswordOfUser', `${userId}`);
  const turn = await ownTurn(deps, userId);
  const hash = await takeCode.meanwhile(async () => {
    if (await deps.hasher.verify(password, row.password_hash, turn)) throw new RuleError('fundPasswordSame');
    return deps.hasher.hash(password, turn);
  });
  await run(deps, async (work) => {
    await takeCode(work.tx);
    const { fund_hash: before } = await userRow<{ fund_hash: string | null }>(work.tx, userId, 'fund_hash');
    const rests = await restsAfter(work, userId, 'fundPassword');
    await work.tx.query('update app_user set fund_hash = $2 where id = $1', [userId, hash]);
    if (before !== null) return protect(deps, work, userId, { what: 'fundPasswordChanged' }, caller);
    if (rests)
      return protect(deps, work, userId, { what: 'fundPasswordSet', key: 'fundPasswordFirst' }, caller);
    return noteChange(deps, work, userId, { what: 'fundPasswordSet' }, caller);
  });
  return {};
}

/** Writes a new contact. A contact of somebody else never had a code, so that this is no way to ask for it. */
async function bind({ tx }: Transaction, userId: number, { kind, value }: CanonicalContact): Promise<void> {
  try {
    await tx.query(`update app_user set ${kind} = $2 where id = $1`, [userId, value]);
  } catch (error) {
    if (constraintOf(error) === `app_user_${kind}_key`) throw new RuleError('codeInvalid', { cause: error });
    throw error;
  }
}

/** What a new way to reach a user is written with, once all that proves it is right. */
interface Binding {
  readonly contact: CanonicalContact;
  readonly takes: readonly ((tx: Transaction['tx']) => Promise<unknown>)[];
  readonly change: 'phone' | 'email';
  readonly what: Noted['what'];
}

/** Notifies the old contact too. A change that pauses withdrawals ends the other sessions as well. */
function writeBinding(
  deps: AccountDeps,
  { user: { userId, sessionId }, ...caller }: UserCaller,
  { contact, takes, change, what }: Binding,
): Promise<void> {
  return run(deps, async (work) => {
    for (const take of takes) await take(work.tx);
    const rests = await restsAfter(work, userId, change);
    const before = await recipientsOf(work.tx, userId);
    await bind(work, userId, contact);
    if (!rests) return noteChange(deps, work, userId, { what, before }, caller);
    await endSessions(work.tx, userId, work.at, { except: sessionId });
    return protect(deps, work, userId, { what, before }, caller);
  });
}

/** Requires a code sent to the present contact: session and password alone cannot bind another phone. */
export async function bindPhone(
  deps: AccountDeps,
  { oldCode, phone, code, password, totp }: Request<'account.bindPhone'>,
  caller: UserCaller,
): Promise<Record<never, never>> {
  const { userId } = caller.user;
  const contact = canonicalContact({ kind: 'phone', phone }, deps.isPhone);
  const row = await userRow<{ phone: string | null }>(deps.db, userId, 'phone');
  const reached = await reachedContact(deps, userId);
  const codes = [
    await tryOwnCode(deps, caller, reached, 'changePhone', oldCode),
    await tryOwnCode(deps, caller, contact, 'bindPhone', code),
  ];
  const proven = await provePassword(deps, userId, password);
  await proveFactor(deps, userId, totp);
  const takes = [(tx: Transaction['tx']) => mustStillHold(tx, userId, proven), ...codes];
  const what = row.phone === null ? 'phoneAdded' : 'phoneChanged';
  await writeBinding(deps, caller, { contact, takes, change: 'phone', what });
  return {};
}

/** The first mail address takes over the phone's codes and notices: a code sent to the phone is required. */
export async function bindEmail(
  deps: AccountDeps,
  { oldCode, email, code, password, totp }: Request<'account.bindEmail'>,
  caller: UserCaller,
): Promise<Record<never, never>> {
  const { userId } = caller.user;
  const contact = canonicalContact({ kind: 'email', email }, deps.isPhone);
  const row = await userRow<{ email: string | null }>(deps.db, userId, 'email');
  if (row.email !== null) throw new RuleError('contactBound');
  const reached = await boundContact(deps, userId, 'phone');
  const codes = [
    await tryOwnCode(deps, caller, reached, 'changeEmail', oldCode),
    await tryOwnCode(deps, caller, contact, 'bindEmail', code),
  ];
  const proven = await provePassword(deps, userId, password);
  await proveFactor(deps, userId, totp);
  const takes = [(tx: Transaction['tx']) => mustStillHold(tx, userId, proven), ...codes];
  await writeBinding(deps, caller, { contact, takes, change: 'email', what: 'emailAdded' });
  return {};
}

/** Requires codes of both mailboxes: the new one alone could be an attacker's with a stolen session. */
export async function changeEmail(
  deps: AccountDeps,
  { oldCode, email, code, totp }: Request<'account.changeEmail'>,
  caller: UserCaller,
): Promise<Record<never, never>> {
  const { userId } = caller.user;
  const contact = canonicalContact({ kind: 'email', email }, deps.isPhone);
  const bound = await boundContact(deps, userId, 'email');
  const takes = [
    await tryOwnCode(deps, caller, bound, 'changeEmail', oldCode),
    await tryOwnCode(deps, caller, contact, 'bindEmail', code),
  ];
  await proveFactor(deps, userId, totp);
  await writeBinding(deps, caller, { contact, takes, change: 'email', what: 'emailChanged' });
  return {};
}

export async function startTotp(
  deps: AccountDeps,
  { password }: Request<'account.totpStart'>,
  { user: { userId } }: UserCaller,
): Promise<{ secret: string; uri: string }> {
  await provePassword(deps, userId, password);
  const { uid } = await userRow<{ uid: string }>(deps.db, userId, 'uid');
  const fresh = newTotp(uid, deps.venueName);
  const rows = await deps.db.query(
    'update app_user set totp_secret = $2 where id = $1 and not totp_on returning id',
    [userId, await deps.vault.seal(fresh.secret)],
  );
  if (rows.length === 0) throw new RuleError('totpOn');
  return fresh;
}

export async function turnTotpOn(
  deps: AccountDeps,
  { totp }: Request<'account.totpConfirm'>,
  caller: UserCaller,
): Promise<{ recoveryCodes: string[] }> {
  const { userId, sessionId } = caller.user;
  await deps.limits.take('secretOfUser', `totp ${userId}`);
  return run(deps, async (work) => {
    const recoveryCodes = await confirmTotp(work.tx, deps.vault, userId, totp, work.at);
    await endSessions(work.tx, userId, work.at, { except: sessionId });
    await noteChange(deps, work, userId, { what: 'totpOn' }, caller);
    return { recoveryCodes };
  });
}

export async function turnTotpOff(
  deps: AccountDeps,
  { password, totp }: Request<'account.totpOff'>,
  caller: UserCaller,
): Promise<Record<never, never>> {
  const { userId, sessionId } = caller.user;
  const proven = await provePassword(deps, userId, password);
  const proof = await secondFactorOf(deps, userId, totp);
  if (proof === 'none') throw new RuleError('totpOff');
  await run(deps, async (work) => {
    await mustStillHold(work.tx, userId, proven);
    await work.tx.query('update app_user set totp_on = false, totp_secret = null where id = $1', [userId]);
    await work.tx.query('delete from recovery_code where user_id = $1', [userId]);
    await endSessions(work.tx, userId, work.at, { except: sessionId });
    await protect(deps, work, userId, { what: 'totpOff' }, caller);
  });
  return {};
}

async function secondFactorOf(deps: AccountDeps, userId: number, totp: string): Promise<string> {
  await deps.limits.take('secretOfUser', `totp ${userId}`);
  return secondFactor(deps.db, deps.vault, userId, totp, deps.clock.now());
}
