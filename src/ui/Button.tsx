import type { ComponentProps } from 'react';
import type { LinkProps } from 'react-router-dom';
import { Link } from 'react-router-dom';
import styles from './Button.module.css';

interface Looks {
  /** `main`: the step that a screen is there for; `up` and `down`: buying and selling; `link`: words alone. */
  readonly look?: 'main' | 'quiet' | 'bad' | 'link' | 'up' | 'down';
  readonly size?: 's' | 'm' | 'l';
}

interface ButtonProps extends Looks, Omit<ComponentProps<'button'>, 'className' | 'type'> {
  /** What it began is on its way. It keeps its focus. */
  readonly isBusy?: boolean | undefined;
  /** It cannot be used now. Taps still reach it, so that it can say why. */
  readonly isOff?: boolean | undefined;
}

/** A button with words; icons may stand beside them. */
export function Button({ look = 'quiet', size = 'm', isBusy, isOff, ...button }: ButtonProps) {
  return (
    <button
      type="button"
      className={styles['button']}
      data-look={look}
      data-size={size}
      aria-busy={isBusy}
      aria-disabled={isBusy || isOff || undefined}
      {...button}
    />
  );
}

/** A link that looks like a button. */
export function ButtonLink({ look = 'quiet', size = 'm', ...link }: Looks & Omit<LinkProps, 'className'>) {
  return <Link className={styles['button']} data-look={look} data-size={size} {...link} />;
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'type' | 'aria-label'> {
  /** What it is for: it shows no words. */
  readonly label: string;
  /** `round`: on a ground of its own. */
  readonly look?: 'plain' | 'accent' | 'round';
  readonly isBusy?: boolean | undefined;
}

/** A button that is an icon. */
export function IconButton({ label, look = 'plain', isBusy, ...button }: IconButtonProps) {
  return (
    <button
      type="button"
      className={styles['icon']}
      data-look={look}
      aria-label={label}
      aria-busy={isBusy}
      aria-disabled={isBusy || undefined}
      {...button}
    />
  );
}

interface IconLinkProps extends Omit<LinkProps, 'className' | 'aria-label'> {
  readonly label: string;
  readonly look?: 'plain' | 'accent';
}

/** A link that is an icon. */
export function IconLink({ label, look = 'plain', ...link }: IconLinkProps) {
  return <Link className={styles['icon']} data-look={look} aria-label={label} {...link} />;
}
