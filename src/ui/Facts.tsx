import type { ReactNode } from 'react';
import styles from './Facts.module.css';
import { Amount } from './LiveAmount.tsx';

interface FactsProps {
  /**
   * `rows`: name and figure at both ends of a line; `framed`: so, in a frame; `ticket`: so, small; `ask`: so, large;
   * `grid`: figures under their names; `three`: so, and a long one takes more room; `inline`: one after another.
   */
  readonly look?: 'rows' | 'framed' | 'ticket' | 'ask' | 'grid' | 'three' | 'inline' | undefined;
  /** Of a grid: how many stand beside each other, at most. More than three do so in wide windows alone. */
  readonly columns?: 1 | 2 | 3 | 6 | 9;
  /** Figures in bold. */
  readonly isStrong?: boolean;
  readonly children: ReactNode;
}

/** Figures and their names. */
export function Facts({ look = 'rows', columns, isStrong, children }: FactsProps) {
  return (
    <dl className={styles['facts']} data-look={look} data-columns={columns} data-strong={isStrong}>
      {children}
    </dl>
  );
}

interface FactProps {
  readonly name: string;
  /** The user's own figure, hidden while amounts are. */
  readonly text?: string;
  /** In place of a text: what is live, or has its own cover. */
  readonly children?: ReactNode;
  readonly unit?: string;
  /** Says nothing of how much the user owns: shown while amounts are hidden, too. */
  readonly isPublic?: boolean;
  /** Absent: nothing is computed. */
  readonly onExplain?: (() => void) | undefined;
  /** Takes a line of its own, in bold. */
  readonly isWide?: boolean;
}

/** A figure and its name; one that is computed can be explained. */
export function Fact({ name, text, children, unit, isPublic, onExplain, isWide }: FactProps) {
  const own = isPublic ? <span>{text}</span> : <Amount text={text ?? ''} />;
  return (
    <div data-wide={isWide}>
      <dt>
        {onExplain ? (
          <button type="button" onClick={onExplain}>
            {name}
          </button>
        ) : (
          name
        )}
      </dt>
      <dd>
        {text === undefined ? children : own}
        {unit ? (
          <>
            {' '}
            <small>{unit}</small>
          </>
        ) : null}
      </dd>
    </div>
  );
}
