import type { ReactNode } from 'react';
import styles from './Chip.module.css';

interface ChipProps {
  readonly tone?: 'quiet' | 'accent' | 'up' | 'down' | undefined;
  readonly children: ReactNode;
}

/** A word about the state of what it stands beside. */
export function Chip({ tone = 'quiet', children }: ChipProps) {
  return (
    <span className={styles['chip']} data-tone={tone}>
      {children}
    </span>
  );
}

interface ChipsProps<T extends string | number> {
  readonly label: string;
  /** `segments`: choices of which one holds, and the others are words alone. */
  readonly look?: 'chips' | 'segments';
  readonly options: readonly { readonly id: T; readonly text: string }[];
  readonly selected: T | undefined;
  /** How many stand in a row; all of them unless it is given. */
  readonly perRow?: number;
  readonly onSelect: (id: T) => void;
}

/** Values to take with one tap, side by side; the chosen one is marked. */
export function Chips<T extends string | number>({
  label,
  look = 'chips',
  options,
  selected,
  onSelect,
  perRow,
}: ChipsProps<T>) {
  return (
    <fieldset
      className={styles['chips']}
      data-look={look}
      style={perRow === undefined ? undefined : { grid: `auto-flow / repeat(${perRow}, minmax(0, 1fr))` }}
    >
      <legend className="visually-hidden">{label}</legend>
      {options.map(({ id, text }) => (
        <button key={id} type="button" aria-pressed={id === selected} onClick={() => onSelect(id)}>
          {text}
        </button>
      ))}
    </fieldset>
  );
}
