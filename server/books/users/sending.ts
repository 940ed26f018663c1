import type { CodeAbout, Contact, calls, ResponseOf } from '../../../domain/contract/index.ts';
import { RuleError } from '../../../domain/index.ts';
import type { Transaction } from '../../base/commands/command.ts';
import { runBeside } from '../../base/commands/command.ts';
import { networkOf } from '../../base/network.ts';
import { userOf } from './access.ts';
import type { CanonicalContact, Purpose } from './codes.ts';
import { CODE_MS, canonicalContact, requesterOf, writeCode } from './codes.ts';
import type { AccountDeps, Caller, Confirmed } from './context.ts';
import type { LimitName } from './limits.ts';
import { isKnownPlace } from './places.ts';
import { userRow } from './sessions.ts';

type Sent = ResponseOf<(typeof calls)['common.sendEmail']>;

const AGAIN_MS = 60_000;
/** Purposes for which the code goes to the user's present contact and to no other, given or not. */
const TO_BOUND: readonly Purpose[] = [
  'fundPassword',
  'changeEmail',
  'changePhone',
  'withdrawal',
  'addressBook',
  'apiKey',
];
/** Purposes for which nothing is sent to unknown contacts. */
const OF_KNOWN: readonly Purpose[] = ['retrieve', 'login'];
/** Purposes that require a session. */
const OF_USERS: readonly Purpose[] = ['bindPhone', 'bindEmail', ...TO_BOUND];

/**
 * Sends a code. Only the message itself, no response, reveals to its owner that a contact has an account.
 * @param request what a withdrawal's code confirms.
 * @throws {RuleError} what is wrong with the contact or the request, `contactMissing`, `tooManyRequests`;
 * `loginNeeded` without a session, which the caller turns into 401.
 */
export async function sendCode(
  deps: AccountDeps,
  contact: Contact,
  purpose: Purpose,
  caller: Caller,
  request?: CodeAbout,
): Promise<Sent> {
  const to = await addressee(deps, contact, purpose, caller);
  const confirmed = await confirmedOf(deps, purpose, caller, request);
  const user = await userOf(deps.db, to);
  const giveBack = await deps.limits.takeAll(await limitsOf(deps, to, purpose, caller, user?.id));
  try {
    await runBeside(deps, (work) => write(deps, work, { to, purpose, user, confirmed }, caller));
  } catch (error) {
    await giveBack();
    throw error;
  }
  return { againInMs: AGAIN_MS, validMs: CODE_MS, isLocal: deps.messages.isLocal(to.kind) };
}

/** The limits of a code: per user with a session, else per requester and recipient. */
async function limitsOf(
  deps: AccountDeps,
  to: CanonicalContact,
  purpose: Purpose,
  caller: Caller,
  ownerId: number | undefined,
): Promise<[LimitName, string][]> {
  const { user, address } = caller;
  const requester = user ? `user ${user.userId}` : networkOf(address);
  const isOwn = user !== undefined && user.userId === ownerId;
  const isStranger = !isOwn && !(await isKnownPlace(deps.db, ownerId, caller));
  return [
    ['codeAgain', `${purpose} ${requester} ${to.value}`],
    ['codesOfRequester', `${purpose} ${requester} ${to.value}`],
    user ? ['codesOfUser', `${user.userId}`] : ['codesFromAddress', address],
    ...(isStranger ? [['codesByStrangers', to.value] satisfies [LimitName, string]] : []),
  ];
}

interface CodeMessage {
  readonly to: CanonicalContact;
  readonly purpose: Purpose;
  /** The contact's owner. */
  readonly user: { readonly id: number; readonly anti_phishing: string | null } | undefined;
  readonly confirmed: Confirmed | undefined;
}

async function write(
  { messages }: AccountDeps,
  { tx, at }: Transaction,
  { to, purpose, user, confirmed }: CodeMessage,
  caller: Caller,
): Promise<void> {
  const isOwn = user?.id === caller.user?.userId;
  const { language } = caller;
  // The phrase goes to its owner alone: a new address has no owner yet.
  const antiPhishing = user?.anti_phishing ?? null;
  const recipient = { kind: to.kind, address: to.value, language, antiPhishing };
  if (purpose === 'register' && user) await messages.write(tx, recipient, 'exists', at);
  else if ((purpose === 'bindPhone' || purpose === 'bindEmail') && user && !isOwn)
    await messages.write(tx, recipient, 'taken', at);
  else if (user || !OF_KNOWN.includes(purpose))
    await writeCode(
      tx,
      messages,
      { to, requester: requesterOf(caller), purpose, language, antiPhishing, confirmed },
      at,
    );
}

/** What a withdrawal's code is to confirm; other codes confirm their purpose. @throws {RuleError} `bodyInvalid`. */
async function confirmedOf(
  { db, confirmedBy }: AccountDeps,
  purpose: Purpose,
  { user }: Caller,
  request: CodeAbout | undefined,
): Promise<Confirmed | undefined> {
  if ((purpose === 'withdrawal') !== (request !== undefined)) throw new RuleError('bodyInvalid');
  return user && request ? confirmedBy(db, user.userId, request) : undefined;
}

async function addressee(
  deps: AccountDeps,
  contact: Contact,
  purpose: Purpose,
  { user }: Caller,
): Promise<CanonicalContact> {
  const typed = contact.kind === 'email' ? contact.email : contact.phone;
  if (!user && OF_USERS.includes(purpose)) throw new LoginNeededError();
  if (!TO_BOUND.includes(purpose) || !user) return canonicalContact(contact, deps.isPhone);
  const bound = await boundContact(deps, user.userId, contact.kind);
  if (typed.trim() === '') return bound;
  // A code of this purpose proves its own user alone. To somebody else it would be a message, in the words of our own and
  // under the word by which they know these, of a withdrawal that they never requested.
  if (canonicalContact(contact, deps.isPhone).value !== bound.value) throw new RuleError('contactMissing');
  return bound;
}

/** Where codes go that prove a user: to the mail where there is one, else to the phone. */
export async function reachedContact(
  deps: Pick<AccountDeps, 'db'>,
  userId: number,
): Promise<CanonicalContact> {
  const { email } = await userRow<{ email: string | null }>(deps.db, userId, 'email');
  return boundContact(deps, userId, email === null ? 'phone' : 'email');
}

/** What a user has bound. @throws {RuleError} `contactMissing`. */
export async function boundContact(
  { db }: Pick<AccountDeps, 'db'>,
  userId: number,
  kind: CanonicalContact['kind'],
): Promise<CanonicalContact> {
  const row = await userRow<{ email: string | null; phone: string | null }>(db, userId, 'email, phone');
  const value = row[kind];
  if (value === null) throw new RuleError('contactMissing');
  return { kind, value };
}

/** The call requires a session. */
export class LoginNeededError extends Error {
  override readonly name = 'LoginNeededError';
}
