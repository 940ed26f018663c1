import type { calls, ParsedRequestOf, ResponseOf } from '../../../domain/contract/index.ts';
import { passwordRefusal, RuleError } from '../../../domain/index.ts';
import type { Transaction } from '../../base/commands/command.ts';
import { run } from '../../base/commands/command.ts';
import type { Queries } from '../../base/db/database.ts';
import { networkOf } from '../../base/network.ts';
import type { HashTurn } from '../../base/secrets.ts';
import { endApiKeys } from './apiKeys.ts';
import type { CanonicalContact, TriedCode } from './codes.ts';
import { canonicalContact, requesterOf, tryCode } from './codes.ts';
import type { AccountDeps, Caller } from './context.ts';
import { noteEvent, notify, protect } from './notices.ts';
import { inviterOf, openAccount } from './opening.ts';
import { isKnownPlace } from './places.ts';
import { endSessions, openSession } from './sessions.ts';
import type { Proof } from './totp.ts';
import { secondFactor } from './totp.ts';

type Calls = typeof calls;
type Register = Calls['account.register'];
type Login = Calls['account.login'];
type Retrieve = Calls['account.retrieve'];

interface UserRow {
  readonly id: number;
  readonly uid: string;
  readonly password_hash: string;
  readonly frozen_at: number | null;
  readonly anti_phishing: string | null;
}

/** The user with a contact; undefined without one. */
export async function userOf(db: Queries, { kind, value }: CanonicalContact): Promise<UserRow | undefined> {
  const column = kind === 'email' ? 'email' : 'phone';
  const [row] = await db.query<UserRow>(
    `select id, uid, password_hash, frozen_at, anti_phishing from app_user where ${column} = $1`,
    [value],
  );
  return row;
}

/** Opens an account. @throws {RuleError} what is wrong with the request, in the order of its fields. */
export async function register(
  deps: AccountDeps,
  request: ParsedRequestOf<Register>,
  caller: Caller,
): Promise<ResponseOf<Register>> {
  await deps.limits.take('registerFromAddress', caller.address);
  const contact = canonicalContact(request.contact, deps.isPhone);
  const refusal = passwordRefusal(request.password);
  if (refusal) throw new RuleError(refusal);
  if (!request.agreed) throw new RuleError('agreementRequired');
  const inviter = await inviterOf(deps.db, request.inviteCode);
  const attempt = {
    contact,
    purpose: 'register',
    code: request.code,
    requester: requesterOf(caller),
  } as const;
  const takeCode = await tryCode(deps.db, attempt, deps.clock.now());
  const passwordHash = await takeCode.meanwhile(() => deps.hasher.hash(request.password, turnOf(caller)));
  return run(deps, async (work) => {
    await takeCode(work.tx);
    return openAccount(deps, work, { contact, passwordHash, inviter }, caller);
  });
}

/** Hashes before a login wait with those of the same address. */
export const turnOf = ({ address }: Caller): HashTurn => ({ queue: 'login', who: networkOf(address) });

/**
 * Limits password attempts per place, and those of all unknown places together. Beyond these limits a code by
 * mail is required, which only the owner receives; a place that the owner has logged in from is exempt from
 * the second limit.
 * @returns takes the code, where one was given. @throws {RuleError} `loginCodeRequired`, `codeInvalid`,
 * `tooManyRequests`.
 */
async function admit(
  { db, clock, limits }: AccountDeps,
  contact: CanonicalContact,
  userId: number | undefined,
  code: string | undefined,
  caller: Caller,
): Promise<TriedCode | undefined> {
  await limits.take('loginFromAddress', caller.address);
  if (code !== undefined)
    return tryCode(db, { contact, purpose: 'login', code, requester: requesterOf(caller) }, clock.now());
  const place = placeOf(contact, caller);
  await limits.mayTry(place);
  const isKnown = await isKnownPlace(db, userId, caller);
  if (await limits.isOver('loginFromPlace', place)) throw new RuleError('loginCodeRequired');
  if (!isKnown && (await limits.isOver('loginByStrangers', contact.value)))
    throw new RuleError('loginCodeRequired');
  return undefined;
}

const placeOf = ({ value }: CanonicalContact, { address }: Caller): string =>
  `${networkOf(address)} ${value}`;

/**
 * Logs in. Unknown contacts and wrong passwords receive the same response after the same time.
 * @throws {RuleError} `loginRefused`, `loginCodeRequired`, `codeInvalid`, `totpRequired`, `totpInvalid`,
 * `accountFrozen`, `tooManyRequests`.
 */
export async function login(
  deps: AccountDeps,
  { contact, password, totp, code }: ParsedRequestOf<Login>,
  caller: Caller,
): Promise<ResponseOf<Login>> {
  const named = canonicalContact(contact, deps.isPhone);
  const place = placeOf(named, caller);
  const user = await userOf(deps.db, named);
  const takeCode = await admit(deps, named, user?.id, code, caller);
  const verify = () => deps.hasher.verify(password.slice(0, 100), user?.password_hash, turnOf(caller));
  const isRight = await (takeCode ? takeCode.meanwhile(verify) : verify());
  if (!user || !isRight) {
    await deps.limits.failed(place);
    throw new RuleError('loginRefused');
  }
  if (user.frozen_at !== null) throw new RuleError('accountFrozen');
  const proof = await secondFactor(deps.db, deps.vault, user.id, totp, deps.clock.now()).catch(
    async (error: unknown) => {
      if (error instanceof RuleError && error.code === 'totpInvalid') await deps.limits.failed(place);
      throw error;
    },
  );
  return run(deps, async (work) => {
    await takeCode?.(work.tx);
    await mustBeAsProven(work.tx, user, proof);
    const token = await openLogin(deps, work, user.id, caller);
    if (proof === 'recovery') await notify(deps, work, user.id, 'recoveryUsed', caller);
    return { uid: user.uid, token };
  });
}

/**
 * Proving takes a while, in which the owner may have changed the password or begun to require a second factor: that has
 * ended the sessions which were there, and must keep out this one as well. The row is held until the session stands, so
 * that a change that comes now finds it.
 * @throws {RuleError} `loginRefused`, `totpRequired`.
 */
async function mustBeAsProven(tx: Queries, { id, password_hash }: UserRow, proof: Proof): Promise<void> {
  const [same] = await tx.query<{ totp_on: boolean }>(
    'select totp_on from app_user where id = $1 and password_hash = $2 for share',
    [id, password_hash],
  );
  if (!same) throw new RuleError('loginRefused');
  if (same.totp_on && proof === 'none') throw new RuleError('totpRequired');
}

/**
 * Opens a session for an authenticated user and notifies the user of a login from a new place.
 * @returns the token. @throws {RuleError} `accountFrozen`: freezing ends sessions, and none may begin right after it.
 */
export async function openLogin(
  deps: Pick<AccountDeps, 'messages'>,
  work: Transaction,
  userId: number,
  caller: Caller,
): Promise<string> {
  const [now] = await work.tx.query<{ frozen: boolean }>(
    'select frozen_at is not null as frozen from app_user where id = $1 for share',
    [userId],
  );
  if (now?.frozen) throw new RuleError('accountFrozen');
  const isNew = !(await isKnownPlace(work.tx, userId, caller));
  await noteEvent(work, userId, 'login', caller);
  if (isNew) await notify(deps, work, userId, 'newLogin', caller);
  return openSession(work.tx, userId, caller, work.at);
}

/** Sets a new password by a code. @throws {RuleError} `codeInvalid` for a wrong code and for an unknown user. */
export async function retrieve(
  deps: AccountDeps,
  { contact, code, password }: ParsedRequestOf<Retrieve>,
  caller: Caller,
): Promise<ResponseOf<Retrieve>> {
  await deps.limits.take('loginFromAddress', caller.address);
  const named = canonicalContact(contact, deps.isPhone);
  const refusal = passwordRefusal(password);
  if (refusal) throw new RuleError(refusal);
  const attempt = { contact: named, purpose: 'retrieve', code, requester: requesterOf(caller) } as const;
  const takeCode = await tryCode(deps.db, attempt, deps.clock.now());
  const hash = await takeCode.meanwhile(() => deps.hasher.hash(password, turnOf(caller)));
  const user = await userOf(deps.db, named);
  if (!user) throw new RuleError('codeInvalid');
  await run(deps, async (work) => {
    await takeCode(work.tx);
    // The code has proven a contact: one that the user has left meanwhile sets nobody's password.
    const changed = await work.tx.query(
      `update app_user set password_hash = $2 where id = $1 and ${named.kind} = $3 returning id`,
      [user.id, hash, named.value],
    );
    if (changed.length === 0) throw new RuleError('codeInvalid');
    await endSessions(work.tx, user.id, work.at);
    await endApiKeys(work.tx, user.id, work.at);
    await protect(deps, work, user.id, { what: 'passwordChanged' }, caller);
  });
  return {};
}
