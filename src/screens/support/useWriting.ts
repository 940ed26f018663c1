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
  /** What is sent; the same key until it has been taken. */
  readonly sent: (freshKey: string) => { readonly key: string; readonly pictures: string[] };
  /** It has arrived: nothing of it is kept. */
  readonly done: () => void;
}

/** Keeps what is written, pictures and key included, for the tab's life. @param draft whose, and about what. */
export function useWriting(draft: string, start: Texts): Writing {
  const fields = [...Object.keys(start), 'pictures', 'key'];
  const form = useTexts({ ...start, pictures: '', key: '' }, { id: draft, fields });
  const [kept] = useState(() => (form.getValues('pictures') ?? '').split(BETWEEN).filter(Boolean));
  const isOpen = useRef(false);
  const takePictures = ({ ids, isOpen: hasOpen }: PicturesState) => {
    isOpen.current = hasOpen;
    form.setValue('pictures', ids.join(BETWEEN));
  };
  const sent = (freshKey: string) => {
    const key = form.getValues('key') || freshKey;
    form.setValue('key', key);
    return { key, pictures: (form.getValues('pictures') ?? '').split(BETWEEN).filter(Boolean) };
  };
  const done = () => {
    form.reset({ ...start, pictures: '', key: '' });
    dropDraft(draft);
  };
  return { form, kept, takePictures, isOpen: () => isOpen.current, sent, done };
}
