import type { ReactNode } from 'react';
import { useId } from 'react';
import { isRefusalCode } from '../../../domain/index.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import styles from '../ticket/Ticket.module.css';
import { typedDigits } from './digits.ts';

interface NumberFieldProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** Code of what is wrong with it. */
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
  readonly onLeave: () => void;
  /** Stands at the end, inside the frame. */
  readonly after?: ReactNode;
}

/** A price or an amount, with either decimal separator; what is wrong with it stands below. */
export function NumberField({ name, label, value, error, onChange, onLeave, after }: NumberFieldProps) {
  const id = useId();
  const { ofCode } = useRefusalWords();
  const words = error === undefined ? undefined : ofCode(isRefusalCode(error) ? error : 'amountInvalid');
  return (
    <div className={styles['field']}>
      <div className={styles['frame']} data-wrong={words ? true : undefined}>
        <label htmlFor={id}>{label}</label>
        <input
          id={id}
          name={name}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          value={value}
          aria-invalid={words ? true : undefined}
          aria-describedby={words ? `${id}-error` : undefined}
          onChange={({ target }) => onChange(typedDigits(target.value))}
          onBlur={onLeave}
        />
        {after}
      </div>
      {words ? (
        <p id={`${id}-error`} className={styles['error']} role="alert">
          {words}
        </p>
      ) : null}
    </div>
  );
}
