import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useForm } from 'react-hook-form';
import { readDraft, writeDraft } from '../../state/drafts.ts';
import type { Texts } from './Field.tsx';

interface Draft {
  readonly id: string;
  /** The fields to keep: never a password or a code. */
  readonly fields: readonly string[];
}

/**
 * The state of a form: checked when a field is left and from then on as it is typed; on submit the first wrong field
 * has the focus. @param draft what is kept for the tab's life, so that a reload or an ended login loses nothing.
 * @param given stronger than the draft.
 */
export function useTexts(start: Texts, draft?: Draft, given?: Texts): UseFormReturn<Texts> {
  const [defaultValues] = useState(() => ({ ...start, ...keptOf(draft), ...given }));
  const form = useForm<Texts>({ defaultValues, mode: 'onTouched' });
  const { subscribe } = form;
  const [kept] = useState(draft);
  useEffect(() => {
    if (!kept) return undefined;
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => writeDraft(kept.id, pick(values, kept.fields)),
    });
  }, [subscribe, kept]);
  return form;
}

function keptOf(draft: Draft | undefined): Texts {
  return draft ? pick(readDraft(draft.id), draft.fields) : {};
}

/** Only fields that hold something: an empty one does not hide what a form starts with. */
function pick(texts: Texts, fields: readonly string[]): Texts {
  return Object.fromEntries(fields.map((field) => [field, texts[field] ?? '']).filter(([, text]) => text));
}
