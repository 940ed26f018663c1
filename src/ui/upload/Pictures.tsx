import { ImagePlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { look } from '../look.ts';
import { FileButton } from './FileButton.tsx';
import { PictureField } from './PictureField.tsx';
import styles from './Pictures.module.css';
import { useUpload } from './useUpload.ts';

/** One picture of several: one that has just been chosen, or one that arrived on an earlier visit. */
interface Slot {
  readonly place: number;
  readonly file?: Blob;
  /** Empty until it has arrived. */
  readonly id: string;
}

/** Pictures that go with a text. */
export interface PicturesState {
  /** Of those that have arrived. */
  readonly ids: readonly string[];
  /** Whether one is on its way, or did not arrive. */
  readonly isOpen: boolean;
}

interface PicturesProps {
  readonly label: string;
  readonly most: number;
  /** What arrived on an earlier visit. */
  readonly kept: readonly string[];
  /** What has gone with a text, and is chosen no longer. */
  readonly sent: readonly string[];
  readonly onChange: (state: PicturesState) => void;
}

/** Pictures that are sent as they are chosen, each with its progress; each can be sent again or taken back. */
export function Pictures({ label, most, kept, sent, onChange }: PicturesProps) {
  const { t } = useTranslation('wallet');
  const [slots, setSlots] = useState<readonly Slot[]>(() => kept.map((id, place) => ({ place, id })));
  const next = useRef(kept.length);
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    const ids = slots.map(({ id }) => id).filter((id) => id !== '');
    latest.current({ ids, isOpen: ids.length < slots.length });
  }, [slots]);
  useEffect(() => setSlots((before) => before.filter(({ id }) => !sent.includes(id))), [sent]);
  const add = (file: Blob) => {
    next.current += 1;
    setSlots([...slots, { place: next.current, file, id: '' }]);
  };
  const keep = (place: number, id: string) =>
    setSlots((before) => before.map((slot) => (slot.place === place ? { ...slot, id } : slot)));
  return (
    <fieldset className={look('stack3', styles['pictures'])}>
      <legend className={look('quiet')}>{label}</legend>
      {slots.map((slot, index) => (
        <Picture
          key={slot.place}
          slot={slot}
          label={`${index + 1}`}
          onStore={(id) => keep(slot.place, id)}
          onRemove={() => setSlots((before) => before.filter(({ place }) => place !== slot.place))}
        />
      ))}
      {slots.length < most ? <FileButton text={t('upload.add')} Icon={ImagePlus} onChoose={add} /> : null}
    </fieldset>
  );
}

interface PictureProps {
  readonly slot: Slot;
  readonly label: string;
  readonly onStore: (id: string) => void;
  readonly onRemove: () => void;
}

function Picture({ slot, label, onStore, onRemove }: PictureProps) {
  const upload = useUpload({ id: slot.id, keep: onStore });
  const begun = useRef(false);
  const { choose } = upload;
  useEffect(() => {
    if (begun.current || !slot.file) return;
    begun.current = true;
    choose(slot.file);
  }, [choose, slot.file]);
  const clear = () => {
    upload.clear();
    onRemove();
  };
  return <PictureField label={label} upload={{ ...upload, clear }} isChosen />;
}
