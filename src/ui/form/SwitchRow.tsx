import { look } from '../look.ts';
import styles from './SwitchRow.module.css';

interface SwitchRowProps {
  readonly title: string;
  readonly text?: string;
  readonly isOn: boolean;
  readonly isBusy?: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Something that is on or off, and what that means. */
export function SwitchRow({ title, text, isOn, isBusy = false, onChange }: SwitchRowProps) {
  return (
    <label className={look('stack3 middle tap relative', styles['row'])} aria-busy={isBusy}>
      <span className={look('grid tight')}>
        <b className={look('small')}>{title}</b>
        {text ? <small>{text}</small> : null}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      <i aria-hidden="true" />
    </label>
  );
}
