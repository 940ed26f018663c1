import type { ReactNode } from 'react';
import styles from './ListRow.module.css';

interface ListRowProps {
  /** What it is, in one or more lines. */
  readonly start: ReactNode;
  /** How much or how it stands, at the other end. */
  readonly end: ReactNode;
  /** In a sheet, which has room around it already. */
  readonly isInset?: boolean;
  /** Names the row for tests and the walk. */
  readonly [data: `data-${string}`]: string | number;
}

/** One of a list: what it is, and how it stands. */
export function ListRow({ start, end, isInset, ...data }: ListRowProps) {
  return (
    <div className={styles['row']} data-inset={isInset} {...data}>
      <p>{start}</p>
      <p>{end}</p>
    </div>
  );
}
