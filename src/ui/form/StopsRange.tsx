import { useLayoutEffect, useRef } from 'react';
import { BareRange } from './BareRange.tsx';
import styles from './StopsRange.module.css';

const STOPS = [0, 25, 50, 75, 100] as const;
/** A finger this near to a stop means the stop, per cent. */
const SNAP = 4;

interface StopsRangeProps {
  readonly label: string;
  /** How the value is read to users. */
  readonly valueText: string;
  /** Whole per cent, 0 to 100. */
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** A share of a whole with stops at its quarters: a finger snaps to them, and keys go by single steps. */
export function StopsRange({ label, valueText, value, onChange }: StopsRangeProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isDragged = useRef(false);
  useLayoutEffect(() => frame.current?.style.setProperty('--share', `${value / 100}`), [value]);
  const take = (next: number) => {
    const near = isDragged.current ? STOPS.find((stop) => Math.abs(stop - next) <= SNAP) : undefined;
    if ((near ?? next) !== value) onChange(near ?? next);
  };
  return (
    <div ref={frame} className={styles['stops']}>
      <i className={styles['track']} aria-hidden="true">
        {STOPS.map((stop) => (
          <i key={stop} data-on={stop <= value || undefined} />
        ))}
      </i>
      <span className={styles['labels']} aria-hidden="true">
        {STOPS.map((stop) => (
          <small key={stop} data-on={stop === value || undefined}>
            {stop === 100 ? '100 %' : stop}
          </small>
        ))}
      </span>
      <BareRange
        min={0}
        max={100}
        step={1}
        value={value}
        aria-label={label}
        aria-valuetext={valueText}
        onPointerDown={() => {
          isDragged.current = true;
        }}
        onPointerUp={() => {
          isDragged.current = false;
        }}
        onKeyDown={() => {
          isDragged.current = false;
        }}
        onChange={({ target }) => take(target.valueAsNumber)}
      />
    </div>
  );
}
