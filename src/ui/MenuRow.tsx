import type { LucideIcon } from 'lucide-react';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './MenuRow.module.css';

/** A list of lines that lead on. */
export function Menu({ children }: { readonly children: ReactNode }) {
  return <ul className={styles['menu']}>{children}</ul>;
}

interface MenuRowProps {
  readonly to: string;
  readonly title: string;
  readonly Icon: LucideIcon;
  readonly value?: string | undefined;
  /** `done` and `open` mark what is set up and what is not. */
  readonly state?: 'done' | 'open' | undefined;
}

/** A line that leads on, with what there is to know about it. */
export function MenuRow({ to, title, Icon, value, state }: MenuRowProps) {
  return (
    <li>
      <Link className={styles['row']} to={to} data-state={state}>
        <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
        <span>
          <b>{title}</b>
          {value ? <em>{value}</em> : null}
        </span>
        <ChevronRight size={18} aria-hidden="true" />
      </Link>
    </li>
  );
}
