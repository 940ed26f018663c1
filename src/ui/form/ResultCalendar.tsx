import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { languageTag } from '../../../domain/index.ts';
import type { ResultsPart } from '../../../workers/api.ts';
import { settings } from '../../state/settings.ts';
import { IconButton } from '../Button.tsx';
import { Amount } from '../LiveAmount.tsx';
import { look } from '../look.ts';
import styles from './Calendar.module.css';
import { addMonths, dayText, dayWords, firstWeekday, weeksOf } from './calendarDays.ts';

interface ResultCalendarProps {
  /** Days and months on which something ended, ascending; others brought nothing. */
  readonly days: readonly ResultsPart[];
  readonly months: readonly ResultsPart[];
  readonly chosen: string | undefined;
  readonly onChoose: (day: string | undefined) => void;
}

const useDayWords = () => {
  const { language } = useSnapshot(settings);
  const tag = languageTag(language);
  return useMemo(() => ({ tag, ...dayWords(tag) }), [tag]);
};

/** Names of months: `2026-03` as users read it. */
export function useMonthName(): (month: string) => string {
  const { month } = useDayWords();
  return (id) => month(`${id}-01`);
}

/** Days as users read them: `2026-03-09` in the reader's language. */
export function useDayName(): (day: string) => string {
  return useDayWords().short;
}

/** A month with what each day has brought; a tap on a day chooses it, a second one takes it back. */
export function ResultCalendar({ days, months, chosen, onChoose }: ResultCalendarProps) {
  const { t } = useTranslation(['funds', 'perpetual']);
  const words = useDayWords();
  const today = dayText(new Date());
  const [moved, setMoved] = useState<string>();
  const at = moved ?? days.at(-1)?.id ?? today;
  const month = at.slice(0, 7);
  const sum = months.find(({ id }) => id === month);
  const byDay = new Map(days.map((part) => [part.id, part]));
  const first = days[0]?.id ?? today;
  const go = (by: number) => {
    setMoved(addMonths(`${month}-01`, by));
    onChoose(undefined);
  };
  const weeks = weeksOf(`${month}-01`, firstWeekday(words.tag));
  return (
    <div className={styles['calendar']}>
      <div className={look('flex middle spread')}>
        <IconButton label={t('records.earlier')} disabled={month <= first.slice(0, 7)} onClick={() => go(-1)}>
          <ChevronLeft size={20} aria-hidden="true" />
        </IconButton>
        <p className={look('mid')} aria-live="polite">
          <b>{words.month(at)}</b>
          <br />
          <small>
            <Amount text={sum?.net ?? '0.00'} direction={sum?.direction ?? 0} />
          </small>
        </p>
        <IconButton label={t('records.later')} disabled={month >= today.slice(0, 7)} onClick={() => go(1)}>
          <ChevronRight size={20} aria-hidden="true" />
        </IconButton>
      </div>
      <table aria-label={t('perpetual:results.days')}>
        <thead>
          <tr>
            {(weeks[1] ?? []).map((day) => (
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
                <td key={day ?? place}>
                  {day === undefined ? null : (
                    <Day
                      day={day}
                      name={words.full(day)}
                      part={byDay.get(day)}
                      isChosen={day === chosen}
                      isToday={day === today}
                      onChoose={() => onChoose(day === chosen ? undefined : day)}
                    />
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

interface DayProps {
  readonly day: string;
  readonly name: string;
  readonly part: ResultsPart | undefined;
  readonly isChosen: boolean;
  readonly isToday: boolean;
  readonly onChoose: () => void;
}

function Day({ day, name, part, isChosen, isToday, onChoose }: DayProps) {
  const { t } = useTranslation('perpetual');
  const { hideAmounts } = useSnapshot(settings);
  const count = part ? t('results.trades', { count: part.count }) : '';
  return (
    <button
      type="button"
      disabled={!part}
      aria-label={[name, hideAmounts ? '' : part?.net, count].filter(Boolean).join(', ')}
      aria-pressed={isChosen}
      aria-current={isToday ? 'date' : undefined}
      onClick={onChoose}
    >
      <span className={look('block mini')}>{Number.parseInt(day.slice(8), 10)}</span>
      {part ? (
        <span className={look('block mini strong')}>
          <Amount text={part.short} {...(isChosen ? {} : { direction: part.direction })} />
        </span>
      ) : null}
    </button>
  );
}
