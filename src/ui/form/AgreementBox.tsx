import type { ComponentProps } from 'react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { look } from '../look.ts';
import fields from './Field.module.css';
import inputs from './Inputs.module.css';

interface AgreementBoxProps extends Omit<ComponentProps<'input'>, 'type' | 'id'> {
  /** What is agreed to. */
  readonly text: string;
  /** The document, and where it stands. */
  readonly document: { readonly text: string; readonly to: string };
  /** What is wrong, in words. */
  readonly error: string | undefined;
}

/** A box that has to be ticked, and what it is about. */
export function AgreementBox({ text, document, error, ...input }: AgreementBoxProps) {
  const id = useId();
  return (
    <div className={fields['field']}>
      <label className={look('quiet', inputs['check'])}>
        <input
          {...input}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
        />
        <span>{text}</span>
      </label>
      {error ? (
        <p id={id} className={look('failed')} role="alert">
          {error}
        </p>
      ) : null}
      <Link className={look('inline middle accent tap')} to={document.to} target="_blank" rel="noopener">
        {document.text}
      </Link>
    </div>
  );
}
