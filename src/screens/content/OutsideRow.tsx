import type { LucideIcon } from 'lucide-react';
import { ExternalLink } from 'lucide-react';
import { look } from '../../ui/look.ts';
import menu from '../../ui/MenuRow.module.css';

interface OutsideRowProps {
  readonly href: string;
  readonly title: string;
  readonly Icon: LucideIcon;
}

/** A line that leads out of the product. */
export function OutsideRow({ href, title, Icon }: OutsideRowProps) {
  return (
    <li>
      <a className={look('stack3 middle', menu['row'])} href={href} target="_blank" rel="noreferrer noopener">
        <Icon className={look('dim')} size={20} strokeWidth={1.75} aria-hidden="true" />
        <span className={look('line breaks')}>
          <b className={look('light')}>{title}</b>
        </span>
        <ExternalLink className={look('dim')} size={16} aria-hidden="true" />
      </a>
    </li>
  );
}
