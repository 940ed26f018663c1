interface RangeProps {
  /** Read to users; absent where a label stands around it. */
  readonly label?: string;
  /** How the value is read to users. */
  readonly valueText?: string;
  readonly min: number;
  readonly max: number;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** A whole number between two others. */
export function Range({ label, valueText, min, max, value, onChange }: RangeProps) {
  return (
    <input
      type="range"
      min={min}
      max={max}
      step={1}
      value={value}
      aria-label={label}
      aria-valuetext={valueText}
      onChange={({ target }) => onChange(target.valueAsNumber)}
    />
  );
}
