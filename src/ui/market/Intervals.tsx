import { Maximize, PencilLine, SquareFunction, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ChartInterval } from '../../../domain/index.ts';
import { IconButton } from '../Button.tsx';
import { ChoiceSheet, choiceOf, DropChip } from '../form/ChoiceSheet.tsx';
import { look } from '../look.ts';
import { Tabs } from '../Tabs.tsx';
import { NARROW, useMedia } from '../useMedia.ts';
import styles from './Intervals.module.css';

interface IntervalsProps {
  readonly interval: ChartInterval;
  readonly onInterval: (interval: ChartInterval) => void;
  /** Opens the sheet of indicators. */
  readonly onIndicators: () => void;
  /** Whether the chart has the whole screen. */
  readonly isFull: boolean;
  readonly onFull: (isFull: boolean) => void;
  /** Whether the tools for drawing are there. */
  readonly isDrawing: boolean;
  readonly onDrawing: (isDrawing: boolean) => void;
}

const ALL = [
  'line',
  '1m',
  '3m',
  '5m',
  '15m',
  '30m',
  '1h',
  '2h',
  '4h',
  '6h',
  '12h',
  '1d',
  '1w',
  '1M',
] as const satisfies readonly ChartInterval[];
type Offered = (typeof ALL)[number];
const SHOWN: readonly Offered[] = ['1m', '5m', '15m', '1h', '1d'];
/** As many as stand in one row of a phone in any language, and of the smallest ones. */
const SHOWN_PHONE: readonly Offered[] = ['1m', '15m', '1h'];
const SHOWN_NARROW: readonly Offered[] = ['15m', '1h'];
const PHONE = '(max-width: 429px)';

/** Some intervals and the way to the others, the sheet of indicators, and the whole screen. */
export function Intervals(props: IntervalsProps) {
  const { interval, onInterval, onIndicators, isFull, onFull, isDrawing, onDrawing } = props;
  const { t } = useTranslation('detail');
  const names = {
    line: t('interval.line'),
    '1m': t('interval.1m'),
    '3m': t('interval.3m'),
    '5m': t('interval.5m'),
    '15m': t('interval.15m'),
    '30m': t('interval.30m'),
    '1h': t('interval.1h'),
    '2h': t('interval.2h'),
    '4h': t('interval.4h'),
    '6h': t('interval.6h'),
    '12h': t('interval.12h'),
    '1d': t('interval.1d'),
    '1w': t('interval.1w'),
    '1M': t('interval.1M'),
  };
  const [isNarrow, isPhone] = [useMedia(NARROW), useMedia(PHONE)];
  const shown = isNarrow ? SHOWN_NARROW : isPhone ? SHOWN_PHONE : SHOWN;
  const more = ALL.filter((each) => !shown.includes(each));
  const other = more.find((each) => each === interval);
  const label = t('intervals');
  return (
    <div className={look('flex middle', styles['bar'])}>
      <Tabs
        look="chips"
        label={label}
        selected={interval}
        onSelect={onInterval}
        tabs={shown.map((id) => ({ id, text: names[id] }))}
      />
      <DropChip
        text={other === undefined ? t('interval.more') : names[other]}
        label={other === undefined ? `${label}: ${t('interval.more')}` : `${label}: ${names[other]}`}
      >
        {(close) => (
          <ChoiceSheet
            title={label}
            choices={[
              choiceOf<ChartInterval>({
                label,
                options: more.map((id) => ({ id, text: names[id] })),
                selected: interval,
                onSelect: onInterval,
              }),
            ]}
            onClose={close}
          />
        )}
      </DropChip>
      <IconButton label={t('indicators.title')} aria-haspopup="dialog" onClick={onIndicators}>
        <SquareFunction size={20} aria-hidden="true" />
      </IconButton>
      <IconButton label={t('draw.tools')} aria-pressed={isDrawing} onClick={() => onDrawing(!isDrawing)}>
        <PencilLine size={18} aria-hidden="true" />
      </IconButton>
      <IconButton label={t('chart.full')} aria-pressed={isFull} onClick={() => onFull(!isFull)}>
        {isFull ? <X size={20} aria-hidden="true" /> : <Maximize size={18} aria-hidden="true" />}
      </IconButton>
    </div>
  );
}
