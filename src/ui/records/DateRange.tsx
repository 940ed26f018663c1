import { useTranslation } from 'react-i18next';
import styles from './DateRange.module.css';

interface DateRangeProps {
  /** Days as `yyyy-mm-dd`; empty: no bound. */
  readonly from: string;
  readonly to: string;
  readonly onFrom: (day: string) => void;
  readonly onTo: (day: string) => void;
}

/** The first and the last day of what is shown. */
export function DateRange({ from, to, onFrom, onTo }: DateRangeProps) {
  const { t } = useTranslation('funds');
  return (
    <>
      <Day name={t('records.from')} value={from} max={to} onChange={onFrom} />
      <Day name={t('records.to')} value={to} min={from} onChange={onTo} />
    </>
  );
}

interface DayProps {
  readonly name: string;
  readonly value: string;
  readonly min?: string;
  readonly max?: string;
  readonly onChange: (day: string) => void;
}

function Day({ name, value, min, max, onChange }: DayProps) {
  return (
    <label className={styles['day']}>
      <span>{name}</span>
      <input
        type="date"
        value={value}
        min={min || undefined}
        max={max || undefined}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}
