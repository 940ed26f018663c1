import type { Contact, codePurposes } from '../../domain/contract/index.ts';
import type { ContactKind, Language } from '../../domain/index.ts';
import { codeRefusal, emailRefusal, normalEmail, phoneRefusal, RuleError } from '../../domain/index.ts';
import type { Queries } from '../db/database.ts';
import { only } from '../db/database.ts';
import { digestOf } from '../digest.ts';
import type { Messages } from '../messages/messages.ts';
import { isEqual, newCode } from './secrets.ts';

export type Purpose = (typeof codePurposes)[number];

export const CODE_MS = 10 * 60_000;
const MOST_TRIES = 5;

/** A contact in its one writing. */
export interface Named {
  readonly kind: ContactKind;
  readonly value: string;
}

/** @param isPhone whether a country has this number. @throws {RuleError} what is wrong with it. */
export function namedContact(contact: Contact, isPhone: (number: string) => boolean): Named {
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

const hashed = (code: string, { value }: Named, purpose: Purpose): Uint8Array =>
  digestOf(`${purpose}\n${value}\n${code}`);

export interface Sending {
  readonly to: Named;
  readonly purpose: Purpose;
  readonly language: Language;
  readonly antiPhishing?: string | null;
}

/** Writes a new code and the message that carries it. Older codes of the same purpose count no more. */
export async function writeCode(
  tx: Queries,
  messages: Messages,
  { to, purpose, language, antiPhishing = null }: Sending,
  at: number,
): Promise<void> {
  const code = newCode();
  await tx.query('update code set used_at = $3 where contact = $1 and purpose = $2 and used_at is null', [
    to.value,
    purpose,
    at,
  ]);
  await tx.query('insert into code (contact, purpose, hash, expires_at) values ($1, $2, $3, $4)', [
    to.value,
    purpose,
    hashed(code, to, purpose),
    at + CODE_MS,
  ]);
  const recipient = { kind: to.kind, address: to.value, language, antiPhishing };
  await messages.write(tx, recipient, 'code', at, { code, minutes: String(CODE_MS / 60_000) });
}

/**
 * Tries a code. Each try counts, whatever becomes of the rest: five, and the code is void.
 * @returns takes the code, inside the transaction of what it is good for. @throws {RuleError} `codeInvalid`.
 */
export async function tryCode(
  db: Queries,
  contact: Named,
  purpose: Purpose,
  code: string,
  at: number,
): Promise<(tx: Queries) => Promise<void>> {
  const refusal = codeRefusal(code);
  if (refusal) throw new RuleError(refusal);
  const rows = await db.query<{ id: number; hash: Uint8Array }>(
    `update code set tries = tries + 1 where id = (
       select id from code where contact = $1 and purpose = $2 order by id desc limit 1
     ) and used_at is null and expires_at > $3 and tries < ${MOST_TRIES} returning id, hash`,
    [contact.value, purpose, at],
  );
  const own = hashed(code, contact, purpose);
  if (rows.length === 0 || !isEqual(only(rows).hash, own)) throw new RuleError('codeInvalid');
  const { id } = only(rows);
  return async (tx) => {
    const taken = await tx.query(
      'update code set used_at = $2 where id = $1 and used_at is null returning id',
      [id, at],
    );
    if (taken.length === 0) throw new RuleError('codeInvalid');
  };
}
