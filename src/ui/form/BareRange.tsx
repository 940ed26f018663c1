import type { ComponentProps } from 'react';
import styles from './BareRange.module.css';

/**
 * A slider that shows its thumb alone, over a track that is drawn by what it stands in: `--thumb` and `--ring` there
 * are the sizes of the thumb and of its ring, and `--tall` is the height of all that answers.
 */
export function BareRange(input: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return <input type="range" className={styles['range']} {...input} />;
}
