import type { ComponentProps } from 'react';
import styles from './Card.module.css';

interface CardProps extends ComponentProps<'section'> {
  /** `plain`: on a ground of its own; `framed`: with a line around it. */
  readonly look?: 'plain' | 'framed';
}

/** What belongs together, set off from the rest. Its parts stand below each other. */
export function Card({ look = 'plain', className, ...section }: CardProps) {
  return (
    <section
      className={className === undefined ? styles['card'] : `${styles['card']} ${className}`}
      data-look={look}
      {...section}
    />
  );
}
