import type { LinkProps } from 'react-router-dom';
import { ButtonLink } from '../Button.tsx';
import layout from '../layout.module.css';
import styles from './Narrowed.module.css';

interface NarrowedProps {
  /** What the list is narrowed to. */
  readonly text: string;
  /** The way to the whole list, and its words. */
  readonly to: LinkProps['to'];
  readonly all: string;
}

/** Says that a list shows one market's records alone, and leads to those of all. */
export function Narrowed({ text, to, all }: NarrowedProps) {
  return (
    <p className={`${layout['between']} ${layout['inset']} ${styles['narrowed']}`}>
      <b>{text}</b>
      <ButtonLink look="link" size="s" to={to} replace>
        {all}
      </ButtonLink>
    </p>
  );
}
