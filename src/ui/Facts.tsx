import type { ReactNode } from 'react';
import styles from './Facts.module.css';
import { Amount } from './LiveAmount.tsx';

interface FactProps {
  readonly name: string;
  readonly text?: string;
  /** In place of a text: what is live. */
  readonly children?: ReactNode;
  readonly unit?: string;
  /** Says nothing of how much the person owns: shown while amounts are hidden, too. */
  readonly isPublic?: boolean;
}

/** One figure of an order under its name. */
export function Fact({ name, text = '', children, unit, isPublic }: FactProps) {
  return (
    <div className={styles['fact']}>
      <dt>{name}</dt>
      <dd>
        {children ?? (isPublic ? <span>{text}</span> : <Amount text={text} />)}{' '}
        {unit ? <small>{unit}</small> : null}
      </dd>
    </div>
  );
}

/** A figure beside its name. */
export function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
