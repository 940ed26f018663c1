import type { ComponentProps } from 'react';
import type { LinkProps } from 'react-router-dom';
import { Link } from 'react-router-dom';
import styles from './Button.module.css';

interface Looks {
  /**
   * `main`: the step that a screen is there for; `quiet`: one beside it; `soft`: one of many; `up` and `down`: buying
   * and selling; `bad` and `danger`: what takes something away; `link`: words alone.
   */
  readonly look?: 'main' | 'quiet' | 'soft' | 'up' | 'down' | 'bad' | 'danger' | 'link' | undefined;
  readonly size?: 's' | 'm' | 'l' | undefined;
  /** Its words say that something is taken away. */
  readonly tone?: 'bad' | undefined;
  /** As wide as what it stands in. */
  readonly isWide?: boolean | undefined;
  /** Where it stands; how it looks is said by `look`. */
  readonly className?: string | undefined;
}

/** What makes an element look like a button. */
export function buttonLook({ look = 'quiet', size = 'm', tone, isWide, className }: Looks) {
  return {
    className: className === undefined ? styles['button'] : `${styles['button']} ${className}`,
    'data-look': look,
    'data-size': size,
    'data-tone': tone,
    'data-wide': isWide,
  };
}

interface ButtonProps extends Looks, ComponentProps<'button'> {
  readonly className?: string | undefined;
  /** What it began is on its way. It keeps its focus. */
  readonly isBusy?: boolean | undefined;
  /** It cannot be used now. Taps still reach it, so that it can say why. */
  readonly isOff?: boolean | undefined;
}

/** A button with words; icons may stand beside them. */
export function Button({ look, size, tone, isWide, className, isBusy, isOff, ...button }: ButtonProps) {
  return (
    <button
      type="button"
      {...buttonLook({ look, size, tone, isWide, className })}
      aria-busy={isBusy}
      aria-disabled={isBusy || isOff || undefined}
      {...button}
    />
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  look,
  size,
  tone,
  isWide,
  className,
  ...link
}: Looks & Omit<LinkProps, 'className'>) {
  return <Link {...buttonLook({ look, size, tone, isWide, className })} {...link} />;
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** What it is for: it shows no words. */
  readonly label: string;
  /** `round`: on a ground of its own. */
  readonly look?: 'plain' | 'strong' | 'faint' | 'accent' | 'round';
  readonly isBusy?: boolean | undefined;
}

/** A button that is an icon. */
export function IconButton({ label, look = 'plain', isBusy, className, ...button }: IconButtonProps) {
  return (
    <button
      type="button"
      className={className === undefined ? styles['icon'] : `${styles['icon']} ${className}`}
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
