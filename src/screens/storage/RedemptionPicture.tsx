import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { RedemptionFigure } from '../../../workers/api.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Range } from '../../ui/form/Range.tsx';
import { look } from '../../ui/look.ts';
import styles from './RedemptionPicture.module.css';

interface RedemptionPictureProps {
  readonly figure: RedemptionFigure;
  /** Of the interest paid that redeeming takes, as text. */
  readonly share: string;
  readonly asset: string;
  readonly onDay: (day: number) => void;
}

/** What redeeming on any day comes to: a picture over the days, and the chosen day in figures. */
export function RedemptionPicture({ figure, share, asset, onDay }: RedemptionPictureProps) {
  const { t } = useTranslation('storage');
  const { days, chosen, breakEven } = figure;
  const id = useId();
  const shownDay = t('early.day', { day: chosen.day, date: chosen.date });
  return (
    <section className={look('stack surface')} aria-labelledby={id}>
      <h2 className={look('normal')} id={id}>
        {t('early.title')}
      </h2>
      <p className={look('quiet')}>{t('early.share', { share })}</p>
      <Drawing figure={figure} />
      <ul className={look('tiny flex wrap across4', styles['legend'])} aria-hidden="true">
        <li data-line="interest">{t('early.interest')}</li>
        <li data-line="net">{t('early.net')}</li>
      </ul>
      <div className={look('grid tight small')}>
        <span aria-hidden="true">{shownDay}</span>
        <Range label={shownDay} min={0} max={days} value={chosen.day} onChange={onDay} />
      </div>
      <Facts look="framed">
        <Fact name={t('early.interest')}>{`${chosen.interest} ${asset}`}</Fact>
        <Fact name={t('early.cost')}>{`${chosen.cost} ${asset}`}</Fact>
        <Fact name={t('early.back')}>{`${chosen.back} ${asset}`}</Fact>
        <Fact name={t('early.net')}>
          <b>{`${chosen.net} ${asset}`}</b>
        </Fact>
      </Facts>
      <p className={look('quiet')}>
        {breakEven ? t('early.breakEven', { day: breakEven.day, date: breakEven.date }) : t('early.never')}
      </p>
    </section>
  );
}

/** Units of the drawing; the points are thousandths of all interest. */
const WIDTH = 320;
const HEIGHT = 96;
const WHOLE = 1_000;
/** Room for the last step, at the end of the cycle. */
const LAST = 8;

function Drawing({ figure }: Pick<RedemptionPictureProps, 'figure'>) {
  const { t } = useTranslation('storage');
  const { days, points, chosen, breakEven } = figure;
  const x = (day: number) => ((WIDTH - LAST) * day) / days;
  const y = (value: number) => HEIGHT - (HEIGHT * value) / WHOLE;
  // Interest comes once a day, and between two payments nothing changes.
  const path = (line: 'interest' | 'net') =>
    `M0 ${HEIGHT}${points.map((point) => `H${x(point.day).toFixed(1)}V${y(point[line]).toFixed(1)}`).join('')}H${WIDTH}`;
  return (
    <svg
      className={look('wide under', styles['drawing'])}
      viewBox={`0 -4 ${WIDTH} ${HEIGHT + 8}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('early.label', { days })}
    >
      <path data-line="area" d={`${path('net')}V${HEIGHT}Z`} />
      <path data-line="interest" d={path('interest')} />
      <path data-line="net" d={path('net')} />
      {breakEven ? <path data-line="even" d={`M${x(breakEven.day)} 0V${HEIGHT}`} /> : null}
      <path data-line="day" d={`M${x(chosen.day)} -4V${HEIGHT + 4}`} />
    </svg>
  );
}
