import type { ComponentProps, ReactNode } from 'react';
import { look } from '../look.ts';
import styles from './Ticket.module.css';

/** At the end of a number's field: a button that types for one, or changes the unit. */
export function FieldButton(button: Omit<ComponentProps<'button'>, 'type' | 'className'>) {
  return (
    <button
      type="button"
      className={look('flex middle gap1 shrinks tiny breaks wrap right', styles['swap'])}
      {...button}
    />
  );
}

/** At the end of a number's field: what the number is of. */
export function FieldUnit({ children }: { readonly children: ReactNode }) {
  return <span className={look('flex middle gap1 shrinks tiny breaks', styles['unit'])}>{children}</span>;
}
