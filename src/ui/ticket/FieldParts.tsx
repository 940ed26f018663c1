import type { ComponentProps, ReactNode } from 'react';
import { look } from '../look.ts';
import styles from './Ticket.module.css';

const END = 'flex middle gap1 shrinks tiny breaks';

/** At the end of a number's field: a button that types for one, or changes the unit. */
export function FieldButton(button: Omit<ComponentProps<'button'>, 'type' | 'className'>) {
  return <button type="button" className={look(`${END} wrap right`, styles['swap'])} {...button} />;
}

/** At the end of a number's field: what the number is of. */
export function FieldUnit({ children }: { readonly children: ReactNode }) {
  return <span className={look(END, styles['unit'])}>{children}</span>;
}
