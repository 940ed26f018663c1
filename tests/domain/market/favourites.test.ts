import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FAVOURITES_MOST, mergeFavourites, rebaseFavourites } from '../../../domain/index.ts';

describe('favourites of a device that logs in', () => {
  it('come after those of the account, each once, in their order', () => {
    expect(mergeFavourites(['a', 'b'], ['c', 'b', 'd'])).toEqual(['a', 'b', 'c', 'd']);
  });
  it('are bounded', () => {
    const many = Array.from({ length: FAVOURITES_MOST }, (_, i) => `m${i}`);
    expect(mergeFavourites(many, ['one more'])).toEqual(many);
  });
});

describe('a change of a device', () => {
  it.each([
    ['nothing', 'ab', 'ab', 'bca', 'bca'],
    ['an addition, while another was added', 'ab', 'cab', 'dab', 'dcab'],
    ['a removal, while another was added', 'ab', 'b', 'dab', 'db'],
    ['an addition, while another was removed', 'ab', 'cab', 'b', 'cb'],
    ['a move, while another was removed', 'abc', 'cab', 'bc', 'cb'],
    ['a removal of what was removed', 'ab', 'b', 'b', 'b'],
    ['an addition of what was added', 'a', 'ca', 'ca', 'ca'],
  ])('is put upon what others changed: %s', (_, base, own, theirs, next) => {
    expect(rebaseFavourites([...base], [...own], [...theirs]).join('')).toBe(next);
  });
  it('loses no addition and brings no removal back, whoever made it', () => {
    const lists = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { maxLength: 8 });
    fc.assert(
      fc.property(lists, lists, lists, (base, own, theirs) => {
        const next = new Set(rebaseFavourites(base, own, theirs));
        for (const id of 'abcdefgh') {
          const [began, here, there] = [base, own, theirs].map((list) => list.includes(id));
          expect(next.has(id)).toBe(began ? here && there : here || there);
        }
      }),
    );
  });
});
