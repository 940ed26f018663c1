import type { Dispatch, SetStateAction } from 'react';
import { useEffect } from 'react';
import { readDraft, writeDraft } from './drafts.ts';

type Texts = Readonly<Record<string, string>>;

/** How each open form takes away what was sent, by its draft. */
const open = new Map<string, Set<(emptied: Texts, sent: Texts) => void>>();

/** A form that is opened again before the answer has come holds what was sent: the answer empties it too. */
export function useEmptying<T extends object>(draft: string, set: Dispatch<SetStateAction<T>>): void {
  useEffect(() => {
    const own = (emptied: Texts, sent: Texts) =>
      set((before) => (isSameIn<object>(emptied, before, sent) ? { ...before, ...emptied } : before));
    const forms = open.get(draft) ?? new Set();
    open.set(draft, forms.add(own));
    return () => {
      forms.delete(own);
      if (forms.size === 0) open.delete(draft);
    };
  }, [draft, set]);
}

/**
 * Takes away what was sent from the open forms of a draft, or from the draft where none is open, unless it has changed
 * since: it is the next one then.
 * @param sent what the form held when it was sent.
 */
export function emptySent<T extends object>(draft: string, emptied: Partial<T>, sent: T): void {
  const [fields, held] = [textsOf(emptied), textsOf(sent)];
  const forms = open.get(draft);
  for (const empty of [...(forms ?? [])]) empty(fields, held);
  const left = readDraft(draft);
  if (!forms && isSameIn(fields, left, held)) writeDraft(draft, { ...left, ...fields });
}

/** Whether two forms say the same in the fields of a third. */
const isSameIn = <T extends object>(fields: Partial<T>, a: T, b: T): boolean =>
  (Object.keys(fields) as Array<keyof T>).every((field) => a[field] === b[field]);

/** What is typed into a form: that alone is taken away. */
const textsOf = (form: object): Texts =>
  Object.fromEntries(Object.entries(form).filter(([, value]) => typeof value === 'string')) as Texts;
