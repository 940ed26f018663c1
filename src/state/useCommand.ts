import { useRef, useState } from 'react';
import type { Calls, RequestOf } from '../../domain/contract/index.ts';
import type { Refusal } from '../../domain/index.ts';
import type { LateState, MoneyCall } from '../../workers/api.ts';
import type { JournalEntry } from './journal.ts';
import { useJournal } from './journal.ts';
import { submit } from './login.ts';

/** `sending`: on its way; `refused`: it did not act, and why. */
export type CommandState = LateState | 'sending' | 'refused';

/** How far the latest sending of a money-moving call has come. */
export interface Sending {
  readonly state: CommandState;
  /** In the journal; empty when the worker died before it could answer. */
  readonly key?: string;
  readonly failed?: Refusal;
}

export interface Command<N extends MoneyCall> {
  readonly sending: Sending | undefined;
  /** Sends it; while one is on its way, nothing. */
  readonly send: (request: RequestOf<Calls[N]>) => Promise<void>;
}

/**
 * Sends a money-moving call once at a time, and follows what became of it.
 * @param isSingle whether each such call is about the same thing: one of an earlier visit is then followed too.
 */
export function useCommand<N extends MoneyCall>(call: N, isSingle = false): Command<N> {
  const { entries } = useJournal();
  const [own, setOwn] = useState<Sending>();
  const isSending = useRef(false);
  /** What the journal said last of a call in doubt: it forgets each outcome after a while. */
  const followed = useRef<JournalEntry>(undefined);
  const send = async (request: RequestOf<Calls[N]>) => {
    if (isSending.current) return;
    isSending.current = true;
    followed.current = undefined;
    setOwn({ state: 'sending' });
    const result = await submit(call, request);
    isSending.current = false;
    if (result.state === 'settled') setOwn({ state: 'settled' });
    else if (result.state === 'refused') setOwn({ state: 'refused', failed: result.error });
    else setOwn({ state: 'unknown', key: result.key });
  };
  const alike = entries.filter((entry) => entry.call === call);
  const entry = entryOf(own, alike, isSingle);
  if (own && entry) followed.current = entry;
  return { sending: entry ?? endOf(own, followed.current), send };
}

/** Whether another would go out beside it. One whose key was lost cannot be followed; taking back again does no harm. */
export const isUnderWay = (sending: Sending | undefined): boolean =>
  sending?.state === 'sending' || (sending?.state === 'unknown' && sending.key !== '');

/** How a call ended that the journal has forgotten. Of an outcome that nobody saw nothing is known, and it is in doubt no more. */
function endOf(own: Sending | undefined, followed: JournalEntry | undefined): Sending | undefined {
  if (!followed || own?.state !== 'unknown') return own;
  return followed.state === 'unknown' ? undefined : followed;
}

/** What the journal knows of it: the call whose answer was lost here, or one from an earlier visit. */
function entryOf(
  own: Sending | undefined,
  alike: readonly JournalEntry[],
  isSingle: boolean,
): JournalEntry | undefined {
  if (!own) return isSingle ? alike.find(({ state }) => state === 'unknown') : undefined;
  if (own.state !== 'unknown') return undefined;
  if (own.key) return alike.find(({ key }) => key === own.key);
  return isSingle ? alike.at(-1) : undefined;
}
