import { useTranslation } from 'react-i18next';
import type { ResultsFrame, ResultsPart } from '../../../workers/api.ts';
import { useKeptChoice } from '../../state/useKeptChoice.ts';
import { ResultCalendar, useMonthName } from '../../ui/form/ResultCalendar.tsx';
import { ListRow } from '../../ui/ListRow.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { Tabs } from '../../ui/Tabs.tsx';

const kinds = ['days', 'months', 'markets', 'hours'] as const;
type Kind = (typeof kinds)[number];

interface PartsProps {
  readonly frame: ResultsFrame;
  /** The day whose trades are listed. */
  readonly day: string | undefined;
  readonly onDay: (day: string | undefined) => void;
}

/** The same net P/L by when and where it was made. */
export function Parts({ frame, day, onDay }: PartsProps) {
  const { t } = useTranslation('perpetual');
  const [kind, setKind] = useKeptChoice<Kind>('results kind', 'days');
  const names: Record<Kind, string> = {
    days: t('results.days'),
    months: t('results.months'),
    markets: t('results.markets'),
    hours: t('results.hours'),
  };
  return (
    <section aria-label={t('results.parts')}>
      <div className={look('inset')}>
        <Tabs
          label={t('results.parts')}
          selected={kind}
          onSelect={setKind}
          tabs={kinds.map((id) => ({ id, text: names[id] }))}
        />
      </div>
      {kind === 'days' ? (
        <div className={look('pad')}>
          <ResultCalendar days={frame.days} months={frame.months} chosen={day} onChoose={onDay} />
        </div>
      ) : (
        <PartList kind={kind} parts={frame[kind]} />
      )}
    </section>
  );
}

function PartList({
  kind,
  parts,
}: {
  readonly kind: Exclude<Kind, 'days'>;
  readonly parts: readonly ResultsPart[];
}) {
  const { t } = useTranslation('perpetual');
  const monthName = useMonthName();
  const shown = kind === 'months' ? [...parts].reverse() : parts;
  return (
    <>
      {kind === 'hours' ? <p className={look('tiny padLow')}>{t('results.hoursNote')}</p> : null}
      <ul>
        {shown.map((part) => (
          <li key={part.id}>
            <ListRow
              start={
                <>
                  <b>{kind === 'months' ? monthName(part.id) : part.name}</b>
                  <small className={look('dim')}>
                    {t('results.trades', { count: part.count })} · {part.rate}
                  </small>
                </>
              }
              end={
                <>
                  <b>
                    <Amount text={part.net} direction={part.direction} />
                  </b>
                  <Bar part={part} />
                </>
              }
            />
          </li>
        ))}
      </ul>
    </>
  );
}

/** px of the drawing. */
const [WIDE, HIGH] = [72, 4];
const FULL = 1_000;

/** Its net P/L against the largest of its kind. */
function Bar({ part: { permille, direction } }: { readonly part: ResultsPart }) {
  const wide = (Math.abs(permille) * WIDE) / FULL;
  return (
    <svg
      width={WIDE}
      height={HIGH}
      data-direction={direction > 0 ? 'up' : direction < 0 ? 'down' : 'flat'}
      aria-hidden="true"
    >
      <rect x={WIDE - wide} width={wide} height={HIGH} rx={HIGH / 2} fill="currentColor" />
    </svg>
  );
}
