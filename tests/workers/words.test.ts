import { describe, expect, it } from 'vitest';
import { languages } from '../../domain/index.ts';
import { createWords } from '../../workers/session/words.ts';

const midnight = new Date(2026, 1, 3, 0, 5, 9).getTime();

describe('words', () => {
  it.each(languages)('write the hour after midnight as 00 in %s', (language) => {
    const words = createWords(language);
    expect(words.clockTime(midnight)).toMatch(/^00\D/);
    expect(words.clockTime(midnight)).not.toContain('24');
    expect(words.barTime(midnight, false)).not.toContain('24');
  });
  it.each([
    ['en_us', 0, '0 sec. ago'],
    ['en_us', 59_999, '59 sec. ago'],
    ['en_us', 60_000, '1 min. ago'],
    ['en_us', 7_200_000, '2 hr. ago'],
    ['en_us', 3 * 86_400_000, '3 days ago'],
    ['de', 5_000, 'vor 5 Sek.'],
    ['jp', 5_000, '5 秒前'],
  ] as const)('tell an age in %s: %d ms is %s', (language, ms, text) => {
    expect(createWords(language).age(ms)).toBe(text);
  });
  it('date daily bars by UTC, as their grid is', () => {
    expect(createWords('en_us').barTime(Date.UTC(2026, 10, 18), true)).toBe('Nov 18, 2026');
  });
});
