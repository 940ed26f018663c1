interface ProgressProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
}

/** How far something has come. */
export function Progress({ label, value, max }: ProgressProps) {
  return <progress value={value} max={max} aria-label={label} />;
}
