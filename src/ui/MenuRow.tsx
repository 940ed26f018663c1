import type { LucideIcon } from 'lucide-react';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { look } from './look.ts';
import styles from './MenuRow.module.css';

/** A list of lines that lead on. */
export function Menu({ children }: { readonly children: ReactNode }) {
  return <ul className={look('divided ground1 round3')}>{children}</ul>;
}

interface MenuRowProps {
  readonly to: string;
  readonly title: string;
  readonly Icon: LucideIcon;
  readonly value?: string | undefined;
  /** `done` and `open` mark what is set up and what is not. */
  readonly state?: 'done' | 'open' | undefined;
}

const TONES = { open: look('warning small'), done: look('accent small'), plain: look('faint') };

/** A line that leads on, with what there is to know about it. */
export function MenuRow({ to, title, Icon, value, state }: MenuRowProps) {
  return (
    <li>
      <Link className={look('stack3 middle', styles['row'])} to={to} data-state={state}>
        <Icon className={look('dim')} size={20} strokeWidth={1.75} aria-hidden="true" />
        <span className={look('line breaks')}>
          <b className={look('light')}>{title}</b>
          {value ? <em className={TONES[state ?? 'plain']}>{value}</em> : null}
        </span>
        <ChevronRight className={look('dim')} size={18} aria-hidden="true" />
      </Link>
    </li>
  );
}
