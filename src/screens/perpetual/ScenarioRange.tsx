import { Minus, Plus } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/Button.tsx';
import { BareRange } from '../../ui/form/BareRange.tsx';
import { look } from '../../ui/look.ts';
import { useSignedPercent } from '../../ui/usePercent.ts';
import styles from './Scenario.module.css';

/** The farthest move to either side, per cent, and what stands below the slider. */
const MOST = 50;
const MARKS = [-50, -25, 0, 25, 50] as const;

interface ScenarioRangeProps {
  /** Whole per cent, −50 to 50. */
  readonly value: number;
  readonly onChange: (value: number) => void;
  /** Where liquidations begin, thousandths of the way; absent: nowhere. */
  readonly fallsAt: number | undefined;
  readonly risesAt: number | undefined;
  /** How many positions are liquidated by then: it is read to people with the move. */
  readonly liquidated: number;
}

/** By how much the market moves: a thumb, two buttons, keys. Red from where the first position is liquidated. */
export function ScenarioRange({ value, onChange, fallsAt, risesAt, liquidated }: ScenarioRangeProps) {
  const { t } = useTranslation('perpetual');
  const words = useSignedPercent();
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
          label={t('scenario.lower')}
          disabled={value <= -MOST}
          onClick={() => onChange(value - 1)}
        >
          <Minus size={20} aria-hidden="true" />
        </IconButton>
        <output
          className={look('title strong mid')}
          data-direction={value > 0 ? 'up' : value < 0 ? 'down' : 'flat'}
        >
          {move}
        </output>
        <IconButton
          look="round"
          label={t('scenario.higher')}
          disabled={value >= MOST}
          onClick={() => onChange(value + 1)}
        >
          <Plus size={20} aria-hidden="true" />
        </IconButton>
      </div>
      <div className={look('relative', styles['track'])}>
        <i aria-hidden="true" />
        <BareRange
          min={-MOST}
          max={MOST}
          step={1}
          value={value}
          aria-label={t('scenario.move')}
          aria-valuetext={liquidated > 0 ? t('scenario.spoken', { move, count: liquidated }) : move}
          onChange={({ target }) => onChange(target.valueAsNumber)}
        />
      </div>
      <div className={look('tiny flex spread')} aria-hidden="true">
        {MARKS.map((mark) => (
          <small key={mark}>{words(mark)}</small>
        ))}
      </div>
    </div>
  );
}
