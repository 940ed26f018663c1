import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { look } from '../look.ts';
import { ChoiceSheet, choiceOf } from './ChoiceSheet.tsx';
import styles from './Inputs.module.css';

interface SelectProps<T extends string> {
  readonly label: string;
  readonly value: T | '';
  readonly options: readonly { readonly id: T; readonly text: string }[];
  readonly onSelect: (id: T) => void;
  /** Stands above the field; else it is read to users alone. */
  readonly isLabelShown?: boolean;
  readonly size?: 's' | 'm' | 'l';
}

/** One of some: what is chosen, and a tap opens the sheet to change it. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { label, value, options, onSelect, isLabelShown = false, size = 'm' } = props;
  const [isOpen, setOpen] = useState(false);
  const chosen = options.find(({ id }) => id === value)?.text ?? '';
  const select = (
    <>
      <button
        type="button"
        className={look('box row spread padSide3 left', styles['select'])}
        data-size={size}
        aria-haspopup="dialog"
        aria-label={`${label}: ${chosen}`}
        onClick={() => setOpen(true)}
      >
        {chosen}
        <ChevronDown className={look('dim rigid')} size={16} aria-hidden="true" />
      </button>
      {isOpen ? (
        <ChoiceSheet
          title={label}
          choices={[choiceOf({ label, options, selected: value as T, onSelect })]}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
  if (!isLabelShown) return select;
  return (
    <div className={styles['labelled']}>
      <span aria-hidden="true">{label}</span>
      {select}
    </div>
  );
}
