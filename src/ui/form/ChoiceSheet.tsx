import { Check, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { Sheet } from '../dialog/Sheet.tsx';
import { look } from '../look.ts';
import { Press } from '../Press.tsx';
import styles from './ChoiceSheet.module.css';

interface Option<T> {
  readonly id: T;
  readonly text: string;
  /** The language of the text, where it is another than the page's. */
  readonly lang?: string;
}

/** One of some values that belong together. */
export interface Choice {
  readonly label: string;
  readonly options: readonly Option<string>[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
}

/** One choice among typed ids. @param onSelect called with ids of `options` alone. */
export function choiceOf<T extends string>(choice: {
  readonly label: string;
  readonly options: readonly Option<T>[];
  readonly selected: T;
  readonly onSelect: (id: T) => void;
}): Choice {
  const { options, onSelect } = choice;
  const select = (id: string) => {
    const chosen = options.find((option) => option.id === id);
    if (chosen) onSelect(chosen.id);
  };
  return { ...choice, onSelect: select };
}

interface ChoiceSheetProps {
  readonly title: string;
  readonly choices: readonly Choice[];
  readonly onClose: () => void;
}

/** What there is to choose from, in rows; a tap chooses and closes. */
export function ChoiceSheet({ title, choices, onClose }: ChoiceSheetProps) {
  return (
    <Sheet title={title} onClose={onClose}>
      {choices.map(({ label, options, selected, onSelect }) => (
        <fieldset key={label} className={look('bottom3')}>
          <legend className={label === title ? 'visually-hidden' : look('faint')}>{label}</legend>
          {options.map(({ id, text, lang }) => (
            <Press
              look="row"
              className={look('spread tall under', styles['choice'])}
              key={id}
              lang={lang}
              isChosen={id === selected}
              onClick={() => {
                onSelect(id);
                onClose();
              }}
            >
              {text}
              <Check size={18} aria-hidden="true" />
            </Press>
          ))}
        </fieldset>
      ))}
    </Sheet>
  );
}

interface DropChipProps {
  /** What is chosen now. */
  readonly text: string;
  /** How it is read to users. */
  readonly label: string;
  readonly isOff?: boolean;
  /** The sheet that it opens. */
  readonly children: (onClose: () => void) => ReactNode;
}

/** A small button that says what is chosen and opens the sheet to change it. */
export function DropChip({ text, label, isOff = false, children }: DropChipProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={look('flex middle mini whole ground2 round2 relative', styles['drop'])}
        aria-haspopup="dialog"
        aria-label={label}
        disabled={isOff}
        onClick={() => setOpen(true)}
      >
        {text}
        <ChevronDown className={look('dim')} size={14} aria-hidden="true" />
      </button>
      {isOpen ? children(() => setOpen(false)) : null}
    </>
  );
}
