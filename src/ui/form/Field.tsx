import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';
import type { RegisterOptions } from 'react-hook-form';
import { useFormContext } from 'react-hook-form';
import styles from './Field.module.css';

/** What a form of this product holds: texts as they were typed. */
export type Texts = Record<string, string>;
export type Rules = RegisterOptions<Texts, string>;

interface LabelledProps extends ComponentProps<'input'> {
  readonly label: string;
  /** What is wrong with it, in words. */
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  /** Stands before the text, inside the frame. */
  readonly before?: ReactNode;
  /** Stands after the text, inside the frame. */
  readonly after?: ReactNode;
}

/** A labelled input; what is wrong with it stands below, and is read with it. */
export function LabelledInput({ label, error, hint, before, after, ...input }: LabelledProps) {
  const id = useId();
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <div className={styles['frame']} data-wrong={error ? true : undefined}>
        {before}
        <input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={described === '' ? undefined : described}
        />
        {after}
      </div>
      {error ? (
        <p id={`${id}-error`} className={styles['error']} role="alert">
          {error}
        </p>
      ) : null}
      {hint ? (
        <div id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </div>
      ) : null}
    </div>
  );
}

export interface FieldProps extends Omit<LabelledProps, 'name' | 'ref' | 'onChange' | 'onBlur' | 'error'> {
  readonly name: string;
  readonly rules?: Rules;
}

/** A labelled input of the form around it. */
export function Field({ name, rules, ...input }: FieldProps) {
  const { register, formState } = useFormContext<Texts>();
  return <LabelledInput {...input} {...register(name, rules)} error={formState.errors[name]?.message} />;
}
