import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../Button.tsx';
import { DateRange } from './DateRange.tsx';
import styles from './Filters.module.css';

interface FiltersProps {
  readonly params: URLSearchParams;
  readonly onChange: (params: URLSearchParams) => void;
  /** Choices that stand before the days. */
  readonly children: ReactNode;
}

/** Narrows a list down by choices and a range of days, all kept in the address. */
export function Filters({ params, onChange, children }: FiltersProps) {
  const { t } = useTranslation('funds');
  const from = params.get('from') ?? '';
  const to = params.get('to') ?? '';
  const set = (name: string) => (text: string) => onChange(changed(params, name, text));
  return (
    <form className={styles['filters']} onSubmit={(event) => event.preventDefault()}>
      {children}
      <DateRange from={from} to={to} onFrom={set('from')} onTo={set('to')} />
      {params.size > 0 ? (
        <Button look="link" size="s" onClick={() => onChange(new URLSearchParams())}>
          {t('records.clear')}
        </Button>
      ) : null}
    </form>
  );
}

/** The same address with one filter changed; an empty text takes it away. */
export function changed(params: URLSearchParams, name: string, text: string): URLSearchParams {
  const next = new URLSearchParams(params);
  if (text === '') next.delete(name);
  else next.set(name, text);
  return next;
}

interface ChoiceProps {
  readonly name: string;
  readonly value: string;
  readonly options: readonly { readonly id: string; readonly text: string }[];
  readonly onChange: (id: string) => void;
  /** Takes a line of its own on a phone. */
  readonly isWide?: boolean;
}

/** One of some, or all of them. */
export function Choice({ name, value, options, onChange, isWide }: ChoiceProps) {
  const { t } = useTranslation('funds');
  return (
    <label data-wide={isWide}>
      <span>{name}</span>
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{t('records.all')}</option>
        {options.map(({ id, text }) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
