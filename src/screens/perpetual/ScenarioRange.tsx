import { Minus, Plus } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/Button.tsx';
import { BareRange } from '../../ui/form/BareRange.tsx';
import { look } from '../../ui/look.ts';
import { usePercent, useSignedPercent } from '../../ui/usePercent.ts';
import styles from './Scenario.module.css';

/** The farthest move to either side, per cent, and what stands below the slider. */
const MOST = 50;
const MARKS = [-50, -25, 0, 25, 50] as const;
/** How much of a recorded day, per cent. */
const DAY_MOST = 100;
const DAY_MARKS = [0, 25, 50, 75, 100] as const;

interface ScenarioRangeProps {
  /** Whole per cent, −50 to 50; of a recorded day 0 to 100. */
  readonly value: number;
  readonly isDay: boolean;
  readonly onChange: (value: number) => void;
  /** Where liquidations begin, thousandths of the way; absent: nowhere. */
  readonly fallsAt: number | undefined;
  readonly risesAt: number | undefined;
  /** How many positions are liquidated by then: it is read to users with the move. */
  readonly liquidated: number;
}

/** By how much the market moves: a thumb, two buttons, keys. Red from where the first position is liquidated. */
export function ScenarioRange({ value, isDay, onChange, fallsAt, risesAt, liquidated }: ScenarioRangeProps) {
  const { t } = useTranslation('perpetual');
  const [signed, plain] = [useSignedPercent(), usePercent()];
  const words = isDay ? plain : signed;
  const [least, most, marks] = isDay ? [0, DAY_MOST, DAY_MARKS] : [-MOST, MOST, MARKS];
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    frame.current?.style.setProperty('--falls', `${(fallsAt ?? 0) / 10}%`);
    frame.current?.style.setProperty('--rises', `${(risesAt ?? 1_000) / 10}%`);
  }, [fallsAt, risesAt]);
  const move = words(value);
  return (
    <div ref={frame} className={look('stack1')}>
      <div className={look('grid middle', styles['move'])}>
        <IconButton
          look="round"
          label={isDay ? t('scenario.less') : t('scenario.lower')}
          disabled={value <= least}
          onClick={() => onChange(value - 1)}
        >
          <Minus size={20} aria-hidden="true" />
        </IconButton>
        <output
          className={look('title strong mid')}
          data-direction={isDay || value === 0 ? 'flat' : value > 0 ? 'up' : 'down'}
        >
          {move}
        </output>
        <IconButton
          look="round"
          label={isDay ? t('scenario.more') : t('scenario.higher')}
          disabled={value >= most}
          onClick={() => onChange(value + 1)}
        >
          <Plus size={20} aria-hidden="true" />
        </IconButton>
      </div>
      <div className={look('relative', styles['track'])}>
        <i aria-hidden="true" />
        <BareRange
          min={least}
          max={most}
          step={1}
          value={value}
          aria-label={isDay ? t('scenario.dayShare') : t('scenario.move')}
          aria-valuetext={liquidated > 0 ? t('scenario.spoken', { move, count: liquidated }) : move}
          onChange={({ target }) => onChange(target.valueAsNumber)}
        />
      </div>
      <div className={look('tiny flex spread')} aria-hidden="true">
        {marks.map((mark) => (
          <small key={mark}>{words(mark)}</small>
        ))}
      </div>
    </div>
  );
}
