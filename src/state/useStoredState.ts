import { useEffect, useState } from 'react';
import { readDraft, writeDraft } from './drafts.ts';
import { emptySent, useEmptying } from './sentForms.ts';

/**
 * Texts that a user types, kept for the tab's life: back, a reload or an ended login loses nothing. `empty` takes away
 * what was sent, unless it has changed since: who calls it has kept it from when it was sent.
 */
export function useStoredState<T extends Readonly<Record<string, string>>>(
  form: string,
  start: T,
): readonly [texts: T, change: (next: Partial<T>) => void, empty: (emptied: Partial<T>) => void] {
  const [texts, setTexts] = useState<T>(() => ({ ...start, ...keptOf(form, start) }));
  useEffect(() => writeDraft(form, texts), [form, texts]);
  useEmptying(form, setTexts);
  return [
    texts,
    (next) => setTexts((before) => ({ ...before, ...next })),
    (emptied) => emptySent(form, emptied, texts),
  ];
}

/** Only what the form knows: a draft may be older than the form. */
function keptOf<T extends Readonly<Record<string, string>>>(form: string, start: T): Partial<T> {
  const kept = Object.entries(readDraft(form)).filter(([name]) => name in start);
  return Object.fromEntries(kept) as Partial<T>;
}
