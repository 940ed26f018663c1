import type { Language } from '../../../domain/index.ts';
import { CHANGE_HOLD_MS, isLanguage } from '../../../domain/index.ts';
import type { Transaction } from '../../base/commands/command.ts';
import { singleRow } from '../../base/db/database.ts';
import type { AccountDeps, Caller } from './context.ts';
import type { MessageKey, Recipient } from './messages.ts';
import type { Origin } from './sessions.ts';

/** What an account's history names; a key of the page's words. */
export type AccountEvent =
  | 'registered'
  | 'login'
  | 'passwordChanged'
  | 'fundPasswordSet'
  | 'fundPasswordChanged'
  | 'emailAdded'
  | 'emailChanged'
  | 'phoneAdded'
  | 'phoneChanged'
  | 'totpOn'
  | 'totpOff'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'antiPhishingChanged'
  | 'apiKeyAdded'
  | 'apiKeyEnded'
  | 'sessionsEnded'
  | 'frozen'
  | 'unfrozen';

export async function noteEvent(
  { tx, at }: Pick<Transaction, 'tx' | 'at'>,
  userId: number,
  what: AccountEvent,
  { device, address }: Origin,
): Promise<void> {
  await tx.query(
    'insert into account_event (user_id, what, device, address, at) values ($1, $2, $3, $4, $5)',
    [userId, what, device, address, at],
  );
}

/** Where a user is reached: by mail when there is an address, else by text message; a guest is not. */
export async function recipientOf(tx: Transaction['tx'], userId: number): Promise<Recipient | undefined> {
  return (await recipientsOf(tx, userId))[0];
}

/** All that reaches a user, the mail first. */
export async function recipientsOf(tx: Transaction['tx'], userId: number): Promise<readonly Recipient[]> {
  const { email, phone, language, anti_phishing } = singleRow(
    await tx.query<{
      email: string | null;
      phone: string | null;
      language: string;
      anti_phishing: string | null;
    }>('select email, phone, language, anti_phishing from app_user where id = $1', [userId]),
  );
  const spoken: Language = isLanguage(language) ? language : 'en_us';
  return [
    ...(email === null
      ? []
      : [{ kind: 'email', address: email, language: spoken, antiPhishing: anti_phishing } as const]),
    ...(phone === null ? [] : [{ kind: 'phone', address: phone, language: spoken } as const]),
  ];
}

/**
 * Notifies a user of an event in the account. @param more recipients other than the present contacts; values
 * of the text's other placeholders.
 */
export async function notify(
  { messages }: Pick<AccountDeps, 'messages'>,
  { tx, at }: Transaction,
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

/** Sends a change of contacts to all old and new contacts. */
async function toAll(
  tx: Transaction['tx'],
  userId: number,
  before: readonly Recipient[],
): Promise<Recipient[]> {
  const all = [...before, ...(await recipientsOf(tx, userId))];
  return all.filter(({ address }, i) => all.findIndex((each) => each.address === address) === i);
}

export interface Noted {
  /** In the history, and by mail. */
  readonly what: AccountEvent & MessageKey;
  /** By mail, where its words are others. */
  readonly key?: MessageKey;
  /** What reached the user before, where that has changed. */
  readonly before?: readonly Recipient[];
}

/** Writes a change of the account into its history and notifies the user, on all devices and by mail. */
export async function noteChange(
  deps: Pick<AccountDeps, 'messages'>,
  work: Transaction,
  userId: number,
  { what, key = what, before }: Noted,
  caller: Caller,
): Promise<void> {
  await noteEvent(work, userId, what, caller);
  const to = before
    ? await toAll(work.tx, userId, before)
    : (await recipientsOf(work.tx, userId)).slice(0, 1);
  for (const each of to) await notify(deps, work, userId, key, caller, { to: each });
  await work.publish(userId, 'profile', {});
}

/** The same after a change that pauses withdrawals. @see restsWithdrawals */
export async function protect(
  deps: Pick<AccountDeps, 'messages'>,
  work: Transaction,
  userId: number,
  noted: Noted,
  caller: Caller,
): Promise<void> {
  await work.tx.query('update app_user set held_until = $2 where id = $1', [
    userId,
    work.at + CHANGE_HOLD_MS,
  ]);
  await noteChange(deps, work, userId, noted, caller);
}

/** After which change withdrawals rest, as the history names it: SQL, of a row of `app_user`. */
export const HELD_AFTER = `(select what from account_event e where e.user_id = app_user.id
  and e.at = held_until - ${CHANGE_HOLD_MS} order by e.id desc limit 1)`;
