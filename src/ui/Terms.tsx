import type { ReactNode } from 'react';
import styles from './Terms.module.css';

/** What something comes to, line by line: a name and what stands for it. */
export function Terms({ children }: { readonly children: ReactNode }) {
  return <dl className={styles['terms']}>{children}</dl>;
}

interface TermProps {
  readonly name: string;
  readonly children: ReactNode;
}

export function Term({ name, children }: TermProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
