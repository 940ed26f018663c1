import type { ComponentProps } from 'react';
import styles from './Table.module.css';

/** Figures in rows and columns: what they are at the left, each column of figures at its right edge. */
export function Table({ className, ...table }: ComponentProps<'table'>) {
  return (
    <table
      className={className === undefined ? styles['table'] : `${styles['table']} ${className}`}
      {...table}
    />
  );
}
