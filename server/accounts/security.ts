import type { calls, ParsedRequestOf } from '../../domain/contract/index.ts';
import { CHANGE_HOLD_MS, passwordRefusal, RuleError, wordRefusal } from '../../domain/index.ts';
import type { Work } from '../commands/command.ts';
import { run } from '../commands/command.ts';
import { constraintOf, only } from '../db/database.ts';
import type { Named } from './codes.ts';
import { namedContact, tryCode } from './codes.ts';
import type { AccountDeps, UserCaller } from './deps.ts';
import { noteEvent, notify, protect, recipientOf } from './notices.ts';
import { boundContact } from './sending.ts';
import { endSessions, userRow } from './sessions.ts';
import { confirmTotp, newTotp, secondFactor } from './totp.ts';

type Calls = typeof calls;
type Request<Name extends keyof Calls> = ParsedRequestOf<Calls[Name]>;

/** @throws {RuleError} `passwordWrong`; the tenth wrong one in a quarter of an hour is not looked at. */
async function provePassword(deps: AccountDeps, userId: number, password: string): Promise<void> {
  await deps.limits.take('secretOfUser', `password ${userId}`);
  const row = await userRow<{ password_hash: string }>(deps.db, userId, 'password_hash');
  if (!(await deps.hasher.verify(password.slice(0, 100), row.password_hash)))
    throw new RuleError('passwordWrong');
  await deps.limits.forgive('secretOfUser', `password ${userId}`);
}

/** Asks for the second factor of those who have one. @throws {RuleError} `totpRequired`, `totpInvalid`. */
export async function proveFactor(
  deps: AccountDeps,
  userId: number,
  totp: string | undefined,
): Promise<void> {
  if (totp !== undefined) await deps.limits.take('secretOfUser', `totp ${userId}`);
  await secondFactor(deps.db, deps.vault, userId, totp, deps.clock.now());
  await deps.limits.forgive('secretOfUser', `totp ${userId}`);
}

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
  await provePassword(deps, userId, old);
  await proveFactor(deps, userId, totp);
  const hash = await deps.hasher.hash(password);
  await run(deps, async (work) => {
    await work.tx.query('update app_user set password_hash = $2 where id = $1', [userId, hash]);
    await endSessions(work.tx, userId, work.at, { except: sessionId });
    await protect(deps, work, userId, 'passwordChanged', caller);
  });
  return {};
}

/** An account of today without a funding password: choosing one is part of opening it, and no withdrawal rests for it. */
async function isNew({ tx, at }: Work, userId: number): Promise<boolean> {
  const { fund_hash, created_at } = only(
    await tx.query<{ fund_hash: string | null; created_at: number }>(
      'select fund_hash, created_at from app_user where id = $1 for update',
      [userId],
    ),
  );
  return fund_hash === null && at - created_at < CHANGE_HOLD_MS;
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
  if (await deps.hasher.verify(password, row.password_hash)) throw new RuleError('fundPasswordSame');
  const contact = await boundContact(deps, userId, row.email === null ? 'phone' : 'email');
  const takeCode = await tryCode(deps.db, contact, 'fundPassword', code, deps.clock.now());
  await proveFactor(deps, userId, totp);
  const hash = await deps.hasher.hash(password);
  await run(deps, async (work) => {
    await takeCode(work.tx);
    const isFirst = await isNew(work, userId);
    await work.tx.query('update app_user set fund_hash = $2 where id = $1', [userId, hash]);
    if (!isFirst) return protect(deps, work, userId, 'fundPasswordChanged', caller);
    await noteEvent(work, userId, 'fundPasswordChanged', caller);
    await notify(deps, work, userId, 'fundPasswordSet', caller);
    await work.tell(userId, 'profile', {});
  });
  return {};
}

/** Writes a new contact. A contact of somebody else never had a code, so that this is no way to ask for it. */
async function bind({ tx }: Work, userId: number, { kind, value }: Named): Promise<void> {
  try {
    await tx.query(`update app_user set ${kind} = $2 where id = $1`, [userId, value]);
  } catch (error) {
    if (constraintOf(error) === `app_user_${kind}_key`) throw new RuleError('codeInvalid', { cause: error });
    throw error;
  }
}

export async function bindPhone(
  deps: AccountDeps,
  { phone, code, password, totp }: Request<'account.bindPhone'>,
  caller: UserCaller,
): Promise<Record<never, never>> {
  const { userId } = caller.user;
  const contact = namedContact({ kind: 'phone', phone }, deps.isPhone);
  await provePassword(deps, userId, password);
  const takeCode = await tryCode(deps.db, contact, 'bindPhone', code, deps.clock.now());
  await proveFactor(deps, userId, totp);
  await run(deps, async (work) => {
    await takeCode(work.tx);
    const before = await recipientOf(work.tx, userId);
    await bind(work, userId, contact);
    await protect(deps, work, userId, 'phoneChanged', caller, before);
  });
  return {};
}

export async function bindEmail(
  deps: AccountDeps,
  { email, code, password, totp }: Request<'account.bindEmail'>,
  caller: UserCaller,
): Promise<Record<never, never>> {
  const { userId } = caller.user;
  const contact = namedContact({ kind: 'email', email }, deps.isPhone);
  const row = await userRow<{ email: string | null }>(deps.db, userId, 'email');
  if (row.email !== null) throw new RuleError('contactBound');
  await provePassword(deps, userId, password);
  const takeCode = await tryCode(deps.db, contact, 'bindEmail', code, deps.clock.now());
  await proveFactor(deps, userId, totp);
  await run(deps, async (work) => {
    await takeCode(work.tx);
    await bind(work, userId, contact);
    await noteEvent(work, userId, 'emailChanged', caller);
    await notify(deps, work, userId, 'emailChanged', caller);
    await work.tell(userId, 'profile', {});
  });
  return {};
}

/** Needs both mailboxes: who has only the new one has taken over a session. */
export async function changeEmail(
  deps: AccountDeps,
  { oldCode, email, code, totp }: Request<'account.changeEmail'>,
  caller: UserCaller,
): Promise<Record<never, never>> {
  const { userId, sessionId } = caller.user;
  const contact = namedContact({ kind: 'email', email }, deps.isPhone);
  const bound = await boundContact(deps, userId, 'email');
  const takeOld = await tryCode(deps.db, bound, 'changeEmail', oldCode, deps.clock.now());
  const takeNew = await tryCode(deps.db, contact, 'bindEmail', code, deps.clock.now());
  await proveFactor(deps, userId, totp);
  await run(deps, async (work) => {
    await takeOld(work.tx);
    await takeNew(work.tx);
    const before = await recipientOf(work.tx, userId);
    await bind(work, userId, contact);
    await endSessions(work.tx, userId, work.at, { except: sessionId });
    await protect(deps, work, userId, 'emailChanged', caller, before);
  });
  return {};
}

export async function startTotp(
  deps: AccountDeps,
  { password }: Request<'account.totpStart'>,
  { user: { userId } }: UserCaller,
): Promise<{ secret: string; uri: string }> {
  await provePassword(deps, userId, password);
  const { uid } = await userRow<{ uid: string }>(deps.db, userId, 'uid');
  const fresh = newTotp(uid);
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
    await protect(deps, work, userId, 'totpOn', caller);
    return { recoveryCodes };
  });
}

export async function turnTotpOff(
  deps: AccountDeps,
  { password, totp }: Request<'account.totpOff'>,
  caller: UserCaller,
): Promise<Record<never, never>> {
  const { userId, sessionId } = caller.user;
  await provePassword(deps, userId, password);
  const proof = await secondFactorOf(deps, userId, totp);
  if (proof === 'none') throw new RuleError('totpOff');
  await run(deps, async (work) => {
    await work.tx.query('update app_user set totp_on = false, totp_secret = null where id = $1', [userId]);
    await work.tx.query('delete from recovery_code where user_id = $1', [userId]);
    await endSessions(work.tx, userId, work.at, { except: sessionId });
    await protect(deps, work, userId, 'totpOff', caller);
  });
  return {};
}

async function secondFactorOf(deps: AccountDeps, userId: number, totp: string): Promise<string> {
  await deps.limits.take('secretOfUser', `totp ${userId}`);
  return secondFactor(deps.db, deps.vault, userId, totp, deps.clock.now());
}

export async function setAntiPhishing(
  deps: AccountDeps,
  { word }: Request<'account.setAntiPhishing'>,
  caller: UserCaller,
): Promise<Record<never, never>> {
  const { userId } = caller.user;
  const refusal = wordRefusal(word.trim());
  if (refusal) throw new RuleError(refusal);
  await run(deps, async (work) => {
    only(
      await work.tx.query('update app_user set anti_phishing = $2 where id = $1 returning id', [
        userId,
        word.trim(),
      ]),
    );
    await noteEvent(work, userId, 'antiPhishingChanged', caller);
    await work.tell(userId, 'profile', {});
  });
  return {};
}
