import { useId } from 'react';
import styles from './Inputs.module.css';

interface SelectProps<T extends string> {
  readonly label: string;
  readonly value: T | '';
  readonly options: readonly { readonly id: T; readonly text: string }[];
  readonly onSelect: (id: T) => void;
  /** Stands above the field; else it is read to people alone. */
  readonly isLabelShown?: boolean;
  readonly size?: 's' | 'm' | 'l';
}

/** One of some. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { label, value, options, onSelect, isLabelShown = false, size = 'm' } = props;
  const id = useId();
  const select = (
    <select
      id={id}
      className={styles['select']}
      data-size={size}
      aria-label={isLabelShown ? undefined : label}
      value={value}
      onChange={({ target }) => {
        const chosen = options.find((option) => option.id === target.value);
        if (chosen) onSelect(chosen.id);
      }}
    >
      {options.map((option) => (
        <option key={option.id} value={option.id}>
          {option.text}
        </option>
      ))}
    </select>
  );
  if (!isLabelShown) return select;
  return (
    <div className={styles['labelled']}>
      <label htmlFor={id}>{label}</label>
      {select}
    </div>
  );
}
