import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { ChoiceSheet, choiceOf } from '../../ui/form/ChoiceSheet.tsx';
import { look } from '../../ui/look.ts';
import { Press } from '../../ui/Press.tsx';

interface ChoiceProps<T extends string> {
  readonly legend: string;
  readonly options: readonly { readonly id: T; readonly text: string; readonly lang?: string }[];
  readonly value: T;
  readonly onChange: (id: T) => void;
}

/** One of several: what holds, and a tap opens the sheet to change it. Each change is seen at once. */
export function Choice<T extends string>({ legend, options, value, onChange }: ChoiceProps<T>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Press look="row" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className={look('line breaks grows')}>
          {legend} <span className={look('faint')}>{options.find(({ id }) => id === value)?.text}</span>
        </span>
        <ChevronRight size={18} aria-hidden="true" />
      </Press>
      {isOpen ? (
        <ChoiceSheet
          title={legend}
          choices={[choiceOf({ label: legend, options, selected: value, onSelect: onChange })]}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
