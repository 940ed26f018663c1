import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useWatch } from 'react-hook-form';
import type { Contact } from '../../../domain/contract/index.ts';
import type { ContactKind, RefusalCode } from '../../../domain/index.ts';
import { emailRefusal, internationalPhone, looksLikePhone, phoneRefusal } from '../../../domain/index.ts';
import type { Destination } from '../../state/codes.ts';
import { readText, storageKeys, writeText } from '../../state/storage.ts';
import type { Texts } from './Field.tsx';

/** A country's calling code. Several countries share one. */
export interface Calling {
  /** Digits only: `49`. */
  readonly code: string;
  /** ISO 3166 alpha-2. */
  readonly country: string;
}

/** @see specification §9 "Phone pre-code: 1" */
const FIRST_CALLING: Calling = { code: '1', country: 'US' };

export interface ContactEntry {
  readonly kind: ContactKind;
  readonly calling: Calling;
  readonly chooseCalling: (calling: Calling) => void;
  readonly contactOf: (text: string) => Contact;
  readonly refusalOf: (text: string) => RefusalCode | undefined;
  /** Where a code goes; undefined once the field says what is wrong with it. */
  readonly destination: () => Promise<Destination | undefined>;
}

/**
 * What the form's field `contact` means. @param only for a field that takes one kind; without it digits, and a chosen
 * calling code, make a phone number, letters an address.
 */
export function useContactEntry(form: UseFormReturn<Texts>, only?: ContactKind): ContactEntry {
  const text = useWatch({ control: form.control, name: 'contact' }) ?? '';
  const [calling, setCalling] = useState(storedCalling);
  const [isChosen, setIsChosen] = useState(false);
  const kindOf = (typed: string): ContactKind => {
    if (only) return only;
    if (/[^\d\s+().-]/.test(typed)) return 'email';
    return isChosen || looksLikePhone(typed) ? 'phone' : 'email';
  };
  const contactOf = (typed: string): Contact =>
    kindOf(typed) === 'phone'
      ? { kind: 'phone', phone: internationalPhone(calling.code, typed.trim()) }
      : { kind: 'email', email: typed.trim() };
  useRecheck(form, calling.code);
  return {
    kind: kindOf(text),
    calling,
    chooseCalling: (chosen) => {
      writeText(storageKeys.phoneCode, `${chosen.code} ${chosen.country}`);
      setCalling(chosen);
      setIsChosen(true);
    },
    contactOf,
    refusalOf: (typed) => contactRefusal(contactOf(typed)),
    destination: async () => {
      if (!(await form.trigger('contact', { shouldFocus: true }))) return undefined;
      const contact = contactOf(form.getValues('contact') ?? '');
      return { kind: contact.kind, address: addressOf(contact) };
    },
  };
}

/** A number that was wrong with one calling code may be right with another. */
function useRecheck({ getFieldState, trigger }: UseFormReturn<Texts>, callingCode: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the calling code that changes the answer
  useEffect(() => {
    if (getFieldState('contact').invalid) void trigger('contact');
  }, [callingCode, getFieldState, trigger]);
}

const addressOf = (contact: Contact): string => (contact.kind === 'email' ? contact.email : contact.phone);

function contactRefusal(contact: Contact): RefusalCode | undefined {
  return contact.kind === 'email' ? emailRefusal(contact.email) : phoneRefusal(contact.phone);
}

function storedCalling(): Calling {
  const [, code, country] = /^([1-9]\d{0,2}) ([A-Z]{2})$/.exec(readText(storageKeys.phoneCode) ?? '') ?? [];
  return code && country ? { code, country } : FIRST_CALLING;
}
