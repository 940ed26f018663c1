import { SECOND_MS } from '../interval.ts';

const two = (value: number): string => `${value}`.padStart(2, '0');

/**
 * Time that is left, to the second, rounded up: `0:00` stands only once it is over. `4:05`, `23:59:59`.
 * @param leftMs ms; below 0 counts as 0.
 */
export function countdownText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / SECOND_MS));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const tail = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${tail}` : `${minutes}:${tail}`;
}
