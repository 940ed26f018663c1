import { ListFilter, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { languageTag } from '../../../domain/index.ts';
import { settings } from '../../state/settings.ts';
import { dayText, dayWords } from '../form/calendarDays.ts';
import { look } from '../look.ts';
import type { Choice } from './FilterSheet.tsx';
import { FilterSheet } from './FilterSheet.tsx';
import styles from './Filters.module.css';
import { changed, PERIODS, periodOf, rangeText, withPeriod } from './period.ts';

interface FiltersProps {
  /** What of the address belongs to the filter. */
  readonly params: URLSearchParams;
  readonly onChange: (params: URLSearchParams) => void;
  readonly choices?: readonly Choice[];
  /** What the list is narrowed to by its address, and the way to all. */
  readonly narrowed?: ActiveFilterProps | undefined;
  /** Days as the exchange counts them, in UTC; else in this device's calendar. */
  readonly isUtc?: boolean;
}

/** What a list is narrowed to, as chips: a tap takes one away. The rest is a sheet. All of it is kept in the address. */
export function Filters({ params, onChange, choices = [], narrowed, isUtc = false }: FiltersProps) {
  const { t } = useTranslation('funds');
  const { language } = useSnapshot(settings);
  const words = useMemo(() => dayWords(languageTag(language)), [language]);
  const [isOpen, setOpen] = useState(false);
  const today = dayText(new Date(), isUtc);
  const period = periodOf(params, today);
  const texts = { 7: t('records.days7'), 30: t('records.days30'), 90: t('records.days90') };
  const own = choices.flatMap(({ param, options }) => {
    const chosen = options.find(({ id }) => id === params.get(param));
    return chosen ? [{ param, text: chosen.text }] : [];
  });
  return (
    <div className={look('row inset shrinks', styles['bar'])}>
      <fieldset className={look('strip flex gap2 shrinks grows', styles['chips'])}>
        <legend className="visually-hidden">{t('records.filter')}</legend>
        {period === 'own' ? (
          <ActiveFilter
            text={rangeText(params, words, { from: t('records.from'), to: t('records.to') })}
            onRemove={() => onChange(withPeriod(params, undefined, today))}
          />
        ) : null}
        {narrowed ? <ActiveFilter {...narrowed} /> : null}
        {own.map(({ param, text }) => (
          <ActiveFilter key={param} text={text} onRemove={() => onChange(changed(params, param, ''))} />
        ))}
        {PERIODS.map((days) => (
          <button
            key={days}
            type="button"
            aria-pressed={period === days}
            onClick={() => onChange(withPeriod(params, period === days ? undefined : days, today))}
          >
            {texts[days]}
          </button>
        ))}
      </fieldset>
      <button type="button" className={styles['open']} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <ListFilter size={18} aria-hidden="true" />
        {t('records.filter')}
      </button>
      {isOpen ? (
        <FilterSheet
          params={params}
          choices={choices}
          today={today}
          onDone={(next) => {
            setOpen(false);
            if (next) onChange(next);
          }}
        />
      ) : null}
    </div>
  );
}

/** What a list that has no other filter is narrowed to. */
export function Narrowed(taken: ActiveFilterProps) {
  return (
    <div className={look('row inset shrinks', styles['bar'])}>
      <div className={look('strip flex gap2 shrinks grows', styles['chips'])}>
        <ActiveFilter {...taken} />
      </div>
    </div>
  );
}

interface ActiveFilterProps {
  readonly text: string;
  readonly onRemove: () => void;
}

/** What is chosen; a tap takes it away. */
function ActiveFilter({ text, onRemove }: ActiveFilterProps) {
  const { t } = useTranslation('funds');
  return (
    <button type="button" data-taken aria-label={t('records.remove', { text })} onClick={onRemove}>
      {text}
      <X size={14} aria-hidden="true" />
    </button>
  );
}
