import { proxy } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import type { Calls, RequestOf } from '../../domain/contract/index.ts';
import type { Result } from '../../domain/index.ts';
import type { AnswerKind, Answers, MoneyCall, Submitted } from '../../workers/api.ts';
import { client } from './client.ts';
import { dropDrafts, followLeave, followOwner, leaveDrafts } from './drafts.ts';
import { counted } from './inFlight.ts';
import { status } from './status.ts';
import { readText, remove, storageKeys, watchStorage, writeText } from './storage.ts';

/** The token as this page knows that it is stored; null also where nothing can be stored. */
let stored = readText(storageKeys.token);
if (stored !== null) followOwner();
else followLeave();

/**
 * Who this device is logged in as. `hasEnded`: the exchange ended the login, and the user has to see it. `handedOn`: how
 * often another tab gave this one to somebody else, or to nobody; what a screen holds by then is theirs who left.
 */
export const login = proxy<{ token: string | null; hasEnded: boolean; handedOn: number }>({
  token: stored,
  hasEnded: false,
  handedOn: 0,
});

/** The only writer of the token. */
export function signIn(token: string): void {
  writeText(storageKeys.token, token);
  stored = readText(storageKeys.token);
  login.hasEnded = false;
  follow(token);
}

/** The login that this device is leaving: that it ends is no news. */
let leaving: string | null = null;

/** How long somebody who leaves waits for the exchange, ms: who gives a phone away sees that it is empty. */
const LEAVE_MS = 3_000;

/** Ends the login at the exchange, and forgets it on this device also when the exchange cannot be reached. */
export async function logOut(): Promise<void> {
  const { token } = login;
  leaving = token;
  leaveDrafts();
  await Promise.race([ask('account.logout', {}), new Promise((resolve) => setTimeout(resolve, LEAVE_MS))]);
  if (login.token === token) signOut();
  dropDrafts();
}

/** Forgets the login on this device; one that has begun in another tab meanwhile goes on. */
export function signOut(): void {
  if (readText(storageKeys.token) === login.token) {
    remove(storageKeys.token);
    remove(storageKeys.uid);
  }
  stored = readText(storageKeys.token);
  follow(stored);
}

/** Another tab may have logged in or out while this one was at rest. */
function catchUp(): void {
  const now = readText(storageKeys.token);
  if (now === stored) return;
  const isOther = now !== null && login.token !== null;
  stored = isOther ? null : now;
  if (stored !== null ? followOwner() : !isOther && followLeave()) login.handedOn += 1;
  follow(stored);
  // What is shown to one user has left the page before the next one is there.
  if (isOther) setTimeout(catchUp);
}

/** @see specification §8: code 401 removes the token and leads to /login; what was typed stays in its draft */
export function sessionEnded(token: string | null): void {
  // An answer to an older login says nothing of the present one.
  if (token === null || login.token !== token) return;
  signOut();
  // The private channel may say that a login has ended before the logout has its answer, here or in another tab.
  const isLeftElsewhere = token !== leaving && followLeave();
  if (isLeftElsewhere) login.handedOn += 1;
  login.hasEnded = token !== leaving && !isLeftElsewhere;
}

function follow(token: string | null): void {
  if (login.token === token) return;
  login.token = token;
  client.setSettings({ token });
}

/** Requests something of the worker or the exchange, as the logged-in user. */
export function ask<K extends AnswerKind>(kind: K, args: Answers[K][0]): Promise<Result<Answers[K][1]>> {
  return asUser(() => client.ask(kind, args));
}

/** Makes a request as the logged-in user, and takes note of a login that has ended. */
export async function asUser<T>(question: () => Promise<Result<T>>): Promise<Result<T>> {
  const { token } = login;
  const result = await question();
  if (!result.ok && result.error.code === 401) sessionEnded(token);
  return result;
}

/** Moves money, through the journal. */
export async function submit<N extends MoneyCall>(
  name: N,
  request: RequestOf<Calls[N]>,
): Promise<Submitted<N>> {
  const { token } = login;
  const result = await counted(() => client.submit(name, request));
  if (result.state === 'refused' && result.error.code === 401) sessionEnded(token);
  return result;
}

/** A page that the browser has put to rest gets no events of the storage. @returns undo. */
function whenBack(run: () => void): () => void {
  window.addEventListener('pageshow', run);
  document.addEventListener('visibilitychange', run);
  return () => {
    window.removeEventListener('pageshow', run);
    document.removeEventListener('visibilitychange', run);
  };
}

/** Follows logins and logouts of other tabs, and logins that the exchange ends. @returns undo. */
export function followLogin(): () => void {
  const stops = [
    watchStorage(storageKeys.token, catchUp),
    whenBack(catchUp),
    subscribeKey(status, 'loginEnded', (hasEnded) => {
      if (hasEnded) sessionEnded(login.token);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
