import type { ReactNode } from 'react';
import styles from './Empty.module.css';

/** In place of a list that has nothing in it. */
export function Empty({ children }: { readonly children: ReactNode }) {
  return <p className={styles['empty']}>{children}</p>;
}
