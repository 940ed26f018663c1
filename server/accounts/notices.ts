import type { Language } from '../../domain/index.ts';
import { CHANGE_HOLD_MS, isLanguage } from '../../domain/index.ts';
import type { Work } from '../commands/command.ts';
import { only } from '../db/database.ts';
import type { MessageKey, Recipient } from '../messages/messages.ts';
import type { AccountDeps, Caller } from './deps.ts';
import type { Origin } from './sessions.ts';

/** What an account's history names; a key of the page's words. */
export type AccountEvent =
  | 'registered'
  | 'login'
  | 'passwordChanged'
  | 'fundPasswordChanged'
  | 'emailChanged'
  | 'phoneChanged'
  | 'totpOn'
  | 'totpOff'
  | 'antiPhishingChanged'
  | 'sessionsEnded'
  | 'frozen'
  | 'unfrozen';

export async function noteEvent(
  { tx, at }: Pick<Work, 'tx' | 'at'>,
  userId: number,
  what: AccountEvent,
  { device, address }: Origin,
): Promise<void> {
  await tx.query(
    'insert into account_event (user_id, what, device, address, at) values ($1, $2, $3, $4, $5)',
    [userId, what, device, address, at],
  );
}

/** Where a person is reached: by mail when there is an address, else by text message. */
export async function recipientOf(tx: Work['tx'], userId: number): Promise<Recipient> {
  const { email, phone, language, anti_phishing } = only(
    await tx.query<{
      email: string | null;
      phone: string | null;
      language: string;
      anti_phishing: string | null;
    }>('select email, phone, language, anti_phishing from app_user where id = $1', [userId]),
  );
  const spoken: Language = isLanguage(language) ? language : 'en_us';
  return email === null
    ? { kind: 'phone', address: phone ?? '', language: spoken }
    : { kind: 'email', address: email, language: spoken, antiPhishing: anti_phishing };
}

/**
 * Tells a person what happened to the account. @param more where, when not where they are reached now; what fills the
 * words' other blanks.
 */
export async function notify(
  { messages }: Pick<AccountDeps, 'messages'>,
  { tx, at }: Work,
  userId: number,
  key: MessageKey,
  { device, address }: Origin,
  {
    to,
    fields = {},
  }: { readonly to?: Recipient | undefined; readonly fields?: Readonly<Record<string, string>> } = {},
): Promise<void> {
  const time = `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const recipient = to ?? (await recipientOf(tx, userId));
  await messages.write(tx, recipient, key, at, { device, address, time, ...fields });
}

/**
 * After a change that whoever stole a session would make: withdrawals rest for a day, the person is told, the
 * history says so. @param to where to tell, when the address itself has changed.
 */
export async function protect(
  deps: Pick<AccountDeps, 'messages'>,
  work: Work,
  userId: number,
  what: AccountEvent & MessageKey,
  caller: Caller,
  to?: Recipient,
): Promise<void> {
  await work.tx.query('update app_user set held_until = $2 where id = $1', [
    userId,
    work.at + CHANGE_HOLD_MS,
  ]);
  await noteEvent(work, userId, what, caller);
  await notify(deps, work, userId, what, caller, { to });
  await work.tell(userId, 'profile', {});
}
