import type { ReactNode } from 'react';
import { useId } from 'react';
import { useSnapshot } from 'valtio';
import type { Bounds } from '../../../domain/index.ts';
import { isRefusalCode } from '../../../domain/index.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { settings } from '../../state/settings.ts';
import { look } from '../look.ts';
import styles from '../ticket/Ticket.module.css';
import { plainDigits, shownDigits, typedDigits } from './digits.ts';

interface NumberFieldProps {
  readonly name: string;
  readonly label: string;
  /** How it is read to users, where the label is an abbreviation. */
  readonly fullName?: string;
  readonly value: string;
  /** Code of what is wrong with it. */
  readonly error: string | undefined;
  /** Figures that what is wrong with it may name. */
  readonly bounds?: Bounds;
  /** Where what is wrong with it is said in words; absent: below it. */
  readonly errorId?: string;
  readonly onChange: (text: string) => void;
  readonly onLeave: () => void;
  /** Stands at the end, inside the frame. */
  readonly after?: ReactNode;
  /** A figure beside the name. */
  readonly note?: ReactNode;
}

/** Signs that the narrowest field of a ticket has room for. */
const SHORT = 10;

/** A price or an amount, with either decimal separator; what is wrong with it stands below. */
export function NumberField(props: NumberFieldProps) {
  const { name, label, fullName, value, error, bounds, errorId, onChange, onLeave, after, note } = props;
  const id = useId();
  const { ofCode } = useRefusalWords();
  const { language } = useSnapshot(settings);
  const plain = plainDigits(value);
  const written = plain === undefined ? undefined : shownDigits(plain, language);
  const words =
    error === undefined ? undefined : ofCode(isRefusalCode(error) ? error : 'amountInvalid', bounds);
  return (
    <div className={look('shrinks')}>
      <div className={look('box grid', styles['frame'])} data-dense data-wrong={words ? true : undefined}>
        <label htmlFor={id}>{label}</label>
        <input
          id={id}
          name={name}
          type="text"
          aria-label={fullName}
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          value={value}
          aria-invalid={words ? true : undefined}
          aria-describedby={words ? (errorId ?? `${id}-error`) : undefined}
          onChange={({ target }) => onChange(typedDigits(target.value))}
          onBlur={onLeave}
        />
        {written === undefined ? null : (
          <span
            className={look('cut', styles['written'])}
            data-short={written.length <= SHORT ? true : undefined}
            // As long as what was typed: it has room wherever that had.
            data-same={written.length === value.length ? true : undefined}
            aria-hidden="true"
          >
            {written}
          </span>
        )}
        {note === undefined ? null : <span className={styles['note']}>{note}</span>}
        {after}
      </div>
      {words && errorId === undefined ? (
        <p id={`${id}-error`} className={look('bad mini', styles['error'])} role="alert">
          {words}
        </p>
      ) : null}
    </div>
  );
}
