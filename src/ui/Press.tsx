import type { ComponentProps } from 'react';
import styles from './Press.module.css';

interface PressProps extends ComponentProps<'button'> {
  /** `plain`: as what stands in it; `row`: a line of a list, as wide as that; `tile`: one of some, in a frame. */
  readonly look?: 'plain' | 'row' | 'tile';
  /** Of some that one chooses from: whether it is the one. */
  readonly isChosen?: boolean | undefined;
}

/** Content that answers to a tap as a whole: a line of a list, a figure, a choice in words. */
export function Press({ look = 'plain', isChosen, className, ...button }: PressProps) {
  return (
    <button
      type="button"
      className={className === undefined ? styles['press'] : `${styles['press']} ${className}`}
      data-look={look}
      aria-pressed={isChosen}
      {...button}
    />
  );
}
