import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { languageTag } from '../../../domain/index.ts';
import { settings } from '../../state/settings.ts';
import { Button } from '../Button.tsx';
import { Sheet } from '../dialog/Sheet.tsx';
import { Calendar } from '../form/Calendar.tsx';
import { dayWords } from '../form/calendarDays.ts';
import { look } from '../look.ts';
import styles from './Filters.module.css';
import { changed, PERIODS, periodOf, withPeriod } from './period.ts';

/** One of some, or all of them. */
export interface Choice {
  /** Its name in the address. */
  readonly param: string;
  readonly name: string;
  readonly options: readonly { readonly id: string; readonly text: string }[];
}

interface FilterSheetProps {
  readonly params: URLSearchParams;
  readonly choices: readonly Choice[];
  /** `yyyy-mm-dd`. */
  readonly today: string;
  /** @param params undefined: all stays as it was. */
  readonly onDone: (params: URLSearchParams | undefined) => void;
}

type End = 'from' | 'to';

/** All that a list can be narrowed by; what is chosen counts once it is shown. */
export function FilterSheet({ params, choices, today, onDone }: FilterSheetProps) {
  const { t } = useTranslation('funds');
  const [draft, setDraft] = useState(params);
  const period = periodOf(draft, today);
  const all = { id: '', text: t('records.all') };
  const periods = [
    { id: '7', text: t('records.days7') },
    { id: '30', text: t('records.days30') },
    { id: '90', text: t('records.days90') },
    all,
  ];
  const pickPeriod = (id: string) =>
    setDraft(
      withPeriod(
        draft,
        PERIODS.find((each) => `${each}` === id),
        today,
      ),
    );
  return (
    <Sheet
      title={t('records.filter')}
      onClose={() => onDone(undefined)}
      footer={
        <>
          <Button disabled={draft.size === 0} onClick={() => setDraft(new URLSearchParams())}>
            {t('records.clear')}
          </Button>
          <Button look="main" onClick={() => onDone(draft)}>
            {t('records.show')}
          </Button>
        </>
      }
    >
      <Options
        name={t('records.period')}
        options={periods}
        selected={period === 'own' ? undefined : `${period ?? ''}`}
        onSelect={pickPeriod}
      />
      <Days draft={draft} today={today} onChange={setDraft} />
      {choices.map(({ param, name, options }) =>
        options.length === 0 ? null : (
          <Options
            key={param}
            name={name}
            options={[all, ...options]}
            selected={draft.get(param) ?? ''}
            onSelect={(id) => setDraft(changed(draft, param, id))}
          />
        ),
      )}
    </Sheet>
  );
}

interface OptionsProps extends Omit<Choice, 'param'> {
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
}

function Options({ name, options, selected, onSelect }: OptionsProps) {
  return (
    <fieldset className={look('flex wrap gap2 bottom3', styles['options'])}>
      <legend className={look('faint')}>{name}</legend>
      {options.map(({ id, text }) => (
        <button key={id} type="button" aria-pressed={id === selected} onClick={() => onSelect(id)}>
          {text}
        </button>
      ))}
    </fieldset>
  );
}

interface DaysProps {
  readonly draft: URLSearchParams;
  readonly today: string;
  readonly onChange: (params: URLSearchParams) => void;
}

/** The first and the last day; each opens the month that it lies in. */
function Days({ draft, today, onChange }: DaysProps) {
  const { t } = useTranslation('funds');
  const { language } = useSnapshot(settings);
  const words = useMemo(() => dayWords(languageTag(language)), [language]);
  const [open, setOpen] = useState<End>();
  const days = { from: dayIn(draft, 'from'), to: dayIn(draft, 'to') };
  const names = { from: t('records.from'), to: t('records.to') };
  const pick = (day: string) => {
    if (open === undefined) return;
    const other = open === 'from' ? 'to' : 'from';
    const isBeyond = days[other] !== '' && (open === 'from' ? day > days.to : day < days.from);
    const next = changed(draft, open, day);
    onChange(isBeyond ? changed(next, other, '') : next);
    setOpen(open === 'from' ? 'to' : undefined);
  };
  return (
    <>
      <div className={look('stack bottom3', styles['days'])}>
        {(['from', 'to'] as const).map((end) => (
          <button
            className={look('grid left')}
            key={end}
            type="button"
            aria-expanded={open === end}
            onClick={() => setOpen(open === end ? undefined : end)}
          >
            <small className={look('mini')}>{names[end]}</small>
            {days[end] === '' ? '–' : words.short(days[end])}
          </button>
        ))}
      </div>
      {open ? (
        <Calendar
          label={names[open]}
          {...days}
          today={today}
          shown={days[open] || days.to || days.from}
          onPick={pick}
        />
      ) : null}
    </>
  );
}

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const dayIn = (params: URLSearchParams, end: End): string => {
  const day = params.get(end) ?? '';
  return DAY.test(day) ? day : '';
};
