import { describe, expect, it } from 'vitest';
import { expiresAtOf, ownExpiry, storedExpiry, timeOf } from '../../src/ui/ticket/expiry.ts';

const NOW = new Date(2026, 10, 23, 14, 30, 20, 500).getTime();
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).getTime();

describe('until when an order is good', () => {
  it.each([
    ['hour', at(2026, 10, 23, 15, 31)],
    ['today', at(2026, 10, 24, 0, 0)],
    ['week', at(2026, 10, 30, 14, 31)],
    ['2026-12-24T09:05', at(2026, 11, 24, 9, 5)],
  ])('is on the minute of this device: %s', (expiry, moment) => {
    expect(expiresAtOf(expiry, NOW)).toBe(moment);
  });
  it('is the same again after it was kept, and an hour where what was kept makes no sense', () => {
    expect(ownExpiry(expiresAtOf('2026-12-24T09:05', NOW))).toBe('2026-12-24T09:05');
    for (const kept of ['hour', 'today', 'week', '2026-12-24T09:05']) expect(storedExpiry(kept)).toBe(kept);
    for (const kept of [undefined, '', 'year', '2026-12-24', '2026-12-24T24:00', '2026-12-24T09:60'])
      expect(storedExpiry(kept)).toBe('hour');
  });
  it.each([
    ['14:30', '14:30'],
    ['9:05', '09:05'],
    [' 09.05 ', '09:05'],
    ['0905', '09:05'],
    ['905', '09:05'],
    ['9h05', '09:05'],
    ['24:00', undefined],
    ['12:60', undefined],
    ['9', undefined],
    ['', undefined],
    ['noon', undefined],
  ])('is read from what is typed: "%s"', (typed, time) => {
    expect(timeOf(typed)).toBe(time);
  });
});
