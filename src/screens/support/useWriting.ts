import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { dropDraft } from '../../state/drafts.ts';
import type { Texts } from '../../ui/form/Field.tsx';
import { useTexts } from '../../ui/form/useTexts.ts';
import type { PicturesState } from '../../ui/upload/Pictures.tsx';

const BETWEEN = ' ';

/** Something that is written to us: its texts, its pictures, and the key under which it is sent once. */
export interface Writing {
  readonly form: UseFormReturn<Texts>;
  /** Pictures that arrived on an earlier visit. */
  readonly kept: readonly string[];
  readonly takePictures: (state: PicturesState) => void;
  /** Whether a picture is on its way, or did not arrive. */
  readonly isOpen: () => boolean;
  /** What is sent; the same under the same key until it has been taken, and another text under another: it is dropped else. */
  readonly sent: (freshKey: string) => { readonly key: string; readonly pictures: string[] };
  /** It has arrived: nothing of it is kept. @returns the key that it went under. */
  readonly done: () => string;
}

/**
 * Keeps what is written, pictures and key included, for the tab's life. @param draft whose, and about what.
 * @param used the key of what was written before it: the worker's next may not have come by then.
 */
export function useWriting(draft: string, start: Texts, used = ''): Writing {
  const written = [...Object.keys(start), 'pictures'];
  const fields = [...written, 'key', 'sent'];
  const form = useTexts({ ...start, pictures: '', key: used, sent: '' }, { id: draft, fields });
  const [kept] = useState(() => (form.getValues('pictures') ?? '').split(BETWEEN).filter(Boolean));
  const isOpen = useRef(false);
  const takePictures = ({ ids, isOpen: hasOpen }: PicturesState) => {
    isOpen.current = hasOpen;
    form.setValue('pictures', ids.join(BETWEEN));
  };
  const sent = (freshKey: string) => {
    const { key: before = '', sent: words } = form.getValues();
    const now = nameOf(JSON.stringify(form.getValues(written)));
    const key = words === now ? before : unusedKey(before, freshKey);
    form.setValue('key', key);
    form.setValue('sent', now);
    return { key, pictures: (form.getValues('pictures') ?? '').split(BETWEEN).filter(Boolean) };
  };
  const done = () => {
    const { key = '' } = form.getValues();
    form.reset({ ...start, pictures: '', key: '', sent: '' });
    dropDraft(draft);
    return key;
  };
  return { form, kept, takePictures, isOpen: () => isOpen.current, sent, done };
}

/** A short name for what was sent, as a draft has no room for it twice. */
function nameOf(text: string): string {
  let sum = 0;
  for (const sign of text) sum = (Math.imul(sum, 31) + (sign.codePointAt(0) ?? 0)) | 0;
  return `${text.length} ${sum}`;
}

/** @param before the last key that something was sent under; empty: none. @param fresh the worker's newest. */
function unusedKey(before: string, fresh: string): string {
  if (!before.startsWith(fresh)) return fresh;
  return `${fresh}-${Number.parseInt(before.slice(fresh.length + 1) || '0', 10) + 1}`;
}
