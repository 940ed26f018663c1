import { expect, it } from 'vitest';
import { venueTitle, venueTitles } from '../../../domain/index.ts';
import { isVenueName, venueNames } from '../../../feeds/index.ts';

it('calls each venue that can be read by its own name, and one that is not known as it comes', () => {
  expect([...venueNames].sort()).toEqual(Object.keys(venueTitles).sort());
  expect(venueTitle('okx')).toBe('OKX');
  for (const name of ['nowhere', '', 'constructor', '__proto__'])
    expect([venueTitle(name), isVenueName(name)]).toEqual([name, false]);
});
