import type { Contact, codePurposes } from '../../../domain/contract/index.ts';
import type { ContactKind, Language } from '../../../domain/index.ts';
import { codeRefusal, emailRefusal, normalEmail, phoneRefusal, RuleError } from '../../../domain/index.ts';
import type { Queries } from '../../base/db/database.ts';
import { singleRow } from '../../base/db/database.ts';
import { digestOf } from '../../base/digest.ts';
import { networkOf } from '../../base/network.ts';
import { hexOf, isEqual, newCode } from '../../base/secrets.ts';
import type { Caller, Confirmed } from './context.ts';
import type { Messages } from './messages.ts';

export type Purpose = (typeof codePurposes)[number];

export const CODE_MS = 10 * 60_000;
const MOST_TRIES = 5;
/** Attempts from the requester's address without its token: a page that was reloaded has another token. */
const MOST_OTHER_TRIES = 2;

/** A contact in canonical form. */
export interface CanonicalContact {
  readonly kind: ContactKind;
  readonly value: string;
}

/** @param isPhone whether a country has this number. @throws {RuleError} what is wrong with it. */
export function canonicalContact(contact: Contact, isPhone: (number: string) => boolean): CanonicalContact {
  if (contact.kind === 'email') {
    const refusal = emailRefusal(contact.email);
    if (refusal) throw new RuleError(refusal);
    return { kind: 'email', value: normalEmail(contact.email) };
  }
  const refusal = phoneRefusal(contact.phone);
  if (refusal) throw new RuleError(refusal);
  if (!isPhone(contact.phone)) throw new RuleError('phoneInvalid');
  return { kind: 'phone', value: contact.phone };
}

const hashed = (code: string, { value }: CanonicalContact, purpose: Purpose): Uint8Array =>
  digestOf(`${purpose}\n${value}\n${code}`);

/** Who requests a code and tries it. */
export interface Requester {
  /** A user with a session, or a temporary token. */
  readonly by: string;
  readonly from: string;
}

export const requesterOf = ({ user, temporary, address }: Caller): Requester => ({
  by: user ? `user ${user.userId}` : temporary ? `token ${hexOf(temporary)}` : 'nobody',
  from: networkOf(address),
});

export interface Sending {
  readonly to: CanonicalContact;
  readonly requester: Requester;
  readonly purpose: Purpose;
  readonly language: Language;
  readonly antiPhishing?: string | null;
  /** What it confirms, where its message names more than a purpose. */
  readonly confirmed?: Confirmed | undefined;
}

/**
 * Writes a new code and the message that carries it. The requester's older codes of this purpose become void.
 */
export async function writeCode(
  tx: Queries,
  messages: Messages,
  { to, requester, purpose, language, antiPhishing = null, confirmed }: Sending,
  at: number,
): Promise<void> {
  const code = newCode();
  await tx.query(
    `update code set used_at = $3
     where contact = $1 and purpose = $2 and asked_by = $4 and used_at is null`,
    [to.value, purpose, at, requester.by],
  );
  await tx.query(
    `insert into code (contact, purpose, hash, expires_at, asked_by, asked_from, about)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      to.value,
      purpose,
      hashed(code, to, purpose),
      at + CODE_MS,
      requester.by,
      requester.from,
      confirmed?.about ?? '',
    ],
  );
  const recipient = { kind: to.kind, address: to.value, language, antiPhishing };
  const fields = { code, minutes: String(CODE_MS / 60_000), purpose: messages.purpose(language, purpose) };
  if (confirmed)
    await messages.write(tx, recipient, 'codeWithdrawal', at, { ...fields, ...confirmed.fields });
  else await messages.write(tx, recipient, 'code', at, fields);
}

/** A code to check, and its requester. */
export interface CodeTry {
  readonly contact: CanonicalContact;
  readonly purpose: Purpose;
  readonly code: string;
  readonly requester: Requester;
}

/** A right code that was tried. Called, it takes the code, inside the transaction of what it is good for, and yields what it confirms. */
export interface TriedCode {
  (tx: Queries): Promise<string>;
  /**
   * Does what comes before that transaction. Where the exchange has no time for it, the try is given back: the caller is
   * to repeat it as it is, and five repetitions would make the right code void.
   */
  meanwhile<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Tries a code that the requester had sent. Each attempt counts, even if the transaction fails later: after
 * five the code is void. Attempts of others do not count against the requester and are never accepted.
 * @throws {RuleError} `codeInvalid`.
 */
export async function tryCode(
  db: Queries,
  { contact, purpose, code, requester }: CodeTry,
  at: number,
): Promise<TriedCode> {
  const refusal = codeRefusal(code);
  if (refusal) throw new RuleError(refusal);
  const rows = await db.query<{ id: number; hash: Uint8Array }>(
    `update code set tries = tries + (asked_by = $4)::int, other_tries = other_tries + (asked_by <> $4)::int
     where id = (
       select id from code where contact = $1 and purpose = $2 and (asked_by = $4 or asked_from = $5)
       order by asked_by = $4 desc, id desc limit 1
     ) and used_at is null and expires_at > $3
       and case when asked_by = $4 then tries < ${MOST_TRIES} else other_tries < ${MOST_OTHER_TRIES} end
     returning id, hash`,
    [contact.value, purpose, at, requester.by, requester.from],
  );
  const own = hashed(code, contact, purpose);
  if (rows.length === 0 || !isEqual(singleRow(rows).hash, own)) throw new RuleError('codeInvalid');
  const { id } = singleRow(rows);
  const take = async (tx: Queries): Promise<string> => {
    const [taken] = await tx.query<{ about: string }>(
      'update code set used_at = $2 where id = $1 and used_at is null returning about',
      [id, at],
    );
    if (!taken) throw new RuleError('codeInvalid');
    return taken.about;
  };
  const meanwhile = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof RuleError && error.code === 'unavailable') await giveBack(db, id, requester);
      throw error;
    }
  };
  return Object.assign(take, { meanwhile });
}

const giveBack = (db: Queries, id: number, { by }: Requester) =>
  db.query(
    `update code set tries = tries - (asked_by = $2)::int, other_tries = other_tries - (asked_by <> $2)::int
     where id = $1`,
    [id, by],
  );
