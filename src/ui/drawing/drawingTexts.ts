import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../domain/index.ts';

const UNITS = [
  ['day', DAY_MS / SECOND_MS],
  ['hour', HOUR_MS / SECOND_MS],
  ['minute', MINUTE_MS / SECOND_MS],
] as const;

/** Figures of drawings in a language. @param tag BCP 47. */
export function drawingTexts(tag: string) {
  const percent = new Intl.NumberFormat(tag, {
    style: 'percent',
    signDisplay: 'exceptZero',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const share = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 });
  const units = UNITS.map(
    ([unit, length]) =>
      [new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'narrow' }), length] as const,
  );
  return {
    change: (fraction: number): string => percent.format(fraction),
    ratio: (fraction: number): string => share.format(fraction),
    /** The two largest units of a length: `1d 4h`, `35m`; without a sign. */
    length(seconds: number): string {
      let rest = Math.abs(seconds);
      const parts: string[] = [];
      for (const [format, length] of units) {
        const count = Math.floor(rest / length);
        rest -= count * length;
        if (count > 0 || (length === 60 && parts.length === 0)) parts.push(format.format(count));
        if (parts.length === 2) break;
      }
      return parts.join(' ');
    },
  };
}
