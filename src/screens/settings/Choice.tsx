import { Check } from 'lucide-react';
import { look } from '../../ui/look.ts';
import styles from './SettingScreen.module.css';

interface ChoiceProps<T extends string> {
  readonly legend: string;
  readonly name: string;
  readonly options: readonly { readonly id: T; readonly text: string; readonly lang?: string }[];
  readonly value: T;
  readonly onChange: (id: T) => void;
}

/** One of several, each change is seen at once. */
export function Choice<T extends string>({ legend, name, options, value, onChange }: ChoiceProps<T>) {
  return (
    <fieldset className={styles['choice']}>
      <legend className={look('faint bottom2')}>{legend}</legend>
      <div className={look('divided inset ground1 round3')}>
        {options.map(({ id, text, lang }) => (
          <label className={look('grid middle high2 tall')} key={id} lang={lang}>
            <input type="radio" name={name} checked={id === value} onChange={() => onChange(id)} />
            <span>{text}</span>
            <Check size={18} aria-hidden="true" />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
