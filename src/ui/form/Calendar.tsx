import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { languageTag } from '../../../domain/index.ts';
import { settings } from '../../state/settings.ts';
import { IconButton } from '../Button.tsx';
import { look } from '../look.ts';
import styles from './Calendar.module.css';
import { addDays, addMonths, dayWords, firstWeekday, weeksOf } from './calendarDays.ts';

interface CalendarProps {
  readonly label: string;
  /** Days as `yyyy-mm-dd`; empty: none is chosen. */
  readonly from: string;
  readonly to: string;
  /** The day that it is. */
  readonly today: string;
  /** Days that can be chosen, both included; up to today unless said. */
  readonly bounds?: { readonly first: string; readonly last: string };
  /** What is looked at first. */
  readonly shown: string;
  readonly onPick: (day: string) => void;
}

/** By how many days, or months, a key goes. */
const STEPS: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
};

/** A month to choose days of; arrow keys go by day and week, Page keys by month. */
export function Calendar({ label, from, to, today, shown, bounds, onPick }: CalendarProps) {
  const { first, last } = bounds ?? { first: '', last: today };
  const { t } = useTranslation('funds');
  const { language } = useSnapshot(settings);
  const tag = languageTag(language);
  const words = useMemo(() => dayWords(tag), [tag]);
  const [at, setAt] = useState(shown || today);
  const table = useRef<HTMLTableElement>(null);
  const isMoving = useRef(false);
  useEffect(() => setAt(shown || today), [shown, today]);
  useEffect(() => {
    if (isMoving.current) table.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus();
    isMoving.current = false;
  }, [at]);
  const weeks = weeksOf(at, firstWeekday(tag));
  const go = (next: string) => setAt(next > last ? last : next < first ? first : next);
  const onKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    isMoving.current = true;
    go(step(at));
  };
  const heads = weeks[1] ?? [];
  return (
    <div className={styles['calendar']}>
      <div className={look('flex middle spread')}>
        <IconButton
          label={t('records.earlier')}
          disabled={addMonths(at, -1).slice(0, 7) < first.slice(0, 7)}
          onClick={() => go(addMonths(at, -1))}
        >
          <ChevronLeft size={20} aria-hidden="true" />
        </IconButton>
        <b aria-live="polite">{words.month(at)}</b>
        <IconButton
          label={t('records.later')}
          disabled={addMonths(at, 1).slice(0, 7) > last.slice(0, 7)}
          onClick={() => go(addMonths(at, 1))}
        >
          <ChevronRight size={20} aria-hidden="true" />
        </IconButton>
      </div>
      <table ref={table} aria-label={label} onKeyDown={onKey}>
        <thead>
          <tr>
            {heads.map((day) => (
              <th key={day} scope="col" abbr={day && words.weekdayInFull(day)}>
                {day && words.weekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.find((day) => day !== undefined)}>
              {week.map((day, place) => (
                <td key={day ?? place} data-within={day !== undefined && isWithin(day, from, to)}>
                  {day === undefined ? null : (
                    <button
                      type="button"
                      data-day={day}
                      tabIndex={day === at ? 0 : -1}
                      disabled={day < first || day > last}
                      aria-label={words.full(day)}
                      aria-pressed={day === from || day === to}
                      aria-current={day === today ? 'date' : undefined}
                      onClick={() => onPick(day)}
                    >
                      {Number.parseInt(day.slice(8), 10)}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const isWithin = (day: string, from: string, to: string): boolean =>
  from !== '' && to !== '' && day >= from && day <= to;
