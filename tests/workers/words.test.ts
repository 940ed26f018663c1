import { expect, it } from 'vitest';
import { createWords, timed } from '../../workers/session/words.ts';

it('says when something was by day and clock of the same time zone', () => {
  // 01:30 of the 26th in Tokyo, while it is the 25th in UTC.
  const at = Date.UTC(2026, 10, 25, 16, 30, 5);
  const words = createWords('en_us', 'Asia/Tokyo');
  expect(timed(at, words)).toEqual({
    time: 'Nov 26, 2026 01:30:05',
    day: 'Nov 26, 2026',
    clock: '01:30:05',
  });
  expect(words.date(at)).toBe('Nov 25, 2026');
});
