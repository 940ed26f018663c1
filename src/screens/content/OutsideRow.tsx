import type { LucideIcon } from 'lucide-react';
import { ExternalLink } from 'lucide-react';
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
      <a className={menu['row']} href={href} target="_blank" rel="noreferrer noopener">
        <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
        <span>
          <b>{title}</b>
        </span>
        <ExternalLink size={16} aria-hidden="true" />
      </a>
    </li>
  );
}
