import type { ComponentProps, ReactNode } from 'react';
import styles from './Inputs.module.css';

interface CheckProps extends Omit<ComponentProps<'input'>, 'type' | 'checked' | 'onChange' | 'className'> {
  readonly isOn?: boolean;
  readonly onChange?: (isOn: boolean) => void;
  /** Takes effect at once, and not with a form. */
  readonly isSwitch?: boolean;
  readonly children: ReactNode;
}

/** A box and what ticking it means. */
export function Check({ isOn, onChange, isSwitch, children, ...input }: CheckProps) {
  return (
    <label className={styles['check']}>
      <input
        type="checkbox"
        checked={isOn}
        {...(isSwitch ? { role: 'switch', 'aria-checked': isOn } : {})}
        {...(onChange ? { onChange: ({ target }) => onChange(target.checked) } : {})}
        {...input}
      />
      <span>{children}</span>
    </label>
  );
}
