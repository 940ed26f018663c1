import type { ReactNode } from 'react';
import { look } from '../look.ts';
import styles from './FormDock.module.css';

/** What stands below a form: its state, and the button that sends it. */
export function FormDock({ children }: { readonly children: ReactNode }) {
  return <div className={look('stack mids', styles['dock'])}>{children}</div>;
}

/** Why the form was rejected. */
export function FormFailure({ children }: { readonly children: ReactNode }) {
  return (
    <p role="alert" className={styles['failed']}>
      {children}
    </p>
  );
}
