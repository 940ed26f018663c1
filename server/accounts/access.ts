import type { calls, ParsedRequestOf, ResponseOf } from '../../domain/contract/index.ts';
import { CREDIT_SCORE_START, passwordRefusal, RuleError } from '../../domain/index.ts';
import type { Work } from '../commands/command.ts';
import { run } from '../commands/command.ts';
import type { Queries } from '../db/database.ts';
import { constraintOf, only } from '../db/database.ts';
import { grantPlay } from '../ledger/play.ts';
import type { Named } from './codes.ts';
import { namedContact, tryCode } from './codes.ts';
import type { AccountDeps, Caller } from './deps.ts';
import { noteEvent, notify, protect } from './notices.ts';
import { newInviteCode, newUid } from './secrets.ts';
import { endSessions, openSession } from './sessions.ts';
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
}

/** The person that a contact names; undefined when nobody has it. */
export async function userOf(db: Queries, { kind, value }: Named): Promise<UserRow | undefined> {
  const column = kind === 'email' ? 'email' : 'phone';
  const [row] = await db.query<UserRow>(
    `select id, uid, password_hash, frozen_at from app_user where ${column} = $1`,
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
  const contact = namedContact(request.contact, deps.isPhone);
  const refusal = passwordRefusal(request.password);
  if (refusal) throw new RuleError(refusal);
  if (!request.agreed) throw new RuleError('agreementRequired');
  const inviter = await inviterOf(deps.db, request.inviteCode);
  const takeCode = await tryCode(deps.db, contact, 'register', request.code, deps.clock.now());
  const passwordHash = await deps.hasher.hash(request.password);
  return run(deps, async (work) => {
    await takeCode(work.tx);
    const { id, uid } = await insertUser(work, contact, passwordHash, inviter, caller);
    await noteEvent(work, id, 'registered', caller);
    if (deps.isPlay) await grantPlay(work, id, `welcome:${id}`);
    return { uid, token: await openSession(work.tx, id, caller, work.at) };
  });
}

async function inviterOf(db: Queries, code: string | undefined): Promise<number | null> {
  if (code === undefined || code.trim() === '') return null;
  const [row] = await db.query<{ id: number }>('select id from app_user where invite_code = $1', [
    code.trim().toUpperCase(),
  ]);
  if (!row) throw new RuleError('inviteUnknown');
  return row.id;
}

async function insertUser(
  { tx, at }: Work,
  { kind, value }: Named,
  passwordHash: string,
  inviter: number | null,
  { language }: Caller,
): Promise<{ id: number; uid: string }> {
  try {
    return only(
      await tx.query<{ id: number; uid: string }>(
        `insert into app_user (uid, ${kind}, password_hash, invite_code, invited_by, language, credit_score, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8) returning id, uid`,
        [newUid(), value, passwordHash, newInviteCode(), inviter, language, CREDIT_SCORE_START, at],
      ),
    );
  } catch (error) {
    // Somebody registered the same contact a moment ago: this code has been used.
    if (constraintOf(error) === `app_user_${kind}_key`) throw new RuleError('codeInvalid', { cause: error });
    throw error;
  }
}

/**
 * Logs in. Unknown people and wrong passwords are answered alike and take the same time.
 * @throws {RuleError} `loginRefused`, `totpRequired`, `totpInvalid`, `accountFrozen`, `tooManyRequests`.
 */
export async function login(
  deps: AccountDeps,
  { contact, password, totp }: ParsedRequestOf<Login>,
  caller: Caller,
): Promise<ResponseOf<Login>> {
  const named = namedContact(contact, deps.isPhone);
  const pair = `${caller.address} ${named.value}`;
  await deps.limits.mayTry(pair);
  await deps.limits.take('loginFromAddress', caller.address);
  await deps.limits.take('loginOfAccount', named.value);
  const user = await userOf(deps.db, named);
  const isRight = await deps.hasher.verify(password.slice(0, 100), user?.password_hash);
  if (!user || !isRight) {
    await deps.limits.failed(pair);
    throw new RuleError('loginRefused');
  }
  if (user.frozen_at !== null) throw new RuleError('accountFrozen');
  const proof = await secondFactor(deps.db, deps.vault, user.id, totp, deps.clock.now()).catch(
    async (error: unknown) => {
      if (error instanceof RuleError && error.code === 'totpInvalid') await deps.limits.failed(pair);
      throw error;
    },
  );
  await deps.limits.succeeded(pair);
  await deps.limits.forgive('loginOfAccount', named.value);
  return run(deps, async (work) => {
    const isNew = await isNewDevice(work.tx, user.id, caller);
    await noteEvent(work, user.id, 'login', caller);
    if (isNew) await notify(deps, work, user.id, 'newLogin', caller);
    if (proof === 'recovery') await notify(deps, work, user.id, 'recoveryUsed', caller);
    return { uid: user.uid, token: await openSession(work.tx, user.id, caller, work.at) };
  });
}

/** Whether this person never logged in from such a device at this address. */
async function isNewDevice(tx: Queries, userId: number, { device, address }: Caller): Promise<boolean> {
  const rows = await tx.query(
    'select 1 from account_event where user_id = $1 and device = $2 and address = $3 limit 1',
    [userId, device, address],
  );
  return rows.length === 0;
}

/** Sets a new password by a code. @throws {RuleError} `codeInvalid` for a wrong code and for an unknown person. */
export async function retrieve(
  deps: AccountDeps,
  { contact, code, password }: ParsedRequestOf<Retrieve>,
  caller: Caller,
): Promise<ResponseOf<Retrieve>> {
  await deps.limits.take('loginFromAddress', caller.address);
  const named = namedContact(contact, deps.isPhone);
  const refusal = passwordRefusal(password);
  if (refusal) throw new RuleError(refusal);
  const takeCode = await tryCode(deps.db, named, 'retrieve', code, deps.clock.now());
  const hash = await deps.hasher.hash(password);
  const user = await userOf(deps.db, named);
  if (!user) throw new RuleError('codeInvalid');
  await run(deps, async (work) => {
    await takeCode(work.tx);
    await work.tx.query('update app_user set password_hash = $2 where id = $1', [user.id, hash]);
    await endSessions(work.tx, user.id, work.at);
    await protect(deps, work, user.id, { what: 'passwordChanged' }, caller);
  });
  return {};
}
