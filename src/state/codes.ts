import { useEffect, useState } from 'react';
import type { Calls, CodeAbout, RequestOf } from '../../domain/contract/index.ts';
import type { ContactKind, Result } from '../../domain/index.ts';
import { HOUR_MS } from '../../domain/index.ts';
import { readDraft, writeDraft } from './drafts.ts';
import { ask } from './login.ts';

export type CodePurpose = RequestOf<Calls['common.sendEmail']>['purpose'];

/** Where a code goes. @property address empty: the contact that the account has. */
export interface Destination {
  readonly kind: ContactKind;
  readonly address: string;
  /** What a withdrawal's code is to confirm. */
  readonly about?: CodeAbout;
}

export interface SentCode {
  /** When another may be requested, ms UTC. */
  readonly againAt: number;
  /** Whether it lies in the practice outbox. */
  readonly isLocal: boolean;
}

const TICK_MS = 250;
/** Longer than any wait for another code; what is older is forgotten. */
const LONGEST_MS = HOUR_MS;

/** Has a code sent; the wait for the next one is remembered for the tab's life. */
export async function sendCode(
  purpose: CodePurpose,
  { kind, address, about }: Destination,
): Promise<Result<SentCode>> {
  const more = about ? { about } : {};
  const result =
    kind === 'email'
      ? await ask('common.sendEmail', { email: address, purpose, ...more })
      : await ask('common.sendSms', { phone: address, purpose, ...more });
  if (!result.ok) return result;
  const sent = { againAt: Date.now() + result.data.againInMs, isLocal: result.data.isLocal };
  writeDraft(`code:${purpose}`, { sent: JSON.stringify(sent) });
  return { ok: true, data: sent };
}

/** The last code for a purpose that this tab had sent, also before a reload. */
export function sentCode(purpose: CodePurpose): SentCode | undefined {
  try {
    const { againAt, isLocal } = JSON.parse(
      readDraft(`code:${purpose}`)['sent'] ?? '{}',
    ) as Partial<SentCode>;
    if (typeof againAt !== 'number' || Math.abs(againAt - Date.now()) > LONGEST_MS) return undefined;
    return { againAt, isLocal: isLocal === true };
  } catch {
    return undefined;
  }
}

/** Whole seconds until a moment; 0 from then on. @param moment ms UTC. */
export function useSecondsUntil(moment: number | undefined): number {
  const secondsLeft = () =>
    moment === undefined ? 0 : Math.max(0, Math.ceil((moment - Date.now()) / 1_000));
  const [, setSeconds] = useState(secondsLeft);
  useEffect(() => {
    if (moment === undefined || moment <= Date.now()) return undefined;
    const timer = setInterval(() => {
      setSeconds(Math.ceil((moment - Date.now()) / 1_000));
      if (moment <= Date.now()) clearInterval(timer);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [moment]);
  return secondsLeft();
}
