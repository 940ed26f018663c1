import type { Contact, calls, ResponseOf } from '../../domain/contract/index.ts';
import { RuleError } from '../../domain/index.ts';
import { run } from '../commands/command.ts';
import { userOf } from './access.ts';
import type { Named, Purpose } from './codes.ts';
import { CODE_MS, namedContact, writeCode } from './codes.ts';
import type { AccountDeps, Caller } from './deps.ts';
import { userRow } from './sessions.ts';

type Sent = ResponseOf<(typeof calls)['common.sendEmail']>;

const AGAIN_MS = 60_000;
/** Purposes for which the code goes to what the person has bound, when no contact is given. */
const TO_BOUND: readonly Purpose[] = [
  'fundPassword',
  'changeEmail',
  'changePhone',
  'withdrawal',
  'addressBook',
];
/** Purposes that are for people who are logged in. */
const OF_USERS: readonly Purpose[] = ['bindPhone', 'bindEmail', ...TO_BOUND];

/**
 * Sends a code. Whether somebody has this contact is told by no answer: the message alone says it, to its owner.
 * @throws {RuleError} what is wrong with the contact, `contactMissing`, `tooManyRequests`; `loginNeeded` says that
 * nobody is logged in, which the caller turns into 401.
 */
export async function sendCode(
  deps: AccountDeps,
  contact: Contact,
  purpose: Purpose,
  caller: Caller,
): Promise<Sent> {
  const to = await addressee(deps, contact, purpose, caller);
  await deps.limits.take('codesFromAddress', caller.address);
  await deps.limits.take('codesOfContact', to.value);
  await deps.limits.take('codeAgain', `${purpose} ${to.value}`);
  await run(deps, async (work) => {
    const user = await userOf(work.tx, to);
    const isOwn = user?.id === caller.user?.userId;
    const recipient = { kind: to.kind, address: to.value, language: caller.language };
    if (purpose === 'register' && user) await deps.messages.write(work.tx, recipient, 'exists', work.at);
    else if ((purpose === 'bindPhone' || purpose === 'bindEmail') && user && !isOwn)
      await deps.messages.write(work.tx, recipient, 'taken', work.at);
    else if (purpose !== 'retrieve' || user)
      await writeCode(work.tx, deps.messages, { to, purpose, language: caller.language }, work.at);
  });
  return { againInMs: AGAIN_MS, validMs: CODE_MS, isLocal: deps.messages.isLocal(to.kind) };
}

async function addressee(
  deps: AccountDeps,
  contact: Contact,
  purpose: Purpose,
  { user }: Caller,
): Promise<Named> {
  const typed = contact.kind === 'email' ? contact.email : contact.phone;
  if (!user && OF_USERS.includes(purpose)) throw new LoginNeededError();
  if (typed.trim() !== '' || !TO_BOUND.includes(purpose) || !user) return namedContact(contact, deps.isPhone);
  return boundContact(deps, user.userId, contact.kind);
}

/** Where codes go that prove a person: to the mail where there is one, else to the phone. */
export async function reachedContact(deps: Pick<AccountDeps, 'db'>, userId: number): Promise<Named> {
  const { email } = await userRow<{ email: string | null }>(deps.db, userId, 'email');
  return boundContact(deps, userId, email === null ? 'phone' : 'email');
}

/** What a person has bound. @throws {RuleError} `contactMissing`. */
export async function boundContact(
  { db }: Pick<AccountDeps, 'db'>,
  userId: number,
  kind: Named['kind'],
): Promise<Named> {
  const row = await userRow<{ email: string | null; phone: string | null }>(db, userId, 'email, phone');
  const value = row[kind];
  if (value === null) throw new RuleError('contactMissing');
  return { kind, value };
}

/** The call is for people who are logged in. */
export class LoginNeededError extends Error {
  override readonly name = 'LoginNeededError';
}
