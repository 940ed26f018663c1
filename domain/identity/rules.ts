import { isPersonName, spaced } from '../account/personName.ts';
import type { RefusalCode } from '../errors.ts';
import { DAY_MS } from '../interval.ts';
import type { IdentityLevel } from './codes.ts';

const NUMBER = /^[A-Z0-9]{5,30}$/;
/** Digits that a masked number shows at most. */
const SHOWN = 4;

/** How long a photo that was not sent in is kept, ms; so long those of a rejection that were right can be sent again. */
export const PHOTO_DRAFT_MS = 7 * DAY_MS;
/** What a rejected application takes from the credit score; ours, the specification is silent. */
export const REJECTION_POINTS = 5;

/** What level 1 asks for, as it is typed. */
export interface BasicDraft {
  readonly name: string;
  readonly number: string;
}

/** The fields in their one writing: a number without spaces, hyphens, points and slashes, in capitals. */
export function normalBasic({ name, number }: BasicDraft): BasicDraft {
  const plain = number.normalize('NFKC').replace(/[\s./-]/g, '');
  return { name: spaced(name), number: plain.toUpperCase() };
}

/** What is wrong with each field; a field that is right is not named. */
export function basicRefusals(draft: BasicDraft): Partial<Record<keyof BasicDraft, RefusalCode>> {
  const { name, number } = normalBasic(draft);
  return {
    ...(isPersonName(name) ? {} : { name: 'nameInvalid' }),
    ...(NUMBER.test(number) ? {} : { number: 'idNumberInvalid' }),
  };
}

/** `•••• 4711`: enough to know one's own; never more than a third of the number. @param number in its one writing. */
export function maskedNumber(number: string): string {
  const shown = Math.min(SHOWN, Math.floor(number.length / 3));
  return `•••• ${number.slice(number.length - shown)}`;
}

/** Where a user stands when applying. */
export interface IdentityStatus {
  /** Certified so far, 0 to 2. */
  readonly level: number;
  readonly isPending: boolean;
  /** Whether an e-mail address or a phone is bound. */
  readonly hasContact: boolean;
}

/**
 * Why a level cannot be applied for; undefined when it can.
 * @see specification §5 "Email or phone must be bound first, otherwise authentication is not approved"
 */
export function applicationRefusal(
  wanted: IdentityLevel,
  { level, isPending, hasContact }: IdentityStatus,
): RefusalCode | undefined {
  if (level >= wanted) return 'identityDone';
  if (isPending) return 'identityPending';
  if (!hasContact) return 'identityContact';
  return level < wanted - 1 ? 'identityBasicFirst' : undefined;
}

/** The credit score after a rejected application; never below 0. @param score 0 to 200. */
export const creditAfterRejection = (score: number): number => Math.max(0, score - REJECTION_POINTS);
