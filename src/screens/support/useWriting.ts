import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { dropDraft, writeDraft } from '../../state/drafts.ts';
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
  /** Pictures that have gone with what was sent last. */
  readonly sentPictures: readonly string[];
  /** Whether a picture is on its way, or did not arrive. */
  readonly isOpen: () => boolean;
  /** What of `texts` is sent; the same under the same key until it has been taken, and another text under another: it is dropped else. */
  readonly sent: (freshKey: string, texts: Texts) => { readonly key: string; readonly pictures: string[] };
  /** It has arrived: nothing of it is kept, but for what has changed since. */
  readonly done: () => void;
}

/** Keeps what is written, pictures and key included, for the tab's life. @param draft whose, and about what. */
export function useWriting(draft: string, start: Texts): Writing {
  const written = [...Object.keys(start), 'pictures'];
  const fields = [...written, 'key', 'sent'];
  const form = useTexts({ ...start, pictures: '', key: '', sent: '' }, { id: draft, fields });
  const [kept] = useState(() => picturesOf(form.getValues()));
  const [sentPictures, setSentPictures] = useState<readonly string[]>([]);
  const isOpen = useRef(false);
  const takePictures = ({ ids, isOpen: hasOpen }: PicturesState) => {
    isOpen.current = hasOpen;
    form.setValue('pictures', ids.join(BETWEEN));
  };
  const gone = useRef<Texts>({});
  const sent = (freshKey: string, texts: Texts) => {
    const { key: before = '', sent: words } = form.getValues();
    const now = nameOf(JSON.stringify(written.map((field) => texts[field] ?? '')));
    const key = words === now ? before : unusedKey(before, freshKey);
    form.setValue('key', key);
    form.setValue('sent', now);
    gone.current = texts;
    return { key, pictures: picturesOf(texts) };
  };
  const done = () => {
    const { key = '', ...now } = form.getValues();
    // What was written since is the next one; pictures that came since go with it.
    const changed = Object.keys(start).filter((field) => now[field] !== gone.current[field]);
    const left = Object.fromEntries(changed.map((field) => [field, added(gone.current[field], now[field])]));
    const went = picturesOf(gone.current);
    const pictures = picturesOf(now).filter((id) => !went.includes(id));
    const next = { ...start, ...left, pictures: pictures.join(BETWEEN) };
    setSentPictures(went);
    // The key stays: the worker's next may not have come when the next one is sent.
    form.reset({ ...next, key, sent: '' });
    if (changed.length > 0 || pictures.length > 0) writeDraft(draft, { ...next, key });
    else dropDraft(draft);
  };
  return { form, kept, takePictures, sentPictures, isOpen: () => isOpen.current, sent, done };
}

const picturesOf = ({ pictures = '' }: Texts): string[] => pictures.split(BETWEEN).filter(Boolean);

/** What is left of a text that was written on after `sent` of it was sent: of another text, all. */
const added = (sent = '', now = ''): string =>
  now.startsWith(sent) ? now.slice(sent.length).trimStart() : now;

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
