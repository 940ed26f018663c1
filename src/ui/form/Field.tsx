import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';
import type { RegisterOptions } from 'react-hook-form';
import { useFormContext } from 'react-hook-form';
import { look } from '../look.ts';
import styles from './Field.module.css';

/** What a form of this product holds: texts as they were typed. */
export type Texts = Record<string, string>;
export type Rules = RegisterOptions<Texts, string>;

interface FramedProps {
  readonly label: string;
  /** What is wrong with it, in words. */
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  /** Stands before the text, inside the frame. */
  readonly before?: ReactNode;
  /** Stands after the text, inside the frame. */
  readonly after?: ReactNode;
}
interface LabelledProps extends FramedProps, ComponentProps<'input'> {}
interface LabelledTextProps extends FramedProps, ComponentProps<'textarea'> {}

/** What ties a field to its label, and to the words below it. */
interface Ties {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

/** A label, a frame with a field in it, and below it what is wrong and what helps; both are read with the field. */
function Framed({
  label,
  error,
  hint,
  before,
  after,
  children,
}: FramedProps & { readonly children: (ties: Ties) => ReactNode }) {
  const id = useId();
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return (
    <div className={styles['field']}>
      <label className={look('quiet')} htmlFor={id}>
        {label}
      </label>
      <div
        className={look('box flex middle shrinks tall', styles['frame'])}
        data-wrong={error ? true : undefined}
      >
        {before}
        {children({
          id,
          'aria-invalid': error ? true : undefined,
          'aria-describedby': described === '' ? undefined : described,
        })}
        {after}
      </div>
      {error ? (
        <p id={`${id}-error`} className={look('failed')} role="alert">
          {error}
        </p>
      ) : null}
      {hint ? (
        <div id={`${id}-hint`} className={look('faint', styles['hint'])}>
          {hint}
        </div>
      ) : null}
    </div>
  );
}

/** A labelled input; what is wrong with it stands below, and is read with it. */
export function LabelledInput({ label, error, hint, before, after, ...input }: LabelledProps) {
  return (
    <Framed label={label} error={error} hint={hint} before={before} after={after}>
      {(ties) => <input autoCapitalize="none" autoCorrect="off" spellCheck={false} {...input} {...ties} />}
    </Framed>
  );
}

/** The same for a text of more than a line. */
export function LabelledText({ label, error, hint, before, after, ...area }: LabelledTextProps) {
  return (
    <Framed label={label} error={error} hint={hint} before={before} after={after}>
      {(ties) => <textarea {...area} {...ties} />}
    </Framed>
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

export interface TextFieldProps
  extends Omit<LabelledTextProps, 'name' | 'ref' | 'onChange' | 'onBlur' | 'error'> {
  readonly name: string;
  readonly rules?: Rules;
}

/** A labelled text of the form around it. */
export function TextField({ name, rules, ...area }: TextFieldProps) {
  const { register, formState } = useFormContext<Texts>();
  return <LabelledText {...area} {...register(name, rules)} error={formState.errors[name]?.message} />;
}
